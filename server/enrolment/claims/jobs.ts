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
 * Looks for the family of a claim and writes to the addresses on file. This is a job so that the response to the caller
 * takes the same time whether or not there is such a family. Runs once per claim.
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
        // Keeps strangers who guess from flooding an inbox.
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

/** Deletes what newcomers said about families once their claims are settled, after the retention time of drafts. */
export const forgetClaims: Job<object> = {
  name: 'claims-forget',
  cron: '40 7 * * *',
  run: (_data, { database, now }) =>
    database.transaction(async db => {
      const { drafts } = await findSetting(db, 'retention')
      // Without a retention time of drafts, claims are kept forever, too.
      if (drafts !== null) await forgetSettled(db, new Date(now.getTime() - drafts * dayMs))
    }),
}
