import { conflict } from '#server/platform/errors.ts'
import { hasDeclined, isOffered } from '#server/enrolment/claims/acts.ts'
import { writeFamily } from '#server/people/parents/acts.ts'

type Write = Parameters<typeof writeFamily>
type Caller = Omit<Write[1], 'mayBeKnown'>
/** What a caller without a person has said about the families on file with their email address. */
type Claim = { isOffered: boolean; hasDeclined: boolean }

/** Reads whether a caller without a person must first say, or has said, that a family on file is not theirs. */
export const readClaim = async (
  db: Write[0],
  { accountId, personId, email }: Pick<Caller, 'accountId' | 'personId' | 'email'>,
): Promise<Claim> => {
  const [offered, declined] =
    personId === null
      ? await Promise.all([isOffered(db, accountId, email), hasDeclined(db, accountId)])
      : [false, false]
  return { isOffered: offered, hasDeclined: declined }
}

/**
 * Writes a submitted family. A caller to whom the school offers a family on file must first say whether it is theirs.
 */
export const submitFamily = async (
  db: Write[0],
  caller: Caller,
  claim: Claim,
  family: Write[2],
  known: Write[3],
  policies: Write[4],
  at: Date,
): ReturnType<typeof writeFamily> => {
  if (claim.isOffered)
    throw conflict('FAMILY_KNOWN', 'A family with your email address is on file. Say first whether it’s yours.')
  const mayBeKnown = caller.personId === null && !claim.hasDeclined
  return writeFamily(db, { ...caller, mayBeKnown }, family, known, policies, at)
}
