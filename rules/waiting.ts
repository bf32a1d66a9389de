import type { RegistrationPolicy } from '#contract/settings.ts'

type Priority = RegistrationPolicy['priorities'][number]

/**
 * How far ahead a place in line stands by the school's published rule: those with the first priority come before all
 * who have not, whatever else those have, and so on. Equal ones go by the time they joined.
 */
export const priorityOf = (
  { priorities }: Pick<RegistrationPolicy, 'priorities'>,
  facts: Readonly<Record<Priority, boolean>>,
): { priority: number; reasons: Priority[] } => {
  const reasons = priorities.filter(each => facts[each])
  return {
    priority: reasons.reduce((sum, each) => sum + 2 ** (priorities.length - 1 - priorities.indexOf(each)), 0),
    reasons,
  }
}
