import { useId, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { ClassPreview } from '#contract/enrolment/cancellations.ts'
import { closingBacks } from '#contract/enrolment/cancellations.plain.ts'
import { useReadLater } from '#web/wire/call.ts'
import { useMails } from '#web/wire/mails.ts'
import { Later } from '#web/routing/Later.tsx'
import { useMay } from '#web/session/may.ts'
import { Named, useFamilyName, useFirstName } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox, RadioGroup } from '#web/ui/Choice.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { ErrorSummary, Field } from '#web/ui/Field.tsx'
import { Input, Select } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { InChinese } from '#web/words/InChinese.tsx'
import { StaleNotice } from './StaleNotice.tsx'

type Waiting = ClassPreview['line'][number]
type Back = (typeof closingBacks)[number]
/** The class in which a seat is kept for each student; '' for none. */
type Offers = ReadonlyMap<string, string>

/** Offers a seat to each student who fits another class, as long as seats are left. */
const offersFor = (students: readonly Pick<Waiting, 'studentId' | 'alternatives'>[]): Offers => {
  const left = new Map<string, number>()
  const offers = new Map<string, string>()
  for (const { studentId, alternatives } of students) {
    const fits = alternatives.find(each => (left.get(each.sectionId) ?? each.freeSeats) > 0)
    if (!fits) continue
    left.set(fits.sectionId, (left.get(fits.sectionId) ?? fits.freeSeats) - 1)
    offers.set(studentId, fits.sectionId)
  }
  return offers
}

type RowProps = {
  of: Pick<Waiting, 'studentId' | 'name' | 'nativeName' | 'household' | 'householdNativeName' | 'alternatives'>
  /** The amount reversed; omitted for families who are only on the waitlist. */
  back?: string
  chosen: string
  problem: { id: string; error: string | undefined } | null
  onChoose: (sectionId: string) => void
}

