import type { ReadName } from '#contract/index.ts'
import type { Feature } from '#contract/settings.plain.ts'
import { useMay } from '#web/session/may.ts'
import { useSchool } from '#web/wire/school.ts'

/** Whether the reader is led to a part of the office: their area reaches what it reads, and the school uses it. */
export const useIsShown = (): ((part: { needs?: ReadName; feature?: Feature }) => boolean) => {
  const may = useMay()
  const on = useSchool()?.features ?? []
  return ({ needs, feature }) =>
    (needs === undefined || may(needs) !== false) && (feature === undefined || on.includes(feature))
}
