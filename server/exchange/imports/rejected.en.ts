export const messages = {
  reason: 'Reason',
  doubtful: 'Not decided yet: is this {name}, who is already on file?',
} as const
