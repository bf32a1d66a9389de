import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/index.ts'
import type { FieldAnswer, FieldValue, FormField } from '#contract/people/forms.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { asInstant } from '#server/platform/tables.ts'
import { isCurrentTerm } from '#server/school/terms/tables.ts'
import { hasSpot } from '#server/people/students/tables.ts'
import { fieldJson } from './acts.ts'
import { formFields } from './tables.ts'

const ofNow = sql`form_fields.archived_at is null and (form_fields.term_id is null or exists (
  select 1 from terms t where t.id = form_fields.term_id and ${isCurrentTerm('t')}))`

/** Every field, with the number of students or households it was answered for. */
export const listFields = async (db: Db, kept: Scope<'form_fields'>): Promise<Output<'forms-fields'>> =>
  (
    await rows<{ field: Output<'forms-fields'>[number]; isArchived: boolean; answers: number }>(
      db,
      sql`
      select ${fieldJson} as field, form_fields.archived_at is not null as "isArchived",
        (select count(distinct coalesce(a.student_id, a.household_id))::int from form_answers a where a.field_id = form_fields.id) as answers
      from form_fields where ${kept} order by form_fields.archived_at is not null, form_fields.position, form_fields.id`,
    )
  ).map(({ field, ...rest }) => ({ ...field, ...rest }))

/** The fields about one row of `of`, with their current answers, limited to pairs that the caller may see. */
const listOf = (
  db: Db,
  seen: Scope<'form_answers'>,
  of: SQL,
  column: SQL,
  id: string,
  asked: SQL,
): Promise<FieldAnswer[]> =>
  rows<FieldAnswer>(
    db,
    sql`
    select ${fieldJson} as field, a.value, ${asInstant(sql`a.answered_at`)} as "answeredAt", coalesce(p.name, '') as "answeredBy", coalesce(p.native_name, '') as "answeredByNativeName"
    from form_fields cross join ${of} left join lateral (
      select value, answered_at, answered_by from form_answers x where x.field_id = form_fields.id and x.${column} = ${of}.id order by x.answered_at desc, x.id desc limit 1) a on true
      left join persons p on p.id = a.answered_by
    where ${seen} and ${of}.id = ${id}::uuid and ${asked} and ${ofNow} order by form_fields.position, form_fields.id`,
  )

export const listOfStudent = (db: Db, seen: Scope<'form_answers'>, id: string): Promise<FieldAnswer[]> =>
  listOf(db, seen, sql`students`, sql`student_id`, id, sql`form_fields.about = 'student'`)

/**
 * The answers about a student for their classes, limited to pairs that the caller may see, newest answer first, at most
 * 100. With `isOpen`, also unanswered questions for the student's current classes, which come first.
 */
export const listOfClasses = (
  db: Db,
  seen: Scope<'form_answers'>,
  id: string,
  isOpen: boolean,
): Promise<(FieldAnswer & { termId: string })[]> =>
  rows<FieldAnswer & { termId: string }>(
    db,
    sql`
    with answered as (
      select distinct on (field_id, section_id) field_id, section_id, value, answered_at, answered_by from form_answers
      where student_id = ${id}::uuid and section_id is not null order by field_id, section_id, answered_at desc, id desc
    ), pairs as (
      select field_id, section_id from answered
      union select f.id, x.id from form_fields f join sections x on (x.id = any (f.section_ids) or x.course_id = any (f.course_ids)) and (f.term_id is null or f.term_id = x.term_id)
        join enrolments e on e.section_id = x.id and e.student_id = ${id}::uuid and ${hasSpot('e')}
      where ${isOpen} and f.about = 'class' and f.archived_at is null
    )
    select ${fieldJson} as field, a.value, ${asInstant(sql`a.answered_at`)} as "answeredAt", coalesce(p.name, '') as "answeredBy", coalesce(p.native_name, '') as "answeredByNativeName", x.term_id,
      json_build_object('id', x.id, 'name', x.name, 'nativeName', x.native_name) as section
    from pairs join form_fields on form_fields.id = pairs.field_id join students on students.id = ${id}::uuid join sections x on x.id = pairs.section_id
      left join answered a on a.field_id = pairs.field_id and a.section_id = pairs.section_id left join persons p on p.id = a.answered_by
    where ${seen} and form_fields.archived_at is null order by a.answered_at desc nulls first, x.name, form_fields.position, form_fields.id limit 100`,
  )

