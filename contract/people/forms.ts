import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { Id, Instant, Line, Nothing, OptionalLine } from '../values.ts'
import { fieldAbouts, fieldKinds, mostOptions } from './forms.plain.ts'

export * from './forms.plain.ts'

export type FieldKind = (typeof fieldKinds)[number]
export type FieldAbout = (typeof fieldAbouts)[number]
/** An option of a choice field. A removed option stays for the answers that have it. */
export const FieldOption = z.object({
  key: z.string().check(z.minLength(1), z.maxLength(60)),
  label: Line,
  nativeLabel: OptionalLine,
  isArchived: z._default(z.boolean(), false),
})
export type FieldOption = z.infer<typeof FieldOption>

/**
 * A text, the key of an option, a day, `yes` or `no`, or a number in digits; an array of keys where several may be
 * chosen.
 */
export const FieldValue = z.union([
  z.string().check(z.maxLength(4000, 'long')),
  z.array(z.string().check(z.maxLength(60))).check(z.maxLength(mostOptions)),
])
export type FieldValue = z.infer<typeof FieldValue>
/** Values by field id. */
export const FieldValues = z.record(z.string().check(z.maxLength(60)), FieldValue)
export type FieldValues = z.infer<typeof FieldValues>

const fields = {
  about: z.enum(fieldAbouts),
  kind: z.enum(fieldKinds),
  label: Line,
  nativeLabel: OptionalLine,
  help: OptionalLine,
  nativeHelp: OptionalLine,
  options: z.array(FieldOption).check(z.maxLength(mostOptions, 'toomany')),
  isRequired: z.boolean(),
  /** True when families answer the field in registration and in their record; otherwise only the office fills it in. */
  isAsked: z.boolean(),
  /** True when teachers see it for the students of their classes. */
  teachersSee: z.boolean(),
  /** The only term it is asked for; null means always. */
  termId: z.nullable(Id),
  /** True when siblings share the answer, so that it is asked once. */
  isShared: z._default(z.boolean(), false),
  /** For fields about a class: the courses, each with all its classes, and the single classes it is asked for. */
  courseIds: z._default(z.array(Id).check(z.maxLength(200)), []),
  sectionIds: z._default(z.array(Id).check(z.maxLength(200)), []),
}
export const FormField = z.object({ id: Id, ...fields })
/** A field as a registration asks it, with the classes of the term it applies to. */
export const AskedField = z.object({ ...FormField.shape, askedFor: z.array(Id) })
export type AskedField = z.infer<typeof AskedField>
export type FormField = z.infer<typeof FormField>
const needsOptions = z.refine<{ kind: FieldKind; options: { isArchived: boolean }[] }>(
  ({ kind, options }) =>
    (kind !== 'choice' && kind !== 'several') || options.filter(({ isArchived }) => !isArchived).length >= 2,
  { message: 'options', path: ['options'] },
)
const ofStudentsOnly = z.refine<{ about: FieldAbout; teachersSee: boolean }>(
  ({ about, teachersSee }) => about === 'student' || about === 'class' || !teachersSee,
  { message: 'other', path: ['teachersSee'] },
)

const needsClasses = z.refine<{
  about: FieldAbout
  courseIds?: string[] | undefined
  sectionIds?: string[] | undefined
}>(({ about, courseIds = [], sectionIds = [] }) => about !== 'class' || courseIds.length + sectionIds.length > 0, {
  message: 'choose',
  path: ['courseIds'],
})

/** A field with its current answer. */
export const FieldAnswer = z.object({
  field: FormField,
  value: z.nullable(FieldValue),
  answeredAt: z.nullable(Instant),
  answeredBy: z.string(),
  answeredByNativeName: z._default(z.string(), ''),
  /** For fields about a class: the class that was answered for. */
  section: z._default(z.nullable(z.object({ id: Id, name: z.string(), nativeName: z.string() })), null),
})
export type FieldAnswer = z.infer<typeof FieldAnswer>

/** The student or household that the answers are about. */
const Subject = { studentId: z.optional(Id), householdId: z.optional(Id) }
const oneSubject = z.refine<{ studentId?: string | undefined; householdId?: string | undefined }>(
  ({ studentId, householdId }) => (studentId === undefined) !== (householdId === undefined),
  { message: 'required', path: ['studentId'] },
)
const Made = z.object({ id: Id })

export const forms = {
  /** Every field with its number of answers, archived ones last. */
  'forms-fields': read({
    by: ['admin'],
    input: Nothing,
    output: z.array(z.object({ ...FormField.shape, isArchived: z.boolean(), answers: z.int() })),
  }),
  /** The fields that families are asked when they register for a term. */
  'forms-asked': read({
    by: ['newcomer'],
    input: z.object({ termId: z.nullable(Id) }),
    output: z.array(AskedField),
  }),
  'forms-create': write({
    by: ['admin'],
    input: z.object(fields).check(needsOptions, ofStudentsOnly, needsClasses),
    output: Made,
  }),
  /** Changes a field. Its kind and subject can't change once it has been answered (FIELD_IN_USE). */
  'forms-change': write({
    by: ['admin'],
    input: z.object({ id: Id, ...fields }).check(needsOptions, ofStudentsOnly, needsClasses),
    output: Made,
  }),
  /** Stops asking a field. Existing answers stay. */
  'forms-archive': write({ by: ['admin'], input: Made, output: Made }),
  'forms-restore': write({ by: ['admin'], input: Made, output: Made }),
  /** Sorts the fields in this order; fields that are not listed keep their order after them. */
  'forms-order': write({
    by: ['admin'],
    input: z.object({ ids: z.array(Id).check(z.maxLength(500)) }),
    output: Nothing,
  }),
  /**
   * The answers about a student or household that the caller may see. The office also sees unanswered fields of the
   * student's classes.
   */
  'forms-answers': read({
    by: ['admin', 'parent', 'teacher'],
    input: z.object(Subject).check(oneSubject),
    output: z.array(FieldAnswer),
  }),
  /**
   * Answers fields; earlier answers stay on record. With `sectionId` the office answers fields about a student in that
   * class.
   */
  'forms-answer': write({
    by: ['admin', 'parent'],
    input: z.object({ ...Subject, sectionId: z.optional(Id), values: FieldValues }).check(oneSubject),
    output: z.object({ changed: z.int() }),
  }),
  /** Every answer given to a field for a student or household, newest first. */
  'forms-history': read({
    by: ['admin'],
    input: z.object({ fieldId: Id, ...Subject }).check(oneSubject),
    output: z.array(z.object({ value: FieldValue, answeredAt: Instant, answeredBy: z.string() })),
  }),
}
