import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { MoneyWay, TypeChange } from '#contract/enrolment/leavings.ts'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { CallError } from '#web/wire/callError.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Later } from '#web/routing/Later.tsx'
import { useFirstName } from '#web/words/Name.tsx'
import { BackFigures, Figure, MoneyChoice, PriceFigures } from '#web/enrolment/leavings/Figures.tsx'
import { NoteField } from '#web/enrolment/leavings/NoteField.tsx'
import { isPreviewOutdated, useLineText } from '#web/enrolment/leavings/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** The figures of another way to take part, line by line down to the difference. */
export const TypeFigures = ({ change }: { change: TypeChange }) => {
  const t = useTranslations('leavings')
  const first = useFirstName()
  const lineText = useLineText()
  const section = first({ name: change.section, nativeName: change.sectionNativeName })
  const { differenceCents } = change
  return (
    <div className="grid gap-4">
      <p className="text-sm">{t(`type.effect.${change.toType}`)}</p>
      <dl className="grid gap-2">
        <PriceFigures
          lines={change.price}
          labelOf={({ kind }) =>
            kind === 'tuition' ? t(`type.what.${change.toType}`, { class: section }) : lineText(kind, section)
          }
        />
        <BackFigures lines={change.lines} section={section} off />
        <Figure
          strong
          label={t(differenceCents > 0 ? 'lines.more' : differenceCents < 0 ? 'lines.less' : 'lines.same')}
          cents={Math.abs(differenceCents)}
        />
      </dl>
      <p className="text-sm text-ink-2">{t('type.measure')}</p>
    </div>
  )
}

/** Changes how a student takes part in a class: what it costs, and the one button that does it or requests it. */
export const Retype = ({
  enrolmentId,
  isOffice,
  onClose,
}: {
  enrolmentId: string
  isOffice: boolean
  onClose: () => void
}) => {
  const t = useTranslations('leavings')
  const text = useUiText()
  const format = useFormat()
  const first = useFirstName()
  const failureText = useFailureText()
  const found = useReadLater('leavings-previewType', { enrolmentId })
  const [back, setBack] = useState<MoneyWay>('credit')
  const [note, setNote] = useState('')
  const change = useWrite('leavings-changeType')
  const ask = useWrite('leavings-ask')
  const of = found.data
  const error = change.error ?? ask.error
  const isOld = isPreviewOutdated(error)
  const isAtNote = error instanceof CallError && error.fields.length > 0
  const section = of ? first({ ...of, name: of.section, nativeName: of.sectionNativeName }) : ''
  const student = of ? first({ name: of.student, nativeName: of.studentNativeName }) : ''
  const buttonText = (shown: TypeChange): string => {
    if (shown.way === 'ask') return t('type.confirm.ask')
    if (shown.differenceCents > 0) return t('type.confirm.more', { amount: format.money(shown.differenceCents) })
    if (shown.freeCents > 0) return t(`type.confirm.${back}`, { amount: format.money(shown.freeCents) })
    if (shown.coversCents > 0) return t('type.confirm.covers', { amount: format.money(shown.coversCents) })
    return t('type.confirm.same')
  }
  const submit = () => {
    if (!of) return
    const agreed = {
      enrolmentId,
      toType: of.toType,
      agreedCents: of.differenceCents,
      agreedFreeCents: of.freeCents,
      back,
      note,
    }
    const done = (what: string) => {
      toast(what)
      onClose()
    }
    if (of.way === 'ask') ask.start({ ...agreed, toSectionId: null, leavesWaits: false }, () => done(t('done.asked')))
    else change.start(agreed, () => done(t(`type.done.${of.toType}`, { student, section })))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={of ? t(`type.title.${of.toType}`, { section }) : t('types.audit')}
      {...(of && { description: t('withdraw.about', { student, day: format.day(of.onDay, 'long') }) })}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          {of && (
            <Button
              variant="primary"
              pending={change.isPending || ask.isPending}
              disabled={found.isPlaceholderData}
              onClick={submit}
            >
              {buttonText(of)}
            </Button>
          )}
        </>
      }
    >
      <Later read={found}>
        {shown => (
          <div className="grid gap-4">
            {error !== null && !isAtNote && (
              <Notice alert tone={isOld ? 'warn' : 'danger'}>
                {isOld ? t('changed') : failureText(error)}
              </Notice>
            )}
            {shown.way === 'ask' && <p>{t('type.ask')}</p>}
            <TypeFigures change={shown} />
            <MoneyChoice isOffice={isOffice} money={shown} back={back} onChange={setBack} />
            <NoteField isOffice={isOffice} reasons={shown.reasons} note={note} onChange={setNote} error={error} />
          </div>
        )}
      </Later>
    </Dialog>
  )
}
