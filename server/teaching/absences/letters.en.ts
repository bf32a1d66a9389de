export const messages = {
  subject: 'About the absence you reported for {child}',
  opening: 'Dear {name}, the school could not accept the absence that you reported for {child}, {days}.',
  to: 'to',
  answer: 'The school writes: {note}',
  link: 'See the absence',
} as const
