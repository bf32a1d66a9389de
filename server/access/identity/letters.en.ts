export const messages = {
  school: 'the school',
  opening: 'Hello,',
  openingNamed: 'Hello {name},',
  subject: {
    closed: 'Your account at {school} is closed',
    closedTold: '{name} closed their account',
    verify: 'Confirm your email address for {school}',
    reset: 'Choose a new password for {school}',
    changeEmail: 'Confirm your new email address for {school}',
    emailChanged: 'Your email address for {school} has changed',
    invitation: '{school} invites you',
    welcome: '{school} has added you',
    secondFactorOn: 'Two-step sign-in for {school} is on',
    secondFactorOff: 'Two-step sign-in for {school} is off',
    secondFactorTaken: 'The office turned off your two-step sign-in for {school}',
    passwordChanged: 'Your password for {school} has changed',
    passkeyAdded: 'A passkey for {school} was added',
    passkeyRemoved: 'A passkey for {school} was removed',
    signInLink: 'Sign in to {school}',
    newDevice: 'New sign-in to {school}',
    recoveryUsed: 'A recovery code for {school} was used',
  },
  says: {
    closed:
      'You closed the account for {email} at {school}. Nobody can sign in with it. The school keeps what it must, such as payments and attendance. Children who are enrolled stay enrolled.',
    closedTold:
      '{name} ({account}) closed their account at {school}. Their record stays, with payments and attendance. Children who are enrolled stay enrolled, and nobody has withdrawn them.',
    verify:
      'Someone just created an account at {school} with this email address: {email}. If that was you, confirm your address. The link works for three days. On another device than the one you started on, it asks you to choose your password.',
    reset: 'You asked for a new password for {email}. The link works for one hour, once.',
    changeEmail:
      'Someone signed in to {school} as {email} wants to sign in with {newEmail} from now on. If that was you, confirm the new address on the device where you’re signed in. The link works for three days. Afterwards, sign in again with the new address.',
    emailChanged: 'You now sign in with {newEmail}; {email} no longer works.',
    invitation:
      '{school} has an account for you: classes, messages and payments in one place. Choose a password to start. You sign in with {email}.',
    welcome: '{school} has added you. You already have an account: just sign in with {email}.',
    secondFactorOn:
      'From now on, signing in to {school} as {email} asks for a code from your app after the password. You’ve been signed out on your other devices.',
    secondFactorOff: 'Signing in to {school} as {email} now takes only your password.',
    secondFactorTaken:
      'The office of {school} turned off two-step sign-in for {email}, as it does when a phone is lost. You now sign in with your password alone, and can set up a new app under “Account”.',
    passwordChanged: 'The password for {email} at {school} was just changed, and every other device was signed out.',
    passkeyAdded: 'From now on, {email} can sign in to {school} with a new passkey: {passkey}. It needs no password.',
    passkeyRemoved: '{email} can no longer sign in to {school} with the passkey “{passkey}”.',
    signInLink: 'This link signs you in to {school} as {email}. It works for one hour, once.',
    newDevice:
      'Someone just signed in to {school} as {email} on a device that’s new to us{hasDevice, select, yes {: {device}} other {}}.',
    recoveryUsed:
      'Someone just signed in to {school} as {email} with a recovery code. {left, plural, =0 {It was the last one} one {# is left} other {# are left}}. Get new ones under “Account”.',
  },
  after: {
    closed:
      'If it wasn’t you, tell the school office right away. To come back, create an account with the same address, then turn emails on under “Account”.',
    closedTold:
      'They no longer get regular emails. If someone needs to reach them, use the phone number on their record. To bring them back, invite them again.',
    verify: 'If it wasn’t you, don’t confirm. Use the second link and we’ll remove the account.',
    reset: 'If it wasn’t you, ignore this email. Your password stays the same.',
    changeEmail: 'If it wasn’t you, don’t confirm. Use the second link and nothing changes.',
    emailChanged: 'If it wasn’t you, tell the school office right away.',
    invitation: 'The link works for seven days. After that, use “Forgot your password?” on the sign-in page.',
    secondFactorOn:
      'Keep the recovery codes apart from your phone. If it wasn’t you, tell the school office right away.',
    secondFactorOff: 'If it wasn’t you, choose a new password now and tell the school office.',
    secondFactorTaken: 'If you didn’t ask for this, tell the school office right away.',
    passwordChanged:
      'If it wasn’t you, choose a new one with “Forgot your password?” on the sign-in page and tell the school office.',
    passkeyAdded:
      'If it wasn’t you, remove it under “Account”, choose a new password and tell the school office right away.',
    passkeyRemoved: 'If it wasn’t you, choose a new password now and tell the school office.',
    signInLink: 'If you didn’t ask for it, ignore this email. Nobody can sign in without the link.',
    newDevice:
      'If that was you, there’s nothing to do. If it wasn’t, choose a new password with “Forgot your password?” on the sign-in page and tell the school office.',
    recoveryUsed: 'If it wasn’t you, choose a new password now and tell the school office.',
  },
  label: {
    verify: 'Confirm my address',
    reset: 'Choose a new password',
    changeEmail: 'Confirm my new address',
    invitation: 'Choose my password',
    welcome: 'Sign in',
    signInLink: 'Sign in',
  },
  refusal: {
    verify: 'This wasn’t me',
    changeEmail: 'This wasn’t me',
  },
} as const
