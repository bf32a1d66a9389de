/** Names of the tabs of the office's screens. */
export const messages = {
  officeTabs: {
    classes: 'Classes',
    terms: 'Terms',
    courses: 'Courses and rooms',
    students: 'Students',
    promotion: 'Next term',
    import: 'Import',
    balances: 'Balances',
    received: 'Received',
    scholarships: 'Scholarships',
    codes: 'Promo codes',
    late: 'Late fees',
    waiting: 'Waiting',
    visits: 'Visits',
    placements: 'Placements',
    lotteries: 'Lotteries',
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    officeTabs: typeof messages
  }
}
