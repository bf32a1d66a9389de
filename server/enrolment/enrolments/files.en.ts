export const messages = {
  email: 'Email',
  phone: 'Phone',
  familyOnFile: 'Family on file',
  begunUtc: 'Started (UTC)',
  lastChangeUtc: 'Last change (UTC)',
  writtenToUtc: 'Emailed (UTC)',
} as const
