/** How the ledger calls what becomes of the charges of a class. */
export const messages = {
  kept: { left: '{what}: kept after leaving', type: '{what}: the lessons so far' },
  fee: 'Processing fee: {section}',
  refund: 'A class was left or changed',
} as const
