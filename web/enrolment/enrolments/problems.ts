import { useLocale, useTranslations } from 'use-intl'
import type { Policy } from '#contract/school/policies.ts'
import { inOrder, useFirstName } from '#web/words/Name.tsx'
import { calledIn, namesOf, type Draft } from './draftForm.ts'

/** A problem with a field of the draft, by its path, such as `children.0.birthOn`. */
export type Problem = { path: string; message: string }

/** The pages of part 2, in order. */
export const familySteps = ['you', 'guardians', 'children', 'health', 'contacts', 'consents'] as const
export type FamilyStep = (typeof familySteps)[number]
/** A family that the school knows checks one page instead, and opens the others to change something. */
export type FamilyPage = FamilyStep | 'check'
export type Place = { part: 2; step: FamilyStep } | { part: 3 }

let refused: readonly Problem[] = []
/** The problems that the server found, for the pages on which they are corrected. */
export const refusedProblems = (): readonly Problem[] => refused
export const keepRefused = (problems: readonly Problem[]): void => {
  refused = problems
}

const own = ['name', 'relationship', 'phone', 'birthOn', 'photo', 'medical', 'policy', 'signedName', 'health'] as const
type Own = (typeof own)[number]

const choiceMessages = ['closed', 'age', 'clash', 'full'] as const
type Refusal = (typeof choiceMessages)[number]

/** Returns a function that turns a problem into a message that says what to do. */
export const useProblemText = () => {
  const t = useTranslations('problem')
  const field = useTranslations('field')
  return ({ path, message }: Problem): string => {
    const last = path.split('.').at(-1) ?? ''
    if (message === 'future') return t('future')
    if (message === 'confirm') return t('confirmHealth')
    if (path.startsWith('choices') && !path.includes('.answers.'))
      return choiceMessages.includes(message as Refusal) ? t(message as Refusal) : t('none')
    if (['empty', 'required', 'tick'].includes(message) && own.includes(last as Own)) return t(last as Own)
    return field.has(message as 'other') ? field(message as 'other') : field('other')
  }
}

/**
 * Returns a function that names one of the school's own policies that has no answer yet; the messages for the others
 * name them.
 */
export const usePolicyName = () => {
  const names = useFirstName()
  return (path: string, policies: readonly Policy[]): string => {
    const policy = policies.find(({ kind }) => path === `consents.levels.${kind}` && !own.includes(kind as Own))
    return policy ? names({ name: policy.title, nativeName: policy.nativeTitle }) : ''
  }
}

/** Returns a function that names the child, guardian or contact that a problem is about, if there are several. */
export const useBlockName = () => {
  const t = useTranslations('problem')
  const language = useLocale()
  return (path: string, draft: Draft): string => {
    const [area = '', index = ''] = path.split('.')
    if (area !== 'children' && area !== 'contacts' && area !== 'guardians') return ''
    const block = draft[area][Number(index)]
    if (!block || draft[area].length < 2) return ''
    const name =
      'preferredName' in block
        ? calledIn(language, block)
        : inOrder(language, namesOf({ nativeName: '', ...block })).first
    return name || t('block', { area, n: String(Number(index) + 1) })
  }
}
