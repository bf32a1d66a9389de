export const messages = {
  title: 'Statement of account',
  period: '{from} to {to}',
  written: 'Written on',
  opening: 'Balance before',
  nothing: 'Nothing was charged or paid in this time.',
  charged: 'Charges, less discounts and reversals',
  paid: 'Payments, less returns and refunds',
  due: 'Balance due',
  credit: 'Credit in your favour',
  settled: 'Nothing to be paid',
} as const
