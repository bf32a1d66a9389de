import { Plus, Trash2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { GradeBook, OfficeScale } from '#contract/teaching/grades.ts'
import { usualWeights } from '#rules/grades.ts'
import { useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { useNameText } from '#web/words/Name.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select } from '#web/ui/Input.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { FormProblems } from '#web/records/FormProblems.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { InChinese, useOffersChinese } from '#web/words/InChinese.tsx'

type Part = { key: string; id: string | null; name: string; nativeName: string; weight: string; drop: string }

const wholeOf = (text: string): number => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN)
const sumOf = (parts: readonly Part[]): number => parts.reduce((sum, { weight }) => sum + (wholeOf(weight) || 0), 0)

const useUsualParts = (): (() => Part[]) => {
  const t = useTranslations('gradeBook.plan.preset')
  const offersChinese = useOffersChinese()
  return () =>
    usualWeights.map(({ key, weightPercent }) => ({
      key,
      id: null,
      name: t(`${key}.name`),
      nativeName: offersChinese ? t(`${key}.nativeName`) : '',
      weight: String(weightPercent),
      drop: '0',
    }))
}

const PartFields = (props: {
  part: Part
  index: number
  isUsed: boolean
  field: (path: string) => { id: string; error: string | undefined }
  onChange: (patch: Partial<Part>) => void
  onRemove: () => void
}) => {
  const { part, index, isUsed, field, onChange, onRemove } = props
  const t = useTranslations('gradeBook.plan')
  const at = (name: string) => field(`categories.${index}.${name}`)
  return (
    <li className="grid gap-3 border-b border-line py-4 last:border-0">
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t('name')} required {...at('name')}>
          <Input value={part.name} onChange={event => onChange({ name: event.target.value })} />
        </Field>
        <InChinese text={part.nativeName}>
          <Field label={t('nativeName')} optional {...at('nativeName')}>
            <Input value={part.nativeName} onChange={event => onChange({ nativeName: event.target.value })} />
          </Field>
        </InChinese>
      </div>
      <div className="flex items-end gap-3">
        <Field label={t('weight')} required className="w-28" {...at('weightPercent')}>
          <Input
            inputMode="numeric"
            className="text-end"
            value={part.weight}
            onChange={event => onChange({ weight: event.target.value })}
          />
        </Field>
        <Field label={t('drop')} className="w-36" {...at('dropLowest')}>
          <Input
            inputMode="numeric"
            className="text-end"
            value={part.drop}
            onChange={event => onChange({ drop: event.target.value })}
          />
        </Field>
        <span className="ms-auto flex min-h-control items-center">
          {isUsed ? (
            <span className="text-xs text-ink-2">{t('inUse')}</span>
          ) : (
            <IconButton icon={Trash2} label={t('remove', { name: part.name })} onClick={onRemove} />
          )}
        </span>
      </div>
    </li>
  )
}

type PanelProps = { book: GradeBook; scales: readonly OfficeScale[]; onClose: () => void }

