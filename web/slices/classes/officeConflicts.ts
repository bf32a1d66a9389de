import { useTranslations } from 'use-intl'
import type { Section } from '#contract/classes.ts'
import { useFormat } from '#web/useFormat.ts'

/** What a class takes up; also of one that is still being planned. */
export type Planned = Pick<
  Section,
  'id' | 'name' | 'weekday' | 'startsAt' | 'endsAt' | 'roomId' | 'room' | 'teacherIds' | 'teachers' | 'status'
>
export type Conflict = { a: Planned; b: Planned; kind: 'room' | 'teacher'; what: string }
type Overlap = (a: Planned, b: Planned) => boolean

const isPlanned = ({ status }: Planned): boolean => status !== 'cancelled' && status !== 'ended'

const between = (a: Planned, b: Planned, overlap: Overlap): Conflict[] => {
  if (!isPlanned(a) || !isPlanned(b) || !overlap(a, b)) return []
  const found: Conflict[] = []
  if (a.roomId !== null && a.roomId === b.roomId) found.push({ a, b, kind: 'room', what: b.room || a.room })
  const shared = b.teacherIds.findIndex(id => a.teacherIds.includes(id))
  if (shared >= 0)
    found.push({
      a,
      b,
      kind: 'teacher',
      what: b.teachers[b.teacherIds.length === b.teachers.length ? shared : 0] ?? '',
    })
  return found
}

/** Pairs of classes that need the same room or the same teacher at the same time. */
export const conflictsIn = (sections: readonly Planned[], overlap: Overlap): Conflict[] =>
  sections.flatMap((a, index) => sections.slice(index + 1).flatMap(b => between(a, b, overlap)))

/** The same for one class among others. */
export const conflictsOf = (planned: Planned, others: readonly Planned[], overlap: Overlap): Conflict[] =>
  others.filter(other => other.id !== planned.id).flatMap(other => between(planned, other, overlap))

/** A conflict in a sentence. */
export const useConflictText = (): ((conflict: Conflict) => string) => {
  const t = useTranslations('adminConfig.classes')
  const format = useFormat()
  return ({ a, b, kind, what }) =>
    t(kind === 'room' ? 'roomConflict' : 'teacherConflict', {
      a: a.name,
      b: b.name,
      what,
      when: `${format.weekday(b.weekday)} ${format.time(b.startsAt)}`,
    })
}
