/** Names in the ledger for what happens to the charges of a class. */
export const messages = {
  kept: { left: '{what}: nonrefundable', type: '{what}: the lessons so far' },
  fee: 'Processing fee: {section}',
  refund: 'Withdrawal or class change',
} as const
