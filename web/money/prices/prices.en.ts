/** How prices are made up: for registration, the family's account and the office. */
export const messages = {
  prices: {
    /** The amount that a percentage was taken from. */
    share: '{share} off {of}',
    bareShare: '{share} off',
    rule: {
      sibling: '{part}, sibling discount',
      staff: '{part}, staff discount',
      classes: '{part}, additional class',
      senior: '{part}, for seniors',
      scholarship: 'Scholarship, {part}',
      scholarshipAmount: 'Scholarship',
      promo: 'Code {code}, {part}',
      promoAmount: 'Code {code}',
      proration: 'Prorated: {share} of {of}',
      bareProration: 'Prorated: {share}',
      early: '{part}, for registering by {day}',
      waived: 'Waived, for registering by {day}',
    },
    type: { audit: 'Audit', guest: 'One day' },
    code: {
      ask: 'Have a code?',
      label: 'Code',
      apply: 'Apply',
      takes: '{code} applied.',
      later: '{code} will apply when you choose a class it’s for.',
      remove: 'Remove',
      problem: {
        unknown: 'There is no code {code}. Check the spelling.',
        early: 'The code {code} isn’t valid yet.',
        over: 'The code {code} has expired.',
        used: 'The code {code} has reached its limit.',
        usedHere: 'Your family has already used the code {code}.',
        notNew: 'The code {code} is for families new to the school.',
        idle: 'The code {code} isn’t for the classes you chose.',
        outdone: 'The code {code} can’t be combined with other discounts, and yours are larger.',
      },
    },
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    prices: typeof messages
  }
}
