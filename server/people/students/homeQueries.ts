import { and, eq, sql } from 'drizzle-orm'
import type { Output } from '#contract/index.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { isBarredContact, nativeHousehold } from '#server/people/parents/tables.ts'
import { sealedFor, students } from './tables.ts'

/**
 * A student's guardians, grouped by the household they live in, and the emergency contacts. A guardian without a
 * household is listed with the one that is billed.
 */
export const findHomes = async (
  db: Db,
  seen: Scope<'students'>,
  id: string,
  today: string,
): Promise<Output<'students-homes'> | null> =>
  (
    await rows<Output<'students-homes'>>(
      db,
      sql`
      select students.custody_note, students.is_custody_open, (
        select coalesce(json_agg(json_build_object('householdId', h.id, 'name', h.name, 'nativeName', ${nativeHousehold(sql`h.id`, sql`h.name`)}, 'isBilled', h.id = students.household_id, 'guardians', coalesce((
            select json_agg(json_build_object('id', p.id, 'name', p.name, 'nativeName', p.native_name, 'phone', p.phone, 'email', p.email, 'relationship', g.relationship,
              'hasDataAccess', g.has_data_access, 'mayPickUp', g.may_pick_up, 'contactOrder', g.contact_order) order by g.contact_order, p.name)
            from guardianships g join persons p on p.id = g.guardian_id where g.student_id = students.id and g.guardian_id <> students.id
              and h.id = coalesce((select m.household_id from household_members m where m.person_id = p.id order by m.household_id = students.household_id desc, m.household_id limit 1), students.household_id)), '[]'),
            'contacts', coalesce((
            select json_agg(json_build_object('id', c.id, 'name', c.name, 'phone', case when b.is_barred then '' else c.phone end, 'relationship', c.relationship, 'isBarred', b.is_barred) order by c.name, c.id)
            from emergency_contacts c cross join lateral (select ${isBarredContact(sql`students.id`, sql`students.household_id`, sql`${today}::date`)} as is_barred) b where c.household_id = h.id), '[]'))
          order by h.id = students.household_id desc, h.name), '[]')
        from (select students.household_id as id union
          select (select m.household_id from household_members m where m.person_id = g.guardian_id order by m.household_id = students.household_id desc, m.household_id limit 1)
          from guardianships g where g.student_id = students.id) home join households h on h.id = home.id) as homes
      from students where ${seen} and students.id = ${id}::uuid`,
    )
  )[0] ?? null

/** Updates the custody note; false if the student isn't in the scope. */
export const updateCustody = async (
  db: Db,
  seen: Scope<'students'>,
  id: string,
  note: string,
  isDecided: boolean,
): Promise<boolean> => {
  const changed = await db
    .update(students)
    .set({ ...sealedFor(db, id, { custodyNote: note }), ...(isDecided && { isCustodyOpen: false }) })
    .where(and(seen, eq(students.id, id)))
    .returning({ id: students.id })
  return changed.length > 0
}
