export const messages = {
  title: 'Invoice',
  number: 'Invoice number',
  issued: 'Issued on',
  dueOn: 'Due on',
  total: 'Total',
  paid: 'Paid so far',
  due: 'Due on {day}',
  settled: 'Nothing left to pay',
  reference: 'Write {number} on your check or transfer.',
} as const
