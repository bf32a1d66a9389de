export const messages = {
  subject: 'Can we help you finish? · {school}',
  opening: 'Dear {name},',
  begun:
    'You began a registration on {day}. Everything that you have typed is kept, on every device that you sign in with.',
  help: 'If something is unclear or does not work, just answer this letter or call the office: we are glad to help. If you have changed your mind, there is nothing that you need to do.',
  link: 'Go on where you stopped',
} as const
