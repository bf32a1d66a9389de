import type { FieldOption, forms } from '#contract/people/forms.ts'
import { valueProblem } from '#rules/fields.ts'
import { conflict, denied, invalid, notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { insertAnswers, listAsked } from './acts.ts'
import { answeredStudents, answersOfHouseholds, answersOfStudents, keptFields } from './policy.ts'
import {
  insertField,
  listFields,
  listHistory,
  listOfClasses,
  listOfHousehold,
  listOfStudent,
  lockField,
  lockSubject,
  orderFields,
  updateField,
} from './queries.ts'

/**
 * Removed options are not deleted, because someone may have chosen them: they are archived after the remaining ones.
 */
const withFormer = (options: FieldOption[], before: readonly FieldOption[]): FieldOption[] => [
  ...options,
  ...before.filter(({ key }) => !options.some(each => each.key === key)).map(each => ({ ...each, isArchived: true })),
]

export const formFunctions: Functions<typeof forms> = {
  'forms-fields': ({ db, actor }) => listFields(db, keptFields(actor)),

  'forms-asked': ({ db, input }) => listAsked(db, input.termId),

  'forms-create': async ({ db, input, now, touch }) => {
    const id = await insertField(db, { ...input, createdAt: now })
    touch(['forms'])
    return { id }
  },

  'forms-change': async ({ db, actor, input: { id, ...values }, touch }) => {
    const kept = keptFields(actor)
    const before = await lockField(db, kept, id)
    if (!before) throw notFound('The field')
    if (before.isAnswered && (before.kind !== values.kind || before.about !== values.about))
      throw conflict('FIELD_IN_USE', 'This field has answers, so its kind and who it’s about can’t be changed.')
    await updateField(db, kept, id, {
      ...values,
      ...(before.isAnswered && { options: withFormer(values.options, before.options) }),
    })
    touch(['forms'])
    return { id }
  },

  'forms-archive': async ({ db, actor, input: { id }, now, touch }) => {
    if (!(await updateField(db, keptFields(actor), id, { archivedAt: now }))) throw notFound('The field')
    touch(['forms'])
    return { id }
  },

  'forms-restore': async ({ db, actor, input: { id }, touch }) => {
    if (!(await updateField(db, keptFields(actor), id, { archivedAt: null }))) throw notFound('The field')
    touch(['forms'])
    return { id }
  },

  'forms-order': async ({ db, actor, input, touch }) => {
    await orderFields(db, keptFields(actor), input.ids)
    touch(['forms'])
    return {}
  },

  'forms-answers': async ({ db, actor, now, input: { studentId, householdId } }) => {
    if (studentId) {
      const seen = answersOfStudents(actor, now)
      return [
        ...(await listOfStudent(db, seen, studentId)),
        ...(await listOfClasses(db, seen, studentId, actor.roles.includes('admin'))),
      ]
    }
    return householdId ? listOfHousehold(db, answersOfHouseholds(actor), householdId) : []
  },

  'forms-answer': async ({ db, actor, input, now, touch }) => {
    const { studentId, householdId, sectionId, values } = input
    if (sectionId !== undefined && !actor.roles.includes('admin'))
      throw denied('ROLE_NEEDED', 'Only the office can change answers about a class.')
    await lockSubject(db, input)
    const ofClass =
      studentId && sectionId
        ? (await listOfClasses(db, answeredStudents(actor), studentId, true)).filter(
            ({ section }) => section?.id === sectionId,
          )
        : null
    const termId = ofClass?.[0]?.termId ?? null
    const open =
      ofClass ??
      (studentId
        ? await listOfStudent(db, answeredStudents(actor), studentId)
        : await listOfHousehold(db, answersOfHouseholds(actor), householdId ?? ''))
    const given = Object.keys(values).map(fieldId => {
      const found = open.find(({ field }) => field.id === fieldId)
      if (!found) throw notFound('The field')
      return found
    })
    const problems = given.flatMap(({ field, value }) => {
      const message = valueProblem(field, values[field.id], value)
      return message === null ? [] : [{ path: `values.${field.id}`, message }]
    })
    if (problems.length > 0) throw invalid(problems)
    const changed = await insertAnswers(
      db,
      given.map(({ field }) => ({
        field,
        studentId: studentId ?? null,
        householdId: householdId ?? null,
        sectionId: sectionId ?? null,
        value: values[field.id],
      })),
      {
        termId,
        known: given.flatMap(({ field, value }) =>
          value === null
            ? []
            : [{ fieldId: field.id, studentId: studentId ?? null, termId, sectionId: sectionId ?? null, value }],
        ),
        by: actor.personId,
        at: now,
      },
    )
    touch(['forms'])
    return { changed }
  },

  'forms-history': ({ db, actor, input }) => listHistory(db, keptFields(actor), input),
}
