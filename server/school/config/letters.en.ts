export const messages = {
  subject: 'A test mail from {school}',
  opening: 'Hello,',
  says: 'This is a test from the school office. That you read it means that its mails arrive.',
} as const
