import { useEffect, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { chargeKinds } from '#contract/money/payments.plain.ts'
import { daysAfter } from '#rules/days.ts'
import { touch, useReadLater } from '#web/wire/call.ts'
import { Failure } from '#web/routing/Later.tsx'
import { useSchool } from '#web/wire/school.ts'
import {
  audienceOf,
  OfficeChargeAudience,
  type AudienceDraft,
} from '#web/money/payments/office/OfficeChargeAudience.tsx'
import { OfficeChargePreview } from '#web/money/payments/office/OfficeChargePreview.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Segmented } from '#web/ui/Choice.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select } from '#web/ui/Input.tsx'
import { MoneyInput } from '#web/ui/MoneyInput.tsx'
import { Skeleton } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { useSettled } from '#web/ui/useSettled.ts'
import { FormProblems } from '#web/records/FormProblems.tsx'
import { useForm } from '#web/records/useForm.ts'
import { useFamilyName } from '#web/words/Name.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { InChinese } from '#web/words/InChinese.tsx'

const pauseMs = 300

type OfficeChargeProps = {
  /** The families selected before; none if the audience is classes, a programme or a term. */
  selected: readonly string[]
  /** The household whose account is open, if it alone is charged. */
  householdId?: string | undefined
  onClose: () => void
  onCharged: (message: string) => void
}

/**
 * A charge to one family or many: to whom, for what, how much, then a preview of exactly who, before anything is
 * charged.
 */
export const OfficeCharge = ({ selected, householdId, onClose, onCharged }: OfficeChargeProps) => {
  const t = useTranslations('payments.charge')
  const kinds = useTranslations('payments.entry.kinds')
  const text = useUiText()
  const format = useFormat()
  const today = useSchool()?.today ?? ''
  const terms = useReadLater('terms-list', {}).data
  const running = terms?.find(({ status }) => status === 'active' || status === 'registration')?.id ?? ''
  const familyName = useFamilyName()
  const [account] =
    useReadLater('payments-ledger', { householdId: householdId ?? '' }, { enabled: householdId !== undefined }).data ??
    []
  const householdIds = householdId === undefined ? selected : [householdId]
  const isNamed = householdIds.length > 0
  const [who, setWho] = useState<AudienceDraft>({
    kind: isNamed ? 'households' : 'sections',
    termId: '',
    programmeId: '',
    sectionIds: [],
    householdIds,
  })
  const [what, setWhat] = useState({
    per: 'student' as 'student' | 'household',
    kind: 'other' as (typeof chargeKinds)[number],
    description: '',
    nativeDescription: '',
    amountCents: null as number | null,
    dueOn: today && daysAfter(today, 14),
  })
  const [picked, setPicked] = useState({ again: [] as string[], without: [] as string[] })

  // The default is the current term.
  const draft = { ...who, termId: who.termId || running }
  const audience = audienceOf(draft)
  const description = useSettled(what.description.trim(), pauseMs)
  const asked = {
    audience: audience ?? { kind: 'households' as const, householdIds: [...householdIds] },
    per: draft.kind === 'households' ? ('household' as const) : what.per,
    kind: what.kind,
    description,
    amountCents: what.amountCents ?? 0,
    ...picked,
  }
  const isComplete = audience !== null && description !== '' && asked.amountCents > 0
  const found = useReadLater('payments-previewCharges', asked, { enabled: isComplete })
  const preview = isComplete ? found.data : undefined

  const labels: Record<string, string> = {
    description: t('description'),
    nativeDescription: t('native'),
    amountCents: t(householdId === undefined ? 'amount' : 'amountOne'),
    dueOn: t('due'),
    audience: t('who'),
    'audience.sectionIds': t('classes'),
  }
  const form = useForm('payments-charge', path => labels[path] ?? path)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.send(
      {
        ...asked,
        audience: audience ?? { kind: 'sections', sectionIds: [] },
        description: what.description,
        nativeDescription: what.nativeDescription,
        dueOn: what.dueOn,
        agreedCount: preview?.count ?? 0,
        agreedCents: preview?.totalCents ?? 0,
      },
      answer => onCharged(t('done', { n: answer.count, total: format.money(answer.totalCents) })),
    )
  }
  // The agreed preview is outdated, so it is read again.
  const { failure } = form
  useEffect(() => {
    if (failure) void touch('payments')
  }, [failure])
  const type = (name: 'description' | 'nativeDescription' | 'dueOn') => ({
    value: what[name],
    onChange: (event: { target: { value: string } }) => setWhat({ ...what, [name]: event.target.value }),
  })
  return (
    <SidePanel
      open
      onClose={onClose}
      title={account ? t('titleOne', { family: familyName(account) }) : t('title')}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button
            type="submit"
            form="charge"
            variant="primary"
            pending={form.isPending}
            disabled={isComplete && (found.isPlaceholderData || preview?.count === 0)}
          >
            {preview && preview.count > 0 ? t('button', { total: format.money(preview.totalCents) }) : t('buttonEmpty')}
          </Button>
        </>
      }
    >
      <form id="charge" noValidate onSubmit={submit} className="grid gap-4">
        <FormProblems form={form} />
        {householdId === undefined && (
          <OfficeChargeAudience
            draft={draft}
            onChange={next => {
              setWho(next)
              setPicked({ again: [], without: [] })
            }}
          />
        )}
        {draft.kind !== 'households' && (
          <div className="grid gap-1.5">
            <p className="text-sm font-semibold">{t('per')}</p>
            <div>
              <Segmented
                label={t('per')}
                value={what.per}
                onChange={per => {
                  setWhat({ ...what, per })
                  setPicked({ again: [], without: [] })
                }}
                options={(['student', 'household'] as const).map(value => ({ value, label: t(`perOf.${value}`) }))}
              />
            </div>
          </div>
        )}
        <Field label={t('description')} hint={t('descriptionHint')} required {...form.field('description')}>
          <Input autoComplete="off" {...type('description')} />
        </Field>
        <InChinese text={what.nativeDescription}>
          <Field label={t('native')} optional {...form.field('nativeDescription')}>
            <Input autoComplete="off" lang="zh" {...type('nativeDescription')} />
          </Field>
        </InChinese>
        <Field label={t('kind')}>
          <Select
            value={what.kind}
            onChange={event => {
              const kind = chargeKinds.find(each => each === event.target.value)
              if (kind) setWhat({ ...what, kind })
            }}
          >
            {chargeKinds.map(kind => (
              <option key={kind} value={kind}>
                {kind === 'other' ? t('other') : kinds(kind)}
              </option>
            ))}
          </Select>
        </Field>
        <div className="grid grid-cols-2 gap-3">
          <Field label={labels['amountCents']} required {...form.field('amountCents')}>
            <MoneyInput
              value={what.amountCents}
              currency={format.currency}
              onChange={amountCents => setWhat({ ...what, amountCents })}
            />
          </Field>
          <Field label={t('due')} required {...form.field('dueOn')}>
            <Input type="date" min={today} {...type('dueOn')} />
          </Field>
        </div>
        <section aria-label={t('preview')} className="grid gap-3 border-t border-line pt-4">
          <h3 className="display text-lg">{t('preview')}</h3>
          <Failure error={isComplete ? found.error : null} again={() => void found.refetch()} />
          {!isComplete && (
            <p className="text-sm text-ink-2">{t(householdId === undefined ? 'previewHint' : 'previewHintOne')}</p>
          )}
          {isComplete && !preview && found.error === null && <Skeleton className="h-24" />}
          {preview && (
            <OfficeChargePreview preview={preview} {...picked} onChange={patch => setPicked({ ...picked, ...patch })} />
          )}
        </section>
      </form>
    </SidePanel>
  )
}
