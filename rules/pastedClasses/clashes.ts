import { overlap } from '#rules/fit.ts'
import type { PasteProblem } from './notes.ts'

export type Timed = { weekday: number; startsAt: string; endsAt: string }
/** A class that occupies its room and teachers, planned in a row or stored. */
export type Needing = Timed & {
  /** The row that plans it; null for a class that the school has already. */
  row: number | null
  name: string
  room: { key: string; name: string } | null
  teachers: readonly { key: string; name: string }[]
}

/** Rooms and teachers that two classes need at the same time. The problem is reported at each row involved. */
export const findClashes = (classes: readonly Needing[]): { row: number; problem: PasteProblem }[] => {
  const found: { row: number; problem: PasteProblem }[] = []
  const tell = (at: Needing, other: Needing, field: 'room' | 'teacher', text: string) => {
    const code = field === 'room' ? 'room-taken' : 'teacher-busy'
    const problem = { field, code, text: `${text}: ${other.name}`, from: 0, to: 0 } as const
    if (at.row !== null) found.push({ row: at.row, problem })
  }
  const byDay = Map.groupBy(classes, ({ weekday }) => weekday)
  for (const ofDay of byDay.values())
    for (const [index, a] of ofDay.entries())
      for (const b of ofDay.slice(index + 1)) {
        if ((a.row === null && b.row === null) || !overlap(a, b)) continue
        if (a.room && a.room.key === b.room?.key) {
          tell(a, b, 'room', a.room.name)
          tell(b, a, 'room', a.room.name)
        }
        for (const teacher of a.teachers)
          if (b.teachers.some(({ key }) => key === teacher.key)) {
            tell(a, b, 'teacher', teacher.name)
            tell(b, a, 'teacher', teacher.name)
          }
      }
  return found
}
