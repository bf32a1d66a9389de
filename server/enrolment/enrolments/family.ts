import { conflict } from '#server/platform/errors.ts'
import { hasDeclined, isOffered } from '#server/enrolment/claims/acts.ts'
import { writeFamily } from '#server/people/parents/acts.ts'

type Write = Parameters<typeof writeFamily>
type Caller = Omit<Write[1], 'mayBeKnown'>

/**
 * Writes a submitted family. A caller to whom the school offers a family on file must first say whether it is theirs.
 */
export const submitFamily = async (
  db: Write[0],
  caller: Caller,
  family: Write[2],
  known: Write[3],
  policies: Write[4],
  at: Date,
): ReturnType<typeof writeFamily> => {
  const { accountId, email } = caller
  const isNew = caller.personId === null
  const [offered, declined] = isNew
    ? await Promise.all([isOffered(db, accountId, email), hasDeclined(db, accountId)])
    : [false, false]
  if (offered)
    throw conflict('FAMILY_KNOWN', 'A family with your email address is on file. Say first whether it’s yours.')
  return writeFamily(db, { ...caller, mayBeKnown: isNew && !declined }, family, known, policies, at)
}
