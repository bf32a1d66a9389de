import { Plus, Trash2 } from 'lucide-react'
import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { OfficeScale, ScaleKind } from '#contract/teaching/grades.ts'
import { scaleKinds } from '#contract/teaching/grades.plain.ts'
import { usualLetters } from '#rules/grades.ts'
import { useNames } from '#web/words/Name.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Checkbox, RadioGroup } from '#web/ui/Choice.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { FormProblems } from '#web/records/FormProblems.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { InChinese, useOffersChinese } from '#web/words/InChinese.tsx'

type Step = { key: string; label: string; nativeLabel: string; from: string }
type Values = { name: string; nativeName: string; kind: ScaleKind; steps: Step[]; isDefault: boolean }

const numberOf = (text: string): number => Number(text.normalize('NFKC').trim().replace(',', '.') || Number.NaN)

const typed = (steps: readonly { label: string; nativeLabel?: string; fromPercent: number }[]): Step[] =>
  steps.map(({ label, nativeLabel = '', fromPercent }, index) => ({
    key: String(index),
    label,
    nativeLabel,
    from: String(fromPercent),
  }))

/** Returns a function with the usual name and steps of each kind of scale. */
const usePreset = (): ((kind: ScaleKind) => Pick<Values, 'name' | 'nativeName' | 'steps'>) => {
  const t = useTranslations('gradeScales')
  const offersChinese = useOffersChinese()
  const native = (text: string): string => (offersChinese ? text : '')
  return kind => {
    const steps: Record<ScaleKind, Step[]> = {
      letter: typed(usualLetters),
      percent: [],
      pass: typed([
        { label: t('pass.pass'), nativeLabel: native(t('pass.passNative')), fromPercent: 60 },
        { label: t('pass.fail'), nativeLabel: native(t('pass.failNative')), fromPercent: 0 },
      ]),
      level: typed(['4', '3', '2', '1'].map((label, index) => ({ label, fromPercent: [85, 70, 50, 0][index] ?? 0 }))),
    }
    return { name: t(`presets.${kind}.name`), nativeName: native(t(`presets.${kind}.nativeName`)), steps: steps[kind] }
  }
}

const StepFields = (props: {
  step: Step
  index: number
  isLocked: boolean
  field: (path: string) => { id: string; error: string | undefined }
  onChange: (patch: Partial<Step>) => void
  onRemove: () => void
}) => {
  const { step, index, isLocked, field, onChange, onRemove } = props
  const t = useTranslations('gradeScales.form')
  const at = (name: string) => field(`steps.${index}.${name}`)
  return (
    <li className="flex items-end gap-2">
      <Field label={t('label')} required className="flex-1" {...at('label')}>
        <Input value={step.label} onChange={event => onChange({ label: event.target.value })} />
      </Field>
      <InChinese text={step.nativeLabel}>
        <Field label={t('nativeLabel')} className="flex-1" {...at('nativeLabel')}>
          <Input value={step.nativeLabel} onChange={event => onChange({ nativeLabel: event.target.value })} />
        </Field>
      </InChinese>
      <Field label={t('fromPercent')} required className="w-24" {...at('fromPercent')}>
        <Input
          inputMode="decimal"
          className="text-end"
          disabled={isLocked}
          value={step.from}
          onChange={event => onChange({ from: event.target.value })}
        />
      </Field>
      {!isLocked && (
        <IconButton
          icon={Trash2}
          label={t('removeStep', { number: String(index + 1) })}
          className="mb-0.5"
          onClick={onRemove}
        />
      )}
    </li>
  )
}

const useStart = (scale: OfficeScale | null, copyOf: OfficeScale | null): Values => {
  const t = useTranslations('gradeScales.form')
  const preset = usePreset()
  const from = scale ?? copyOf
  if (!from) return { ...preset('letter'), kind: 'letter', isDefault: false }
  const isCopy = scale === null
  return {
    name: isCopy ? t('copyOf', { name: from.name }) : from.name,
    nativeName: isCopy && from.nativeName ? t('copyOf', { name: from.nativeName }) : from.nativeName,
    kind: from.kind,
    steps: typed(from.steps),
    isDefault: !isCopy && from.isDefault,
  }
}

