import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { standingEntries } from '#contract/enrolment/enrolments.plain.ts'
import { relationships } from '#contract/people/students.plain.ts'
import {
  allFields,
  type FieldOf,
  isOf,
  isSealed,
  partsOf,
  type StudentFact,
  type StudentField,
  studentFields,
  type StudentTable,
} from '#contract/studentFields.ts'
import { type Db, notesOf } from '#server/platform/db.ts'
import { hasStatus, instant } from '#server/platform/tables.ts'
import { households } from '#server/people/parents/tables.ts'
import { persons } from '#server/access/users/tables.ts'
import { isCurrentTerm, isTermUnfinished } from '#server/school/terms/tables.ts'

/** A person who learns; the id is the person's. */
export const students = pgTable(
  'students',
  {
    id: uuid()
      .primaryKey()
      .references(() => persons.id),
    /** The household that is billed. */
    householdId: uuid()
      .notNull()
      .references(() => households.id),
    grade: text().notNull().default(''),
    allergies: text().notNull().default(''),
    medical: text().notNull().default(''),
    /** The medication, when it is taken, and where it is kept. */
    medication: text().notNull().default(''),
    doctorName: text().notNull().default(''),
    doctorPhone: text().notNull().default(''),
    /** The office's notes about custody, which nobody else reads. */
    custodyNote: text().notNull().default(''),
    /** True if a note was unclear. Until the office has decided, it lets nobody see or pick up the student. */
    isCustodyOpen: boolean().notNull().default(false),
    createdAt: instant().notNull(),
    archivedAt: instant(),
  },
  t => [index('students_household').on(t.householdId)],
)

/** The column of a field. */
export const columnNamed = (field: StudentField): SQL =>
  sql`${sql.identifier(toSnakeCase((isOf('students', field) ? students[field] : persons[field]).name))}`
/** The same, with the aliases of the two tables in a statement. */
export const columnOf = (field: StudentField, student = 'students', person = 'p'): SQL =>
  sql`${sql.identifier(isOf('students', field) ? student : person)}.${columnNamed(field)}`
/** The same as text, empty if unknown. */
export const columnAsText = (field: StudentField, student?: string, person?: string): SQL =>
  studentFields[field].type === 'day'
    ? sql`coalesce(${columnOf(field, student, person)}::text, '')`
    : columnOf(field, student, person)
/** A fact as text, with all its parts. */
export const factAsText = (fact: StudentFact, student?: string, person?: string): SQL => {
  const parts = partsOf(fact).map(field => columnAsText(field, student, person))
  return parts.length === 1 ? parts[0]! : sql`trim(${sql.join(parts, sql` || ' ' || `)})`
}
/** Fields as columns of a select; `as` replaces their expression. */
export const selected = <Field extends StudentField>(
  fields: readonly Field[],
  as: (field: Field) => SQL = field => columnOf(field),
): SQL =>
  sql.join(
    fields.map(field => sql`${as(field)} as ${sql.identifier(field)}`),
    sql`, `,
  )
/** Fields as members of a json_build_object. */
export const members = <Field extends StudentField>(
  fields: readonly Field[],
  as: (field: Field) => SQL = field => columnOf(field),
): SQL =>
  sql.join(
    fields.map(field => sql`${sql.raw(`'${field}'`)}, ${as(field)}`),
    sql`, `,
  )
/** A text about a student that is shown only to those who may see the record. */
export const shownIf =
  (isVisible: SQL, student: string) =>
  (field: FieldOf<'students'>): SQL =>
    sql`case when ${isVisible} then ${columnOf(field, student)} else '' end`
/** The values that belong to one of the two tables. */
export const valuesFor = <Table extends StudentTable, Values extends Partial<Record<StudentField, unknown>>>(
  table: Table,
  values: Values,
): Pick<Values, Extract<keyof Values, FieldOf<Table>>> =>
  Object.fromEntries(
    allFields.filter(field => isOf(table, field) && field in values).map(field => [field, values[field]]),
  ) as Pick<Values, Extract<keyof Values, FieldOf<Table>>>

/** The fields that the students table stores sealed, by their names in code. */
export const sealedNames: readonly string[] = [...allFields.filter(isSealed), students.custodyNote.name]
const eachSealed = <Values extends object>(values: Values, change: (text: string) => string): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]: [string, unknown]) => [
      name,
      sealedNames.includes(name) && typeof value === 'string' ? change(value) : value,
    ]),
  ) as Values
