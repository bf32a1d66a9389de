export const messages = {
  title: 'Statement of account',
  period: '{from} to {to}',
  written: 'Prepared on',
  opening: 'Opening balance',
  nothing: 'Nothing was charged or paid in this period.',
  charged: 'Charges, less discounts and reversals',
  paid: 'Payments, less returns and refunds',
  due: 'Balance due',
  credit: 'Credit on your account',
  settled: 'Nothing due',
} as const
