/** Words of handing links over, where the school sends no email. */
export const messages = {
  handingOver: {
    copyLink: 'Copy invitation link',
    title: 'Link for {name}',
    hint: 'No email goes out: this school hands links over itself.',
    lead: 'With this link {name} chooses a password and signs in as {email}. It works once, for seven days, and replaces any earlier link.',
    care: 'Give it to {name} alone, for example in a text message to the number on record. Anyone who has it gets in.',
    make: 'Make the link',
    link: 'Link',
    copy: 'Copy link',
    copied: 'Link copied',
    until: 'Works until {at}.',
    close: 'Done',
    confirm: 'Confirm address',
    confirmTitle: 'Confirm {email}?',
    confirmLead:
      'Confirm only if you know that this address belongs to the person who signed up, for example because they told you in person. They can register then.',
    confirmRecorded: 'It is recorded that you confirmed it.',
    confirmed: '{email} is confirmed.',
    many: 'This school hands links over itself: nobody gets an email. Open each record afterwards and copy the link.',
    manyDemo: 'This is a demo: emails are kept in its mailbox, and nobody receives them.',
    manyLetters:
      '{n, plural, =0 {Nobody can be invited.} one {# person can be invited.} other {# people can be invited.}}',
    manyDone:
      '{n, plural, one {# person is invited. No email went out.} other {# people are invited. No email went out.}}',
    manyVerb: '{n, plural, =0 {Invite} one {Invite # person} other {Invite # people}}',
    demo: 'This is a demo: the email to {email} is kept in its mailbox.',
    mailbox: 'Open the mailbox',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    handingOver: typeof messages
  }
}
