import { enrollableSections, type SectionStatus } from '#contract/enrolment/classes.ts'
import { isOfAge } from './fit.ts'
import { placesLeft } from './places.ts'

type Section = Parameters<typeof placesLeft>[0] &
  Parameters<typeof isOfAge>[1] & {
    status: SectionStatus
    draw: 'open' | 'shut' | null
  }
export type EnrolOutcome = 'closed' | 'draw' | 'age' | 'there' | 'waitlist' | 'seat'

/** Which rules of a class a seat for a student would pass over. */
export const passedOver = (birthOn: string, section: Section): ('age' | 'full')[] => [
  ...(isOfAge(birthOn, section) ? [] : (['age'] as const)),
  ...(placesLeft(section) === 0 ? (['full'] as const) : []),
]

/** What comes of putting a student into a class: a seat, a place in line, or why not. */
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
