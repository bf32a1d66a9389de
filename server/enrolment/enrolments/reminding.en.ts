export const messages = {
  subject: 'Can we help you finish? · {school}',
  opening: 'Dear {name},',
  begun: 'You started a registration on {day}. Everything you entered is saved, on every device you sign in with.',
  help: 'If something is unclear or doesn’t work, reply to this email or call the office. We’re glad to help. If you’ve changed your mind, you don’t need to do anything.',
  link: 'Continue where you left off',
} as const
