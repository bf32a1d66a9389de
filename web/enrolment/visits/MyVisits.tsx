import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Visit } from '#contract/enrolment/visits.ts'
import { visitMoves } from '#contract/enrolment/visits.plain.ts'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { lazily } from '#web/routing/lazily.tsx'
import { ButtonLink } from '#web/routing/link.tsx'
import { Named, useFirstName } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Badge, Chip, type Tone } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'

const CancelVisit = lazily(() => import('./CancelVisit.tsx').then(module => module.CancelVisit))
const Convert = lazily(() => import('./Convert.tsx').then(module => module.Convert))
const MoveVisit = lazily(() => import('./MoveVisit.tsx').then(module => module.MoveVisit))

const tones: Record<Visit['status'], Tone> = {
  asked: 'info',
  approved: 'good',
  declined: 'neutral',
  cancelled: 'neutral',
  converted: 'good',
}

const Row = ({ visit, onConvert, onMove }: { visit: Visit; onConvert: () => void; onMove: () => void }) => {
  const t = useTranslations('visits')
  const format = useFormat()
  const failure = useFailureText()
  const firstName = useFirstName()
  const cancel = useWrite('visits-cancel')
  const name = firstName({ name: visit.student, nativeName: visit.studentNativeName })
  const moves = visitMoves[visit.status]
  const [isAsking, setAsking] = useState(false)
  // Only an approved visit is charged.
  const isCharged = visit.priceCents > 0 && visit.status === 'approved'
  const hasBegun = moves.includes('cancelled') && !visit.mayCancel
  const doCancel = () =>
    cancel.start({ id: visit.id }, () => {
      setAsking(false)
      toast(t('cancelled', { name }))
    })
  const day = format.day(visit.onDay, 'weekday')
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <span className="font-semibold">
          <Named names={{ name: visit.student, nativeName: visit.studentNativeName }} />
        </span>
        {hasBegun ? (
          <Badge>{t('over')}</Badge>
        ) : (
          <Badge tone={visit.isCalledOff ? 'bad' : tones[visit.status]}>
            {visit.isCalledOff ? t('calledOff.badge') : t(`status.${visit.status}`)}
          </Badge>
        )}
      </div>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-2">
        <Chip crayon={visit.crayon}>
          <Named names={{ name: visit.section, nativeName: visit.nativeName }} quiet="" />
        </Chip>
        {[
          t(`kind.${visit.kind}`),
          format.parts([day, format.time(visit.startsAt)]),
          ...(visit.room && visit.status === 'approved' ? [t('room', { room: visit.room })] : []),
          visit.priceCents === 0 ? t('free') : format.money(visit.priceCents),
        ].join(' · ')}
      </p>
      {visit.answer && <p className="text-sm">{t('adds', { text: visit.answer })}</p>}
      {visit.choosesUntil !== null && (
        <p className="text-sm">
          {visit.reason && (
            <span className="block font-medium">
              {firstName({ name: visit.reason, nativeName: visit.nativeReason })}
            </span>
          )}
          {t(isCharged ? 'calledOff.says' : 'calledOff.saysFree', {
            day,
            until: format.day(visit.choosesUntil, 'weekday'),
          })}
        </p>
      )}
      {(visit.mayConvert || visit.mayCancel) && (
        <div className="flex flex-wrap gap-2">
          {visit.isCalledOff && (
            <Button variant="primary" onClick={onMove} aria-label={t('calledOff.moveOf', { name })}>
              {t('calledOff.move')}
            </Button>
          )}
          {visit.mayConvert &&
            !visit.isCalledOff &&
            moves.includes('converted') &&
            (visit.needsRegistration ? (
              <ButtonLink to="/register" search={{ class: visit.sectionId, term: visit.termId }} variant="primary">
                {t('register')}
              </ButtonLink>
            ) : (
              <Button variant="primary" onClick={onConvert}>
                {t('enrol')}
              </Button>
            ))}
          {visit.mayCancel && moves.includes('cancelled') && (
            <Button
              variant="quiet"
              aria-label={t('cancelOf', { name })}
              pending={cancel.isPending}
              // Without a lesson, there is no spot to lose.
              onClick={visit.isCalledOff ? doCancel : () => setAsking(true)}
            >
              {visit.isCalledOff && isCharged
                ? t('calledOff.back', { amount: format.money(visit.priceCents) })
                : t('cancel')}
            </Button>
          )}
        </div>
      )}
      {cancel.error !== null && (
        <Notice alert tone="danger">
          {failure(cancel.error)}
        </Notice>
      )}
      {isAsking && (
        <CancelVisit
          visit={visit}
          description={t('cancelText', { day })}
          isPending={cancel.isPending}
          onCancel={doCancel}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}

/** Trials and drop-ins of the family's children, coming and recent; nothing if there are none. */
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
          <Row key={visit.id} visit={visit} onConvert={() => setOpen(visit.id)} onMove={() => setMoving(visit.id)} />
        ))}
      </ul>
      {moving && <MoveVisit visit={moving} onClose={() => setMoving(null)} />}
      {opened && <Convert visit={opened} onClose={() => setOpen(null)} />}
    </Card>
  )
}
