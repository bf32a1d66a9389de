export const messages = {
  school: 'the school',
  opening: 'Hello,',
  openingNamed: 'Hello {name},',
  subject: {
    verify: 'Confirm your email address for {school}',
    reset: 'Choose a new password for {school}',
    changeEmail: 'Confirm your new email address for {school}',
    emailChanged: 'Your email address for {school} has changed',
    invitation: '{school} invites you',
    welcome: '{school} is waiting for you',
    secondFactorOn: 'Your second factor for {school} is set up',
    secondFactorOff: 'Your second factor for {school} is removed',
    secondFactorTaken: 'The office has removed your second factor for {school}',
    passwordChanged: 'Your password for {school} has changed',
    passkeyAdded: 'A passkey for {school} was added',
    passkeyRemoved: 'A passkey for {school} was removed',
    signInLink: 'Sign in to {school}',
    newDevice: 'New sign-in to {school}',
    recoveryUsed: 'A recovery code for {school} was used',
  },
  says: {
    verify:
      'Someone just created an account at {school} with this email address: {email}. If that was you, confirm your address. The link works for three days. On another device than the one you started on, it asks you to choose your password.',
    reset: 'You asked for a new password for {email}. The link works for one hour, once.',
    changeEmail:
      'Someone signed in to {school} as {email} wants to sign in with {newEmail} from now on. If that was you, confirm the new address on the device where you’re signed in. The link works for three days. Afterwards, sign in again with the new address.',
    emailChanged: 'You now sign in with {newEmail}; {email} no longer works.',
    invitation:
      '{school} has a place for you online: classes, messages and everything around school. Choose a password and you are in. You sign in with {email}.',
    welcome: '{school} has added you. You already have an account: just sign in with {email}.',
    secondFactorOn:
      'From now on, signing in to {school} as {email} asks for a code of your app after the password. On other devices you have been signed out.',
    secondFactorOff: 'Signing in to {school} as {email} asks for the password alone again.',
    secondFactorTaken:
      'The office of {school} has removed the second factor of {email}, as is done when a device is lost. You sign in with your password alone, and can set up a new app under “Account”.',
    passwordChanged:
      'The password of {email} at {school} has just been changed, and every other device has been signed out.',
    passkeyAdded: 'From now on, {email} can sign in to {school} with a new passkey: {passkey}. It needs no password.',
    passkeyRemoved: 'The passkey “{passkey}” no longer signs {email} in to {school}.',
    signInLink: 'This link signs you in to {school} as {email}. It works for one hour, once.',
    newDevice:
      'Someone just signed in to {school} as {email} on a device that’s new to us{hasDevice, select, yes {: {device}} other {}}.',
    recoveryUsed:
      'Somebody has just signed in to {school} as {email} with a recovery code. {left, plural, =0 {It was the last one} one {# is left} other {# are left}}; you get new ones under “Account”.',
  },
  after: {
    verify: 'If it wasn’t you, don’t confirm. Use the second link and we’ll remove the account.',
    reset: 'If it was not you, you can leave this letter alone; your password stays as it is.',
    changeEmail: 'If it wasn’t you, don’t confirm. Use the second link and nothing changes.',
    emailChanged: 'If it was not you, please tell the school office right away.',
    invitation: 'The link works for seven days. If it is too late, use “Forgot your password?” on the sign-in page.',
    secondFactorOn:
      'Keep the recovery codes apart from your phone. If it was not you, please tell the school office right away.',
    secondFactorOff: 'If it was not you, choose a new password now and tell the school office.',
    secondFactorTaken: 'If you did not ask for this, please tell the school office right away.',
    passwordChanged:
      'If it wasn’t you, choose a new one on the sign-in page with “Forgotten your password?” and tell the school office.',
    passkeyAdded:
      'If it wasn’t you, remove it under “Account”, choose a new password and tell the school office right away.',
    passkeyRemoved: 'If it wasn’t you, choose a new password now and tell the school office.',
    signInLink: 'If you didn’t ask for it, you can leave this letter alone: nobody gets in without the link.',
    newDevice:
      'If that was you, there’s nothing to do. If it wasn’t, choose a new password on the sign-in page with “Forgotten your password?” and tell the school office.',
    recoveryUsed: 'If it was not you, choose a new password now and tell the school office.',
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
