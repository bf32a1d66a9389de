export const messages = {
  at: 'When',
  whenUtc: 'When (UTC)',
  emailAddress: 'Email address',
  name: 'Name',
  what: 'What',
  function: 'Function',
  students: 'Students',
  changes: 'Change log',
} as const
