/** Texts of device notifications: for their owners and for the office. */
export const messages = {
  push: {
    outcome: {
      sent: 'Sent. It shows in a moment',
      queued: 'On its way',
      again: '{why}. We’ll try again',
      busy: 'The push service is busy',
      unreachable: 'The push service couldn’t be reached',
      refused: 'The push service rejected it',
      large: 'It was too long for the push service',
      gone: 'This device is no longer signed up',
      ended: 'No one is signed in on this device',
      late: 'It was too late',
      off: 'Notifications are off',
    },
    test: {
      send: 'Send a test',
      none: 'You haven’t signed up a device yet. Turn on notifications under “My account” first.',
      look: 'Check again',
    },
    own: {
      title: 'Notifications',
      notOffered: 'The school doesn’t send notifications.',
      on: 'On for this device',
      onText: 'You’ll see news from the school here, even when Lantern is closed.',
      offText:
        'Get notices, replies, canceled lessons and open spots right away, even when Lantern is closed. No child’s name shows on a locked screen.',
      turnOn: 'Turn on for this device',
      turnOff: 'Turn off',
      turnedOn: 'Notifications are on for this device.',
      turnedOff: 'Notifications are off for this device.',
      failed: 'Notifications couldn’t be turned on in this browser. Try again, or use another browser.',
      ability: {
        insecure: 'Notifications need a secure connection. Open this page at an address that starts with https.',
        homeScreen:
          'On an iPhone or iPad, add the school to your Home Screen first: tap Share, then “Add to Home Screen”. Open it from there and come back to this page.',
        unsupported: 'This browser can’t show notifications. Use a current Chrome, Edge, Firefox or Safari.',
        blocked: 'Your browser blocks notifications from this page. Allow them in its settings, then reload the page.',
        visit:
          'You signed in for this visit only, so nothing stays on this device. Sign in again and stay signed in to get notifications here.',
      },
      wanted: 'What you’re notified about',
      always: 'On all your devices. You always get urgent messages, canceled lessons and offered spots.',
      notices: 'Notices from the school and teachers',
      messages: 'Replies in your conversations',
      others: 'Your other devices',
      since: 'Since {at}',
      lastSent: 'Last notification {at}',
      remove: 'Remove',
      removeNamed: 'Remove {name}',
      removed: 'That device no longer gets notifications.',
    },
    office: {
      lead: 'People turn notifications on for their phone or computer under “My account”. Notices, replies, canceled lessons and offered spots then show there within seconds, as well as by email.',
      privacy:
        'They go encrypted through each browser’s push service (Google, Apple, Mozilla or Microsoft) and only say that there is something to read: no child’s name, no class, no amount. The page behind it needs a sign-in.',
      iphone: 'iPhones and iPads show them only once the school is on the Home Screen. “My account” explains how.',
      isOn: 'Send notifications to devices',
      isOnHint: 'When off, nothing is sent and nobody can sign up. Devices stay signed up for later.',
      contact: 'Contact for push services',
      contactHint:
        'An email address they can write to when something is wrong. If empty, the school’s address is used.',
      save: 'Save notifications',
      saved: 'Notification settings saved.',
      historyOn: 'Notifications on',
      historyOff: 'Notifications off',
      noContact: 'Nothing can be sent yet',
      noContactText: 'Push services need a contact. Enter an address above, or the school’s address under “School”.',
      figures: 'Notifications',
      devices: 'Devices',
      people: '{n, plural, one {# person} other {# people}}',
      sent: 'Sent',
      queued: 'On their way',
      failed: 'Failed',
      week: 'in seven days',
      test: 'Test',
      testText: 'Goes to every device you signed up under <link>My account</link>, and shows what happened to each.',
      lately: 'Recent failures',
      nothingFailed: 'Nothing has failed in the last seven days.',
      kind: {
        notice: 'notice',
        message: 'reply in a conversation',
        'called-off': 'canceled lessons',
        'on-again': 'lessons back on',
        closed: 'class canceled',
        seat: 'offered spot',
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
