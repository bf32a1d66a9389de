import { sql, type SQL } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
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
import { instant } from '#server/platform/tables.ts'
import { households } from '#server/people/parents/tables.ts'
import { persons } from '#server/access/users/tables.ts'

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
    /** What is taken, when, and where it is kept. */
    medication: text().notNull().default(''),
    doctorName: text().notNull().default(''),
    doctorPhone: text().notNull().default(''),
    /** What the office knows of custody; nobody else reads it. */
    custodyNote: text().notNull().default(''),
    /** A note came that nobody could be sure of: until the office has decided nobody may see or fetch the student by it. */
    isCustodyOpen: boolean().notNull().default(false),
    createdAt: instant().notNull(),
    archivedAt: instant(),
  },
  t => [index('students_household').on(t.householdId)],
)

/** The column of a field. */
export const columnNamed = (field: StudentField): SQL =>
  sql`${sql.identifier(toSnakeCase((isOf('students', field) ? students[field] : persons[field]).name))}`
/** The same by the names that the two tables have in a statement. */
export const columnOf = (field: StudentField, student = 'students', person = 'p'): SQL =>
  sql`${sql.identifier(isOf('students', field) ? student : person)}.${columnNamed(field)}`
/** The same as text, empty where nothing is known. */
export const columnAsText = (field: StudentField, student?: string, person?: string): SQL =>
  studentFields[field].type === 'day'
    ? sql`coalesce(${columnOf(field, student, person)}::text, '')`
    : columnOf(field, student, person)
/** A fact as text, with all its parts. */
export const factAsText = (fact: StudentFact, student?: string, person?: string): SQL => {
  const parts = partsOf(fact).map(field => columnAsText(field, student, person))
  return parts.length === 1 ? parts[0]! : sql`trim(${sql.join(parts, sql` || ' ' || `)})`
}
/** Fields as columns of a select; `as` changes what is in them. */
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
/** A text about a student that only shows to those who may see the record. */
export const shownIf =
  (isVisible: SQL, student: string) =>
  (field: FieldOf<'students'>): SQL =>
    sql`case when ${isVisible} then ${columnOf(field, student)} else '' end`
/** Of values by field those that belong into one of the two tables. */
export const valuesFor = <Table extends StudentTable, Values extends Partial<Record<StudentField, unknown>>>(
  table: Table,
  values: Values,
): Pick<Values, Extract<keyof Values, FieldOf<Table>>> =>
  Object.fromEntries(
    allFields.filter(field => isOf(table, field) && field in values).map(field => [field, values[field]]),
  ) as Pick<Values, Extract<keyof Values, FieldOf<Table>>>

/** What the table of students keeps sealed, by the names that code has for it. */
export const sealedNames: readonly string[] = [...allFields.filter(isSealed), students.custodyNote.name]
const eachSealed = <Values extends object>(values: Values, change: (text: string) => string): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]: [string, unknown]) => [
      name,
      sealedNames.includes(name) && typeof value === 'string' ? change(value) : value,
    ]),
  ) as Values
/** Values about a student as they are kept: notes on health and custody sealed (decision 85). All that is written passes here. */
export const sealedFor = <Values extends object>(db: Db, studentId: string | null, values: Values): Values =>
  eachSealed(values, text => notesOf(db).seal(studentId, text))
/** Values about a student as people read them, for what compares them or writes them anew. Answers are opened by the door. */
export const openedOf = <Values extends object>(db: Db, values: Values): Values =>
  eachSealed(values, text => notesOf(db).open(text))

/** Whether a student waits for a class, whatever else they have. */
export const isWaiting = sql<boolean>`exists (select 1 from waitlist_entries w where w.student_id = students.id and w.status in ('waiting','offered'))`

/** Whether a student is in a class of a current term. */
export const isInClass = sql<boolean>`exists (select 1 from enrolments e join sections s on s.id = e.section_id join terms t on t.id = s.term_id
  where e.student_id = students.id and e.status in ('held','approval','active') and t.status in ('registration','active','grading'))`

/** Whether an enrolment gave its student a spot, not a promise of one alone. */
export const hadSpot = (enrolment: string): SQL<boolean> =>
  sql`${sql.raw(enrolment)}.status not in ('held','approval','dropped')`

/** Whether a student has ever been in a class. */
export const wasInClass = sql<boolean>`exists (select 1 from enrolments e where e.student_id = students.id and ${hadSpot('e')})`

/** Where a student stands now: in a class of a current term, in line for one, not in any so far, or gone. */
export const standing = sql<'active' | 'waiting' | 'new' | 'left'>`case
  when ${isInClass} then 'active'
  when ${isWaiting} then 'waiting'
  when not ${wasInClass} then 'new'
  else 'left' end`

/** What grades sort by: nursery, kindergarten, then by number, then whatever a school calls the rest. */
export const gradeRank = sql<string>`case
  when lower(students.grade) like 'pre%' then ' 0'
  when lower(students.grade) in ('k', 'kindergarten') then ' 1'
  when students.grade ~ '^[0-9]{1,3}$' then lpad(students.grade, 3, '0')
  else students.grade end`

/** Who cares for a student, and what they may see and do. */
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
