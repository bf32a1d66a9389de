import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { MoneyWay, Target, Transfer } from '#contract/enrolment/leavings.ts'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { CallError } from '#web/wire/callError.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Later } from '#web/routing/Later.tsx'
import { Named, useFirstName, useTeachersText } from '#web/words/Name.tsx'
import { BackFigures, Figure, MoneyChoice, PriceFigures } from '#web/enrolment/leavings/Figures.tsx'
import { NoteField, useReasonsText } from '#web/enrolment/leavings/NoteField.tsx'
import { isPreviewOutdated, useLineText, useTransferText } from '#web/enrolment/leavings/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox, RadioGroup } from '#web/ui/Choice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'

const useDifferenceText = (): ((cents: number) => string) => {
  const t = useTranslations('leavings.transfer')
  const format = useFormat()
  return cents =>
    cents > 0
      ? t('more', { amount: format.money(cents) })
      : cents < 0
        ? t('less', { amount: format.money(-cents) })
        : t('same')
}

/** The classes that fit, each with its time, its free seats and the cost of the change. */
const Targets = ({
  targets,
  chosen,
  onChoose,
}: {
  targets: readonly Target[]
  chosen: string | null
  onChoose: (id: string) => void
}) => {
  const t = useTranslations('leavings.transfer')
  const format = useFormat()
  const difference = useDifferenceText()
  const teachersText = useTeachersText()
  const reasons = useTranslations('leavings.transfer.reasons')
  if (targets.length === 0) return <p className="text-ink-2">{t('none')}</p>
  const seats = (target: Target) =>
    target.isOffered ? (
      <Badge tone="good">{t('offered')}</Badge>
    ) : target.free > 0 ? (
      t('seats', { n: target.free })
    ) : (
      <Badge>{target.waiting > 0 ? `${t('full')} · ${t('waiting', { n: target.waiting })}` : t('full')}</Badge>
    )
  return (
    <Field label={t('choose')} group>
      <RadioGroup
        value={chosen}
        onChange={onChoose}
        options={targets.map(target => ({
          value: target.id,
          disabled: target.free === 0,
          label: (
            <span className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="font-semibold">
                <Named names={target} />
              </span>
              {target.free > 0 && <span className="tabular-nums">{difference(target.differenceCents)}</span>}
            </span>
          ),
          hint: (
            <>
              {`${format.weekday(target.weekday, 'short')} ${format.time(target.startsAt)} – ${format.time(target.endsAt)}`}
              {target.teachers.length > 0 && ` · ${teachersText(target)}`}
              {/* A badge stands by itself, also at the start of a line. */}
              {target.free > 0 && !target.isOffered ? ' · ' : ' '}
              {seats(target)}
              {target.reasons.map(reason => ` · ${reasons(reason)}`)}
            </>
          ),
        }))}
      />
    </Field>
  )
}

/** The figures of a transfer, line by line down to the difference. */
export const TransferFigures = ({ transfer }: { transfer: Transfer }) => {
  const t = useTranslations('leavings.lines')
  const leaving = useTranslations('leavings.transfer')
  const first = useFirstName()
  const lineText = useLineText()
  const old = first({ name: transfer.section, nativeName: transfer.sectionNativeName })
  const next = first(transfer.to)
  const { differenceCents } = transfer
  return (
    <div className="grid gap-4">
      <dl className="grid gap-2">
        <PriceFigures lines={transfer.price} labelOf={line => lineText(line.kind, next)} />
        <BackFigures lines={transfer.lines} section={old} off />
        {transfer.leaves.map(left => (
          <Figure
            key={left.enrolmentId}
            label={leaving('leftBack', { section: first({ name: left.section, nativeName: left.sectionNativeName }) })}
            cents={-left.totalCents}
          />
        ))}
        {transfer.feeCents > 0 && <Figure label={t('fee')} cents={transfer.feeCents} />}
        <Figure
          strong
          label={t(differenceCents > 0 ? 'more' : differenceCents < 0 ? 'less' : 'same')}
          cents={Math.abs(differenceCents)}
        />
      </dl>
      {transfer.keepsBooks && <p className="text-sm text-ink-2">{t('booksStay')}</p>}
    </div>
  )
}

type ChangeProps = {
  enrolmentId: string
  /** The class being looked at, from the address. */
  toSectionId: string | undefined
  /** Other places at its time that are left with it, also from the address. */
  leaves: readonly string[]
  onChoose: (toSectionId: string | undefined) => void
  isOffice: boolean
  onClose: () => void
}

