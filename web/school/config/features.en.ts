/** Texts of the features page, the list of settings, and settings that may be left empty. */
export const messages = {
  features: {
    lead: 'Switch on what your school uses. What is off is hidden from everyone.',
    name: {
      trials: 'Trials and drop-in days',
      auditing: 'Auditing',
      windows: 'Registration windows',
      lotteries: 'Lotteries',
      promoCodes: 'Promo codes',
      oneroster: 'OneRoster',
    },
    about: {
      trials: 'Families can ask to try a class or come for one day.',
      auditing: 'Students take a class without grades, at its own price.',
      windows: 'Staff and current families register before everyone else.',
      lotteries: 'Spots in a class are drawn among everyone who asks, in a way anyone can check.',
      promoCodes: 'Families enter a code for a lower price.',
      oneroster: 'Other programs read your class lists, as files or over the network.',
    },
    where: {
      trials: 'Applications, Visits, and in each class',
      auditing: 'each class',
      windows: 'Classes, Terms',
      lotteries: 'Applications, Lotteries',
      promoCodes: 'Payments, Promo codes',
      oneroster: 'Settings, OneRoster',
    },
    found: 'Find it under {where}.',
    switchedOn: '{name}: on. Find it under {where}.',
    switchedOff: '{name}: off.',
    held: '{n, plural, one {# lottery is} other {# lotteries are}} under way. Finish or cancel {n, plural, one {it} other {them}} before you switch this off.',
    leave: 'Switch off {name}?',
    switchOff: 'Switch off',
    again: 'Nothing is deleted. Turn it on again and everything is back.',
    stays: {
      trials:
        'Families can no longer ask for trials. {n, plural, =0 {None are coming up.} one {# that is coming up stays on the class list and in the family’s account.} other {# that are coming up stay on the class lists and in the families’ accounts.}}',
      auditing:
        'Nobody new can audit. {n, plural, =0 {Nobody audits now.} one {# student who audits stays in the class at the same price.} other {# students who audit stay in their classes at the same price.}}',
      windows:
        'Everyone can register as soon as a term opens. {n, plural, =0 {No term has windows now.} one {The windows of # term no longer apply.} other {The windows of # terms no longer apply.}}',
      lotteries: 'You can no longer start lotteries. Published results stay public.',
      promoCodes:
        'Codes no longer lower the price. {n, plural, =0 {No code is valid now.} one {# code that is valid now stops working.} other {# codes that are valid now stop working.}} Invoices already sent stay as they are.',
      oneroster:
        'Other programs can no longer read your class lists. {n, plural, =0 {None has a key now.} one {# program keeps its key, but gets nothing.} other {# programs keep their keys, but get nothing.}}',
    },
    refunds: {
      title: 'Refunds',
      chosen: 'You have decided what a family gets back when a child leaves',
      none: 'Not decided yet: nothing is refunded when a child leaves',
    },
    retention: { empty: 'Leave it empty to keep them forever.', kept: '{what}: kept forever' },
  },
  settingsList: {
    title: 'All settings',
    school: 'Name, address and what visitors read first.',
    region: 'Languages, time zone and currency.',
    features: 'What else your school uses: trials, lotteries, promo codes and more.',
    classrules: 'The day that ages count on.',
    attendance: 'The marks teachers can give.',
    scales: 'How grades are written.',
    registration: 'How long spots are held and offered, and who goes first on the waitlist.',
    fields: 'Your own questions to families.',
    policies: 'What families sign.',
    duties: 'How much families help, and who doesn’t have to.',
    fees: 'The registration fee, discounts, and when invoices are due.',
    refunds: 'What a family gets back when a child leaves.',
    paying: 'How families pay you, and your name on receipts.',
    cards: 'Whether families can pay by card.',
    mail: 'How your email is sent.',
    messages: 'Texts you send often.',
    push: 'Whether news goes to phones.',
    signin: 'Who can make an account, and how people sign in.',
    roles: 'Who may do what.',
    audit: 'Who changed what, and when.',
    retention: 'How long old data is kept.',
    jobs: 'What failed in the background, and how far large mailings are.',
    backups: 'Daily copies of everything, and how many to keep.',
    oneroster: 'Class lists for other programs.',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    features: typeof messages
  }
}
