export const messages = {
  subject: 'A test email from {school}',
  opening: 'Hello,',
  says: 'This is a test from the school office. If you can read it, the school’s email works.',
} as const
