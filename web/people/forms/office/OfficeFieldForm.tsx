import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FieldOption, FieldValue, FormField } from '#contract/people/forms.ts'
import { fieldAbouts, fieldKinds } from '#contract/people/forms.plain.ts'
import type { Input as In, Output } from '#contract/index.ts'
import { useRead } from '#web/wire/call.ts'
import { AskedFor } from '../AskedFor.tsx'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { useNameText } from '#web/words/Name.tsx'
import { OwnField } from '#web/people/forms/shared/OwnField.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { RadioGroup, Switch } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select } from '#web/ui/Input.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { newOperationId } from '#web/wire/wire.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { InChinese } from '#web/words/InChinese.tsx'

type Typed = In<'forms-create'>
const blank: Typed = {
  about: 'student',
  kind: 'text',
  label: '',
  nativeLabel: '',
  help: '',
  nativeHelp: '',
  options: [],
  isRequired: false,
  isAsked: true,
  teachersSee: false,
  termId: null,
  isShared: false,
  courseIds: [],
  sectionIds: [],
}
const needsOptions = (kind: FormField['kind']) => kind === 'choice' || kind === 'several'
const newOption = (): FieldOption => ({
  key: newOperationId().slice(0, 8),
  label: '',
  nativeLabel: '',
  isArchived: false,
})

type OptionsProps = {
  options: readonly FieldOption[]
  onChange: (options: FieldOption[]) => void
  errorAt: (path: string) => { id: string; error: string | undefined }
}

const Options = ({ options, onChange, errorAt }: OptionsProps) => {
  const t = useTranslations('schoolRules.fields')
  const format = useFormat()
  const live = options.filter(({ isArchived }) => !isArchived)
  const former = options.filter(({ isArchived }) => isArchived)
  const set = (key: string, patch: Partial<FieldOption>) =>
    onChange(options.map(option => (option.key === key ? { ...option, ...patch } : option)))
  return (
    <Field group label={t('field.options')} {...errorAt('options')}>
      <div className="grid gap-2">
        {live.map((option, index) => (
          <div key={option.key} className="flex items-start gap-2">
            <Input
              aria-label={t('option', { number: String(index + 1) })}
              value={option.label}
              onChange={event => set(option.key, { label: event.target.value })}
            />
            <InChinese text={option.nativeLabel}>
              <Input
                lang="zh"
                aria-label={t('optionNative', { number: String(index + 1) })}
                placeholder="中文"
                value={option.nativeLabel}
                onChange={event => set(option.key, { nativeLabel: event.target.value })}
              />
            </InChinese>
            <IconButton
              icon={X}
              label={t('removeOption', { number: String(index + 1) })}
              onClick={() => onChange(options.filter(({ key }) => key !== option.key))}
            />
          </div>
        ))}
        <Button
          size="small"
          icon={Plus}
          className="justify-self-start"
          onClick={() => onChange([...live, newOption(), ...former])}
        >
          {t('addOption')}
        </Button>
        {former.length > 0 && (
          <p className="text-sm text-ink-2">
            {t('removedOptions', { names: format.list(former.map(({ label }) => label)) })}
          </p>
        )}
      </div>
    </Field>
  )
}

type FormProps = { field: Output<'forms-fields'>[number] | null; onClose: () => void }

