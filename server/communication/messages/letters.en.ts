export const messages = {
  read: 'Open it in your messages',
  confirm: 'Confirm that you’ve read it',
  reminder: 'Reminder: {subject}',
  urgent: 'Urgent: {subject}',
  thread: '{from}: {subject}',
  wrote: '{from} wrote to you at {school}:',
  files:
    '{n, plural, one {# file is attached. You can see it there.} other {# files are attached. You can see them there.}}',
  noReply: 'Please reply there. Nobody reads replies to this email.',
  answer: 'Read and reply',
} as const
