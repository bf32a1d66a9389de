export const messages = {
  opening: 'Dear {name},',
  sent: {
    subject: '{amount} is on its way to you',
    says: 'The school has refunded {amount} to you by {method}.',
  },
  failed: {
    subject: 'Your refund of {amount} failed',
    says: 'The school couldn’t refund {amount} to you, so it stays as credit on your account.',
  },
  declined: {
    subject: 'Your refund of {amount} was declined',
    says: 'The school has declined the refund of {amount}. The money stays as credit on your account.',
  },
  reference: 'Reference: {text}',
  note: 'The treasurer writes: {text}',
  link: 'Open your payments',
} as const
