export const messages = {
  family: 'Family',
  answer: 'Answer',
  people: 'People',
  note: 'Note',
  by: 'By',
  at: 'At',
} as const
