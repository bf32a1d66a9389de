export const messages = {
  subject: 'A payment is open at {school}',
  opening: 'Dear {name},',
  late: 'Your family’s account shows {amount} to be paid, which was due on {day}. If you have paid meanwhile, thank you, and please disregard this letter.',
  due: 'Your family’s account shows {amount} to be paid by {day}.',
  how: 'You’ll find what it is for, your receipts and how to pay under Payments. If something isn’t right or you need more time, write to the office.',
  link: 'Open your payments',
} as const
