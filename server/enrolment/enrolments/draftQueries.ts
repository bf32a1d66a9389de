import { and, sql } from 'drizzle-orm'
import type { Draft, KnownToSchool } from '#contract/enrolment/enrolments.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { asInstant } from '#server/platform/tables.ts'
import { sealedFor } from '#server/people/students/tables.ts'
import { isCurrent, isSignedBy } from '#server/school/policies/acts.ts'
import { drafts } from './tables.ts'

/** A draft as it is stored, with the notes on the children's health sealed. */
const sealedDraft = (db: Db, draft: Draft): Draft => ({
  ...draft,
  children: draft.children.map(child => sealedFor(db, child.studentId, child)),
})

/** The stored draft, with the notes on the children's health sealed. */
export const findDraft = async (db: Db, own: Scope<'drafts'>) => {
  const [found] = await db
    .select({ draft: drafts.draft, version: drafts.version, savedAt: drafts.savedAt, startedAt: drafts.startedAt })
    .from(drafts)
    .where(own)
  return found ?? null
}

/** When the draft was begun and last saved; null where there is none. */
export const findBegun = async (db: Db, own: Scope<'drafts'>): Promise<{ savedAt: Date; startedAt: Date } | null> => {
  const [found] = await db.select({ savedAt: drafts.savedAt, startedAt: drafts.startedAt }).from(drafts).where(own)
  return found ?? null
}

/**
 * Saves a draft and returns its new version. Returns null and saves nothing where another open page has saved since the
 * version `base` that this save is based on.
 */
export const saveDraft = async (
  db: Db,
  accountId: string,
  { draft: typed, base, device }: { draft: Draft; base?: number | undefined; device: string },
  at: Date,
): Promise<number | null> => {
  const draft = sealedDraft(db, typed)
  const [saved] = await db
    .insert(drafts)
    .values({ accountId, draft, version: (base ?? 0) + 1, savedBy: device, startedAt: at, savedAt: at })
    .onConflictDoUpdate({
      target: drafts.accountId,
      set: { draft, savedAt: at, savedBy: device, version: sql`${drafts.version} + 1` },
      // Where a response was lost, the same page saves again and may overwrite its own version.
      ...(base !== undefined && {
        setWhere: sql`${drafts.version} = ${base} or (${drafts.savedBy} = ${device} and ${device} <> '')`,
      }),
    })
    .returning({ version: drafts.version })
  return saved?.version ?? null
}

/** Kinds of policies that a household has signed and need not sign again. */
export const listSigned = async (db: Db, householdId: string): Promise<string[]> =>
  (
    await rows<{ kind: string }>(
      db,
      sql`select policies.kind from policies where ${isCurrent} and ${isSignedBy(sql`${householdId}::uuid`)}`,
    )
  ).map(({ kind }) => kind)

/** What the school knows of a household besides its people: when its data was last confirmed, and what it signed. */
export const findKnown = async (
  db: Db,
  mine: Scope<'households'>,
  householdId: string,
): Promise<Omit<KnownToSchool, 'classAnswers' | 'isWhole'>> =>
  (
    await rows<Omit<KnownToSchool, 'classAnswers' | 'isWhole'>>(
      db,
      sql`
      select households.name as household, (select ${asInstant(sql`max(seen.at)`)} from (
          select confirmed_at as at from confirmations where household_id = households.id union all
          select submitted_at from registrations where household_id = households.id) seen) as "checkedAt",
        coalesce((select json_agg(json_build_object('kind', newest.kind, 'level', newest.level, 'version', newest.number, 'signedName', newest.signed_name, 'signedAt', ${asInstant(sql`newest.signed_at`)}))
          from (select distinct on (c.kind) c.kind, c.level, v.number, c.signed_name, c.signed_at from consents c join policy_versions v on v.id = c.version_id
            where c.household_id = households.id and c.student_id is null order by c.kind, c.signed_at desc, c.id desc) newest), '[]') as signed
      from households where ${and(mine, sql`households.id = ${householdId}::uuid`)}`,
    )
  )[0]!
