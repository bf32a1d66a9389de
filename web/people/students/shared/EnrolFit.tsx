import { Check, TriangleAlert } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { useMails } from '#web/wire/mails.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Later } from '#web/routing/Later.tsx'
import { useAgesText } from '#web/people/students/shared/agesText.ts'
import { useFirstName } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { RadioGroup } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Textarea } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type Fit = Output<'enrolments-fit'>
type Way = 'line' | 'seat'

const Line = ({ isGood, children }: { isGood: boolean; children: ReactNode }) => (
  <li className="flex items-start gap-2">
    {isGood ? (
      <Check size={16} aria-hidden className="mt-0.5 shrink-0 text-primary-ink" />
    ) : (
      <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-marigold-ink" />
    )}
    <span className="min-w-0">{children}</span>
  </li>
)

/** The free seats of the class, and what its rules say about the student. */
const Facts = ({ fit }: { fit: Fit }) => {
  const t = useTranslations('enrolFit')
  const firstName = useFirstName()
  const ages = useAgesText()(fit)
  const format = useFormat()
  const counts = { capacity: String(fit.capacity), seated: String(fit.seated) }
  return (
    <ul className="grid gap-1.5 text-sm">
      <Line isGood={fit.placesLeft > 0}>
        {[
          fit.seated > fit.capacity ? t('over', counts) : t('spots', { n: fit.placesLeft, ...counts }),
          ...(fit.promised > 0 ? [t('promised', { n: fit.promised })] : []),
          ...(fit.waiting > 0 ? [t('waits', { n: fit.waiting })] : []),
        ].join(' · ')}
      </Line>
      <Line isGood={!fit.overrides.includes('age')}>
        {ages === null
          ? t('anyAge')
          : fit.age === null
            ? t('ageUnknown', { ages })
            : t(fit.overrides.includes('age') ? 'ageNot' : 'age', { age: String(fit.age), ages })}
      </Line>
      {fit.missing.length === 0 ? (
        <Line isGood>{t('ready')}</Line>
      ) : (
        fit.missing.map(reason => (
          <Line key={reason} isGood={false}>
            {t(`missing.${reason}`)}
          </Line>
        ))
      )}
      <Line isGood={fit.clashes.length === 0}>
        {fit.clashes.length === 0 ? t('noClash') : t('clash', { names: format.list(fit.clashes.map(firstName)) })}
      </Line>
    </ul>
  )
}

type Subject = { studentId: string; sectionId: string; section: string }

/** Enrolls a student in a class, after showing how they fit. `studentId` and `sectionId` are empty until chosen. */
export const useEnrolling = ({ studentId, sectionId, section }: Subject, onDone: () => void) => {
  const t = useTranslations('enrolFit')
  const enrolling = useTranslations('enrolling')
  const format = useFormat()
  const isAsked = studentId !== '' && sectionId !== ''
  const read = useReadLater('enrolments-fit', { studentId, sectionId }, { enabled: isAsked })
  const enrol = useWrite('enrolments-enrol')
  const [way, setWay] = useState<Way>('line')
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  // The answer about another student or class is not shown while this one's is loading.
  const fit = isAsked && !read.isPlaceholderData ? read.data : undefined
  const isFull = fit?.overrides.includes('full') === true
  const overrides = (fit?.overrides ?? []).filter(rule => rule === 'age' || way === 'seat')
  const isWaiting = isFull && way === 'line'
  const send = () => {
    if (overrides.length > 0 && reason.trim() === '') return setMissing(true)
    const overrideReason = overrides.length > 0 ? reason : ''
    const agreed = fit && !isWaiting && { agreedCents: fit.totalCents }
    enrol.start({ studentId, sectionId, overrides, overrideReason, ...agreed }, answer => {
      toast(
        answer.outcome === 'waitlist'
          ? enrolling('nowWaits', { section })
          : enrolling('nowSits', { section, amount: format.money(answer.totalCents) }),
      )
      onDone()
    })
  }
  return {
    isAsked,
    read: { ...read, data: fit },
    fit,
    way,
    reason,
    reasonError: isMissing && reason.trim() === '' ? t('reasonMissing') : undefined,
    needsReason: overrides.length > 0,
    isFull,
    isWaiting,
    error: enrol.error,
    setWay,
    setReason,
    button: (
      <Button variant="primary" disabled={!fit || fit.isThere || !fit.isOpen} pending={enrol.isPending} onClick={send}>
        {enrolling(isWaiting ? 'putInLine' : 'enrol')}
      </Button>
    ),
  }
}

/** The free seats and the fit, with the office's options if a rule forbids it. */
export const EnrolFit = ({ enrolling }: { enrolling: ReturnType<typeof useEnrolling> }) => {
  const t = useTranslations('enrolFit')
  const mails = useMails()
  const failure = useFailureText()
  const format = useFormat()
  const { isFull, isWaiting, way } = enrolling
  if (!enrolling.isAsked) return null
  return (
    <Later read={enrolling.read}>
      {fit =>
        fit.isThere || !fit.isOpen ? (
          <Notice tone="warn">{t(fit.isThere ? 'there' : 'closed')}</Notice>
        ) : (
          <section aria-label={t('title')} className="grid gap-3">
            {enrolling.error !== null && (
              <Notice alert tone="danger">
                {failure(enrolling.error)}
              </Notice>
            )}
            <div className="rounded-lg bg-sunken p-3">
              <Facts fit={fit} />
            </div>
            {isFull && (
              <Field group label={t('choose')}>
                <RadioGroup
                  value={way}
                  onChange={enrolling.setWay}
                  options={[
                    { value: 'line', label: t('line'), hint: t(mails === 'kept' ? 'lineHintKept' : 'lineHint') },
                    {
                      value: 'seat',
                      label: t('seat'),
                      disabled: fit.isRoomFull,
                      hint: fit.isRoomFull
                        ? t('roomFull', { n: String(fit.roomSeats ?? 0) })
                        : t(fit.seated < fit.capacity ? 'seatPast' : 'seatHint'),
                    },
                  ]}
                />
              </Field>
            )}
            {enrolling.needsReason && (
              <Field label={t('reason')} hint={t('reasonHint')} required error={enrolling.reasonError}>
                <Textarea
                  rows={2}
                  maxLength={200}
                  value={enrolling.reason}
                  onChange={event => enrolling.setReason(event.target.value)}
                />
              </Field>
            )}
            {!isWaiting && <p className="text-sm text-ink-2">{t('price', { amount: format.money(fit.totalCents) })}</p>}
          </section>
        )
      }
    </Later>
  )
}
