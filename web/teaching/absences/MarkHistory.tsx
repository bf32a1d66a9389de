import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { OwnCode, RollMark } from '#contract/teaching/absences.ts'
import { useMarkText } from '#web/teaching/absences/useMarkText.ts'
import { Later } from '#web/routing/Later.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useReadLater } from '#web/wire/call.ts'
import { useNames } from '#web/words/Name.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type MarkHistoryProps = { meetingId: string; mark: RollMark; ownCodes: readonly OwnCode[] }

const Versions = ({ meetingId, mark, ownCodes }: MarkHistoryProps) => {
  const t = useTranslations('roll')
  const names = useNames()
  const format = useFormat()
  const markText = useMarkText(ownCodes)
  const found = useReadLater('absences-revisions', { meetingId, enrolmentId: mark.enrolmentId })
  return (
    <Later read={found}>
      {versions => (
        <ol aria-label={t('history')} className="grid gap-1.5 text-sm">
          {versions.map(version => (
            <li key={version.id} className="flex flex-wrap justify-between gap-x-4">
              <span className="font-medium">{markText(version)}</span>
              <span className="text-ink-2">
                {t('markedBy', {
                  who: version.markedBy ? names(version.markedBy).first : t('somebody'),
                  at: format.instant(version.markedAt),
                })}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Later>
  )
}

/** The history of one student's mark: by whom and when; loaded when opened. */
export const MarkHistory = (props: MarkHistoryProps) => {
  const t = useTranslations('roll')
  const [isOpen, setOpen] = useState(false)
  return isOpen ? (
    <Versions {...props} />
  ) : (
    <Button variant="quiet" className="justify-self-start" onClick={() => setOpen(true)}>
      {t('history')}
    </Button>
  )
}
