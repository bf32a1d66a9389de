import type * as z from 'zod/mini'
import { type Draft, SubmittedFamily } from '#contract/enrolment/enrolments.ts'
import type { AskedField, FieldValue, FormField } from '#contract/people/forms.ts'
import type { Policy } from '#contract/school/policies.ts'
import { signatureProblems, unanswered } from '#rules/agreement.ts'
import { valueProblem } from '#rules/fields.ts'
import { invalid } from '#server/platform/errors.ts'
import type { KnownAnswer } from '#server/people/forms/acts.ts'

type Problem = { path: string; message: string }
export type Required = {
  policies: readonly Policy[]
  /** Kinds of policies that the family has signed and need not sign again. */
  signed: readonly string[]
  fields: readonly AskedField[]
  known: readonly KnownAnswer[]
  /** False where only the office changes the family's emergency contacts, so that none is asked for. */
  keepsContacts: boolean
}

const fieldsOf = (error: z.core.$ZodError): Problem[] =>
  error.issues.map(issue => ({
    path: issue.path.join('.'),
    message: /^[a-z]+$/.test(issue.message) ? issue.message : 'required',
  }))

/** Missing answers to the school's own questions, and policies that the family has yet to sign. */
const checkOwn = (draft: Draft, { policies, signed, fields, known }: Required): Problem[] => {
  const before = (fieldId: string, studentId: string | null) =>
    known.find(each => each.fieldId === fieldId && each.studentId === studentId)?.value ?? null
  const problem = (path: string, field: FormField, value: FieldValue | undefined, studentId: string | null) => {
    const message = valueProblem(field, value, before(field.id, studentId))
    return message === null ? [] : [{ path: `${path}.${field.id}`, message }]
  }
  const studentOf = (childKey: string) => draft.children.find(({ key }) => key === childKey)?.studentId ?? null
  const missing = unanswered(
    policies.filter(({ kind }) => !signed.includes(kind)),
    draft.consents.levels,
  )
  const isSigning = policies.some(({ kind }) => draft.consents.levels[kind])
  return [
    ...missing,
    ...(missing.length > 0 || isSigning ? signatureProblems(draft) : []),
    ...fields.flatMap(field => {
      switch (field.about) {
        case 'student':
          return draft.children.flatMap((child, index) =>
            problem(`children.${index}.answers`, field, child.answers[field.id], child.studentId),
          )
        case 'class':
          return draft.choices.flatMap(({ childKey, sectionId, answers }, index) =>
            field.askedFor.includes(sectionId)
              ? problem(`choices.${index}.answers`, field, answers?.[field.id], studentOf(childKey))
              : [],
          )
        default:
          return problem('answers', field, draft.answers[field.id], null)
      }
    }),
  ]
}

/** Parses the family of a draft. Throws with the fields to correct where something is missing or invalid. */
export const checkFamily = (draft: Draft, today: string, required: Required): SubmittedFamily => {
  const parsed = SubmittedFamily.safeParse(draft)
  const fields = [...(parsed.success ? [] : fieldsOf(parsed.error)), ...checkOwn(draft, required)]
  draft.children.forEach(({ birthOn }, index) => {
    if (birthOn > today) fields.push({ path: `children.${index}.birthOn`, message: 'future' })
  })
  if (required.keepsContacts && draft.contacts.length === 0) fields.push({ path: 'contacts', message: 'required' })
  if (draft.guardians.filter(({ isMe }) => isMe).length !== 1) fields.push({ path: 'guardians', message: 'me' })
  if (!parsed.success || fields.length > 0) {
    throw invalid(
      fields,
      fields.some(({ message }) => message === 'future') ? 'BIRTH_DATE_FUTURE' : 'HOUSEHOLD_INCOMPLETE',
    )
  }
  return parsed.data
}
