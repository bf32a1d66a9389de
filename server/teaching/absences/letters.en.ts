export const messages = {
  subject: 'About the absence you reported for {child}',
  opening: 'Dear {name}, the school couldn’t excuse the absence you reported for {child}, {days}.',
  to: 'to',
  answer: 'The school writes: {note}',
  link: 'See the absence',
} as const
