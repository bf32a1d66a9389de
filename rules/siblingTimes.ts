import { type Fixed, type Option, suggestTimes } from './timetable.ts'

type TimeChoice = {
  id: string
  /** For how long the family would wait on that day; null where it does not go with what they have. */
  minutes: number | null
  /** No other of these gives the family less waiting. */
  isLeast: boolean
}

/**
 * What each of these classes of one course would make a family wait that has `fixed` already, by the rule that suggests
 * timetables: of those with a place the one that goes best is the least.
 */
export const timeChoices = (childKey: string, options: readonly Option[], fixed: readonly Fixed[]): TimeChoice[] => {
  const least = suggestTimes([{ childKey, options }], fixed)?.sectionIds[0] ?? null
  return options.map(option => {
    // Whether a place is left says nothing about the times.
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
