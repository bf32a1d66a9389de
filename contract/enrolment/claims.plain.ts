/**
 * How a person claims a family: by the address they sign in with, by a code sent to the one on file, or through the
 * office.
 */
export const claimWays = ['email', 'code', 'office'] as const
/**
 * `sent`: a code may be on its way; `asked`: waits for the office; `joined`: the account is the person's;
 * `declined`: it was not their family; `refused` by the office; `lapsed`: the code is worth nothing any more, or a new
 * request took its place.
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
/** How many digits a code has, how often it may be tried, and how many minutes it is worth something. */
export const claimCodeDigits = 8
export const claimTries = 5
export const claimMinutes = 15

/** What speaks for it that a person on file is the one who asks. */
export const claimReasons = ['child', 'phone', 'email', 'name'] as const
