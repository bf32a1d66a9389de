export const messages = {
  cancelled: 'Canceled: {title}',
  madeUp: 'Made up on {day}',
  closed: 'No school: {reason}',
  lesson: '{children}: {name}',
  visit: '{child}: {name} ({kind, select, trial {trial} other {drop-in}})',
  with: 'With {teachers}',
  slot: '{slot} ({title})',
  signedUp: 'You are signed up for: {slots}',
} as const
