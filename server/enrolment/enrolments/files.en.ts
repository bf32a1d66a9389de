export const messages = {
  email: 'Email',
  phone: 'Phone',
  familyOnFile: 'Family on file',
  begun: 'Started',
  lastChange: 'Last change',
  emailed: 'Reminded',
} as const
