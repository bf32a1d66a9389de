/** Texts of sign-in badges, for the students who use them and the staff who make them. */
export const messages = {
  badges: {
    enter: {
      title: 'Sign in with your badge',
      lead: 'Scan the square on your badge with the camera, or enter the code below it.',
      code: 'Code',
      codeHint: '16 letters and numbers. Dashes don’t matter.',
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
      once: 'Print these now. The codes are shown only once. If a badge gets lost, make a new one and the old one stops working.',
      print: 'Print',
      done: 'I’ve printed them',
      picture: 'QR code of {name}',
      how: 'Scan this, or enter the code at {address}',
    },
    office: {
      link: 'Sign-in badges',
      title: 'Sign-in badges',
      lead: 'With a badge, a student signs in without an email address or password, and sees only their own lessons and homework. Anyone with the badge can sign in, so give it to the student or the family.',
      back: 'Class list',
      nobody: 'No students in this class yet.',
      none: 'No badge',
      made: 'Badge made {day}',
      used: 'last used {day}',
      unused: 'not used yet',
      make: '{n, plural, =0 {Make badges} one {Make # badge} other {Make # badges}}',
      making: 'One moment',
      end: '{n, plural, =0 {Turn off badges} one {Turn off # badge} other {Turn off # badges}}',
      ended: '{n, plural, one {The badge is off.} other {# badges are off.}}',
      againTitle: '{n, plural, one {Replace # badge?} other {Replace # badges?}}',
      againText: 'Old badges stop working, and anyone signed in with one is signed out: {names}.',
      endTitle: '{n, plural, one {Turn off # badge?} other {Turn off # badges?}}',
      endText: 'They stop working, and anyone signed in with one is signed out: {names}.',
      keep: 'Cancel',
    },
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    badges: typeof messages
  }
}
