import type { RegistrationPolicy } from '#contract/settings.ts'

type Priority = RegistrationPolicy['priorities'][number]

/**
 * The priority of a waitlist entry under the school's published rule: entries with the first priority come before all
 * without it, regardless of their other priorities, and so on. Ties go by the time of joining.
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
