import type { SmallSchool } from './school.ts'

/** Copies these classes, with their teachers, rooms and fees, into a new term, Spring, and returns its id. */
export const copyToSpring = async ({ ida, term }: SmallSchool, sectionIds: readonly string[]): Promise<string> => {
  const { termId } = await ida.call('promotions-copyClasses', {
    fromTermId: term.id,
    toTermId: null,
    newTerm: { name: 'Spring', nativeName: '春季', startsOn: '2027-01-31', endsOn: '2027-06-06', closures: true },
    sectionIds: [...sectionIds],
    options: { teachers: true, rooms: true, fees: true },
  })
  return termId
}
