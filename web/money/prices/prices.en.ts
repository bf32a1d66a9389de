/** Prices and how they come about: the registration, the family's account and the office. */
export const messages = {
  prices: {
    /** What a share was taken from. */
    share: '{share} off {of}',
    bareShare: '{share} off',
    rule: {
      sibling: '{part}, because a brother or sister pays in full',
      staff: '{part}, because a parent teaches here',
      classes: '{part}, because it is a further class',
      senior: '{part}, for seniors',
      scholarship: 'Scholarship, {part}',
      scholarshipAmount: 'Scholarship',
      promo: 'Code {code}, {part}',
      promoAmount: 'Code {code}',
      proration: 'Late start, {share} of {of} is due',
      bareProration: 'Late start, {share} is due',
      early: '{part}, for registering by {day}',
      waived: 'Waived, for registering by {day}',
    },
    type: { audit: 'Audit', guest: 'One day' },
    code: {
      ask: 'Have a code?',
      label: 'Code',
      apply: 'Apply',
      takes: '{code} is in the price.',
      later: '{code} counts as soon as you choose a class that it is for.',
      remove: 'Remove',
      problem: {
        unknown: 'There is no code {code}. Check how it is spelled.',
        early: 'The code {code} does not count yet.',
        over: 'The code {code} has run out.',
        used: 'The code {code} has been used as often as it may be.',
        usedHere: 'Your family has used the code {code} already.',
        notNew: 'The code {code} is for families who are new at the school.',
        idle: 'The code {code} is for other classes than the ones you chose.',
        outdone: 'The code {code} does not go together with other discounts, and yours take off more.',
      },
    },
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    prices: typeof messages
  }
}
