import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Award } from '#contract/money/prices.ts'
import { awardCovers } from '#contract/money/prices.plain.ts'
import { useReadLater } from '#web/wire/call.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { Failure } from '#web/routing/Later.tsx'
import { Name, useNameText, type TwoNames } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { RadioGroup } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, SearchInput, Select } from '#web/ui/Input.tsx'
import { useForm } from '#web/records/useForm.ts'
import { typedWorth, worthOf } from './worth.ts'
import { WorthFields } from './WorthFields.tsx'

/** A student, with their family. */
export type Awarded = TwoNames & { id: string; householdId: string | null }

/** Finds a student by their name or that of a guardian. */
const Finder = ({ onPick }: { onPick: (found: Awarded) => void }) => {
  const t = useTranslations('officePrices.awards')
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const found = useReadLater('students-list', { search, sort: 'fit' }, { enabled: search.length > 1 })
  const rows = search.length > 1 ? found.data?.rows.slice(0, 8) : undefined
  return (
    <div className="grid gap-2">
      <SearchInput
        label={t('find')}
        placeholder={t('find')}
        value={typed}
        autoComplete="off"
        onChange={event => setTyped(event.target.value)}
      />
      <Failure error={found.error} again={() => void found.refetch()} />
      {rows && (
        <p role="status" className={rows.length > 0 ? 'sr-only' : 'text-sm text-ink-2'}>
          {rows.length === 0 && !found.isPlaceholderData ? t('noMatch', { search }) : t('count', { n: rows.length })}
        </p>
      )}
      {rows && rows.length > 0 && (
        <ul className="max-h-64 divide-y divide-line overflow-y-auto rounded-md border border-line">
          {rows.map(row => (
            <li key={row.id}>
              <button
                type="button"
                onClick={() => onPick(row)}
                className="flex min-h-11 w-full flex-wrap items-baseline gap-x-3 px-3 py-2 text-start text-sm -outline-offset-2 hover:bg-sunken"
              >
                <span className="font-semibold">
                  <Name {...row} />
                </span>
                <span className="text-ink-2">{row.guardian}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type AwardFormProps = { student?: Awarded; onGiven: (award: Award) => void; onClose: () => void }

/** Gives a scholarship to a student or their family. */
export const AwardForm = ({ student, onGiven, onClose }: AwardFormProps) => {
  const t = useTranslations('officePrices.awards')
  const nameText = useNameText()
  const terms = useReadLater('terms-list', {}).data ?? []
  const [who, setWho] = useState<Awarded | null>(student ?? null)
  const [whose, setWhose] = useState<'student' | 'household'>('student')
  const [worth, setWorth] = useState(() => typedWorth())
  const [values, setValues] = useState({ termId: '', covers: 'tuition' as Award['covers'], reason: '' })
  const known = ['studentId', 'termId', 'percent', 'amountCents', 'covers', 'reason'] as const
  const form = useForm('prices-award', path => {
    const key = known.find(each => each === path)
    return key ? t(key) : path
  })
  const householdId = whose === 'household' ? (who?.householdId ?? null) : null
  return (
    <FormDialog
      title={t('add')}
      verb={t('give')}
      description={t('lead')}
      form={form}
      onSubmit={() =>
        form.send(
          {
            ...worthOf(worth),
            studentId: householdId === null ? (who?.id ?? null) : null,
            householdId,
            termId: values.termId || null,
            covers: values.covers,
            reason: values.reason,
          },
          onGiven,
        )
      }
      onClose={onClose}
    >
      <Field group label={t('who')} hint={who ? undefined : t('whoHint')} {...form.field('studentId')}>
        {who ? (
          <>
            <RadioGroup
              value={whose}
              onChange={setWhose}
              options={[
                { value: 'student', label: nameText(who) },
                ...(who.householdId === null ? [] : [{ value: 'household' as const, label: t('family') }]),
              ]}
            />
            {!student && (
              <Button size="small" onClick={() => setWho(null)}>
                {t('other')}
              </Button>
            )}
          </>
        ) : (
          <Finder onPick={setWho} />
        )}
      </Field>
      <WorthFields kind="awards" value={worth} onChange={setWorth} field={form.field} />
      <Field label={t('termId')} {...form.field('termId')}>
        <Select value={values.termId} onChange={event => setValues({ ...values, termId: event.target.value })}>
          <option value="">{t('always')}</option>
          {terms.map(term => (
            <option key={term.id} value={term.id}>
              {nameText(term)}
            </option>
          ))}
        </Select>
      </Field>
      <Field group label={t('covers')} hint={t('coverHint')} {...form.field('covers')}>
        <RadioGroup
          value={values.covers}
          onChange={covers => setValues({ ...values, covers })}
          options={awardCovers.map(value => ({ value, label: t(`cover.${value}`) }))}
        />
      </Field>
      <Field label={t('reason')} hint={t('reasonHint')} required {...form.field('reason')}>
        <Input value={values.reason} onChange={event => setValues({ ...values, reason: event.target.value })} />
      </Field>
    </FormDialog>
  )
}
