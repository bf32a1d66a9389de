export const messages = {
  read: 'Open it in your messages',
  confirm: 'Confirm that you have read it',
  reminder: 'Reminder: {subject}',
  urgent: 'Urgent: {subject}',
  thread: '{from}: {subject}',
  wrote: '{from} wrote to you at {school}:',
  noReply: 'Please answer there; replies to this mail are not read.',
  answer: 'Read and answer',
} as const
