import { eq, sql } from 'drizzle-orm'
import type { relationships } from '#contract/people/students.plain.ts'
import type { StudentInput } from '#contract/people/students.ts'
import type { StudentField } from '#contract/studentFields.ts'
import type { PlannedBar, PlannedCustody } from '#rules/imports/plan.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Actor } from '#server/platform/actor.ts'
import { newId } from '#server/platform/ids.ts'
import { oneOf } from '#server/platform/keys.ts'
import { changePerson, insertPerson } from '#server/access/users/acts.ts'
import { isEnrolled } from '#server/enrolment/enrolments/tables.ts'
import { openedOf, sealedFor, students, valuesFor } from './tables.ts'

export {
  archiveChildren,
  changeCallOrder,
  changeCare,
  insertCareOf,
  insertGuardianships,
  keepChildren,
  type KeptChild,
  removeCare,
  restoreChildren,
  updateRights,
} from './familyQueries.ts'

/** The people whose screens show a student: guardians with data access, and the teachers of the student's classes. */
export const listPeopleOf = async (db: Db, studentId: string): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`
      select guardian_id as id from guardianships where student_id = ${studentId}::uuid and has_data_access
      union select t.teacher_id from enrolments e join section_teachers t on t.section_id = e.section_id where e.student_id = ${studentId}::uuid and ${isEnrolled('e')}`,
    )
  ).map(({ id }) => id)

/**
 * New guardianships for adults of a household: one adult for one child, one for all of its children, or all for one
 * child. Unset fields default to the household's values.
 */
export type NewCare = {
  householdId: string
  studentId?: string
  guardianId?: string
  relationship?: (typeof relationships)[number]
  hasDataAccess?: boolean
  contactOrder?: number
}

/**
 * Makes members of households guardians of its children, with the same rights as for a child's siblings, or for a first
 * child the rights set when they joined. A member who may not see or pick up one child gets that right for no other,
 * whatever is requested. Existing guardianships don't change. Returns the people who may now see a child.
 */
export const insertCare = async (db: Db, care: readonly NewCare[]): Promise<string[]> => {
  const made = await rows<{ id: string; hasDataAccess: boolean }>(
    db,
    sql`
    insert into guardianships (student_id, guardian_id, relationship, has_data_access, may_pick_up, contact_order)
    select s.id, m.person_id, coalesce(c.relationship, g.relationship, m.relationship),
      coalesce(g.access, m.has_data_access) and coalesce(c."hasDataAccess", true), coalesce(g.pick_up, m.may_pick_up) and coalesce(c."hasDataAccess", true),
      coalesce(c."contactOrder", m.contact_order)
    from jsonb_to_recordset(${JSON.stringify(care)}::jsonb)
        as c("householdId" uuid, "studentId" uuid, "guardianId" uuid, relationship text, "hasDataAccess" boolean, "contactOrder" int)
      join students s on s.household_id = c."householdId" and s.id = coalesce(c."studentId", s.id)
      join household_members m on m.household_id = c."householdId" and m.person_id = coalesce(c."guardianId", m.person_id)
      left join lateral (select min(gs.relationship) as relationship, bool_and(gs.has_data_access) as access, bool_and(gs.may_pick_up) as pick_up
        from guardianships gs join students o on o.id = gs.student_id where gs.guardian_id = m.person_id and o.household_id = s.household_id) g on true
    on conflict do nothing returning guardian_id as id, has_data_access`,
  )
  return made.flatMap(({ id, hasDataAccess }) => (hasDataAccess ? [id] : []))
}