/** Adds or changes one of the school's own questions, with a live preview of what families see. */
export const OfficeFieldForm = ({ field, onClose }: FormProps) => {
  const t = useTranslations('schoolRules.fields')
  const nameText = useNameText()
  const terms = useRead('terms-list', {})
  const [typed, set] = useChanges<Typed>(field ?? blank)
  const [tried, setTried] = useState<FieldValue>('')
  const labelOf = (path: string): string => {
    const [key = ''] = path.split('.')
    return t.has(`field.${key}` as 'field.label') ? t(`field.${key}` as 'field.label') : key
  }
  const create = useForm('forms-create', labelOf)
  const change = useForm('forms-change', labelOf)
  const form = field ? change : create
  const isFixed = (field?.answers ?? 0) > 0
  const text = (key: 'label' | 'nativeLabel' | 'help' | 'nativeHelp') => (
    <Field
      label={t(`field.${key}`)}
      {...(key === 'label' ? { required: true } : { optional: true })}
      {...form.field(key)}
    >
      <Input
        value={typed[key]}
        {...(key.startsWith('native') && { lang: 'zh' })}
        onChange={event => set({ [key]: event.target.value })}
      />
    </Field>
  )
  const submit = () => {
    const { about, kind, label, nativeLabel, help, nativeHelp, isRequired, isAsked, teachersSee, termId } = typed
    const isOfClass = about === 'class'
    const input = {
      about,
      kind,
      label,
      nativeLabel,
      help,
      nativeHelp,
      options: needsOptions(kind) ? typed.options : [],
      isRequired: isAsked && isRequired,
      isAsked,
      teachersSee: (about === 'student' || isOfClass) && teachersSee,
      termId,
      isShared: about === 'student' && (typed.isShared ?? false),
      courseIds: isOfClass ? (typed.courseIds ?? []) : [],
      sectionIds: isOfClass ? (typed.sectionIds ?? []) : [],
    }
    const done = () => {
      toast(t('saved'))
      onClose()
    }
    if (field) change.send({ id: field.id, ...input }, done)
    else create.send(input, done)
  }
  const preview: FormField = {
    ...typed,
    id: 'preview',
    isShared: typed.isShared ?? false,
    courseIds: typed.courseIds ?? [],
    sectionIds: typed.sectionIds ?? [],
    label: typed.label || t('field.label'),
    options: typed.options.map(option => ({ ...option, isArchived: option.isArchived ?? false })),
  }
  return (
    <FormDialog
      title={t(field ? 'changeTitle' : 'addTitle')}
      verb={t('save')}
      form={form}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field group label={t('field.about')} {...(isFixed && { hint: t('inUse') })} {...form.field('about')}>
        <RadioGroup
          options={fieldAbouts.map(value => ({
            value,
            label: t(`about.${value}`),
            hint: t(`aboutHint.${value}`),
            disabled: isFixed,
          }))}
          value={typed.about}
          onChange={about => set({ about })}
        />
      </Field>
      {typed.about === 'class' && (
        <AskedFor
          courseIds={typed.courseIds ?? []}
          sectionIds={typed.sectionIds ?? []}
          termId={typed.termId}
          error={form.field('courseIds')}
          onChange={set}
        />
      )}
      {text('label')}
      <InChinese text={typed.nativeLabel}>{text('nativeLabel')}</InChinese>
      {text('help')}
      <InChinese text={typed.nativeHelp}>{text('nativeHelp')}</InChinese>
      <Field label={t('field.kind')} {...(isFixed && { hint: t('inUse') })} {...form.field('kind')}>
        <Select
          value={typed.kind}
          disabled={isFixed}
          onChange={event => set({ kind: fieldKinds.find(kind => kind === event.target.value) ?? 'text' })}
        >
          {fieldKinds.map(kind => (
            <option key={kind} value={kind}>
              {t(`kinds.${kind}`)}
            </option>
          ))}
        </Select>
      </Field>
      {needsOptions(typed.kind) && (
        <Options options={preview.options} onChange={options => set({ options })} errorAt={path => form.field(path)} />
      )}
      <Switch
        label={t('field.isAsked')}
        hint={t('isAskedHint')}
        checked={typed.isAsked}
        onChange={isAsked => set({ isAsked })}
      />
      {typed.isAsked && (
        <Switch
          label={t('field.isRequired')}
          hint={t('isRequiredHint')}
          checked={typed.isRequired}
          onChange={isRequired => set({ isRequired })}
        />
      )}
      {typed.about === 'student' && (
        <Switch
          label={t('field.isShared')}
          hint={t('isSharedHint')}
          checked={typed.isShared ?? false}
          onChange={isShared => set({ isShared })}
        />
      )}
      {(typed.about === 'student' || typed.about === 'class') && (
        <Switch
          label={t('field.teachersSee')}
          hint={t('teachersSeeHint')}
          checked={typed.teachersSee}
          onChange={teachersSee => set({ teachersSee })}
        />
      )}
      <Field label={t('field.termId')} {...form.field('termId')}>
        <Select value={typed.termId ?? ''} onChange={event => set({ termId: event.target.value || null })}>
          <option value="">{t('everyTerm')}</option>
          {terms.map(term => (
            <option key={term.id} value={term.id}>
              {nameText(term)}
            </option>
          ))}
        </Select>
      </Field>
      <div className="rounded-lg border border-line bg-sunken p-4">
        <p className="mb-3 text-sm font-semibold">{t(typed.isAsked ? 'preview' : 'previewOffice')}</p>
        <OwnField field={preview} id="field-preview" value={tried} error={undefined} onChange={setTried} />
      </div>
    </FormDialog>
  )
}
