import type { Random } from './random.ts'

/** When families register: groups of the school start one after another, and the last ones join during the term. */
const windows = [
  { from: '2026-05-03T12:30:00Z', to: '2026-05-09T23:00:00Z', families: 34 },
  { from: '2026-05-10T12:00:00Z', to: '2026-05-16T23:00:00Z', families: 62 },
  { from: '2026-05-17T12:00:00Z', to: '2026-06-30T23:30:00Z', families: 54 },
  { from: '2026-07-01T12:00:00Z', to: '2026-09-12T23:00:00Z', families: 58 },
] as const
/** Weeks 3, 6, 7 and 10 of the term; from week 7 on, tuition is prorated. */
const lateComers = [
  '2026-09-28T13:10:00Z',
  '2026-10-18T16:20:00Z',
  '2026-10-27T23:15:00Z',
  '2026-11-16T14:40:00Z',
] as const
/** The number of families that register early enough to save the registration fee. */
export const earlyFamilies = windows.slice(0, 3).reduce((sum, { families }) => sum + families, 0)

/** A family's place in the order in which seats are taken. */
export type Turn = 'staff' | 'fixed' | 'seat' | 'any' | 'wait' | 'late'

// Within a window, more people register at its start and in the evening.
const instantsOf = ({ from, to, families }: (typeof windows)[number], random: Random): string[] => {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  return Array.from({ length: families }, () => {
    const at = new Date(start + (end - start) * random.next() ** 1.4)
    // From eight in the morning to midnight, Eastern time.
    if (at.getUTCHours() >= 4 && at.getUTCHours() < 12) at.setUTCHours(at.getUTCHours() + 10)
    return new Date(Math.min(at.getTime(), end)).toISOString()
  })
}

/**
 * Orders families so that those with a seat in a class come before those on its waitlist, and assigns each the instant
 * at which it registers.
 */
export const schedule = <T extends { turn: Turn }>(families: readonly T[], random: Random): Map<T, string> => {
  const rank: Record<Turn, () => number> = {
    staff: () => random.next() - 2,
    fixed: () => -0.5,
    seat: () => random.next() * 0.2,
    any: () => random.next(),
    wait: () => 0.21 + random.next() * 0.7,
    late: () => 2,
  }
  const instants = [...windows.flatMap(window => instantsOf(window, random)).sort(), ...lateComers]
  if (instants.length !== families.length) throw new Error('the demo’s families and instants differ in number')
  const ranked = families.map(family => ({ family, rank: rank[family.turn]() })).sort((a, b) => a.rank - b.rank)
  return new Map(ranked.map(({ family }, index) => [family, instants[index]!]))
}

/**
 * Maps planned instants to real ones. Past ones stay; future ones move, in order, between the last past one and now, so
 * that the demo looks complete at any time of year.
 */
export const timeline = (planned: readonly string[], now: Date): ((instant: string) => Date) => {
  const sorted = [...new Set(planned)].sort((a, b) => Date.parse(a) - Date.parse(b))
  const future = sorted.filter(instant => Date.parse(instant) > now.getTime())
  const lastPast = sorted[sorted.length - future.length - 1]
  const start = lastPast === undefined ? now.getTime() - 60 * 86_400_000 : Date.parse(lastPast)
  const step = (now.getTime() - start) / (future.length + 1)
  const moved = new Map(future.map((instant, index) => [instant, new Date(start + step * (index + 1))]))
  return instant => moved.get(instant) ?? new Date(instant)
}