/** Fields about a household and its registrations. */
export const listOfHousehold = (db: Db, seen: Scope<'form_answers'>, id: string): Promise<FieldAnswer[]> =>
  listOf(db, seen, sql`households`, sql`household_id`, id, sql`form_fields.about in ('household','registration')`)

/** Locks the student or household that answers are about, so that two concurrent answers run one after the other. */
export const lockSubject = async (
  db: Db,
  subject: { studentId?: string | undefined; householdId?: string | undefined },
) =>
  subject.studentId
    ? rows(db, sql`select id from students where id = ${subject.studentId}::uuid for update`)
    : rows(db, sql`select id from households where id = ${subject.householdId ?? null}::uuid for update`)

export const listHistory = (
  db: Db,
  kept: Scope<'form_fields'>,
  asked: { fieldId: string; studentId?: string | undefined; householdId?: string | undefined },
): Promise<Output<'forms-history'>> =>
  rows(
    db,
    sql`
    select a.value, ${asInstant(sql`a.answered_at`)} as "answeredAt", coalesce(p.name, '') as "answeredBy"
    from form_answers a join form_fields on form_fields.id = a.field_id left join persons p on p.id = a.answered_by
    where ${kept} and form_fields.id = ${asked.fieldId}::uuid and ${asked.studentId ? sql`a.student_id = ${asked.studentId}::uuid` : sql`a.household_id = ${asked.householdId ?? null}::uuid`}
    order by a.answered_at desc, a.id desc limit 100`,
  )

/** Locks a field and returns the facts about it that can't change. */
export const lockField = async (db: Db, kept: Scope<'form_fields'>, id: string) => {
  const [found] = await db
    .select({
      kind: formFields.kind,
      about: formFields.about,
      options: formFields.options,
      isAnswered: sql<boolean>`exists (select 1 from form_answers a where a.field_id = form_fields.id)`,
    })
    .from(formFields)
    .where(and(kept, eq(formFields.id, id)))
    .for('update')
  return found ?? null
}

type Values = Omit<typeof formFields.$inferInsert, 'id' | 'position'>
/** Adds a field after the others. */
export const insertField = async (db: Db, values: Values): Promise<string> => {
  const position = sql<number>`(select coalesce(max(position), 0) + 1 from form_fields)`
  return (
    await db
      .insert(formFields)
      .values({ ...values, position })
      .returning({ id: formFields.id })
  )[0]!.id
}

export const updateField = async (
  db: Db,
  kept: Scope<'form_fields'>,
  id: string,
  values: Partial<Values>,
): Promise<boolean> =>
  (
    await db
      .update(formFields)
      .set(values)
      .where(and(kept, eq(formFields.id, id)))
      .returning({ id: formFields.id })
  ).length === 1

/** Puts fields first in this order; the others follow in their current order. */
export const orderFields = async (db: Db, kept: Scope<'form_fields'>, ids: readonly string[]): Promise<void> => {
  await rows(
    db,
    sql`
    update form_fields set position = placed.place from (
      select form_fields.id, row_number() over (order by array_position(${sql.param([...ids])}::uuid[], form_fields.id) nulls last, form_fields.position, form_fields.id) as place
      from form_fields where ${kept}
    ) placed where placed.id = form_fields.id`,
  )
}

/** The newest answers about students, ordered by field, limited to pairs that the caller may see. */
export const listAllAnswers = (
  db: Db,
  seen: Scope<'form_answers'>,
): Promise<{ field: FormField; studentId: string; value: FieldValue }[]> =>
  rows(
    db,
    sql`
    select ${fieldJson} as field, a.student_id, a.value
    from (select distinct on (field_id, student_id) field_id, student_id, value from form_answers where student_id is not null order by field_id, student_id, answered_at desc, id desc) a
      join form_fields on form_fields.id = a.field_id join students on students.id = a.student_id
    where ${seen} and form_fields.archived_at is null and form_fields.about = 'student' order by form_fields.position, form_fields.id`,
  )
