export const messages = {
  subject: 'Is your family’s record still right?',
  opening: 'Dear {name},',
  ask: 'Once a year we ask every family to look through its record: address, phone numbers, who may fetch the children, allergies and medication. Please confirm it by {day}.',
  how: 'If all is right, one press is enough. What has changed you change there; the rest stays as it is.',
  link: 'Look at your family’s record',
} as const
