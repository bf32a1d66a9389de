import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { fieldAbouts, fieldKinds, type FieldOption, type FieldValue } from '#contract/people/forms.ts'
import { id, instant } from '#server/platform/tables.ts'
import { sections } from '#server/enrolment/classes/tables.ts'
import { households } from '#server/people/parents/tables.ts'
import { students } from '#server/people/students/tables.ts'
import { terms } from '#server/school/terms/tables.ts'
import { persons } from '#server/access/users/tables.ts'

/** The school's own questions, beyond the fields that every school has. */
export const formFields = pgTable(
  'form_fields',
  {
    id: id(),
    about: text({ enum: fieldAbouts }).notNull(),
    kind: text({ enum: fieldKinds }).notNull(),
    label: text().notNull(),
    nativeLabel: text().notNull().default(''),
    help: text().notNull().default(''),
    nativeHelp: text().notNull().default(''),
    options: jsonb().$type<FieldOption[]>().notNull(),
    isRequired: boolean().notNull(),
    isAsked: boolean().notNull(),
    teachersSee: boolean().notNull(),
    termId: uuid().references(() => terms.id),
    isShared: boolean().notNull().default(false),
    courseIds: uuid().array().notNull().default([]),
    sectionIds: uuid().array().notNull().default([]),
    position: integer().notNull(),
    createdAt: instant().notNull(),
    archivedAt: instant(),
  },
  t => [index('form_fields_term').on(t.termId)],
)

/** Answers. Rows are added, never changed; the newest counts. */
export const formAnswers = pgTable(
  'form_answers',
  {
    id: id(),
    fieldId: uuid()
      .notNull()
      .references(() => formFields.id),
    studentId: uuid().references(() => students.id),
    householdId: uuid().references(() => households.id),
    /** The term of the registration in which it was answered. */
    termId: uuid().references(() => terms.id),
    /** The class for which it was answered. */
    sectionId: uuid().references(() => sections.id),
    value: jsonb().$type<FieldValue>().notNull(),
    answeredBy: uuid().references(() => persons.id),
    answeredAt: instant().notNull(),
  },
  t => [
    index('form_answers_student').on(t.studentId, t.fieldId, t.answeredAt.desc()),
    index('form_answers_household').on(t.householdId, t.fieldId, t.answeredAt.desc()),
    index('form_answers_field').on(t.fieldId),
    index('form_answers_term').on(t.termId),
    index('form_answers_section').on(t.sectionId),
    index('form_answers_answered_by').on(t.answeredBy),
    check('form_answers_subject', sql`num_nonnulls(${t.studentId}, ${t.householdId}) = 1`),
  ],
)
