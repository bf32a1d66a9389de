/** Paying by card: the family's side and the office's settings. */
export const messages = {
  cards: {
    part: 'Pay only part of it',
    test: 'Test mode: no money moves.',
    payTitle: 'Card payment',
    payHint: 'You’ll pay on Stripe’s secure page and come back here. The school never sees your card.',
    choose: 'Choose what to pay now',
    credit: 'Your credit covers part of it.',
    go: 'Pay {amount}',
    nothing: 'Choose what to pay',
    changed: 'Something changed while you were here. This is what’s due now.',
    opening: 'Opening the payment page',
    openingHint: 'This takes a moment.',
    stay: 'Stay here',
    state: {
      initiated: 'You left the payment page, so nothing was paid.',
      returned: 'We are waiting for the bank.',
      pending: 'Your bank is processing {amount}. That can take a few days.',
      succeeded: 'Paid: {amount} on {day}. Thank you.',
      failed: 'The payment failed, so nothing was paid.',
      expired: 'The payment page was closed, so nothing was paid.',
    },
    more: {
      returned: 'This usually takes a few seconds. You can leave this page. We’ll email you when the payment arrives.',
      returnedKept:
        'This usually takes a few seconds. You can leave this page. You’ll see it under Payments once it arrives.',
      pending: 'You’re done. We’ll email you when the payment arrives.',
      pendingKept: 'You’re done. You’ll see it under Payments once it arrives.',
    },
    why: {
      unreachable: 'The payment service can’t be reached right now. Try again in a few minutes, or pay another way.',
      refused: 'The payment page didn’t open. Please tell the office, or pay another way.',
      declined: 'Your bank declined the payment. Try another card, or ask your bank.',
      mismatch: 'The amount that arrived doesn’t match. The office will look into it and contact you.',
    },
    goOn: 'Continue to the payment page',
    dismiss: 'Close',
    waiting: 'Processing',
    settings: {
      lead: 'Families pay on Stripe’s page and get a receipt automatically. Refunds go back to the same card. Checks, transfers and cash keep working.',
      on: 'Families can pay by card',
      onHint: 'They see a pay button next to what’s due.',
      offHint: 'Nobody sees a pay button. Payments in progress still arrive.',
      switchedOn: 'Families can now pay by card.',
      switchedOff: 'Families can no longer pay by card.',
      needs: 'Enter both keys first.',
      test: 'Test mode: no money moves.',
      live: 'Live: real money moves.',
      keys: 'Keys',
      keysHint: 'Stored encrypted. Nobody can read them here again, not even you.',
      secretKey: 'Secret key',
      secretKeyHint:
        'In Stripe under Developers → API keys. It starts with sk_, or rk_ if restricted. Start with the test key.',
      webhookSecret: 'Signing secret',
      webhookSecretHint: 'Stripe shows it once you’ve added the address below. It starts with whsec_.',
      kept: 'Saved, ends in …{ending}',
      none: 'Not entered yet',
      enter: 'Enter',
      replace: 'Replace',
      save: 'Save key',
      forget: 'Delete',
      forgetTitle: 'Delete the key?',
      forgetHint: 'Until you enter a new one, families can’t pay by card and refunds can’t go back to cards.',
      saved: 'Key saved.',
      forgotten: 'Key deleted.',
      hook: 'Webhook',
      hookHint:
        'In Stripe under Developers → Webhooks, add this address and choose the events below. A payment counts only once Stripe has confirmed it there.',
      address: 'Address',
      copy: 'Copy',
      copied: 'Address copied.',
      events: 'Events',
      heard: 'Last event: {at}',
      heardNever: 'No events yet.',
      refused: 'An event on {at} wasn’t signed with this signing secret. Compare it with the one in Stripe.',
      local:
        'This address only works on this computer, so Stripe can’t reach it. Make Lantern reachable from the internet first.',
      check: 'Test the connection',
      checkHint: 'Asks Stripe whose account the secret key opens. Nothing is paid.',
      checking: 'Asking Stripe',
      outcome: {
        works: 'It works: this is the account of {account}.',
        noKey: 'There is no secret key to test yet.',
        wrongKey: 'Stripe doesn’t recognize this secret key. Copy the whole key again.',
        mayNot:
          'Stripe accepts the key, but it lacks permissions. Use the secret key, or give the restricted key these permissions.',
        unreachable: 'Stripe can’t be reached right now. Is this computer online?',
        refused: 'Stripe rejected the request.',
      },
      fits: 'Its currency is {currency}, the same as here.',
      fitsNot: 'Its currency is {currency}, which differs from the school’s. Stripe will convert for a fee.',
      mayNotCharge: 'Stripe doesn’t let this account take payments yet. Finish setting it up there.',
      hooks: {
        ready: 'Its webhook is set up correctly.',
        missing: 'It doesn’t send events to the address above yet. Without them, no payment is recorded.',
        incomplete: 'It sends events to the address above, but not all that are needed.',
        unknown: 'This key can’t show whether it sends events to the address above.',
      },
    },
    refunds: {
      sendHint:
        'Stripe will refund it to {card}. {mails, select, kept {No email is sent now, so tell the family yourself.} other {The family gets an email once Stripe accepts it.}}',
      sendButton: 'Refund {amount} to the card',
      moved: '{amount} will be refunded to {family}’s card.',
      bank: 'Stripe will confirm when it’s completed.',
      verb: 'Refund',
      off: 'Card payments aren’t set up right now, so refund it another way.',
    },
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    cards: typeof messages
  }
}
