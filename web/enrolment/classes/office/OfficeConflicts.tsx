import { useDeferredValue } from 'react'
import { useTranslations } from 'use-intl'
import type { ClassConflict } from '#contract/enrolment/classes.ts'
import type { Input } from '#contract/index.ts'
import { useReadLater } from '#web/wire/call.ts'
import { useFirstName, useNameText } from '#web/words/Name.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** Returns a function that describes a conflict in a sentence, with the people concerned. */
const useConflictText = (): ((conflict: ClassConflict) => string) => {
  const t = useTranslations('conflicts')
  const format = useFormat()
  const first = useFirstName()
  const both = useNameText()
  return conflict => {
    const { kind, name, n, people, seats, what } = conflict
    const a = name ? first(conflict) : t('thisClass')
    if (kind === 'small') return t('small', { a, what, n: format.number(n), seats: seats ?? 0 })
    const b = first({ name: conflict.other, nativeName: conflict.otherNativeName })
    const when = `${format.weekday(conflict.weekday)} ${format.time(conflict.startsAt)}`
    if (kind === 'room') return t('room', { a, b, what, when })
    const more = n > people.length ? [t('more', { n: n - people.length })] : []
    const who = format.all([...people.map(both), ...more])
    return t(kind, { a, b, who, n, when })
  }
}

const keyOf = ({ kind, sectionId, otherId }: ClassConflict): string => `${kind} ${sectionId} ${otherId}`
const mostShown = 8

/** The conflicts among the classes of a term; nothing if there are none. */
export const TermConflicts = ({ conflicts }: { conflicts: readonly ClassConflict[] }) => {
  const t = useTranslations('conflicts')
  const text = useConflictText()
  if (conflicts.length === 0) return null
  const rest = conflicts.slice(mostShown)
  const lines = (of: readonly ClassConflict[]) => (
    <ul className="mt-1 grid list-disc gap-0.5 ps-4">
      {of.map(conflict => (
        <li key={keyOf(conflict)}>{text(conflict)}</li>
      ))}
    </ul>
  )
  return (
    <Notice tone="warn" title={t('title', { n: conflicts.length })}>
      {lines(conflicts.slice(0, mostShown))}
      {rest.length > 0 && (
        <details>
          <summary className="min-h-control cursor-pointer py-2 font-medium">{t('rest', { n: rest.length })}</summary>
          {lines(rest)}
        </details>
      )}
    </Notice>
  )
}

/** The conflicts of a planned class, shown before it is saved. */
export const PlannedConflicts = ({ termId, planned }: Input<'classes-conflicts'>) => {
  const t = useTranslations('conflicts')
  const text = useConflictText()
  const asked = useDeferredValue(planned)
  const isWhole = asked !== undefined && asked.startsAt !== '' && asked.endsAt !== '' && asked.startsAt < asked.endsAt
  const found = useReadLater('classes-conflicts', { termId, ...(asked && { planned: asked }) }, { enabled: isWhole })
  const conflicts = isWhole ? (found.data ?? []) : []
  return (
    <div role="status">
      {conflicts.length > 0 && (
        <Notice tone="warn" title={t('title', { n: conflicts.length })}>
          <ul className="mt-1 grid gap-1">
            {conflicts.map(conflict => (
              <li key={keyOf(conflict)}>{text(conflict)}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}
