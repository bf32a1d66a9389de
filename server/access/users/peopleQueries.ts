import { sql, type SQL } from 'drizzle-orm'
import type { FoundPerson } from '#contract/access/users.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { fitOf, isLive, matchesSearch } from './tables.ts'

/** For each kind, the records that the caller may read; null if they may not read the list. */
export type Reach = {
  students: Scope<'students'> | null
  households: Scope<'households'> | null
  teachers: Scope<'teachers'> | null
  accounts: Scope<'accounts'> | null
}

const foundAtMost = 20

/** Finds people by name in each of their roles: current ones before archived ones, and the best match first. */
export const searchPeople = async (db: Db, seen: Reach, search: string): Promise<FoundPerson[]> => {
  const kinds: SQL[] = []
  if (seen.students)
    kinds.push(sql`select 'student' as kind, 1 as rank, students.id, p.id as person_id, p.name, p.native_name, students.grade as hint, students.archived_at is not null as is_archived
      from students join found p on p.id = students.id where ${seen.students}`)
  if (seen.households)
    kinds.push(sql`select 'guardian', 2, households.id, p.id, p.name, p.native_name, households.name, households.archived_at is not null
      from households join household_members m on m.household_id = households.id join found p on p.id = m.person_id where ${seen.households}`)
  if (seen.teachers)
    kinds.push(sql`select 'teacher', 3, teachers.id, p.id, p.name, p.native_name, p.email, teachers.archived_at is not null
      from teachers join found p on p.id = teachers.id where ${seen.teachers}`)
  if (seen.accounts)
    kinds.push(sql`select 'user', 4, accounts.id, p.id, p.name, p.native_name, p.email, accounts.is_disabled
      from accounts join found p on p.account_id = accounts.id where ${seen.accounts}
        and exists (select 1 from role_grants g where g.person_id = p.id and g.role = 'admin' and ${isLive('g')})`)
  if (kinds.length === 0) return []
  return rows(
    db,
    sql`with found as (select persons.* from persons where ${matchesSearch(sql`persons.id`, search)})
      select kind, id, person_id, name, native_name, hint, is_archived from (${sql.join(kinds, sql` union all `)}) people
      order by is_archived, ${fitOf(sql`name`, sql`native_name`, search)}, name, rank, id limit ${foundAtMost}`,
  )
}