const Row = ({ of, back, chosen, problem, onChoose }: RowProps) => {
  const t = useTranslations('cancellations.class')
  const format = useFormat()
  const firstName = useFirstName()
  const familyName = useFamilyName()
  return (
    <li className="grid gap-2 border-b border-line py-3 last:border-0">
      <div className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 font-medium">
          <Named names={of} />
          <span className="block text-sm font-normal text-ink-2">{familyName(of)}</span>
        </span>
        {back !== undefined && <span className="shrink-0 tabular-nums">{back}</span>}
      </div>
      {of.alternatives.length === 0 ? (
        <p className="text-sm text-ink-2">{t('noAlternative')}</p>
      ) : (
        <Field label={format.labelled(t('alternative'), firstName(of))} hideLabel {...problem}>
          <Select value={chosen} onChange={event => onChoose(event.target.value)}>
            <option value="">{t('noOffer')}</option>
            {of.alternatives.map(each => (
              <option key={each.sectionId} value={each.sectionId}>
                {t(each.isSameCourse ? 'seat' : 'seatOther', {
                  name: firstName(each),
                  when: `${format.weekday(each.weekday, 'short')} ${format.time(each.startsAt)}`,
                  n: each.freeSeats,
                })}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </li>
  )
}

type BodyProps = {
  preview: ClassPreview
  withFees: boolean
  onWithFees: (on: boolean) => void
  onAgain: () => void
  onClose: () => void
}

const Body = ({ preview, withFees, onWithFees, onAgain, onClose }: BodyProps) => {
  const t = useTranslations('cancellations.class')
  const cancellationsText = useTranslations('cancellations')
  const format = useFormat()
  const familyName = useFamilyName()
  const firstName = useFirstName()
  const mails = useMails()
  const formId = useId()
  const [reason, setReason] = useState('')
  const [nativeReason, setNativeReason] = useState('')
  const [offers, setOffers] = useState<Offers>(new Map())
  const form = useForm('cancellations-cancelClass', path =>
    path.startsWith('offers')
      ? t('alternative')
      : cancellationsText(path === 'nativeReason' ? 'nativeReason' : 'reason'),
  )
  const [chosenBack, setBack] = useState<Back>('all')
  const { students, line, guests } = preview
  const back = preview.hasBegun ? chosenBack : 'all'
  const totalCents = back === 'all' ? preview.totalCents : preview.leftTotalCents
  const everybody = [...students, ...line]
  const hasMoney = students.length > 0 || guests.length > 0
  const sent = [...offers].flatMap(([studentId, sectionId]) => (sectionId === '' ? [] : [{ studentId, sectionId }]))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.send(
      {
        sectionId: preview.sectionId,
        reason,
        nativeReason,
        withFees,
        back,
        offers: sent,
        agreedCents: totalCents,
        agreedStudents: students.length,
      },
      done => {
        toast(t('done', { name: firstName(preview), amount: format.money(done.totalCents) }))
        onClose()
      },
    )
  }
  const problemOf = (studentId: string) => {
    const at = sent.findIndex(each => each.studentId === studentId)
    return at < 0 ? null : form.field(`offers.${at}.sectionId`)
  }
  const rowOf = (each: RowProps['of']) => ({
    of: each,
    chosen: offers.get(each.studentId) ?? '',
    problem: problemOf(each.studentId),
    onChoose: (sectionId: string) => setOffers(new Map(offers).set(each.studentId, sectionId)),
  })
  return (
    <SidePanel
      open
      onClose={onClose}
      title={t('title', { name: firstName(preview) })}
      description={t(mails === 'kept' ? 'leadKept' : 'lead')}
      actions={
        <>
          <Button onClick={onClose}>{t('keep')}</Button>
          <Button type="submit" form={formId} variant="danger" pending={form.isPending}>
            {t('do', { n: students.length })}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-5 py-1">
        <ErrorSummary problems={form.problems} attempt={form.attempt} onMend={form.mend} />
        <StaleNotice failure={form.failure} onAgain={onAgain} />
        <p className="text-sm">
          {t('facts', {
            students: students.length,
            families: preview.families,
            waiting: preview.waiting,
            lessons: preview.lessons,
          })}
          {mails !== 'kept' && <span className="block text-ink-2">{t('letters', { n: preview.letters })}</span>}
        </p>
        <Field
          label={cancellationsText('reason')}
          hint={cancellationsText('reasonHint')}
          required
          {...form.field('reason')}
        >
          <Input value={reason} onChange={event => setReason(event.target.value)} />
        </Field>
        <InChinese text={nativeReason}>
          <Field label={cancellationsText('nativeReason')} optional {...form.field('nativeReason')}>
            <Input lang="zh" value={nativeReason} onChange={event => setNativeReason(event.target.value)} />
          </Field>
        </InChinese>
        {everybody.some(({ alternatives }) => alternatives.length > 0) && (
          <Button size="small" className="justify-self-start" onClick={() => setOffers(offersFor(everybody))}>
            {t('offerAll')}
          </Button>
        )}
        {line.length > 0 && (
          <section aria-labelledby={`${formId}-line`}>
            <h3 id={`${formId}-line`} className="font-sans text-base font-semibold">
              {t('line')}
            </h3>
            <ul>
              {line.map(each => (
                <Row key={each.studentId} {...rowOf(each)} />
              ))}
            </ul>
          </section>
        )}
        {hasMoney && (
          <section aria-labelledby={`${formId}-back`} className="grid gap-3">
            <h3 id={`${formId}-back`} className="font-sans text-base font-semibold">
              {t('back')}
            </h3>
            <p className="-mt-2 text-sm text-ink-2">{t('backHint')}</p>
            {preview.hasBegun && (
              <Field group label={t('which')}>
                <RadioGroup
                  value={back}
                  onChange={setBack}
                  options={closingBacks.map(value => ({
                    value,
                    label: t(`backs.${value}`, {
                      amount: format.money(value === 'all' ? preview.totalCents : preview.leftTotalCents),
                    }),
                    hint: t(`backHints.${value}`),
                  }))}
                />
              </Field>
            )}
            <ul>
              {students.map(student => (
                <Row
                  key={student.enrolmentId}
                  {...rowOf(student)}
                  back={
                    student.lines.length === 0
                      ? t('noLines')
                      : format.money(back === 'all' ? student.backCents : student.leftCents)
                  }
                />
              ))}
              {guests.map(guest => (
                <li key={guest.visitId} className="flex items-baseline justify-between gap-3 border-b border-line py-3">
                  <span className="min-w-0 font-medium">
                    <Named names={guest} />
                    <span className="block text-sm font-normal text-ink-2">
                      {t('visit', { day: format.day(guest.onDay, 'weekday') })}
                    </span>
                  </span>
                  <span className="shrink-0 tabular-nums">{format.money(guest.backCents)}</span>
                </li>
              ))}
            </ul>
            <Checkbox
              label={t('withFees')}
              hint={t('withFeesHint')}
              checked={withFees}
              onChange={event => onWithFees(event.target.checked)}
            />
            <ul className="text-sm">
              {preview.fees.map(fee => (
                <li key={fee.householdId} className="flex items-baseline justify-between gap-3 py-1">
                  <span className="min-w-0 text-ink-2">{t('fee', { household: familyName(fee) })}</span>
                  <span className="shrink-0 tabular-nums">{format.money(fee.feeCents)}</span>
                </li>
              ))}
            </ul>
            <p className="flex items-baseline justify-between gap-3 border-t border-line pt-3 font-semibold">
              {t('total')}
              <span className="tabular-nums">{format.money(totalCents)}</span>
            </p>
          </section>
        )}
        {sent.length > 0 && <p className="text-sm text-ink-2">{t('deadline', { hours: preview.offerHours })}</p>}
      </form>
    </SidePanel>
  )
}

/**
 * Cancels a class for good and compensates its families: who is affected, what is reversed, and which seats are kept
 * instead.
 */
export const OfficeCancelClass = ({ sectionId, onClose }: { sectionId: string; onClose: () => void }) => {
  const t = useTranslations('cancellations.class')
  const risk = useTranslations('cancellations.risk')
  const may = useMay()
  const [withFees, setWithFees] = useState(true)
  const preview = useReadLater('cancellations-previewClass', { sectionId, withFees })
  if (may('cancellations-cancelClass') === false || preview.data === undefined)
    return (
      <SidePanel open onClose={onClose} title={risk('callOff')}>
        {may('cancellations-cancelClass') === false ? (
          <Notice tone="warn">{t('denied')}</Notice>
        ) : (
          <Later read={preview}>{() => null}</Later>
        )}
      </SidePanel>
    )
  return (
    <Body
      preview={preview.data}
      withFees={withFees}
      onWithFees={setWithFees}
      onAgain={() => void preview.refetch()}
      onClose={onClose}
    />
  )
}