/** One chosen class: the outcome and the button. */
const Chosen = ({
  enrolmentId,
  toSectionId,
  leaves,
  onChoose,
  isOffice,
  onClose,
}: ChangeProps & { toSectionId: string }) => {
  const teachersText = useTeachersText()
  const t = useTranslations('leavings')
  const text = useUiText()
  const format = useFormat()
  const first = useFirstName()
  const failureText = useFailureText()
  const found = useReadLater('leavings-previewTransfer', { enrolmentId, toSectionId, leaves: [...leaves] })
  const [back, setBack] = useState<MoneyWay>('credit')
  const [note, setNote] = useState('')
  const [leavesWaits, setLeavesWaits] = useState(true)
  const change = useWrite('leavings-transfer')
  const ask = useWrite('leavings-ask')
  const confirmText = useTransferText()
  const of = found.data
  const error = change.error ?? ask.error
  const isOld = isPreviewOutdated(error)
  const isAtNote = error instanceof CallError && error.fields.length > 0
  const why = useReasonsText()
  const student = of ? first({ name: of.student, nativeName: of.studentNativeName }) : ''
  const submit = () => {
    if (!of) return
    const agreed = {
      enrolmentId,
      toSectionId,
      agreedCents: of.differenceCents,
      agreedFreeCents: of.freeCents,
      back,
      note,
      leavesWaits: leavesWaits && of.waits.length > 0,
      leaves: [...leaves],
    }
    const done = (what: string) => {
      toast(what)
      onClose()
    }
    if (of.way === 'ask') ask.start(agreed, () => done(t('done.asked')))
    else change.start(agreed, () => done(t('done.changed', { student, section: first(of.to) })))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        of
          ? t('transfer.fromTo', {
              from: first({ ...of, name: of.section, nativeName: of.sectionNativeName }),
              to: first(of.to),
            })
          : t('change')
      }
      {...(of && { description: t('withdraw.about', { student, day: format.day(of.onDay, 'long') }) })}
      actions={
        <>
          <Button onClick={() => onChoose(undefined)}>{t('transfer.other')}</Button>
          {of ? (
            <Button
              variant="primary"
              pending={change.isPending || ask.isPending}
              disabled={found.isPlaceholderData || of.to.free === 0}
              onClick={submit}
            >
              {of.to.free === 0 ? t('transfer.full') : confirmText(of, back)}
            </Button>
          ) : (
            <Button onClick={onClose}>{text.cancel}</Button>
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
            <p className="text-sm text-ink-2">
              {`${format.weekday(shown.to.weekday)} ${format.time(shown.to.startsAt)} – ${format.time(shown.to.endsAt)}`}
              {shown.to.room && ` · ${shown.to.room}`}
              {shown.to.teachers.length > 0 && ` · ${teachersText(shown.to)}`}
            </p>
            {shown.to.isOffered && (
              <p>
                {t('transfer.takes', {
                  student,
                  section: first({ name: shown.section, nativeName: shown.sectionNativeName }),
                })}
              </p>
            )}
            {shown.leaves.map(left => (
              <p key={left.enrolmentId}>
                {t('transfer.leaves', {
                  student,
                  section: first({ name: left.section, nativeName: left.sectionNativeName }),
                })}
              </p>
            ))}
            {shown.way === 'ask' && (
              <p>
                {shown.to.reasons.length > 0
                  ? t('transfer.asksFor', { why: why(shown.to.reasons) })
                  : t('withdraw.askFirst')}
              </p>
            )}
            <TransferFigures transfer={shown} />
            {shown.differenceCents > 0 && (
              <p className="text-sm text-ink-2">{t('transfer.due', { amount: format.money(shown.priceCents) })}</p>
            )}
            <MoneyChoice isOffice={isOffice} money={shown} back={back} onChange={setBack} />
            {shown.waits.length > 0 && (
              <Checkbox
                label={t('transfer.waits', {
                  names: format.list(
                    shown.waits.map(each => first({ name: each.section, nativeName: each.sectionNativeName })),
                  ),
                })}
                checked={leavesWaits}
                onChange={event => setLeavesWaits(event.target.checked)}
              />
            )}
            {(isOffice || shown.way === 'ask') && (
              <NoteField isOffice={isOffice} reasons={shown.to.reasons} note={note} onChange={setNote} error={error} />
            )}
            <p className="text-sm text-ink-2">{t('transfer.history')}</p>
          </div>
        )}
      </Later>
    </Dialog>
  )
}

/** Changes a class: first the choice of a class, then, after a button, what it costs. */
export const Change = (props: ChangeProps) => {
  const { enrolmentId, toSectionId, onChoose, isOffice, onClose } = props
  const t = useTranslations('leavings')
  const text = useUiText()
  const targets = useReadLater('leavings-targets', { enrolmentId }, { enabled: toSectionId === undefined })
  const [marked, mark] = useState<string | null>(null)
  const chosen = targets.data?.find(({ id, free }) => id === marked && free > 0)
  if (toSectionId !== undefined) return <Chosen key={toSectionId} {...props} toSectionId={toSectionId} />
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('change')}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          {targets.data && targets.data.length > 0 && (
            <Button variant="primary" disabled={!chosen} onClick={() => onChoose(chosen?.id)}>
              {t('transfer.goOn')}
            </Button>
          )}
        </>
      }
    >
      <Later read={targets}>{found => <Targets targets={found} chosen={chosen?.id ?? null} onChoose={mark} />}</Later>
      {isOffice && <p className="mt-4 text-sm text-ink-2">{t('transfer.both')}</p>}
    </Dialog>
  )
}
