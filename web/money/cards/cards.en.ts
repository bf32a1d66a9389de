/** Paying by card: the family's side and the office's settings. */
export const messages = {
  cards: {
    part: 'Pay only part of it',
    test: 'Test mode: no money moves.',
    payTitle: 'Card payment',
    payHint: 'You pay on the secure page of Stripe and come back here. The school never sees your card.',
    choose: 'Choose what to pay now',
    credit: 'Your credit covers a part of it.',
    go: 'Pay {amount}',
    nothing: 'Choose something',
    changed: 'Something has changed meanwhile. This is what is due now.',
    opening: 'The payment page is opening',
    openingHint: 'This takes a moment.',
    stay: 'Stay here',
    state: {
      initiated: 'You left the payment page, so nothing was paid.',
      returned: 'We are waiting for the bank.',
      pending: 'Your bank is working on {amount}. That may take a few days.',
      succeeded: 'Paid: {amount} on {day}. Thank you.',
      failed: 'The payment did not work, so nothing was paid.',
      expired: 'The payment page was closed, so nothing was paid.',
    },
    more: {
      returned: 'This usually takes a few seconds. You can leave this page; we write to you when the money is here.',
      pending: 'You have done your part. We write to you when the money is here.',
    },
    why: {
      unreachable:
        'The payment service can’t be reached at the moment. Try again in a few minutes, or pay another way.',
      refused: 'The payment service did not open its page. Please tell the office, or pay another way.',
      declined: 'Your bank declined. Try another card, or ask your bank.',
      mismatch: 'The amount that arrived doesn’t match. The office will look into it and write to you.',
    },
    goOn: 'Go on to the payment page',
    dismiss: 'Close',
    waiting: 'On the way',
    settings: {
      lead: 'Families pay on a page of Stripe and the receipt is written by itself. Refunds go back to the same card. Without it nothing changes: families bring a check, make a transfer or pay in cash.',
      on: 'Families can pay by card',
      onHint: 'They see a button to pay beside what is due.',
      offHint: 'Nobody sees a button. Payments that are on their way still arrive.',
      switchedOn: 'Families can pay by card now.',
      switchedOff: 'Families can’t pay by card any more.',
      needs: 'Enter both keys first.',
      test: 'Test mode: no money moves.',
      live: 'Live: real money moves.',
      keys: 'Keys',
      keysHint: 'They are kept sealed. Nobody can read them here again, you neither.',
      secretKey: 'Secret key',
      secretKeyHint:
        'In Stripe under Developers → API keys. It begins with sk_, or with rk_ if you restrict it. Begin with the test key.',
      webhookSecret: 'Signing secret',
      webhookSecretHint: 'Stripe shows it once you have added the address below. It begins with whsec_.',
      kept: 'Kept, ends in …{ending}',
      none: 'Not entered yet',
      enter: 'Enter',
      replace: 'Replace',
      save: 'Keep it',
      forget: 'Forget',
      forgetTitle: 'Forget the key?',
      forgetHint: 'Families can’t pay by card, and refunds can’t go back to cards, until you enter one again.',
      saved: 'The key is kept.',
      forgotten: 'The key is forgotten.',
      hook: 'Where Stripe sends its news',
      hookHint:
        'In Stripe under Developers → Webhooks, add this address and choose the events below. A payment counts only once Stripe has sent its signed word to it.',
      address: 'Address',
      copy: 'Copy',
      copied: 'The address is copied.',
      events: 'Events',
      heard: 'Last news: {at}',
      heardNever: 'No news have come yet.',
      refused:
        'On {at} news came that were not signed with the signing secret kept here. Compare it with the one in Stripe.',
      local:
        'This address is only known on this computer, so Stripe can’t reach it. Open Lantern to the internet first.',
      check: 'Test the connection',
      checkHint: 'Asks Stripe whose account the secret key opens. Nothing is paid.',
      checking: 'Asking Stripe',
      outcome: {
        works: 'It works: this is the account of {account}.',
        noKey: 'There is no secret key to test yet.',
        wrongKey: 'Stripe does not know this secret key. Copy it again, as a whole.',
        mayNot:
          'Stripe knows the key, but it isn’t allowed to do what is needed. Use the secret key, or give the restricted key these rights.',
        unreachable: 'Stripe can’t be reached from here at the moment. Is this computer on the internet?',
        refused: 'Stripe refused.',
      },
      fits: 'Its currency is {currency}, as here.',
      fitsNot: 'Its currency is {currency}, the school’s is another one. Stripe will convert, for a fee.',
      mayNotCharge: 'Stripe does not let this account take payments yet. Finish its registration there.',
      hooks: {
        ready: 'Its news come to the right address.',
        missing: 'It does not send news to the address above yet. Without them no payment is booked.',
        incomplete: 'It sends news to the address above, but not all events that are needed.',
        unknown: 'Whether it sends news to the address above can’t be seen with this key.',
      },
    },
    refunds: {
      sendHint: 'Stripe sends it back to {card}. The family gets an email once Stripe has accepted it.',
      sendButton: 'Send {amount} to the card',
      moved: '{amount} will be refunded to {family}’s card.',
      bank: 'Stripe says when it has arrived.',
      verb: 'Send back',
      off: 'Paying by card is not set up at the moment, so send it another way.',
    },
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    cards: typeof messages
  }
}
