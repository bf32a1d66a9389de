import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useRead } from '#web/wire/call.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { useNameText } from '#web/words/Name.tsx'
import { stepFor, usualTerms } from '#web/enrolment/promotions/usualTerms.ts'
import { Checkbox, RadioGroup } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useForm } from '#web/records/useForm.ts'
import { useUrlState } from '#web/routing/urlState.ts'

/** Requests a proposal: which terms, and how students continue. */
export const OfficePropose = ({ onClose }: { onClose: () => void }) => {
  const t = useTranslations('promotions.propose')
  const nameText = useNameText()
  const [url, change] = useUrlState()
  const terms = useRead('terms-list', {})
  const usual = usualTerms(terms)
  const asked = terms.find(({ id }) => id === url['term'])
  const first = { from: usual.from, to: asked ?? usual.to }
  const [values, setValues] = useState(() => ({
    fromTermId: first.from?.id ?? '',
    toTermId: first.to?.id ?? '',
    step: stepFor(first.from, first.to),
    raisesGrades: stepFor(first.from, first.to) === 'advance',
    passPercent: '',
  }))
  const form = useForm('promotions-propose', path => t(path as keyof typeof values))
  const from = terms.find(({ id }) => id === values.fromTermId)
  const later = terms.filter(({ startsOn }) => from && startsOn > from.startsOn)
  const choose = (patch: Partial<typeof values>) => {
    const next = { ...values, ...patch }
    const step = stepFor(
      terms.find(({ id }) => id === next.fromTermId),
      terms.find(({ id }) => id === next.toTermId),
    )
    setValues({ ...next, step, raisesGrades: step === 'advance' })
  }
  const send = () =>
    form.send(
      {
        ...values,
        passPercent: values.step === 'advance' && values.passPercent !== '' ? Number(values.passPercent) : null,
      },
      run => change({ id: run.id, term: undefined }),
    )
  return (
    <FormDialog
      title={t('title')}
      description={t('openHint')}
      verb={t('do')}
      form={form}
      onSubmit={send}
      onClose={onClose}
    >
      {terms.length < 2 && <Notice tone="warn">{t('needsTerms')}</Notice>}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('fromTermId')} {...form.field('fromTermId')}>
          <Select value={values.fromTermId} onChange={event => choose({ fromTermId: event.target.value })}>
            {terms.map(term => (
              <option key={term.id} value={term.id}>
                {nameText(term)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('toTermId')} {...form.field('toTermId')}>
          <Select value={values.toTermId} onChange={event => choose({ toTermId: event.target.value })}>
            <option value="">–</option>
            {later.map(term => (
              <option key={term.id} value={term.id}>
                {nameText(term)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Field label={t('step')} group {...form.field('step')}>
        <RadioGroup
          value={values.step}
          onChange={step => setValues({ ...values, step, raisesGrades: step === 'advance' })}
          options={[
            { value: 'continue', label: t('continue'), hint: t('continueHint') },
            { value: 'advance', label: t('advance'), hint: t('advanceHint') },
          ]}
        />
      </Field>
      <Checkbox
        label={t('raisesGrades')}
        hint={t('raisesGradesHint')}
        checked={values.raisesGrades}
        onChange={event => setValues({ ...values, raisesGrades: event.target.checked })}
      />
      {values.step === 'advance' && (
        <Field label={t('passPercent')} hint={t('passPercentHint')} optional {...form.field('passPercent')}>
          <Input
            inputMode="numeric"
            className="max-w-24"
            value={values.passPercent}
            onChange={event => setValues({ ...values, passPercent: event.target.value.replace(/\D/g, '').slice(0, 3) })}
          />
        </Field>
      )}
    </FormDialog>
  )
}
