/** Room parents: appointed by the office, and their own card. */
export const messages = {
  volunteers: {
    title: 'Room parents',
    lead: 'A room parent sees the names of one class and can write to its families. They see no phone numbers, nothing medical and no money. You can read what they write.',
    none: 'No class has a room parent yet.',
    appoint: 'Appoint a room parent',
    doAppoint: 'Appoint',
    section: 'Class',
    chooseSection: 'Choose a class',
    person: 'Parent',
    choosePerson: 'Choose a parent of the class',
    nobody: 'There are no parents to appoint: nobody has a child in this class.',
    of: 'of {children}',
    toOn: 'Last day',
    toOnHint: 'It ends automatically after this day. Leave empty to end it yourself.',
    appointed: '{name} is room parent of {section}.',
    change: 'Change last day',
    changeOf: 'Change the last day of {name}',
    end: 'End',
    endOf: 'End for {name}',
    ended: '{name} is no longer room parent of {section}.',
    since: 'since {day}',
    until: 'since {day}, until {end}',
    over: 'ended {end}',
    mine: 'You are room parent of {section}',
    mineUntil: 'until {day}',
    list: '{n, plural, one {# student} other {# students}}',
    show: 'Show the class list',
    write: 'Write to the class',
    subject: 'Subject',
    body: 'Message',
    native: 'In Chinese',
    nativeSubject: 'Subject in Chinese',
    nativeBody: 'Message in Chinese',
    writeHint:
      'It goes to all parents of the class in Lantern{mails, select, kept {} other { and by email}}, in your name. The office can read it too. You can’t undo this.',
    send: '{n, plural, one {Send to one person} other {Send to # people}}',
    sent: '{n, plural, one {Sent to one person.} other {Sent to # people.}}',
    written: 'Your messages',
  },
}

declare module '#web/words/bundles.ts' {
  interface Bundles {
    volunteers: typeof messages
  }
}
