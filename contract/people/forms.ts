import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { Id, Instant, Line, Nothing, OptionalLine } from '../values.ts'
import { fieldAbouts, fieldKinds, mostOptions } from './forms.plain.ts'

export * from './forms.plain.ts'

export type FieldKind = (typeof fieldKinds)[number]
export type FieldAbout = (typeof fieldAbouts)[number]
/** One of the answers of a choice. One that was taken out stays for the answers that have it. */
export const FieldOption = z.object({
  key: z.string().check(z.minLength(1), z.maxLength(60)),
  label: Line,
  nativeLabel: OptionalLine,
  isArchived: z._default(z.boolean(), false),
})
export type FieldOption = z.infer<typeof FieldOption>

/** A text, the key of an option, a day, `yes` or `no`, a number in figures; several keys where several may be chosen. */
export const FieldValue = z.union([
  z.string().check(z.maxLength(4000, 'long')),
  z.array(z.string().check(z.maxLength(60))).check(z.maxLength(mostOptions)),
])
export type FieldValue = z.infer<typeof FieldValue>
/** Values by the id of their field. */
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
  /** Families answer it when they register, and in their record; otherwise it is the office's own. */
  isAsked: z.boolean(),
  /** Teachers see it of the students of their classes. */
  teachersSee: z.boolean(),
  /** Asked for one term only; null means always. */
  termId: z.nullable(Id),
  /** Brothers and sisters have the same answer, so it is asked once. */
  isShared: z._default(z.boolean(), false),
  /** Of what is about a class: the classes, and the courses of which every class, that it is asked for. */
  courseIds: z._default(z.array(Id).check(z.maxLength(200)), []),
  sectionIds: z._default(z.array(Id).check(z.maxLength(200)), []),
}
export const FormField = z.object({ id: Id, ...fields })
/** A field as it is asked in a registration, with the classes of the term that it is asked for. */
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

/** A field with what is known. */
export const FieldAnswer = z.object({
  field: FormField,
  value: z.nullable(FieldValue),
  answeredAt: z.nullable(Instant),
  answeredBy: z.string(),
  /** The class that it was answered for, of what is about a class. */
  section: z._default(z.nullable(z.object({ id: Id, name: z.string(), nativeName: z.string() })), null),
})
export type FieldAnswer = z.infer<typeof FieldAnswer>

/** The student or the household that answers are about. */
const Subject = { studentId: z.optional(Id), householdId: z.optional(Id) }
const oneSubject = z.refine<{ studentId?: string | undefined; householdId?: string | undefined }>(
  ({ studentId, householdId }) => (studentId === undefined) !== (householdId === undefined),
  { message: 'required', path: ['studentId'] },
)
const Made = z.object({ id: Id })

export const forms = {
  /** Every field with how many have answered it; those put away come last. */
  'forms-fields': read({
    by: ['admin'],
    input: Nothing,
    output: z.array(z.object({ ...FormField.shape, isArchived: z.boolean(), answers: z.int() })),
  }),
  /** What families are asked when they register for a term. */
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
  /** Changes a field. Its kind and whom it is about stay once somebody has answered (FIELD_IN_USE). */
  'forms-change': write({
    by: ['admin'],
    input: z.object({ id: Id, ...fields }).check(needsOptions, ofStudentsOnly, needsClasses),
    output: Made,
  }),
  /** Nobody is asked any more; what was answered stays. */
  'forms-archive': write({ by: ['admin'], input: Made, output: Made }),
  'forms-restore': write({ by: ['admin'], input: Made, output: Made }),
  /** Puts fields into this order; those left out keep theirs behind them. */
  'forms-order': write({
    by: ['admin'],
    input: z.object({ ids: z.array(Id).check(z.maxLength(500)) }),
    output: Nothing,
  }),
  /**
   * What is known of a student or a household, as far as the caller may see it; the office also sees what is asked for a
   * student's classes and was not answered.
   */
  'forms-answers': read({
    by: ['admin', 'parent', 'teacher'],
    input: z.object(Subject).check(oneSubject),
    output: z.array(FieldAnswer),
  }),
  /**
   * Answers fields; the earlier answers stay on record. With `sectionId` the office answers what is asked about a student
   * for that class.
   */
  'forms-answer': write({
    by: ['admin', 'parent'],
    input: z.object({ ...Subject, sectionId: z.optional(Id), values: FieldValues }).check(oneSubject),
    output: z.object({ changed: z.int() }),
  }),
  /** Every answer that was given to a field about somebody, the newest first. */
  'forms-history': read({
    by: ['admin'],
    input: z.object({ fieldId: Id, ...Subject }).check(oneSubject),
    output: z.array(z.object({ value: FieldValue, answeredAt: Instant, answeredBy: z.string() })),
  }),
}
