export const messages = {
  email: 'Email',
  telephone: 'Telephone',
  familyOnFile: 'Family on file',
  begunUtc: 'Begun (UTC)',
  lastChangeUtc: 'Last change (UTC)',
  writtenToUtc: 'Written to (UTC)',
} as const
