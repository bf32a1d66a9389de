export const messages = {
  subject: 'A payment is open at {school}',
  opening: 'Dear {name},',
  late: 'Your family’s account shows {amount} to be paid, which was due on {day}. If you have paid meanwhile, thank you, and please disregard this letter.',
  due: 'Your family’s account shows {amount} to be paid by {day}.',
  how: 'What it is for, your receipts and how to pay stand under Payments. If something is not right or you need more time, simply write to the office.',
  link: 'Open your payments',
} as const
