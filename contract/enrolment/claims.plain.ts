/**
 * How a person claims a family: by the address they sign in with, by a code sent to an address on file, or through the
 * office.
 */
export const claimWays = ['email', 'code', 'office'] as const
/**
 * `sent`: a code may have been sent; `asked`: waits for the office; `joined`: the account is linked to the person;
 * `declined`: it was not their family; `refused`: by the office; `lapsed`: the code has expired, or a new request
 * replaced it.
 */
export const claimStatuses = ['sent', 'asked', 'joined', 'declined', 'refused', 'lapsed'] as const
export type ClaimStatus = (typeof claimStatuses)[number]
/** The only moves of a claim. */
export const claimMoves: Record<ClaimStatus, readonly ClaimStatus[]> = {
  sent: ['joined', 'declined', 'lapsed'],
  asked: ['joined', 'refused', 'lapsed'],
  joined: [],
  declined: [],
  refused: [],
  lapsed: [],
}
export const claimViews = ['asked', 'answered'] as const
/** The number of digits of a code, of attempts to enter it, and of minutes it is valid. */
export const claimCodeDigits = 8
export const claimTries = 5
export const claimMinutes = 15

/** What suggests that a person on file is the claimant. */
export const claimReasons = ['child', 'phone', 'email', 'name'] as const
