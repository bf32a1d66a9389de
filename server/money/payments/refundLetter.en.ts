export const messages = {
  opening: 'Dear {name},',
  sent: {
    subject: '{amount} is on its way to you',
    says: 'The school has sent {amount} back to you. How it comes: {method}.',
  },
  failed: {
    subject: 'Your refund of {amount} failed',
    says: 'The school could not pay {amount} back to you, so it stays as credit in your account.',
  },
  reference: 'Its number: {text}',
  note: 'The treasurer writes: {text}',
  link: 'Open your payments',
} as const
