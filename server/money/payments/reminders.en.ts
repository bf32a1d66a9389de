export const messages = {
  subject: 'Payment reminder from {school}',
  opening: 'Dear {name},',
  late: 'Your family’s account has a balance of {amount} that was due on {day}. If you’ve already paid, thank you, and please ignore this email.',
  due: 'Your family’s account has a balance of {amount}, due on {day}.',
  how: 'You’ll find what it is for, your receipts and how to pay under Payments. If something isn’t right or you need more time, write to the office.',
  link: 'Open your payments',
} as const
