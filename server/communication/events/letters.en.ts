export const messages = {
  subject: 'Canceled: {title}',
  opening: 'Dear {name}, “{title}” on {when} does not take place.',
  slots: 'You were signed up for: {names}. You need not come.',
  answer: 'Thank you for your answer. There is nothing more to do.',
  link: 'See what is on',
} as const