/**
 * Values about a student as stored: notes on health and custody are sealed (decision 85). Every write goes through
 * here.
 */
export const sealedFor = <Values extends object>(db: Db, studentId: string | null, values: Values): Values =>
  eachSealed(values, text => notesOf(db).seal(studentId, text))
/** Values about a student unsealed, for comparing them or writing them again. For answers, the door unseals them. */
export const openedOf = <Values extends object>(db: Db, values: Values): Values =>
  eachSealed(values, text => notesOf(db).open(text))

/** A condition: true if a student is on a waitlist, regardless of their classes. */
export const isWaiting = sql<boolean>`exists (select 1 from waitlist_entries w where w.student_id = students.id and ${hasStatus('w', standingEntries)})`

/** A condition: true if an enrolment takes a spot in a class that hasn't ended. */
export const hasSpot = (enrolment: string): SQL => sql.raw(`${enrolment}.status in ('held','approval','active')`)

/** A condition: true if a student is in a class of a current term. */
export const isInClass = sql<boolean>`exists (select 1 from enrolments e join sections s on s.id = e.section_id join terms t on t.id = s.term_id
  where e.student_id = students.id and ${hasSpot('e')} and ${isCurrentTerm('t')})`

/** A condition: true if a student has a spot in a term that isn't over, also one still held in a draft, or waits for one. */
export const isExpected = sql<boolean>`(${isWaiting} or exists (
  select 1 from enrolments e join sections s on s.id = e.section_id join terms t on t.id = s.term_id
  where e.student_id = students.id and ${hasSpot('e')} and ${isTermUnfinished('t')}))`

/** A condition: true if an enrolment gave the student a spot, rather than only a promise of one. */
export const hadSpot = (enrolment: string): SQL<boolean> =>
  sql`${sql.raw(enrolment)}.status not in ('held','approval','dropped')`

/** A condition: true if a student has ever been in a class. */
export const wasInClass = sql<boolean>`exists (select 1 from enrolments e where e.student_id = students.id and ${hadSpot('e')})`

/** `standing` for a statement that already knows whether the student is in a class of a current term. */
export const standingOf = (inClass: SQL) => sql<'active' | 'waiting' | 'new' | 'left'>`case
  when ${inClass} then 'active'
  when ${isWaiting} then 'waiting'
  when not ${wasInClass} then 'new'
  else 'left' end`
/** A student's current standing: in a class of a current term, on a waitlist, not in any class so far, or gone. */
export const standing = standingOf(isInClass)

/** The sort key of grades: nursery, kindergarten, then by number, then other names. */
export const gradeRank = sql<string>`case
  when lower(students.grade) like 'pre%' then ' 0'
  when lower(students.grade) in ('k', 'kindergarten') then ' 1'
  when students.grade ~ '^[0-9]{1,3}$' then lpad(students.grade, 3, '0')
  else students.grade end`

/** The guardians of a student, with their rights. */
export const guardianships = pgTable(
  'guardianships',
  {
    studentId: uuid()
      .notNull()
      .references(() => students.id),
    guardianId: uuid()
      .notNull()
      .references(() => persons.id),
    relationship: text({ enum: relationships }).notNull(),
    hasDataAccess: boolean().notNull().default(true),
    mayPickUp: boolean().notNull().default(true),
    contactOrder: integer().notNull().default(1),
  },
  t => [primaryKey({ columns: [t.studentId, t.guardianId] }), index('guardianships_guardian').on(t.guardianId)],
)

/**
 * A condition: true if all children of a household are in `seen`. An adult who learns at the school is their own guardian
 * and doesn't count.
 */
export const isSeenWhole = (household: SQLWrapper, seen: SQLWrapper): SQL =>
  sql`not exists (select 1 from ${students} where ${students.householdId} = ${household} and not ${seen}
    and not exists (select 1 from ${guardianships} own where own.student_id = ${students.id} and own.guardian_id = own.student_id))`

/**
 * A condition: true if a person is barred from a child of a household. (As `exists`, PostgreSQL would read all
 * guardianships at once.)
 */
export const isBarredIn = (household: SQLWrapper, person: SQLWrapper): SQL =>
  sql`(select 1 from students o join guardianships k on k.student_id = o.id where o.household_id = ${household} and k.guardian_id = ${person} and not k.has_data_access limit 1) is not null`
