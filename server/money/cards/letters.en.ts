export const messages = {
  opening: 'Dear {name},',
  paid: '{amount} has arrived',
  paidSays: 'Thank you: {amount} has arrived by card. Your receipt is {number}.',
  link: 'Open your payments',
  officeLink: 'Open the family’s account',
  withdrawn: 'Card payment disputed: {amount}',
  withdrawnSays:
    'The holder of the card has objected to the payment with receipt {number} ({reason}), and the provider has taken the money back. The payment is undone in the family’s account. You can answer the objection on the provider’s pages; if you win, the money is booked again by itself.',
  partly:
    'The holder of the card has objected to a part of the payment with receipt {number}. Nothing was changed in the family’s account: look at it on the provider’s pages and correct the account by hand.',
  mismatch: 'A card payment is not what was asked for',
  mismatchSays:
    'The family was asked for {asked}, and the provider tells of {came}. Nothing was booked. Look at it on the provider’s pages and record by hand what has arrived.',
  elsewhere: '{amount} went back to a card without Lantern',
  elsewhereSays:
    'Somebody has paid a part of the payment with receipt {number} back on the provider’s own pages. The family’s account does not know of it: correct it by hand.',
  title: 'School fees, {school}',
} as const
