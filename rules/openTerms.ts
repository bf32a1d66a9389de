import { registrableTerms, type TermStatus } from '#contract/school/terms.plain.ts'

type OpenTerm = { id: string; status: TermStatus; startsOn: string }

/**
 * The terms that families may register for, in the order in which they are offered. Registration and the list of classes
 * begin with the first: of those that the family may already register for, one that hasn't begun before one that is
 * running, then the first to start.
 */
export const openTerms = <Term extends OpenTerm>(
  terms: readonly Term[],
  windows: readonly { termId: string; isOpen: boolean }[] = [],
): Term[] => {
  const isLater = ({ id }: Term) => windows.some(({ termId, isOpen }) => termId === id && !isOpen)
  return terms
    .filter(({ status }) => registrableTerms.includes(status))
    .toSorted(
      (a, b) =>
        Number(isLater(a)) - Number(isLater(b)) ||
        Number(a.status === 'active') - Number(b.status === 'active') ||
        a.startsOn.localeCompare(b.startsOn) ||
        a.id.localeCompare(b.id),
    )
}
