/** Texts of downloading one's own data and of closing the account. */
export const messages = {
  ownAccount: {
    title: 'Your data and account',
    takeFamily:
      'One file with everything you see here: your household and children, consents, attendance, homework, grades, payments, messages and documents.',
    takeOthers: 'One file with your account: your name, your email and where you’re signed in.',
    take: 'Download your data',
    taken: 'Your browser is downloading my-data.zip.',
    closeHint: 'Closing your account ends your sign-in. The school keeps the records it must.',
    close: 'Close account',
    closeTitle: 'Close your account?',
    lead: 'For {email}. This can’t be undone.',
    signedOut: 'You’re signed out everywhere at once. Your password, passkeys and calendar link stop working.',
    news: 'Regular emails and notifications stop. The school still writes when a guardian must know, for instance about a canceled class.',
    kept: 'The school keeps the records it must, such as payments and attendance.',
    children:
      'Children who are enrolled stay enrolled, and what you owe stays due. Other guardians keep their accounts.',
    withdraw: 'To withdraw a child, do it first on the child’s page, or ask the office: {contact}.',
    withdrawPlain: 'To withdraw a child, do it first on the child’s page, or ask the office.',
    staff: 'Your roles at the school end.',
    told: 'The office is told.',
    confirm: 'Close my account',
    closed: 'Your account is closed.',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    ownAccount: typeof messages
  }
}
