import type { TimeConflict } from '#contract/enrolment/promotions.ts'
import { overlap } from './fit.ts'

export type Interval = { weekday: number; startsAt: string; endsAt: string }
/** The time when a child of the family is in a class. */
export type Visit = Interval & { studentId: string }

/** Minutes that a family may wait between two classes before the wait counts as a gap. */
const longestWait = 60
/** Minutes needed to pick up one child and drop off another. */
export const handoverMinutes = 10

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
/** Minutes from the end of one to the start of the other; negative if they overlap. */
const between = (a: Interval, b: Interval): number => minutesOf(b.startsAt) - minutesOf(a.endsAt)

const isHandover = (a: Visit, b: Visit): boolean =>
  a.studentId !== b.studentId && a.weekday === b.weekday && between(a, b) >= 0 && between(a, b) < handoverMinutes

export type FamilyConflict = { kind: TimeConflict; at: number; other: number; minutes: number }

const pairs = (visits: readonly Visit[]): FamilyConflict[] =>
  visits.flatMap((a, at) =>
    visits.flatMap((b, other): FamilyConflict[] => {
      if (at === other) return []
      if (a.studentId === b.studentId) return overlap(a, b) ? [{ kind: 'double', at, other, minutes: 0 }] : []
      if (isHandover(a, b)) return [{ kind: 'handover', at, other, minutes: between(a, b) }]
      return isHandover(b, a) ? [{ kind: 'handover', at, other, minutes: between(b, a) }] : []
    }),
  )

/**
 * The gaps of one day: times longer than `longestWait` between two classes, when no child of the family has a class.
 */
const gaps = (day: readonly { visit: Visit; index: number }[]): FamilyConflict[] => {
  const sorted = day.toSorted((a, b) => (a.visit.startsAt < b.visit.startsAt ? -1 : 1))
  const found: FamilyConflict[] = []
  let last = sorted[0]!
  for (const each of sorted.slice(1)) {
    const minutes = between(last.visit, each.visit)
    if (minutes > longestWait)
      found.push(
        { kind: 'gap', at: last.index, other: each.index, minutes },
        { kind: 'gap', at: each.index, other: last.index, minutes },
      )
    if (each.visit.endsAt > last.visit.endsAt) last = each
  }
  return found
}

/**
 * Conflicts of siblings who come on different days, with no child on both. They are reported for the day with fewer
 * classes.
 */
const days = (byDay: readonly (readonly { visit: Visit; index: number }[])[]): FamilyConflict[] => {
  const who = byDay.map(day => new Set(day.map(({ visit }) => visit.studentId)))
  return byDay.flatMap((day, one) =>
    byDay.flatMap((than, two) => {
      if (one === two || [...who[one]!].some(each => who[two]!.has(each))) return []
      const isFewer = day.length < than.length || (day.length === than.length && one > two)
      return isFewer
        ? day.map(({ index }): FamilyConflict => ({ kind: 'days', at: index, other: than[0]!.index, minutes: 0 }))
        : []
    }),
  )
}

/** The conflicts in one family's times. `at` and `other` are indexes into the list of visits. */
export const familyConflicts = (visits: readonly Visit[]): FamilyConflict[] => {
  if (visits.length < 2) return []
  const indexed = visits.map((visit, index) => ({ visit, index }))
  const byDay = [...Map.groupBy(indexed, ({ visit }) => visit.weekday).entries()]
    .sort(([a], [b]) => a - b)
    .map(([, day]) => day)
  return [...pairs(visits), ...byDay.flatMap(gaps), ...days(byDay)]
}

/** The number of conflicts that one more visit would cause for a family that already has these visits. */
export const awkwardness = (visits: readonly Visit[], more: Visit): number =>
  familyConflicts([...visits, more]).filter(({ at }) => at === visits.length).length
