export const messages = {
  email: 'Email',
  phone: 'Phone',
  familyOnFile: 'Family on file',
  begunUtc: 'Begun (UTC)',
  lastChangeUtc: 'Last change (UTC)',
  writtenToUtc: 'Written to (UTC)',
} as const