const barsIn = (bars: readonly PlannedBar[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(bars)}::jsonb) as b("studentId" uuid, "guardianId" uuid, "isPickUpOnly" boolean)`

/**
 * Bars guardians from children's data, or only from picking them up. A person whom a note or the office names is put on
 * the child's record as barred, also if they weren't a guardian of the child.
 */
export const barGuardians = async (db: Db, bars: readonly PlannedBar[]): Promise<void> => {
  await rows(
    db,
    sql`
    insert into guardianships (student_id, guardian_id, relationship, has_data_access, may_pick_up, contact_order)
    select distinct on (s.id, m.person_id) s.id, m.person_id, coalesce(g.relationship, m.relationship), false, false, m.contact_order
    from ${barsIn(bars.filter(({ isNamed }) => isNamed))} join students s on s.id = b."studentId"
      join household_members m on m.household_id = s.household_id and m.person_id = b."guardianId"
      left join (guardianships g join students o on o.id = g.student_id) on g.guardian_id = m.person_id and o.household_id = s.household_id
    order by s.id, m.person_id, g.relationship on conflict do nothing`,
  )
  await rows(
    db,
    sql`
    update guardianships g set has_data_access = g.has_data_access and b."isPickUpOnly", may_pick_up = false
    from ${barsIn(bars)} where g.student_id = b."studentId" and g.guardian_id = b."guardianId"`,
  )
}

/** Removes guardians from specific children. */
export const partGuardians = async (
  db: Db,
  apart: readonly { studentId: string; guardianId: string }[],
): Promise<void> => {
  await rows(
    db,
    sql`
    delete from guardianships g using jsonb_to_recordset(${JSON.stringify(apart)}::jsonb) as a("studentId" uuid, "guardianId" uuid)
    where g.student_id = a."studentId" and g.guardian_id = a."guardianId"`,
  )
}

/** Adds to the custody notes on record. `isOpen`: the office has yet to decide what they mean. */
export const noteCustody = async (db: Db, notes: readonly PlannedCustody[]): Promise<void> => {
  if (notes.length === 0) return
  const byStudent = Map.groupBy(notes, ({ studentId }) => studentId)
  const known = await rows<{ id: string; custodyNote: string }>(
    db,
    sql`select id, custody_note from students where ${oneOf(sql`id`, [...byStudent.keys()])} order by id for update`,
  )
  const after = known.map(student => {
    const added = byStudent.get(student.id)!
    const before = openedOf(db, student).custodyNote
    const custodyNote = [before, ...added.map(({ note }) => note)].filter(Boolean).join('\n').slice(0, 4000)
    return { ...sealedFor(db, student.id, { custodyNote }), id: student.id, isOpen: added.some(({ isOpen }) => isOpen) }
  })
  await rows(
    db,
    sql`
    update students s set custody_note = n."custodyNote", is_custody_open = s.is_custody_open or n."isOpen"
    from jsonb_to_recordset(${JSON.stringify(after)}::jsonb) as n(id uuid, "custodyNote" text, "isOpen" boolean) where s.id = n.id`,
  )
}

/**
 * Reopens custody questions that a batch opened and the office has decided since. The decision is undone with its note,
 * so it doesn't keep the batch from being undone. A rewritten note does.
 */
export const reopenCustody = async (db: Db, batchId: string): Promise<void> => {
  await rows(
    db,
    sql`
    update students s set is_custody_open = true from batch_changes c
    where c.batch_id = ${batchId}::uuid and c.table_name = 'students' and c.act = 'update' and c.after->>'is_custody_open' = 'true'
      and s.id = (c.key->>'id')::uuid and not s.is_custody_open`,
  )
}

/** Adds a child to a household, whose adults become guardians. */
export const insertStudent = async (db: Db, householdId: string, child: StudentInput, at: Date): Promise<string> => {
  const id = newId()
  await insertPerson(db, { id, ...valuesFor('persons', child) })
  const values = sealedFor(db, id, valuesFor('students', child))
  await db.insert(students).values({ id, householdId, ...values, createdAt: at })
  await insertCare(db, [{ householdId, studentId: id }])
  return id
}

/** Updates some fields of an existing student. */
export const updateFields = async (db: Db, id: string, values: { [Field in StudentField]?: string }): Promise<void> => {
  const ofPerson = valuesFor('persons', values)
  const ofStudent = sealedFor(db, id, valuesFor('students', values))
  if (Object.keys(ofPerson).length > 0) await changePerson(db, id, ofPerson)
  if (Object.keys(ofStudent).length > 0) await db.update(students).set(ofStudent).where(eq(students.id, id))
}

type Named = { name: string; nativeName: string; birthOn: string | null }

/** Children from whose data a guardian is barred: found by the person, or by an email address without an account. */
export const listBarredFrom = (db: Db, { personId, email }: Pick<Actor, 'personId' | 'email'>): Promise<Named[]> =>
  rows<Named>(
    db,
    sql`
    select c.name, c.native_name, c.birth_on from guardianships g join persons p on p.id = g.guardian_id join persons c on c.id = g.student_id
    where not g.has_data_access and g.guardian_id <> g.student_id
      and (p.id = ${personId}::uuid or (${email} <> '' and p.email = ${email} and p.account_id is null))`,
  )

const same = (a: string, b: string): boolean => a.trim() !== '' && a.trim().toLowerCase() === b.trim().toLowerCase()

/**
 * True if a child that a guardian adds may be one from whose data they are barred, because the birthday or one of the
 * names is the same. The office decides, because a copy of the child would open what is closed.
 */
export const mayBeBarred = (barred: readonly Named[], child: Named): boolean =>
  barred.some(
    each =>
      (each.birthOn !== null && each.birthOn === child.birthOn) ||
      same(each.name, child.name) ||
      same(each.nativeName, child.nativeName),
  )

/** The same for a child on record. */
export const mayBeBarredFrom = async (
  db: Db,
  actor: Pick<Actor, 'personId' | 'email'>,
  studentId: string,
): Promise<boolean> => {
  const barred = await listBarredFrom(db, actor)
  if (barred.length === 0) return false
  const [child] = await rows<Named>(
    db,
    sql`select name, native_name, birth_on from persons where id = ${studentId}::uuid`,
  )
  return child !== undefined && mayBeBarred(barred, child)
}

/** Sets the grades of a new school year. */
export const raiseGrades = async (db: Db, grades: readonly { studentId: string; grade: string }[]): Promise<void> => {
  await rows(
    db,
    sql`update students set grade = x.grade
      from jsonb_to_recordset(${JSON.stringify(grades)}::jsonb) as x("studentId" uuid, grade text) where students.id = x."studentId"`,
  )
}
