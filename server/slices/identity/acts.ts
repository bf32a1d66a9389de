/** What other slices do with the limits of attempts and with codes within their own transactions. */
export { hashOf } from './hash.ts'
export { claimKey, claimMailKey, countAttempts, fromKey, limits } from './limits.ts'
