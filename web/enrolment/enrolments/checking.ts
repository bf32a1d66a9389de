import type { FieldValue } from '#contract/people/forms.ts'
import type { Asked } from './asked.ts'
import { askedOfHealth, healthOf } from './childFields.ts'
import { toSign } from './draft.ts'
import type { Draft } from './draftForm.ts'
import type { Place, Problem } from './problems.ts'

/** Returns the page on which a field of the draft is. */
export const placeOf = (path: string, draft: Draft): Place => {
  const [area = '', index = '', field = ''] = path.split('.')
  if (area === 'guardians') {
    const isMe = index === '' || draft.guardians[Number(index)]?.isMe === true
    return { part: 2, step: isMe ? 'you' : 'guardians' }
  }
  if (area === 'children') {
    const isOfHealth = field === 'health' || askedOfHealth.some(each => each === field)
    return { part: 2, step: isOfHealth ? 'health' : 'children' }
  }
  if (area === 'contacts' || area === 'consents') return { part: 2, step: area }
  return area === 'address' || area === 'answers' ? { part: 2, step: 'you' } : { part: 3 }
}

/** Loads the contract's own rules while the family reads; the server applies the same. */
const rules = async () => {
  const [{ SubmittedFamily }, { valueProblem }, { unanswered, signatureProblems }] = await Promise.all([
    import('#contract/enrolment/enrolments.ts'),
    import('#rules/fields.ts'),
    import('#rules/agreement.ts'),
  ])
  return { SubmittedFamily, valueProblem, unanswered, signatureProblems }
}

/** Returns everything that is wrong with the family of a draft; `today` is the school's day. */
export const problemsOf = async (
  draft: Draft,
  healthy: readonly string[],
  today: string,
  { fields, policies }: Asked,
): Promise<Problem[]> => {
  const { SubmittedFamily, valueProblem, unanswered, signatureProblems } = await rules()
  const parsed = SubmittedFamily.safeParse(draft)
  const found = (parsed.success ? [] : parsed.error.issues).map(({ path, message }) => ({
    path: path.join('.'),
    message: /^[a-z]+$/.test(message) ? message : 'required',
  }))
  const missing = unanswered(toSign(policies), draft.consents.levels)
  found.push(...missing)
  const isSigning = missing.length > 0 || policies.some(({ kind }) => draft.consents.levels[kind])
  if (isSigning) found.push(...signatureProblems(draft))
  for (const field of fields) {
    const check = (path: string, value: FieldValue | undefined) => {
      // An option that the school has removed since is left to the server, which knows who had it.
      const message = valueProblem(field, value, value ?? null)
      if (message !== null) found.push({ path: `${path}.${field.id}`, message })
    }
    if (field.about === 'class')
      draft.choices.forEach(({ sectionId, answers }, index) => {
        if (field.askedFor.includes(sectionId)) check(`choices.${index}.answers`, answers?.[field.id])
      })
    else if (field.about === 'student')
      draft.children.forEach((child, index) => check(`children.${index}.answers`, child.answers[field.id]))
    else check('answers', draft.answers[field.id])
  }
  draft.children.forEach((child, index) => {
    if (child.birthOn > today) found.push({ path: `children.${index}.birthOn`, message: 'future' })
    // What the school knows of a child's health is confirmed with each registration.
    const isWritten = child.studentId === null && healthOf(child).length > 0
    if (!isWritten && !healthy.includes(child.key)) {
      const message = child.studentId === null ? 'required' : 'confirm'
      found.push({ path: `children.${index}.health`, message })
    }
  })
  // An empty date is missing rather than wrong.
  return found.map(problem => {
    const [, index, field] = problem.path.split('.')
    const isEmpty = field === 'birthOn' && draft.children[Number(index)]?.birthOn === ''
    return isEmpty ? { ...problem, message: 'empty' } : problem
  })
}

/** Loads the rules before the first check. */
export const readRulesAhead = (): void => {
  // A failure shows when the check is made.
  rules().catch(() => undefined)
}
