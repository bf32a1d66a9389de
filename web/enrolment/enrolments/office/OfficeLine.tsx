import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { waitlistMoves } from '#contract/enrolment/enrolments.plain.ts'
import type { Output } from '#contract/index.ts'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { useMails } from '#web/wire/mails.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Name, useFirstName, useNameText } from '#web/words/Name.tsx'
import { Link, textLink } from '#web/routing/link.tsx'
import { useMay } from '#web/session/may.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { OfficePastLine } from './OfficePastLine.tsx'

type Entry = Output<'enrolments-waitlist'>[number]
type Act = 'offer' | 'accept' | 'remove'

/** Shows the consequences before a student is offered a spot, given it, or taken off the waitlist. */
const ActDialog = ({ entry, act, onClose }: { entry: Entry; act: Act; onClose: () => void }) => {
  const t = useTranslations('enrolling')
  const rules = useTranslations('seatRules')
  const ui = useUiText()
  const format = useFormat()
  const failure = useFailureText()
  const firstName = useFirstName()
  const nameText = useNameText()
  const { data: rule } = useReadLater('config-registration', {})
  const mails = useMails()
  const price = useReadLater('enrolments-offerPrice', { id: entry.id }, { enabled: act !== 'remove' })
  const move = useWrite('enrolments-moveWaiting')
  const answer = useWrite('enrolments-answerOffer')
  const name = nameText({ name: entry.student, nativeName: entry.nativeName })
  const done = (message: string) => () => {
    toast(message)
    onClose()
  }
  const send = () => {
    if (act === 'accept') {
      const agreedCents = price.data?.totalCents
      answer.start({ id: entry.id, accepts: true, agreedCents }, done(t('acceptedToast', { name })))
    } else if (act === 'offer') move.start({ id: entry.id, to: 'offered' }, done(t('offeredToast', { name })))
    else move.start({ id: entry.id, to: 'removed' }, done(t('removedToast', { name })))
  }
  const error = move.error ?? answer.error ?? price.error
  return (
    <Dialog
      open
      onClose={onClose}
      title={rules(`confirm.${act}`, { name })}
      description={rules(`confirm.${act}Hint`, { n: rule?.offerHours ?? 0, mails })}
      actions={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button
            variant={act === 'remove' ? 'danger' : 'primary'}
            pending={move.isPending || answer.isPending}
            disabled={act === 'accept' && !price.data}
            onClick={send}
          >
            {t(act === 'offer' ? 'offer' : act === 'accept' ? 'acceptFor' : 'remove')}
          </Button>
        </>
      }
    >
      {error !== null && (
        <Notice alert tone="danger">
          {failure(error)}
        </Notice>
      )}
      {act !== 'remove' && price.data && (
        <p className="text-sm text-ink-2">{rules('confirm.price', { amount: format.money(price.data.totalCents) })}</p>
      )}
      {act !== 'remove' && entry.clashes.length > 0 && (
        <Notice tone="warn">{rules('clashes', { names: format.list(entry.clashes.map(firstName)) })}</Notice>
      )}
    </Dialog>
  )
}

/**
 * One waitlist entry, with the actions that its state allows; only the first without an offer can be offered a free
 * seat.
 */
const Place = ({ entry, isNext }: { entry: Entry; isNext: boolean }) => {
  const t = useTranslations('enrolling')
  const rules = useTranslations('seatRules')
  const format = useFormat()
  const firstName = useFirstName()
  const [act, setAct] = useState<Act | null>(null)
  const may = useMay()
  const moves = may('enrolments-moveWaiting') === true ? waitlistMoves[entry.status] : []
  return (
    <li className="grid gap-1 border-b border-line py-2 text-sm last:border-0">
      <div className="flex items-baseline gap-3">
        <span className="w-6 shrink-0 text-end font-semibold tabular-nums">{entry.position}</span>
        <span className="min-w-0 flex-1 font-medium">
          <Link to="/adminstudent" search={{ id: entry.studentId }} className="hover:underline">
            <Name name={entry.student} nativeName={entry.nativeName} />
          </Link>
        </span>
        <span className="shrink-0 text-ink-2">
          {entry.status === 'offered' ? (
            <Badge tone="warn">{t('offered')}</Badge>
          ) : (
            t('since', { day: format.instant(entry.joinedAt, 'day') })
          )}
        </span>
      </div>
      {(entry.reasons.length > 0 || entry.expiresAt !== null || entry.clashes.length > 0) && (
        <p className="flex flex-wrap items-center gap-2 ps-9 text-ink-2">
          {entry.reasons.map(reason => (
            <Badge key={reason} tone="info">
              {rules(`short.${reason}`)}
            </Badge>
          ))}
          {entry.expiresAt !== null && rules('until', { time: format.instant(entry.expiresAt) })}
          {entry.clashes.length > 0 && (
            <span className="text-marigold-ink">
              {rules('clashes', { names: format.list(entry.clashes.map(firstName)) })}
            </span>
          )}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2 ps-9 empty:hidden">
        {moves.includes('offered') && isNext && entry.freeSeats > 0 && (
          <Button size="small" variant="primary" onClick={() => setAct('offer')}>
            {t('offer')}
          </Button>
        )}
        {moves.includes('accepted') && (
          <Button size="small" onClick={() => setAct('accept')}>
            {t('acceptFor')}
          </Button>
        )}
        {moves.includes('removed') && (
          <Button size="small" variant="quiet" onClick={() => setAct('remove')}>
            {t('remove')}
          </Button>
        )}
      </div>
      {act !== null && <ActDialog entry={entry} act={act} onClose={() => setAct(null)} />}
    </li>
  )
}

/** The school's rule for freed seats, with a link to change it. */
export const LineRule = () => {
  const t = useTranslations('seatRules')
  const may = useMay()
  const { data } = useReadLater('config-registration', {})
  if (!data) return null
  return (
    <p className="text-sm text-ink-2">
      {data.offersByItself ? t('byItselfNote', { n: data.offerHours }) : t('byHandNote')}{' '}
      {may('config-changeRegistration') === true && (
        <Link to="/adminconfig" search={{ subMenu: 'registration' }} className={textLink}>
          {t('change')}
        </Link>
      )}
    </p>
  )
}

/** The waitlist of one class in its order, and the past entries. */
export const OfficeLine = ({ sectionId, waiting }: { sectionId: string; waiting: readonly Entry[] }) => {
  const next = waiting.find(({ status }) => status === 'waiting')
  return (
    <>
      <ol className="grid">
        {waiting.map(entry => (
          <Place key={entry.id} entry={entry} isNext={entry === next} />
        ))}
      </ol>
      <OfficePastLine sectionId={sectionId} />
    </>
  )
}
