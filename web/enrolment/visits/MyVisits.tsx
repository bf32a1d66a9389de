import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Visit } from '#contract/enrolment/visits.ts'
import { visitMoves } from '#contract/enrolment/visits.plain.ts'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { ButtonLink } from '#web/routing/link.tsx'
import { Named, useFirstName } from '#web/words/Name.tsx'
import { Convert } from '#web/enrolment/visits/Convert.tsx'
import { MoveVisit } from '#web/enrolment/visits/MoveVisit.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Badge, Chip, type Tone } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'

const tones: Record<Visit['status'], Tone> = {
  asked: 'info',
  approved: 'good',
  declined: 'neutral',
  cancelled: 'neutral',
  converted: 'good',
}

const Row = ({ of, onConvert, onMove }: { of: Visit; onConvert: () => void; onMove: () => void }) => {
  const t = useTranslations('visits')
  const format = useFormat()
  const failure = useFailureText()
  const firstName = useFirstName()
  const cancel = useWrite('visits-cancel', ['parents', 'payments'])
  const name = firstName({ name: of.student, nativeName: of.studentNativeName })
  const moves = visitMoves[of.status]
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <span className="font-semibold">
          <Named names={{ name: of.student, nativeName: of.studentNativeName }} />
        </span>
        <Badge tone={of.isCalledOff ? 'bad' : tones[of.status]}>
          {of.isCalledOff ? t('calledOff.badge') : t(`status.${of.status}`)}
        </Badge>
      </div>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-2">
        <Chip crayon={of.crayon}>
          <Named names={{ name: of.section, nativeName: of.nativeName }} quiet="" />
        </Chip>
        {[
          t(`kind.${of.kind}`),
          `${format.day(of.onDay, 'weekday')}, ${format.time(of.startsAt)}`,
          ...(of.room && of.status === 'approved' ? [t('room', { room: of.room })] : []),
          of.priceCents === 0 ? t('free') : format.money(of.priceCents),
        ].join(' · ')}
      </p>
      {of.choosesUntil !== null && (
        <p className="text-sm">
          {t(of.priceCents > 0 ? 'calledOff.says' : 'calledOff.saysFree', {
            day: format.day(of.onDay, 'weekday'),
            until: format.day(of.choosesUntil, 'weekday'),
          })}
        </p>
      )}
      {(of.mayConvert || of.mayCancel) && (
        <div className="flex flex-wrap gap-2">
          {of.isCalledOff && (
            <Button variant="primary" onClick={onMove} aria-label={t('calledOff.moveOf', { name })}>
              {t('calledOff.move')}
            </Button>
          )}
          {of.mayConvert &&
            !of.isCalledOff &&
            moves.includes('converted') &&
            (of.needsRegistration ? (
              <ButtonLink to="/register" search={{ class: of.sectionId }} variant="primary">
                {t('register')}
              </ButtonLink>
            ) : (
              <Button variant="primary" onClick={onConvert}>
                {t('enrol')}
              </Button>
            ))}
          {of.mayCancel && moves.includes('cancelled') && (
            <Button
              variant="quiet"
              aria-label={t('cancelOf', { name })}
              pending={cancel.isPending}
              onClick={() =>
                void cancel
                  .send({ id: of.id })
                  .then(() => toast(t('cancelled', { name })))
                  .catch((error: unknown) => toast(failure(error)))
              }
            >
              {of.isCalledOff && of.priceCents > 0 && of.status === 'approved'
                ? t('calledOff.back', { amount: format.money(of.priceCents) })
                : t('cancel')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

/**
 * Trials and single days of one's children, those to come and those of the last weeks; nothing while there are none.
 */
export const MyVisits = () => {
  const t = useTranslations('visits')
  const visits = useReadLater('visits-mine', {})
  const [openId, setOpen] = useState<string | null>(null)
  const [movingId, setMoving] = useState<string | null>(null)
  const shown = visits.data?.filter(({ status }) => status !== 'converted' && status !== 'cancelled') ?? []
  const opened = visits.data?.find(({ id }) => id === openId)
  const moving = visits.data?.find(({ id }) => id === movingId)
  if (shown.length === 0 && !opened) return null
  return (
    <Card title={t('mine')}>
      <ul className="-my-3 divide-y divide-line">
        {shown.map(visit => (
          <Row key={visit.id} of={visit} onConvert={() => setOpen(visit.id)} onMove={() => setMoving(visit.id)} />
        ))}
      </ul>
      {moving && <MoveVisit of={moving} onClose={() => setMoving(null)} />}
      {opened && <Convert of={opened} onClose={() => setOpen(null)} />}
    </Card>
  )
}
