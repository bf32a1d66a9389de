export const messages = {
  opening: 'Dear {name},',
  paid: 'We received {amount}',
  paidSays: 'Thank you. We received your card payment of {amount}. Your receipt number is {number}.',
  link: 'Open your payments',
  officeLink: 'Open the family’s account',
  withdrawn: 'Card payment disputed: {amount}',
  withdrawnSays:
    'The cardholder disputed the payment with receipt {number} ({reason}), and the provider took the money back. The payment is reversed in the family’s account. You can respond to the dispute on the provider’s site. If you win, the payment is recorded again automatically.',
  partly:
    'The cardholder disputed part of the payment with receipt {number}. Nothing was changed in the family’s account. Check the provider’s site and correct the account by hand.',
  mismatch: 'A card payment doesn’t match the amount requested',
  mismatchSays:
    'We asked the family for {asked}, and the provider reports {came}. Nothing was recorded. Check the provider’s site and record by hand what arrived.',
  elsewhere: '{amount} was refunded outside Lantern',
  elsewhereSays:
    'Someone refunded part of the payment with receipt {number} on the provider’s site. The family’s account doesn’t show it yet: correct it by hand.',
  title: 'School fees, {school}',
} as const
