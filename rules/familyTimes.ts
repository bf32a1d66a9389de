import type { TimeConflict } from '#contract/enrolment/promotions.ts'
import { overlap } from './fit.ts'

export type Interval = { weekday: number; startsAt: string; endsAt: string }
/** When a child of a family is in a class. */
export type Visit = Interval & { studentId: string }

/** So long may a family wait between two classes before it is called a gap. */
const longestWait = 60
/** How long it takes to pick up one child and bring another. */
export const handoverMinutes = 10

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
/** From the end of one to the beginning of the other; negative where they overlap. */
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

/** Where on one day nobody of the family has a class for long, between two that somebody has. */
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

/** Where siblings come on different days and none of them on both: the day with fewer of them is told. */
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

/** What is wrong with the times of one family, by the places of its visits in the list. */
export const familyConflicts = (visits: readonly Visit[]): FamilyConflict[] => {
  if (visits.length < 2) return []
  const indexed = visits.map((visit, index) => ({ visit, index }))
  const byDay = [...Map.groupBy(indexed, ({ visit }) => visit.weekday).entries()]
    .sort(([a], [b]) => a - b)
    .map(([, day]) => day)
  return [...pairs(visits), ...byDay.flatMap(gaps), ...days(byDay)]
}

/** How many things would go wrong for a family that has these visits already, by one more. */
export const awkwardness = (visits: readonly Visit[], more: Visit): number =>
  familyConflicts([...visits, more]).filter(({ at }) => at === visits.length).length
