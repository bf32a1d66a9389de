import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { MoneyWay, Withdrawal } from '#contract/enrolment/leavings.ts'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Later } from '#web/routing/Later.tsx'
import { useMay } from '#web/session/may.ts'
import { useFirstName } from '#web/words/Name.tsx'
import { BackFigures, Figure, MoneyChoice } from '#web/enrolment/leavings/Figures.tsx'
import { NoteField } from '#web/enrolment/leavings/NoteField.tsx'
import { isPreviewOutdated, useWithdrawText } from '#web/enrolment/leavings/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { useSchoolClock } from '#web/words/useSchoolClock.ts'

/** The refund tier that applies now, and the next one. */
const TierText = ({ withdrawal }: { withdrawal: Withdrawal }) => {
  const t = useTranslations('leavings.withdraw')
  const format = useFormat()
  const tierValues = ({ percent, lastDay }: NonNullable<Withdrawal['tier']>) => ({
    percent: String(percent),
    day: format.day(lastDay, 'long'),
  })
  if (withdrawal.isUnconfirmed) return t('unconfirmed')
  if (withdrawal.lines.length === 0) return t('nothingAsked')
  if (!withdrawal.tier) return t('noTier')
  return `${t('tier', tierValues(withdrawal.tier))} ${withdrawal.next ? t('next', tierValues(withdrawal.next)) : t('nextNothing')}`
}

/** The figures of a withdrawal, line by line down to what moves. */
export const WithdrawalFigures = ({ withdrawal, isOffice }: { withdrawal: Withdrawal; isOffice: boolean }) => {
  const t = useTranslations('leavings.lines')
  const first = useFirstName()
  const section = first({ name: withdrawal.section, nativeName: withdrawal.sectionNativeName })
  return (
    <>
      <Notice>
        <TierText withdrawal={withdrawal} />
      </Notice>
      {withdrawal.lines.length > 0 && (
        <dl className="grid gap-2">
          <BackFigures lines={withdrawal.lines} section={section} />
          {withdrawal.feeCents > 0 && <Figure label={t('fee')} cents={-withdrawal.feeCents} />}
          <Figure strong label={t(isOffice ? 'total' : 'totalYours')} cents={withdrawal.totalCents} />
        </dl>
      )}
    </>
  )
}

type LeaveProps = { enrolmentId: string; isOffice: boolean; onClose: () => void }
/** Withdraws from a class: every consequence, in figures, and the one button that does it. */
export const Leave = ({ enrolmentId, isOffice, onClose }: LeaveProps) => {
  const t = useTranslations('leavings')
  const text = useUiText()
  const format = useFormat()
  const first = useFirstName()
  const failureText = useFailureText()
  const { day: today } = useSchoolClock()
  const [onDay, setOnDay] = useState('')
  const day = /^\d{4}-\d{2}-\d{2}$/.test(onDay) && onDay < today ? onDay : undefined
  const found = useReadLater('leavings-preview', { enrolmentId, ...(day && { onDay: day }) })
  const [back, setBack] = useState<MoneyWay>('credit')
  const [note, setNote] = useState('')
  const leave = useWrite('leavings-withdraw')
  const ask = useWrite('leavings-ask')
  const end = useWrite('enrolments-move')
  const may = useMay()
  // The enrolment ends now, and its money is settled later, with the enrolments that were ended by hand.
  const [isLater, setLater] = useState(false)
  const mayWait = isOffice && may('enrolments-move') === true && found.data?.isUnconfirmed === false
  const staysOpen = mayWait && isLater
  const confirmText = useWithdrawText()
  const of = found.data
  const section = of ? first({ ...of, name: of.section, nativeName: of.sectionNativeName }) : ''
  const student = of ? first({ name: of.student, nativeName: of.studentNativeName }) : ''
  const error = leave.error ?? ask.error ?? end.error
  const isOld = isPreviewOutdated(error)
  const submit = () => {
    if (!of) return
    const agreed = { enrolmentId, agreedCents: of.totalCents, agreedFreeCents: of.freeCents, back, note }
    const done = (what: string) => {
      toast(what)
      onClose()
    }
    if (staysOpen)
      end.start({ id: enrolmentId, to: 'dropped', note }, () => done(t('done.ended', { student, section })))
    else if (of.way === 'ask')
      ask.start({ ...agreed, toSectionId: null, leavesWaits: false }, () => done(t('done.asked')))
    else leave.start({ ...agreed, ...(day && { onDay: day }) }, () => done(t('done.left', { student, section })))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={of ? t(isOffice ? 'withdraw.officeTitle' : 'withdraw.title', { section }) : t('leave')}
      {...(of && { description: t('withdraw.about', { student, day: format.day(of.onDay, 'long') }) })}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          {of && (
            <Button
              variant={of.way === 'ask' ? 'primary' : 'danger'}
              pending={leave.isPending || ask.isPending || end.isPending}
              disabled={found.isPlaceholderData}
              onClick={submit}
            >
              {staysOpen ? t('confirm.officeLater') : confirmText(of, back, isOffice)}
            </Button>
          )}
        </>
      }
    >
      <Later read={found}>
        {shown => (
          <div className="grid gap-4">
            {error !== null && (
              <Notice alert tone={isOld ? 'warn' : 'danger'}>
                {isOld ? t('changed') : failureText(error)}
              </Notice>
            )}
            {isOffice && !staysOpen && (
              <Field label={t('withdraw.day')} hint={t('withdraw.dayHint')}>
                <Input
                  type="date"
                  max={today}
                  value={onDay || today}
                  onChange={event => setOnDay(event.target.value)}
                />
              </Field>
            )}
            {shown.way === 'ask' && <p>{t('withdraw.askFirst')}</p>}
            {!staysOpen && (
              <>
                <WithdrawalFigures withdrawal={shown} isOffice={isOffice} />
                <MoneyChoice isOffice={isOffice} money={shown} back={back} onChange={setBack} />
              </>
            )}
            {mayWait && (
              <Checkbox
                label={t('withdraw.later')}
                hint={t('withdraw.laterHint')}
                checked={isLater}
                onChange={event => setLater(event.target.checked)}
              />
            )}
            {(isOffice || shown.way === 'ask') && (
              <NoteField isOffice={isOffice} note={note} onChange={setNote} error={error} />
            )}
            <p className="text-sm text-ink-2">{t(shown.way === 'ask' ? 'withdraw.seatAsked' : 'withdraw.seat')}</p>
          </div>
        )}
      </Later>
    </Dialog>
  )
}