const PlanPanel = ({ book, scales, onClose }: PanelProps) => {
  const id = 'grade-plan'
  const text = useUiText()
  const t = useTranslations('gradeBook.plan')
  const base = useTranslations('gradeBook')
  const nameText = useNameText()
  const usualParts = useUsualParts()
  const fallback = scales.find(({ isDefault }) => isDefault)?.id ?? ''
  const [{ scaleId, parts }, set] = useChanges<{ scaleId: string; parts: Part[] }>({
    scaleId: book.plan ? (book.scale?.id ?? '') : fallback,
    parts:
      book.categories.length === 0
        ? usualParts()
        : book.categories.map(category => ({
            ...category,
            key: category.id,
            weight: String(category.weightPercent),
            drop: String(category.dropLowest),
          })),
  })
  const [reason, setReason] = useState('')
  const labelOf = (path: string) => {
    const [, index = '', name = ''] = /^categories\.(\d+)\.(\w+)$/.exec(path) ?? []
    const known: Record<string, string> = {
      name: t('name'),
      nativeName: t('nativeName'),
      weightPercent: t('weight'),
      dropLowest: t('drop'),
    }
    if (index !== '') return `${parts[Number(index)]?.name || t('part')}, ${known[name] ?? name}`
    return path === 'reason' ? base('reason') : path === 'scaleId' ? t('scale') : t('parts')
  }
  const form = useForm('grades-plan', labelOf)
  const used = new Set(book.assessments.map(({ categoryId }) => categoryId))
  const isReleased = book.assessments.some(({ status }) => status === 'released')
  const sum = sumOf(parts)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.send(
      {
        sectionId: book.sectionId,
        scaleId: scaleId || null,
        reason,
        categories: parts.map(part => ({
          id: part.id,
          name: part.name,
          nativeName: part.nativeName,
          weightPercent: wholeOf(part.weight),
          dropLowest: part.drop.trim() === '' ? 0 : wholeOf(part.drop),
        })),
      },
      () => {
        toast(t('saved'))
        onClose()
      },
    )
  }
  // A scale that was archived stays with the classes that use it.
  const offered = scales.filter(scale => scale.archivedAt === null || scale.id === book.scale?.id)
  return (
    <SidePanel
      open
      onClose={onClose}
      title={t('title')}
      description={t('lead')}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form={id} variant="primary" pending={form.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="grid gap-5">
        <FormProblems form={form} />
        <Field label={t('scale')} {...form.field('scaleId')}>
          <Select value={scaleId} onChange={event => set({ scaleId: event.target.value })}>
            {offered.map(scale => (
              <option key={scale.id} value={scale.id}>
                {nameText(scale)}
              </option>
            ))}
            <option value="">{base('percentOnly')}</option>
          </Select>
        </Field>
        <section aria-labelledby={`${id}-parts`}>
          <div className="flex flex-wrap items-baseline justify-between gap-2">
            <h3 id={`${id}-parts`} className="display text-lg">
              {t('parts')}
            </h3>
            <p
              role="status"
              className={classes(
                'text-sm font-semibold tabular-nums',
                sum === 100 ? 'text-primary-ink' : 'text-marigold-ink',
              )}
            >
              {sum === 100 ? t('sumOk') : t('sum', { sum: String(sum) })}
            </p>
          </div>
          <ul id="categories">
            {parts.map((part, index) => (
              <PartFields
                key={part.key}
                part={part}
                index={index}
                isUsed={part.id !== null && used.has(part.id)}
                field={form.field}
                onChange={patch => set({ parts: parts.with(index, { ...part, ...patch }) })}
                onRemove={() => set({ parts: parts.toSpliced(index, 1) })}
              />
            ))}
          </ul>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button
              size="small"
              icon={Plus}
              onClick={() =>
                set({
                  parts: [
                    ...parts,
                    {
                      key: crypto.randomUUID(),
                      id: null,
                      name: '',
                      nativeName: '',
                      weight: String(Math.max(0, 100 - sum)),
                      drop: '0',
                    },
                  ],
                })
              }
            >
              {t('add')}
            </Button>
            {used.size === 0 && (
              <Button size="small" variant="quiet" title={t('usualHint')} onClick={() => set({ parts: usualParts() })}>
                {t('usual')}
              </Button>
            )}
          </div>
        </section>
        {isReleased && (
          <Field label={base('reason')} hint={t('reasonHint')} {...form.field('reason')}>
            <Input value={reason} onChange={event => setReason(event.target.value)} />
          </Field>
        )}
      </form>
    </SidePanel>
  )
}

/** The grading plan of a class: the scale, the categories and their weights. */
export const BookSetUp = ({ book, onClose }: { book: GradeBook; onClose: () => void }) => {
  const t = useTranslations('gradeBook.plan')
  const scales = useReadLater('grades-scales', {})
  if (scales.data) return <PlanPanel book={book} scales={scales.data} onClose={onClose} />
  return (
    <SidePanel open onClose={onClose} title={t('title')}>
      <Later read={scales}>{() => null}</Later>
    </SidePanel>
  )
}
