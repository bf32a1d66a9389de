import { enrollableSections, type SectionStatus } from '#contract/enrolment/classes.ts'
import { isOfAge } from './fit.ts'
import { placesLeft } from './places.ts'

type Section = Parameters<typeof placesLeft>[0] &
  Parameters<typeof isOfAge>[1] & {
    status: SectionStatus
    draw: 'open' | 'shut' | null
  }
export type EnrolOutcome = 'closed' | 'draw' | 'age' | 'there' | 'waitlist' | 'seat'

/** The rules of a class that a seat for the student would override. */
export const passedOver = (birthOn: string, section: Section): ('age' | 'full')[] => [
  ...(isOfAge(birthOn, section) ? [] : (['age'] as const)),
  ...(placesLeft(section) === 0 ? (['full'] as const) : []),
]

/** The result of enrolling a student in a class: a seat, a place on the waitlist, or the reason for refusal. */
export const enrolOutcome = (
  { birthOn, section, isThere }: { birthOn: string; section: Section; isThere: boolean },
  overrides: readonly ('age' | 'full')[] = [],
): EnrolOutcome => {
  if (!enrollableSections.includes(section.status)) return 'closed'
  if (section.draw !== null) return 'draw'
  const passed = passedOver(birthOn, section)
  if (passed.includes('age') && !overrides.includes('age')) return 'age'
  if (isThere) return 'there'
  return passed.includes('full') && !overrides.includes('full') ? 'waitlist' : 'seat'
}
