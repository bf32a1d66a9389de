import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { claimCodeDigits } from '#contract/enrolment/claims.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Job } from '#server/platform/jobs.ts'
import { postAll } from '#server/platform/mail.ts'
import { writeWith } from '#server/platform/writing.ts'
import { findSetting } from '#server/school/config/acts.ts'
import { claimMailKey, countAttempts, hashOf, limits } from '#server/access/identity/acts.ts'
import { codeLetter, knownLetter } from './letters.ts'
import { changeClaim, insertCodes, listAddressed } from './queries.ts'

const dayMs = 86_400_000
const newCode = (): string => String(randomInt(10 ** claimCodeDigits)).padStart(claimCodeDigits, '0')

/** The school's name, for letters. */
export const schoolName = async (db: Db): Promise<{ name: string; nativeName: string }> =>
  (await rows<{ name: string; nativeName: string }>(db, sql`select name, native_name as "nativeName" from school`))[0]!

/**
 * Looks for the family of a claim and writes to the addresses on file. A job, so that the answer to the caller comes
 * as fast where there is no such family as where there is one. Runs once for a claim.
 */
export const seekFamily: Job<{ claimId: string }> = {
  name: 'claims-seek',
  run: ({ claimId }, tools) =>
    writeWith(tools, async context => {
      const { db, settings, now } = context
      await rows(db, sql`select 1 from family_claims where id = ${claimId}::uuid for update`)
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
      const before = new Date(now.getTime() - drafts * dayMs).toISOString()
      await rows(
        db,
        sql`delete from claim_codes using family_claims k
          where k.id = claim_id and k.status <> 'asked' and k.created_at < ${before}::timestamptz`,
      )
      await rows(
        db,
        sql`update family_claims set child_name = '', birth_on = null, phone = '', note = ''
          where status <> 'asked' and created_at < ${before}::timestamptz and (child_name <> '' or birth_on is not null or phone <> '' or note <> '')`,
      )
    }),
}
