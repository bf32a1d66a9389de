import { useTranslations } from 'use-intl'
import type { DuplicateSide } from '#contract/office/duplicates.ts'
import { Named } from '#web/words/Name.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** One record in a few lines: its names, identifying details, and related people. */
export const Side = ({ side }: { side: DuplicateSide }) => {
  const t = useTranslations('duplicates')
  const format = useFormat()
  const lines = [
    side.birthOn && t('born', { day: format.day(side.birthOn) }),
    side.email,
    side.phone,
    side.address,
  ].filter(Boolean)
  return (
    <div className="grid min-w-0 content-start gap-1 text-sm">
      <p className="flex flex-wrap items-center gap-2 text-base font-semibold">
        <span className="wrap-anywhere">
          <Named names={side} />
        </span>
        {side.isArchived && <Badge>{t('archived')}</Badge>}
      </p>
      {side.people.length > 0 && (
        <ul className="flex flex-wrap gap-x-3">
          {side.people.map(person => (
            <li key={`${person.name} ${person.nativeName}`}>
              <Named names={person} />
            </li>
          ))}
        </ul>
      )}
      {lines.map(line => (
        <p key={line} className="text-ink-2 wrap-anywhere">
          {line}
        </p>
      ))}
    </div>
  )
}

/** The merge parameter of an address: the kind of record, the one to keep and, once it is chosen, the other. */
export const mergeKey = (of: string, keepId: string, dropId = ''): string => [of, keepId, dropId].join('.')
