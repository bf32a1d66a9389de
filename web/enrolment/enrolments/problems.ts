import { useLocale, useTranslations } from 'use-intl'
import type { FieldValue } from '#contract/people/forms.ts'
import type { Asked } from './asked.ts'
import type { Draft } from './draftForm.ts'
import { toSign } from './draft.ts'

/** What is wrong with a field of the draft, by its path, such as `children.0.birthOn`. */
export type Problem = { path: string; message: string }

/** The pages of part 2, in their order. */
export const familySteps = ['you', 'guardians', 'children', 'health', 'contacts', 'consents'] as const
export type FamilyStep = (typeof familySteps)[number]
/** Whom the school knows looks through one page instead, and opens the others to change something. */
export type FamilyPage = FamilyStep | 'check'
export type Place = { part: 2; step: FamilyStep } | { part: 3 }

/** The page on which a field of the draft stands. */
export const placeOf = (path: string, draft: Draft): Place => {
  const [area = '', index = '', field = ''] = path.split('.')
  if (area === 'guardians') {
    const isMe = index === '' || draft.guardians[Number(index)]?.isMe === true
    return { part: 2, step: isMe ? 'you' : 'guardians' }
  }
  if (area === 'children') {
    return { part: 2, step: field === 'allergies' || field === 'medical' || field === 'health' ? 'health' : 'children' }
  }
  if (area === 'contacts' || area === 'consents') return { part: 2, step: area }
  return area === 'address' || area === 'answers' ? { part: 2, step: 'you' } : { part: 3 }
}

/** The contract's own rules, fetched while the family reads; the server asks the same. */
const rules = async () => {
  const [{ SubmittedFamily }, { valueProblem }, { unanswered }] = await Promise.all([
    import('#contract/enrolment/enrolments.ts'),
    import('#rules/fields.ts'),
    import('#rules/agreement.ts'),
  ])
  return { SubmittedFamily, valueProblem, unanswered }
}

/** All that is not right yet about the family of a draft; `today` is the school's. */
export const problemsOf = async (
  draft: Draft,
  healthy: readonly string[],
  today: string,
  { fields, policies }: Asked,
): Promise<Problem[]> => {
  const { SubmittedFamily, valueProblem, unanswered } = await rules()
  const parsed = SubmittedFamily.safeParse(draft)
  const found = (parsed.success ? [] : parsed.error.issues).map(({ path, message }) => ({
    path: path.join('.'),
    message: /^[a-z]+$/.test(message) ? message : 'required',
  }))
  const missing = unanswered(toSign(policies), draft.consents.levels)
  for (const { kind } of missing) found.push({ path: `consents.levels.${kind}`, message: 'required' })
  const isSigning = missing.length > 0 || policies.some(({ kind }) => draft.consents.levels[kind])
  if (isSigning && !draft.consents.signedName.trim()) found.push({ path: 'consents.signedName', message: 'empty' })
  for (const field of fields) {
    const check = (path: string, value: FieldValue | undefined) => {
      // An option that the school took out since is the server's to judge: it knows who had it.
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
    const isWritten = child.studentId === null && (child.allergies.trim() || child.medical.trim())
    if (!isWritten && !healthy.includes(child.key)) {
      found.push({ path: `children.${index}.health`, message: 'required' })
    }
  })
  // A date that was not begun is missing rather than wrong.
  return found.map(problem => {
    const [, index, field] = problem.path.split('.')
    const isEmpty = field === 'birthOn' && draft.children[Number(index)]?.birthOn === ''
    return isEmpty ? { ...problem, message: 'empty' } : problem
  })
}

/** Fetches the rules ahead of the first check. */
export const readRulesAhead = (): void => {
  // A failure shows when the check is made.
  rules().catch(() => undefined)
}

let refused: readonly Problem[] = []
/** What the server found wrong, for the pages that it is to be mended on. */
export const refusedProblems = (): readonly Problem[] => refused
export const keepRefused = (problems: readonly Problem[]): void => {
  refused = problems
}

const own = ['name', 'relationship', 'phone', 'birthOn', 'photo', 'medical', 'policy', 'signedName', 'health'] as const
type Own = (typeof own)[number]

const choiceMessages = ['closed', 'age', 'clash', 'full'] as const
type Refusal = (typeof choiceMessages)[number]

/** Puts problems into words that say what to do. */
export const useProblemText = () => {
  const t = useTranslations('problem')
  const field = useTranslations('field')
  return ({ path, message }: Problem): string => {
    const last = path.split('.').at(-1) ?? ''
    if (message === 'future') return t('future')
    if (path.startsWith('choices') && !path.includes('.answers.'))
      return choiceMessages.includes(message as Refusal) ? t(message as Refusal) : t('none')
    if ((message === 'empty' || message === 'required') && own.includes(last as Own)) return t(last as Own)
    return field.has(message as 'other') ? field(message as 'other') : field('other')
  }
}

/** Names the child, guardian or contact that a problem is about, where there are several. */
export const useBlockName = () => {
  const t = useTranslations('problem')
  const language = useLocale()
  return (path: string, draft: Draft): string => {
    const [area = '', index = ''] = path.split('.')
    if (area !== 'children' && area !== 'contacts' && area !== 'guardians') return ''
    const block = draft[area][Number(index)]
    if (!block || draft[area].length < 2) return ''
    const native = 'nativeName' in block && language === 'zh' ? block.nativeName.trim() : ''
    return native || block.name.trim() || t('block', { area, n: String(Number(index) + 1) })
  }
}
