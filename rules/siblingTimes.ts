import { type Fixed, type Option, suggestTimes } from './timetable.ts'

type TimeChoice = {
  id: string
  /** Minutes that the family would wait on that day; null if the time conflicts with what they have. */
  minutes: number | null
  /** True if no other of these classes means less waiting for the family. */
  isLeast: boolean
}

/**
 * How long each of these classes of one course would make a family with `fixed` times wait, by the rule that suggests
 * timetables. The best one with free spots is the least.
 */
export const timeChoices = (childKey: string, options: readonly Option[], fixed: readonly Fixed[]): TimeChoice[] => {
  const least = suggestTimes([{ childKey, options }], fixed)?.sectionIds[0] ?? null
  return options.map(option => {
    // Free spots don't affect the times.
    const alone = suggestTimes([{ childKey, options: [{ ...option, placesLeft: 1 }] }], fixed)
    const goes = alone !== null && alone.sectionIds[0] === option.id
    const day = goes ? alone.days.find(({ weekday }) => weekday === option.weekday) : undefined
    return {
      id: option.id,
      minutes: day ? day.waiting.reduce((sum, { minutes }) => sum + minutes, 0) : null,
      isLeast: option.id === least,
    }
  })
}
