/** What a family owes and has paid. */
export const messages = {
  paymentHistory: {
    title: 'Payments',
    print: 'Print',
    due: 'Balance due',
    dueOn: 'Due {day}',
    wasDueOn: '{amount} overdue since {day}',
    nothingDue: 'Nothing due',
    credit: 'You have {amount} of credit for your next invoice.',
    how: 'Pay by check, transfer or cash',
    amount: 'Amount',
    reference: 'Include this reference',
    payee: 'Payable to',
    copy: 'Copy',
    copyOf: 'Copy: {what}',
    copied: 'Copied: {what}',
    openInvoice: 'Invoice {number}',
    cheque: 'By check, made out to {school}',
    cash: 'Cash at the office',
    transfer: 'By bank transfer; ask the office for the account',
    office: 'School office',
    invoices: 'Invoices',
    issuedOn: 'Issued {day}',
    dueShort: 'Due {day}',
    paidOf: '{amount} paid so far',
    status: {
      draft: 'Draft',
      issued: 'Open',
      'partly-paid': 'Partly paid',
      paid: 'Paid',
      overdue: 'Overdue',
      cancelled: 'Canceled',
    },
    ledger: 'All charges and payments',
    noEntries: 'There are no charges or payments yet.',
    noHousehold: 'You don’t have access to a family account.',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    paymentHistory: typeof messages
  }
}
