import { sql } from 'drizzle-orm'
import type { KnownStaff } from '#rules/imports/staff.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'

/**
 * People whom a list of staff may refer to: everyone with an address of their own except students, and all teachers.
 */
export const listKnownStaff = (db: Db, seen: Scope<'imports'>): Promise<KnownStaff[]> =>
  rows<KnownStaff>(
    db,
    sql`
    select p.id, p.name, p.native_name, p.email, t.id is not null as "isTeacher", t.archived_at is not null as "isArchived"
    from persons p left join teachers t on t.id = p.id left join students s on s.id = p.id
    where ${seen} and s.id is null and (p.email <> '' or t.id is not null) order by t.id is null, p.id`,
  )
