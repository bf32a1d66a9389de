export const messages = {
  title: 'Receipt',
  number: 'Receipt number',
  received: 'Received on',
  from: 'Received from',
  method: 'Paid by',
  for: 'For',
  total: 'Total received',
  credit: 'Credit on your account',
  bounced: 'This payment was returned unpaid. The receipt is no longer valid.',
  voided: 'This payment was voided. The receipt is not valid.',
  refunded: 'Refunded since',
} as const
