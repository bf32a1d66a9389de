export const messages = {
  subject: 'Canceled: {title}',
  opening: 'Dear {name}, “{title}” on {when} has been canceled.',
  slots: 'You were signed up for: {names}. You don’t need to come.',
  answer: 'Thank you for your answer. There is nothing else you need to do.',
  link: 'See what’s on',
} as const
