import type { TermPlan } from '#contract/terms.ts'

export type DayEntry = { onDay: string; kind: 'session' | 'cancelled' | 'closure'; note: string; lesson: number }

/** Lessons (numbered) and closures of a term by day. */
export const dayEntries = (plan: TermPlan): DayEntry[] => {
  let lesson = 0
  const sessions = plan.sessionDates.map((session): DayEntry => {
    const isOff = session.status === 'cancelled'
    if (!isOff) lesson += 1
    return {
      onDay: session.onDay,
      kind: isOff ? 'cancelled' : 'session',
      note: session.note,
      lesson: isOff ? 0 : lesson,
    }
  })
  const closures = plan.closures.map((closure): DayEntry => ({
    onDay: closure.onDay,
    kind: 'closure',
    note: closure.reason,
    lesson: 0,
  }))
  return [...sessions, ...closures].sort((a, b) => a.onDay.localeCompare(b.onDay))
}

/** Every month ('YYYY-MM') from one day to another. */
export const monthsBetween = (from: string, to: string): string[] => {
  const months: string[] = []
  let [year = 0, month = 1] = from.split('-').map(Number)
  for (;;) {
    const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`
    if (text > to.slice(0, 7) || months.length > 60) return months
    months.push(text)
    month += 1
    if (month > 12) [year, month] = [year + 1, 1]
  }
}

/** The days of a month in weeks; null pads the first and the last week. `firstWeekday` is 1 Monday … 7 Sunday. */
export const weeksOf = (month: string, firstWeekday: number): (string | null)[][] => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate()
  const first = new Date(Date.UTC(year, number - 1, 1)).getUTCDay() || 7
  const cells: (string | null)[] = Array.from({ length: (first - firstWeekday + 7) % 7 }, () => null)
  for (let day = 1; day <= count; day += 1) cells.push(`${month}-${String(day).padStart(2, '0')}`)
  while (cells.length % 7 > 0) cells.push(null)
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}
