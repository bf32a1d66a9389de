export const messages = {
  whenUtc: 'When (UTC)',
  emailAddress: 'Email address',
  name: 'Name',
  function: 'Function',
  outcome: 'Outcome',
  students: 'Students',
  changes: 'Change log',
} as const
