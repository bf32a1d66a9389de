/** Words of notifications on devices: for their owners and for the office. */
export const messages = {
  push: {
    outcome: {
      sent: 'Handed over: it shows in a moment',
      queued: 'On its way',
      again: '{why}. It is tried again',
      busy: 'The push service is busy',
      unreachable: 'The push service could not be reached',
      refused: 'The push service refused it',
      large: 'It was too long for the push service',
      gone: 'This device is not signed up any more',
      ended: 'Nobody is signed in on this device any more',
      late: 'It was too late',
      off: 'Notifications are switched off',
    },
    test: {
      send: 'Send a test',
      none: 'You have not signed up a device yet. Turn on notifications under “My account” first.',
      device: 'A device',
      look: 'Look again',
    },
    own: {
      title: 'Notifications',
      notOffered: 'The school sends no notifications to devices.',
      on: 'On for this device',
      onText: 'News of the school shows here, even when Lantern is closed.',
      offText:
        'Hear at once of notices, answers, canceled lessons and open spots, even when Lantern is closed. No child’s name shows on a locked screen.',
      turnOn: 'Turn on for this device',
      turnOff: 'Turn off',
      turnedOn: 'Notifications are on for this device.',
      turnedOff: 'Notifications are off for this device.',
      failed: 'This browser could not be signed up. Try again, or use another browser.',
      ability: {
        insecure: 'Notifications need a secure connection. Open this page by an address that begins with https.',
        homeScreen:
          'On an iPhone or iPad, add the school to your Home Screen first: press Share, then “Add to Home Screen”. Open it from there and come back to this page.',
        unsupported: 'This browser can’t show notifications. Use a current Chrome, Edge, Firefox or Safari.',
        blocked:
          'Notifications of this page are blocked in your browser. Allow them in its settings for this page, then load the page again.',
        visit:
          'You signed in for this visit only, so nothing of yours stays on this device. Sign in again and stay signed in to get notifications here.',
      },
      wanted: 'What you hear of',
      always: 'On all your devices. Urgent messages, canceled lessons and spots offered to you always arrive.',
      notices: 'Notices of the school and of teachers',
      messages: 'Answers in your conversations',
      others: 'Your other devices',
      device: 'A device',
      since: 'Since {at}',
      lastSent: 'Last notification {at}',
      remove: 'Remove',
      removeNamed: 'Remove {name}',
      removed: 'That device gets no notifications any more.',
    },
    office: {
      lead: 'People turn notifications on for their phone or computer under “My account”. Notices, replies, canceled lessons and offered spots then show there within seconds, as well as by email.',
      privacy:
        'They travel encrypted through the push service of each browser (Google, Apple, Mozilla or Microsoft) and say only that there is something to read: no child’s name, no class, no sum. The page behind it opens after the sign-in.',
      iphone: 'iPhones and iPads show them only when the school was added to the Home Screen. “My account” tells how.',
      isOn: 'Send notifications to devices',
      isOnHint: 'Switched off, nothing goes out and nobody can sign up. Devices stay signed up for later.',
      contact: 'Whom push services may ask',
      contactHint: 'An email address that they can write to when something is wrong. Empty: the address of the school.',
      save: 'Save notifications',
      saved: 'The settings of notifications are saved.',
      historyOn: 'Notifications are sent',
      historyOff: 'No notifications are sent',
      noContact: 'Nothing can be sent yet',
      noContactText:
        'Push services want to know whom to ask. Enter an address above, or one of the school under “School”.',
      figures: 'Notifications',
      devices: 'Devices',
      people: '{n, plural, one {# person} other {# people}}',
      sent: 'Sent',
      queued: 'On their way',
      failed: 'Not arrived',
      week: 'in seven days',
      test: 'Test it',
      testText:
        'Goes to every device that you have signed up under <link>My account</link>, and says what became of each.',
      lately: 'What did not arrive lately',
      nothingFailed: 'Nothing has failed in the last seven days.',
      kind: {
        notice: 'notice',
        message: 'answer in a conversation',
        'called-off': 'canceled lessons',
        'on-again': 'lessons after all',
        closed: 'class canceled',
        seat: 'offered place',
        test: 'test',
      },
    },
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    push: typeof messages
  }
}
