import { sql, type SQL } from 'drizzle-orm'
import type { AskedField, FieldValue, FormField } from '#contract/people/forms.ts'
import { cleanValue } from '#rules/fields.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { formAnswers } from './tables.ts'

/** A row of `form_fields` in the contract's form, as a JSON column. */
export const fieldJson: SQL = sql`json_build_object('id', form_fields.id, 'about', form_fields.about, 'kind', form_fields.kind, 'label', form_fields.label,
  'nativeLabel', form_fields.native_label, 'help', form_fields.help, 'nativeHelp', form_fields.native_help, 'options', form_fields.options,
  'isRequired', form_fields.is_required, 'isAsked', form_fields.is_asked, 'teachersSee', form_fields.teachers_see, 'termId', form_fields.term_id,
  'isShared', form_fields.is_shared, 'courseIds', form_fields.course_ids, 'sectionIds', form_fields.section_ids)`

/** The fields asked of families who register for a term, in order, with the classes for which each is asked. */
export const listAsked = async (db: Db, termId: string | null): Promise<AskedField[]> =>
  (
    await rows<{ field: FormField; askedFor: string[] }>(
      db,
      sql`
      select ${fieldJson} as field, case when form_fields.about <> 'class' then '[]' else (
        select coalesce(json_agg(s.id order by s.id), '[]') from sections s where s.term_id = ${termId}::uuid
          and (s.id = any (form_fields.section_ids) or s.course_id = any (form_fields.course_ids))) end as "askedFor"
      from form_fields
      where form_fields.is_asked and form_fields.archived_at is null and (form_fields.term_id is null or form_fields.term_id = ${termId}::uuid)
      order by form_fields.position, form_fields.id`,
    )
  ).map(({ field, askedFor }) => ({ ...field, askedFor }))

/** Asks for copied classes what is asked for the single classes they come from, unless it is asked in one term only. */
export const askForCopies = async (db: Db, copies: readonly { id: string; from: string }[]): Promise<void> => {
  await rows(
    db,
    sql`
    update form_fields set section_ids = section_ids || more.ids
    from (select f.id, array_agg(x.id order by x.id) as ids from form_fields f
      join jsonb_to_recordset(${JSON.stringify(copies)}::jsonb) as x(id uuid, "from" uuid) on x."from" = any (f.section_ids)
      where f.term_id is null and f.archived_at is null group by f.id) more
    where more.id = form_fields.id`,
  )
}

export type KnownAnswer = {
  fieldId: string
  studentId: string | null
  termId: string | null
  /** The class for which it was answered. */
  sectionId: string | null
  value: FieldValue
}
/**
 * The newest answers of a household and its students, newest first. Answers about classes are listed for each class.
 * The caller may see the household.
 */
export const listKnown = (db: Db, householdId: string): Promise<KnownAnswer[]> =>
  rows<KnownAnswer>(
    db,
    sql`
    select field_id, student_id, term_id, section_id, value from (select distinct on (a.field_id, a.student_id, a.section_id) a.field_id, a.student_id, a.term_id,
      a.section_id, a.value, a.answered_at, a.id from form_answers a
    where a.household_id = ${householdId}::uuid or a.student_id in (select id from students where household_id = ${householdId}::uuid)
    order by a.field_id, a.student_id, a.section_id, a.answered_at desc, a.id desc) newest order by answered_at desc, id desc`,
  )

export type NewAnswer = {
  field: FormField
  studentId: string | null
  householdId: string | null
  sectionId?: string | null
  value: FieldValue | undefined
}
type Answered = { termId: string | null; known: readonly KnownAnswer[]; by: string | null; at: Date }

/** Adds the answers that differ from the known ones and returns their number. */
export const insertAnswers = async (db: Db, given: readonly NewAnswer[], answered: Answered): Promise<number> => {
  const { termId, known, by, at } = answered
  const fresh = given.flatMap(({ field, studentId, householdId, sectionId = null, value }) => {
    const clean = cleanValue(field, value)
    const ofTerm = field.about === 'registration' || field.about === 'class' ? termId : null
    const before = known.find(
      each =>
        each.fieldId === field.id &&
        each.studentId === studentId &&
        each.sectionId === sectionId &&
        (ofTerm === null || each.termId === ofTerm),
    )
    const isSame = JSON.stringify(before?.value ?? cleanValue(field, undefined)) === JSON.stringify(clean)
    return isSame
      ? []
      : [
          {
            fieldId: field.id,
            studentId,
            householdId,
            sectionId,
            termId: ofTerm,
            value: clean,
            answeredBy: by,
            answeredAt: at,
          },
        ]
  })
  if (fresh.length > 0) await db.insert(formAnswers).values(fresh)
  return fresh.length
}

/** The newest answers about students for these classes, ordered by field, limited to pairs that the caller may see. */
export const listClassAnswers = (
  db: Db,
  seen: Scope<'form_answers'>,
  sectionIds: readonly string[],
): Promise<{ field: FormField; studentId: string; sectionId: string; value: FieldValue }[]> =>
  rows(
    db,
    sql`
    select ${fieldJson} as field, a.student_id, a.section_id, a.value
    from (select distinct on (field_id, student_id, section_id) field_id, student_id, section_id, value from form_answers
        where student_id is not null and ${oneOf(sql`section_id`, sectionIds)} order by field_id, student_id, section_id, answered_at desc, id desc) a
      join form_fields on form_fields.id = a.field_id join students on students.id = a.student_id
    where ${seen} and form_fields.archived_at is null and form_fields.about = 'class' order by form_fields.position, form_fields.id`,
  )
