/** The preview of a late fee run. */
export const messages = {
  lateFees: {
    title: 'Late fees',
    hint: 'Families overdue for longer than the grace period. Nobody is charged until you choose them.',
    none: 'No late fees are due now.',
    off: 'The school has no late fee.',
    rule: 'Change the rule',
    late: '{n, plural, one {# day late} other {# days late}}',
    charge: '{what}: {amount}, due {day}',
    flat: '{amount} once',
    percent: '{percent} of {open} = {amount}',
    weeks: '{n, plural, one {# week} other {# weeks}} at {each} = {amount}',
    capped: 'at most {amount}',
    before: 'less {amount} charged before',
    waived: 'less {amount} waived',
    selectAll: 'Select all',
    selectNone: 'Clear selection',
    chosen: '{n} of {all} selected',
    button: 'Charge {n, plural, one {# family} other {# families}}, {amount}',
    nobody: 'Choose families to charge',
    charged:
      '{n, plural, one {# late fee is charged: {amount}. You can undo it} other {# late fees are charged, {amount} in all. You can undo them}} for 24 hours under “Earlier charges”.',
    reverse: 'You can reverse a single late fee in the family’s account.',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    lateFees: typeof messages
  }
}
