import type { Language } from '#contract/values.ts'
import { nameOrderOf } from '#server/platform/nameOrder.ts'
import { inArray, sql } from 'drizzle-orm'
import type { BadgeRow } from '#contract/people/badges.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { asInstant } from '#server/platform/tables.ts'
import { insertBadgeAccounts } from '#server/access/identity/acts.ts'
import { students } from '#server/people/students/tables.ts'
import { badges } from './tables.ts'

/** The current students of a class in the scope, by name, each with the badge that signs them in. */
export const listBadges = (
  db: Db,
  language: Language,
  seen: Scope<'sections'>,
  sectionId: string,
): Promise<BadgeRow[]> =>
  rows(
    db,
    sql`select p.id as "studentId", p.name, p.native_name, ${asInstant(sql`b.made_at`)} as "madeAt",
        case when b.made_at <= a.last_sign_in_at then ${asInstant(sql`a.last_sign_in_at`)} end as "lastUsedAt"
      from sections join enrolments e on e.section_id = sections.id and e.status = 'active' join persons p on p.id = e.student_id
        left join badges b on b.student_id = p.id and b.ended_at is null left join accounts a on a.id = b.account_id
      where ${seen} and sections.id = ${sectionId}::uuid order by ${nameOrderOf('p', language)}, p.id`,
  )

/**
 * Locks these students, so that two badges for one student are issued one after the other. Returns their badges,
 * including ended ones.
 */
export const lockBadges = async (db: Db, studentIds: readonly string[]) => {
  await db
    .select({ id: students.id })
    .from(students)
    .where(inArray(students.id, [...studentIds]))
    .orderBy(students.id)
    .for('update')
  return db
    .select({ studentId: badges.studentId, accountId: badges.accountId })
    .from(badges)
    .where(inArray(badges.studentId, [...studentIds]))
}

type Made = { studentId: string; accountId: string; codeHash: string; madeBy: string | null; madeAt: Date }

/** Stores the badges of locked students, replacing older ones. A first badge comes with a new account. */
export const putBadges = async (db: Db, made: readonly Made[]): Promise<void> => {
  await insertBadgeAccounts(
    db,
    made.map(({ accountId, madeAt }) => ({ id: accountId, createdAt: madeAt })),
  )
  await db
    .insert(badges)
    .values([...made])
    .onConflictDoUpdate({
      target: badges.studentId,
      set: {
        codeHash: sql`excluded.code_hash`,
        madeBy: sql`excluded.made_by`,
        madeAt: sql`excluded.made_at`,
        endedAt: null,
      },
    })
}

export const endBadges = (db: Db, studentIds: readonly string[], at: Date) =>
  db
    .update(badges)
    .set({ endedAt: at })
    .where(inArray(badges.studentId, [...studentIds]))
