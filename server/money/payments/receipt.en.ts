export const messages = {
  title: 'Receipt',
  number: 'Receipt number',
  received: 'Received on',
  from: 'Received from',
  method: 'Paid by',
  for: 'For',
  total: 'Total received',
  credit: 'Credit on your account',
  bounced: 'This payment of {amount} was returned unpaid on {day}. The receipt is no longer valid.',
  voided: 'This payment of {amount} was voided on {day}. The receipt is not valid.',
  refunded: 'Refunded since',
} as const
