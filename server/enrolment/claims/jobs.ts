import { randomInt } from 'node:crypto'
import { claimCodeDigits } from '#contract/enrolment/claims.ts'
import type { Job } from '#server/platform/jobs.ts'
import { postAll } from '#server/platform/mail.ts'
import { writeWith } from '#server/platform/writing.ts'
import { findSetting } from '#server/school/config/acts.ts'
import { schoolName } from '#server/school/config/tables.ts'
import { claimMailKey, countAttempts, hashOf, limits } from '#server/access/identity/acts.ts'
import { codeLetter, knownLetter } from './letters.ts'
import { changeClaim, forgetSettled, insertCodes, listAddressed, lockClaim } from './queries.ts'

const dayMs = 86_400_000
const newCode = (): string => String(randomInt(10 ** claimCodeDigits)).padStart(claimCodeDigits, '0')

/**
 * Looks for the family of a claim and writes to the addresses on file. A job, so that the answer to the caller comes
 * as fast where there is no such family as where there is one. Runs once for a claim.
 */
export const seekFamily: Job<{ claimId: string }> = {
  name: 'claims-seek',
  run: ({ claimId }, tools) =>
    writeWith(tools, async context => {
      const { db, settings, now } = context
      await lockClaim(db, claimId)
      const addressed = await listAddressed(db, claimId)
      const school = await schoolName(db)
      const codes = []
      const letters = []
      for (const person of addressed) {
        // Nobody's inbox is filled by strangers who guess.
        if (!(await countAttempts(db, { [claimMailKey(person.email)]: limits.mailToAddress }, now))) continue
        if (person.hasAccount) letters.push(knownLetter(person, school, settings.publicUrl))
        else {
          const code = newCode()
          codes.push({ claimId, personId: person.personId, codeHash: hashOf(`${claimId}:${code}`) })
          letters.push(codeLetter(person, school, code))
        }
      }
      await changeClaim(db, claimId, { searchedAt: now })
      await insertCodes(db, codes)
      await postAll(context, letters)
    }),
}

/** Forgets what newcomers said of families once it is settled, as long after as drafts are kept. */
export const forgetClaims: Job<object> = {
  name: 'claims-forget',
  cron: '40 7 * * *',
  run: (_data, { database, now }) =>
    database.transaction(async db => {
      const { drafts } = await findSetting(db, 'retention')
      // Kept for ever like them, then.
      if (drafts !== null) await forgetSettled(db, new Date(now.getTime() - drafts * dayMs))
    }),
}
