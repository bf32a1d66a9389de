export const messages = {
  subject: 'Your code · {school}',
  opening: 'Dear {name},',
  asked:
    'Somebody is registering at {school} and says that your family is theirs. If that is you, enter this code there:',
  worth:
    'It works for {minutes} minutes. If it was not you, you need not do anything; never give the code to anybody else.',
  known:
    'You have an account with this address already: sign in with it, and everything that the school knows of your family is there.',
  signIn: 'Sign in',
  found: 'The office has found your family: your account is now that of {name}.',
  foundHow: 'Everything that the school knows is filled in. Please look through it once.',
  refused: 'The office has not found your family by what you wrote. You can register as new, or answer this letter.',
  answerSubject: 'Your family · {school}',
  note: 'The office adds: {note}',
  goOn: 'Go on with your registration',
} as const
