/** Texts for erasing a family's record. */
export const messages = {
  erasing: {
    title: 'Erase {name} for good?',
    lead: 'This can’t be undone.',
    goes: 'Gone: names, addresses, phone numbers, birthdays, medical and custody notes, contacts, documents and photos, messages, homework, answers and the ways to sign in.',
    stays:
      'Kept without names: invoices, payments and refunds, attendance and grades. Your totals and reports stay the same.',
    others: 'Guardians who belong to another family, or work here, keep their own record.',
    backups: 'Backups still hold the data until they’re deleted after their time.',
    name: 'Type “{name}” to confirm',
    verb: 'Erase for good',
    done: '{people, plural, one {# person} other {# people}} and {files, plural, one {# file} other {# files}} erased.',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    erasing: typeof messages
  }
}
