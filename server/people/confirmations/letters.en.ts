export const messages = {
  subject: 'Is your family’s information still right?',
  opening: 'Dear {name},',
  ask: 'Once a year we ask every family to check its information: address, phone numbers, who can pick up the children, allergies and medication. {isLate, select, true {Please confirm it soon: the date was {day}.} other {Please confirm it by {day}.}}',
  how: 'If everything is right, one click is enough. Change what is different; the rest stays as it is.',
  link: 'Check your family’s information',
} as const
