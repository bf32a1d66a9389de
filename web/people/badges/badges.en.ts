/** Words of sign-in badges: for who signs in by one, and for who makes them. */
export const messages = {
  badges: {
    enter: {
      title: 'Sign in with your badge',
      lead: 'Scan the square on your badge with the camera, or enter the code below it.',
      code: 'Code',
      codeHint: '16 letters and figures. Dashes don’t matter.',
      missing: 'Enter the code on your badge.',
      unknown: 'No badge has this code. Check the letters, or ask your teacher for a new badge.',
      submit: 'Sign in',
      pending: 'Signing in',
      off: 'This school doesn’t use badges to sign in.',
      toLogin: 'Sign in another way',
    },
    learning: {
      lessons: 'Next lessons',
      noLessons: 'You have no lessons in the next two weeks.',
      cancelled: 'Canceled',
    },
    sheet: {
      once: 'Print these now: the codes are shown once and kept nowhere. If a badge gets lost, make a new one, and the old one stops working.',
      print: 'Print',
      done: 'I’ve printed them',
      picture: 'QR code of {name}',
      how: 'Scan this, or enter the code at {address}',
    },
    office: {
      link: 'Sign-in badges',
      title: 'Sign-in badges',
      lead: 'With a badge, a student signs in without an email address or a password, and sees their own lessons and homework, and nothing else. Anyone who holds the badge can sign in: hand it to the student or the family.',
      back: 'Class list',
      nobody: 'There is nobody in this class yet.',
      none: 'No badge',
      made: 'Badge made {day}',
      used: 'last used {day}',
      unused: 'not used yet',
      make: '{n, plural, =0 {Make badges} one {Make # badge} other {Make # badges}}',
      making: 'One moment',
      end: '{n, plural, =0 {End badges} one {End # badge} other {End # badges}}',
      ended: '{n, plural, one {The badge no longer signs anybody in.} other {# badges no longer sign anybody in.}}',
      againTitle: '{n, plural, one {Replace # badge?} other {Replace # badges?}}',
      againText: 'The old badge stops working, and who is signed in by it is signed out: {names}.',
      endTitle: '{n, plural, one {End # badge?} other {End # badges?}}',
      endText: 'It stops working, and who is signed in by it is signed out: {names}.',
      keep: 'Cancel',
    },
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    badges: typeof messages
  }
}
