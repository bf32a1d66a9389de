import { useTranslations } from 'use-intl'
import type { Roll } from '#contract/teaching/absences.ts'
import { decide, useSheet } from '#web/teaching/absences/rollQueue.ts'
import { useMarkText } from '#web/teaching/absences/useMarkText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/States.tsx'
import { Named, useNames } from '#web/words/Name.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** Students whom another person marked before the reader's mark was sent: both marks, and the choice between them. */
export const RollDisputes = ({ roll }: { roll: Roll }) => {
  const t = useTranslations('roll')
  const names = useNames()
  const format = useFormat()
  const markText = useMarkText(roll.ownCodes)
  const { changes } = useSheet(roll.meetingId)
  const disputed = roll.marks.flatMap(theirs => {
    const mine = changes.get(theirs.enrolmentId)
    return mine?.isDisputed ? [{ theirs, mine }] : []
  })
  if (disputed.length === 0) return null
  return (
    <Notice alert tone="warn" className="mb-4" title={t('disputed', { n: disputed.length })}>
      <ul className="grid gap-3 pt-1">
        {disputed.map(({ theirs, mine }) => {
          const name = names(theirs).first
          const { code, ownCodeId, note } = theirs
          const both = { mine: markText(mine), theirs: markText(theirs) }
          return (
            <li key={theirs.enrolmentId} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
              <span className="min-w-0">
                <span className="block font-semibold text-ink">
                  <Named names={theirs} />
                </span>
                <span className="block">
                  {t('both', {
                    ...both,
                    who: theirs.markedBy ? names(theirs.markedBy).first : t('somebody'),
                    time: theirs.markedAt ? format.instant(theirs.markedAt, 'time') : '',
                  })}
                </span>
              </span>
              <span className="flex flex-wrap gap-2">
                <Button
                  aria-label={t('keepMineOf', { name, mark: both.mine })}
                  onClick={() => decide(roll.meetingId, theirs, mine)}
                >
                  {t('keepMine')}
                </Button>
                <Button
                  aria-label={t('keepTheirsOf', { name, mark: both.theirs })}
                  onClick={() => decide(roll.meetingId, theirs, { code, ownCodeId, note })}
                >
                  {t('keepTheirs')}
                </Button>
              </span>
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}
