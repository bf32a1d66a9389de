import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { Named, useFirstName } from '#web/words/Name.tsx'
import { useMay } from '#web/session/may.ts'
import { DecideLevel } from '#web/enrolment/placements/DecideLevel.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type Waiting = Output<'placements-waiting'>[number]

const Row = ({ waiting, onDecide }: { waiting: Waiting; onDecide: () => void }) => {
  const t = useTranslations('placing')
  const format = useFormat()
  const firstName = useFirstName()
  const may = useMay()
  const name = firstName({ name: waiting.student, nativeName: waiting.nativeName })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold">
          <Named names={{ name: waiting.student, nativeName: waiting.nativeName }} />
        </p>
        <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
          <Chip crayon={waiting.crayon}>
            <Named names={{ name: waiting.section, nativeName: waiting.sectionNativeName }} quiet="" />
          </Chip>
          {waiting.birthOn && t('age', { day: format.day(waiting.birthOn) })}
        </p>
        {waiting.note && <p className="mt-1 text-sm whitespace-pre-line">{waiting.note}</p>}
      </div>
      {may('placements-decide') === true && (
        <Button aria-label={t('decideOf', { name })} onClick={onDecide}>
          {t('decide')}
        </Button>
      )}
    </li>
  )
}

/** Children who chose a class that needs a level first. `isQuiet` shows nothing if no one waits. */
export const WaitingLevels = ({ isQuiet = false }: { isQuiet?: boolean }) => {
  const t = useTranslations('placing')
  const waiting = useReadLater('placements-waiting', {})
  const [openId, setOpen] = useState<string | null>(null)
  const opened = waiting.data?.find(({ enrolmentId }) => enrolmentId === openId)
  if (isQuiet && !waiting.data?.length && !opened) return null
  return (
    <Card title={t('title')}>
      <Later read={waiting}>
        {found =>
          found.length === 0 ? (
            <p className="text-ink-2">{t('none')}</p>
          ) : (
            <>
              <p className="text-sm text-ink-2">{t('lead')}</p>
              <ul className="divide-y divide-line">
                {found.map(each => (
                  <Row key={each.enrolmentId} waiting={each} onDecide={() => setOpen(each.enrolmentId)} />
                ))}
              </ul>
            </>
          )
        }
      </Later>
      {opened && <DecideLevel {...opened} onClose={() => setOpen(null)} />}
    </Card>
  )
}
