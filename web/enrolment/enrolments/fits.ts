import type { CatalogueSection } from '#contract/enrolment/classes.ts'
import type { Student } from '#contract/people/students.ts'
import type { Term } from '#contract/school/terms.ts'
import { isOfAge, overlap } from '#rules/fit.ts'
import { useRead } from '#web/wire/call.ts'
import { isDay } from '#web/ui/DateParts.tsx'

/** Whether a class is for a child's age on the day that counts; as long as no date is typed, every class is. */
export const isFor = ({ birthOn }: { birthOn: string }, section: CatalogueSection): boolean =>
  !isDay(birthOn) || isOfAge(birthOn, section)

/** Whether somebody is in a class or waits for it, by the state of what they hold there. */
export const standingOf = (status: string): 'in' | 'waiting' =>
  status === 'waiting' || status === 'offered' ? 'waiting' : 'in'

/** How a class suits a child: theirs already, of their age, or of their age at a time when they are in another one. */
export type Fit = { child: Student; how: 'in' | 'waiting' | 'fits' | 'clash'; other?: CatalogueSection }

/** Which classes of a term suit which of a family's children; a child whose birthday isn't known fits none. */
export const fitsOf =
  (children: readonly Student[], sections: readonly CatalogueSection[]) =>
  (section: CatalogueSection): Fit[] =>
    children.flatMap((child): Fit[] => {
      const held = new Map(child.sections.map(({ sectionId, status }) => [sectionId, standingOf(status)]))
      const standing = held.get(section.id)
      if (standing !== undefined) return [{ child, how: standing }]
      if (child.birthOn === null || !isFor({ birthOn: child.birthOn }, section)) return []
      const other = sections.find(each => held.get(each.id) === 'in' && overlap(each, section))
      return [other ? { child, how: 'clash', other } : { child, how: 'fits' }]
    })

/** The terms that register now, the one that ends first first, as the catalogue takes them. */
export const useOpenTerms = (): Term[] =>
  useRead('terms-list', {})
    .filter(({ status }) => status === 'registration' || status === 'active')
    .sort((a, b) => a.endsOn.localeCompare(b.endsOn))
