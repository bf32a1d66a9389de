import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Badge, BadgeRow } from '#contract/people/badges.ts'
import { useRead, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { ButtonLink } from '#web/routing/link.tsx'
import { Named, useNameText } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Empty, Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { BadgeSheet } from './BadgeSheet.tsx'

type Asked = 'make' | 'end'

/** The badges of a class: who has one, making new ones, and ending them. */
export const BadgesCard = ({ sectionId }: { sectionId: string }) => {
  const t = useTranslations('badges.office')
  const failureText = useFailureText()
  const format = useFormat()
  const nameText = useNameText()
  const rows = useRead('badges-list', { sectionId })
  const without = rows.filter(({ madeAt }) => madeAt === null)
  const [chosen, setChosen] = useState<readonly string[]>(() => without.map(({ studentId }) => studentId))
  const [asked, setAsked] = useState<Asked | null>(null)
  const [made, setMade] = useState<readonly Badge[] | null>(null)
  const make = useWrite('badges-make')
  const end = useWrite('badges-end')
  const these = rows.filter(({ studentId }) => chosen.includes(studentId))
  const ending = these.filter(({ madeAt }) => madeAt !== null)
  const idsOf = (of: readonly BadgeRow[]) => ({ sectionId, studentIds: of.map(({ studentId }) => studentId) })
  const makeThem = () =>
    make.start(idsOf(these), badges => {
      setAsked(null)
      setChosen([])
      setMade(badges)
    })
  const endThem = () =>
    end.start(idsOf(ending), () => {
      setAsked(null)
      setChosen([])
      toast(t('ended', { n: ending.length }))
    })
  // Not in a card, which printers keep on one page: the first would hold the title alone.
  if (made) return <BadgeSheet badges={made} onDone={() => setMade(null)} />
  const back = (
    <ButtonLink to="/student" search={{ section: sectionId }}>
      {t('back')}
    </ButtonLink>
  )
  if (rows.length === 0) return <Empty action={back}>{t('nobody')}</Empty>
  const failure = asked === 'end' ? end.error : make.error
  return (
    <Card title={t('title')} aside={back}>
      <p className="mb-4 max-w-[66ch] text-ink-2">{t('lead')}</p>
      <ul className="divide-y divide-line">
        {rows.map(row => (
          <li key={row.studentId} className="flex flex-wrap items-center justify-between gap-x-6 py-1">
            <Checkbox
              label={<Named names={row} />}
              checked={chosen.includes(row.studentId)}
              onChange={isOn =>
                setChosen(isOn ? [...chosen, row.studentId] : chosen.filter(id => id !== row.studentId))
              }
            />
            <span className="text-sm text-ink-2">
              {row.madeAt === null
                ? t('none')
                : [
                    t('made', { day: format.instant(row.madeAt, 'day') }),
                    row.lastUsedAt ? t('used', { day: format.instant(row.lastUsedAt, 'day') }) : t('unused'),
                  ].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {make.error !== null && asked === null && (
        <Notice alert tone="danger" className="mt-4">
          {failureText(make.error)}
        </Notice>
      )}
      <p className="mt-5 flex flex-wrap gap-3">
        <Button
          variant="primary"
          disabled={these.length === 0}
          pending={make.isPending}
          pendingText={t('making')}
          onClick={() => (ending.length > 0 ? setAsked('make') : makeThem())}
        >
          {t('make', { n: these.length })}
        </Button>
        <Button disabled={ending.length === 0} onClick={() => setAsked('end')}>
          {t('end', { n: ending.length })}
        </Button>
      </p>
      {asked !== null && (
        <Dialog
          open
          title={t(asked === 'make' ? 'againTitle' : 'endTitle', { n: ending.length })}
          onClose={() => setAsked(null)}
          actions={
            <>
              <Button onClick={() => setAsked(null)}>{t('keep')}</Button>
              <Button
                variant={asked === 'make' ? 'primary' : 'danger'}
                pending={make.isPending || end.isPending}
                pendingText={t('making')}
                onClick={asked === 'make' ? makeThem : endThem}
              >
                {asked === 'make' ? t('make', { n: these.length }) : t('end', { n: ending.length })}
              </Button>
            </>
          }
        >
          {failure !== null && (
            <Notice alert tone="danger">
              {failureText(failure)}
            </Notice>
          )}
          <p>{t(asked === 'make' ? 'againText' : 'endText', { names: format.list(ending.map(nameText)) })}</p>
        </Dialog>
      )}
    </Card>
  )
}
