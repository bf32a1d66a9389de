import type { ReadName } from '#contract/index.ts'
import type { Feature } from '#contract/settings.plain.ts'
import { useMay } from '#web/session/may.ts'
import { useSchool } from '#web/wire/school.ts'

/**
 * Returns a function that tells whether the reader sees a part of the office: their area includes what it reads, and
 * its feature is on.
 */
export const useIsShown = (): ((part: { needs?: ReadName; feature?: Feature }) => boolean) => {
  const may = useMay()
  const on = useSchool()?.features ?? []
  return ({ needs, feature }) =>
    (needs === undefined || may(needs) !== false) && (feature === undefined || on.includes(feature))
}
