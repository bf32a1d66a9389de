export const messages = {
  reason: 'Reason',
  doubtful: 'Not decided yet: is this {name}, who is already on file?',
  number: 'Not decided yet: number {number} stands for both {other} and {name}.',
  custody: 'Not decided yet: who can see and pick up {child}.',
} as const
