import { registrationLevels, type ConsentLevel, type Policy } from '#contract/school/policies.ts'

/** Policies that a family has not answered in the way that registering needs. */
export const unanswered = <P extends Pick<Policy, 'kind' | 'answer'>>(
  policies: readonly P[],
  levels: Readonly<Record<string, ConsentLevel | ''>>,
): P[] => policies.filter(({ kind, answer }) => !registrationLevels[answer].some(level => level === levels[kind]))
