/** Payments received, and the files made from that list. */
export const messages = {
  received: {
    title: 'Payments received',
    search: 'Search family, payer, receipt or check',
    from: 'From',
    to: 'To',
    method: 'Method',
    anyMethod: 'Any method',
    anybody: 'Anyone',
    count: '{n, plural, one {# payment} other {# payments}}',
    day: 'Received',
    number: 'Receipt',
    family: 'Family',
    payer: 'Paid by',
    reference: 'Check number or reference',
    amount: 'Amount',
    open: 'Unapplied',
    recordedBy: 'Recorded by',
    byProvider: 'Card provider',
    sum: 'Total for {n, plural, one {# payment} other {# payments}}',
    totals: 'Totals',
    inAll: 'Received',
    covers:
      'Of this, {covers} covers charges and {credit} is credit. “Received” on the dashboard doesn’t count credit.',
    coversAll: 'All of it covers charges.',
    refunded: '{amount} was refunded.',
    undone:
      '{n, plural, one {# voided or returned payment} other {# voided or returned payments}} of {amount} not counted.',
    none: 'No payments yet. Record the first one.',
    noneMatch: 'No payments match these filters.',
    record: 'Record payment',
    slip: 'Deposit slip',
    slipHint: '(PDF of the checks and cash shown, opens in a new tab)',
    journal: 'Journal by account (CSV)',
    wrong: 'Choose a first day before the last day.',
    receive: {
      title: 'Record a payment',
      hint: 'Find the family that paid. If one check is for two families, record each family’s part with the same check number and payer. The deposit slip then shows one check.',
      search: 'Search family or guardian',
      none: 'No family matches “{search}”.',
      owes: 'owes {amount}',
      credit: '{amount} credit',
      even: 'owes nothing',
      change: 'Change family',
      next: 'Next payment',
      account: 'Open the account',
    },
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    received: typeof messages
  }
}
