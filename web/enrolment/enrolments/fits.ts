import type { CatalogueSection } from '#contract/enrolment/classes.ts'
import type { Student } from '#contract/people/students.ts'
import type { Term } from '#contract/school/terms.ts'
import { isOfAge, overlap } from '#rules/fit.ts'
import { openTerms } from '#rules/openTerms.ts'
import { useRead } from '#web/wire/call.ts'
import { isDay } from '#web/ui/DateParts.tsx'

/** True if a class suits a child's age on the day that counts; without a complete birthday, every class does. */
export const isFor = ({ birthOn }: { birthOn: string }, section: CatalogueSection): boolean =>
  !isDay(birthOn) || isOfAge(birthOn, section)

/** A student's standing in a class: in it, with a held spot to confirm, waiting for approval, or on the waitlist. */
export type Place = 'in' | 'held' | 'approval' | 'waiting'
export const standingOf = (status: string): Place =>
  status === 'held' || status === 'approval' ? status : status === 'waiting' || status === 'offered' ? 'waiting' : 'in'
/** True if a standing takes a spot, and with it the time of the class. */
export const takesSpot = (standing: string | undefined): boolean =>
  standing === 'in' || standing === 'held' || standing === 'approval'

/**
 * The fit of a class for a child: already theirs, for their age, or for their age but at the time of another class of
 * theirs.
 */
export type Fit = { child: Student; how: Place | 'fits' | 'clash'; other?: CatalogueSection }

/**
 * Returns a function that lists the children of a family whom a class suits; a child without a known birthday suits
 * none.
 */
export const fitsOf =
  (children: readonly Student[], sections: readonly CatalogueSection[]) =>
  (section: CatalogueSection): Fit[] =>
    children.flatMap((child): Fit[] => {
      const held = new Map(child.sections.map(({ sectionId, status }) => [sectionId, standingOf(status)]))
      const standing = held.get(section.id)
      if (standing !== undefined) return [{ child, how: standing }]
      if (child.birthOn === null || !isFor({ birthOn: child.birthOn }, section)) return []
      const other = sections.find(each => takesSpot(held.get(each.id)) && overlap(each, section))
      return [other ? { child, how: 'clash', other } : { child, how: 'fits' }]
    })

/** Returns the terms open for registration, in the order in which they are offered. */
export const useOpenTerms = (): Term[] => openTerms(useRead('terms-list', {}))
