export const messages = {
  whenUtc: 'When (UTC)',
  emailAddress: 'Email address',
  name: 'Name',
  function: 'Function',
  outcome: 'Outcome',
  changes: 'Changes',
} as const
