import { registrationLevels, type ConsentLevel, type Policy } from '#contract/school/policies.ts'

/** What is wrong where a family has not answered policies in the way that registering needs, by their paths in a draft. */
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