type OfficeScaleFormProps = { scale: OfficeScale | null; copyOf: OfficeScale | null; onClose: () => void }

/** Adds, copies or changes a scale. Once results are released, only its texts may change. */
export const OfficeScaleForm = ({ scale, copyOf, onClose }: OfficeScaleFormProps) => {
  const t = useTranslations('gradeScales.form')
  const base = useTranslations('gradeScales')
  const text = useUiText()
  const names = useNames()
  const preset = usePreset()
  const [values, set] = useChanges(useStart(scale, copyOf))
  const labelOf = (path: string) => {
    const [, index = '', name = ''] = /^steps\.(\d+)\.(\w+)$/.exec(path) ?? []
    const inStep: Record<string, string> = {
      label: t('label'),
      nativeLabel: t('nativeLabel'),
      fromPercent: t('fromPercent'),
    }
    if (index !== '') return `${values.steps[Number(index)]?.label ?? ''} ${inStep[name] ?? name}`.trim()
    const known: Record<string, string> = {
      name: t('name'),
      nativeName: t('nativeName'),
      kind: t('kind'),
      steps: t('steps'),
    }
    return known[path] ?? path
  }
  const create = useForm('grades-createScale', labelOf)
  const change = useForm('grades-changeScale', labelOf)
  const form = scale ? change : create
  const isLocked = scale?.isLocked === true
  const done = (saved: OfficeScale) => {
    toast(t('saved', { name: names(saved).first }))
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { steps, ...rest } = values
    const input = {
      ...rest,
      steps: steps.map(({ label, nativeLabel, from }) => ({ label, nativeLabel, fromPercent: numberOf(from) })),
    }
    if (scale) change.send({ id: scale.id, ...input }, done)
    else create.send(input, done)
  }
  const stepsField = form.field('steps')
  return (
    <SidePanel
      open
      onClose={onClose}
      title={t(scale ? 'changeTitle' : 'newTitle')}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form="scale" variant="primary" pending={form.isPending}>
            {t(scale ? 'save' : 'create')}
          </Button>
        </>
      }
    >
      <form id="scale" noValidate onSubmit={submit} className="grid gap-5 py-1">
        <FormProblems form={form} />
        {isLocked && <Notice>{base('lockedHint')}</Notice>}
        {!isLocked && (
          <Field label={t('kind')} group {...form.field('kind')}>
            <RadioGroup
              value={values.kind}
              onChange={kind => set({ kind, ...(scale || copyOf ? { steps: preset(kind).steps } : preset(kind)) })}
              options={scaleKinds.map(kind => ({
                value: kind,
                label: base(`kinds.${kind}`),
                hint: base(`kindHints.${kind}`),
              }))}
            />
          </Field>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('name')} required {...form.field('name')}>
            <Input value={values.name} onChange={event => set({ name: event.target.value })} />
          </Field>
          <InChinese text={values.nativeName}>
            <Field label={t('nativeName')} {...form.field('nativeName')}>
              <Input value={values.nativeName} onChange={event => set({ nativeName: event.target.value })} />
            </Field>
          </InChinese>
        </div>
        {values.kind !== 'percent' && (
          <Field label={t('steps')} group {...stepsField}>
            <ol className="mt-2 grid gap-3">
              {values.steps.map((step, index) => (
                <StepFields
                  key={step.key}
                  step={step}
                  index={index}
                  isLocked={isLocked}
                  field={form.field}
                  onChange={patch => set({ steps: values.steps.with(index, { ...step, ...patch }) })}
                  onRemove={() => set({ steps: values.steps.toSpliced(index, 1) })}
                />
              ))}
            </ol>
            {!isLocked && (
              <Button
                size="small"
                icon={Plus}
                className="mt-3"
                onClick={() => set({ steps: [...values.steps, ...typed([{ label: '', fromPercent: 0 }])] })}
              >
                {t('addStep')}
              </Button>
            )}
          </Field>
        )}
        <Checkbox
          label={t('isDefault')}
          checked={values.isDefault}
          onChange={event => set({ isDefault: event.target.checked })}
        />
      </form>
    </SidePanel>
  )
}
