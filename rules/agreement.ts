import { registrationLevels, type ConsentLevel, type Policy } from '#contract/school/policies.ts'

/**
 * The problems with a family's consents, by their path in the draft: one for each policy whose answer is not among
 * those that registration requires.
 */
export const unanswered = (
  policies: readonly Pick<Policy, 'kind' | 'answer'>[],
  levels: Readonly<Record<string, ConsentLevel | ''>>,
): { path: string; message: string }[] =>
  policies
    .filter(({ kind, answer }) => !registrationLevels[answer].some(level => level === levels[kind]))
    .map(({ kind, answer }) => ({
      path: `consents.levels.${kind}`,
      message: answer === 'choice' ? 'yesno' : answer === 'levels' ? 'required' : 'tick',
    }))
