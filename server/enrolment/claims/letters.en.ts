export const messages = {
  subject: 'Your code · {school}',
  opening: 'Dear {name},',
  asked: 'Someone is registering at {school} as a member of your family. If that’s you, enter this code there:',
  worth: 'It works for {minutes} minutes. If it wasn’t you, ignore this email. Never give the code to anyone else.',
  known:
    'You already have an account with this address. Sign in, and you’ll find everything the school has on file for your family.',
  signIn: 'Sign in',
  found: 'The office found your family. Your account now belongs to {name}.',
  foundHow: 'Everything we have on file is filled in. Please check it once.',
  refused: 'The office couldn’t find your family from what you wrote. You can register as new, or reply to this email.',
  answerSubject: 'Your family · {school}',
  note: 'The office adds: {note}',
  goOn: 'Continue your registration',
} as const
