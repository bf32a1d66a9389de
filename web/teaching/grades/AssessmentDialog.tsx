import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Assessment, GradeBook } from '#contract/teaching/grades.ts'
import { useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { useNameText, useNames } from '#web/words/Name.tsx'
import { columnOf } from '#web/teaching/grades/useGrid.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { useSchoolClock } from '#web/words/useSchoolClock.ts'
import { InChinese } from '#web/words/InChinese.tsx'

/** Suggests the next assessment of a category: "Homework 5", with the maximum points of the last one. */
const useSuggestion = (book: GradeBook) => {
  const t = useTranslations('gradeBook.plan.preset')
  // A term has one of these; all other assessments are numbered.
  const single = [t('final.name'), t('midterm.name')]
  return (categoryId: string) => {
    const category = book.categories.find(({ id }) => id === categoryId)
    const own = book.assessments.filter(each => each.categoryId === categoryId)
    const isSingle = own.length === 0 && category !== undefined && single.includes(category.name)
    const numbered = (name = '') => (isSingle || name === '' ? name : `${name} ${own.length + 1}`)
    return {
      name: numbered(category?.name),
      nativeName: numbered(category?.nativeName),
      maxPoints: String(own.at(-1)?.maxPoints ?? (isSingle ? 100 : 10)),
    }
  }
}

const numberOf = (text: string): number => Number(text.normalize('NFKC').trim().replace(',', '.') || Number.NaN)

type AssessmentDialogProps = { book: GradeBook; assessment: Assessment | null; onClose: () => void }

/** Adds or changes an assessment; one that families have seen keeps its weight. */
export const AssessmentDialog = ({ book, assessment, onClose }: AssessmentDialogProps) => {
  const t = useTranslations('gradeBook.assessment')
  const failureText = useFailureText()
  const nameText = useNameText()
  const names = useNames()
  const format = useFormat()
  const { day: today } = useSchoolClock()
  const suggestionFor = useSuggestion(book)
  const newest = book.assessments.at(-1)
  const startCategory = assessment?.categoryId ?? newest?.categoryId ?? book.categories[0]?.id ?? ''
  const clamped = today < book.termStartsOn ? book.termStartsOn : today > book.termEndsOn ? book.termEndsOn : today
  const [values, alter] = useChanges({
    categoryId: startCategory,
    onDay: assessment?.onDay ?? clamped,
    ...(assessment
      ? { name: assessment.name, nativeName: assessment.nativeName, maxPoints: String(assessment.maxPoints) }
      : suggestionFor(startCategory)),
  })
  const [isTouched, setTouched] = useState(assessment !== null)
  const labels: Record<string, string> = {
    name: t('name'),
    nativeName: t('nativeName'),
    categoryId: t('category'),
    onDay: t('day'),
    maxPoints: t('maxPoints'),
  }
  const labelOf = (path: string) => labels[path] ?? path
  const create = useForm('grades-createAssessment', labelOf)
  const change = useForm('grades-changeAssessment', labelOf)
  const remove = useWrite('grades-removeAssessment')
  const restore = useWrite('grades-restoreAssessment')
  const takeBack = useWrite('grades-takeBack')
  const form = assessment ? change : create
  const isReleased = assessment?.status === 'released'
  const done = (message: string, undo?: () => void) => {
    toast(message, undo)
    onClose()
  }
  const submit = () => {
    const input = { ...values, maxPoints: numberOf(values.maxPoints) }
    if (assessment)
      change.send({ id: assessment.id, ...input }, saved => done(t('saved', { name: names(saved).first })))
    else create.send({ sectionId: book.sectionId, ...input }, made => done(t('created', { name: names(made).first })))
  }
  const toRemove = () => {
    if (!assessment) return
    const { id } = assessment
    const { first: name } = names(assessment)
    const undo = () =>
      void restore.send({ id }).then(
        () => toast(t('restored', { name })),
        (error: unknown) => toast(failureText(error)),
      )
    remove.start({ id }, () => done(t('removed', { name }), undo))
  }
  const choose = (categoryId: string) => alter({ categoryId, ...(!isTouched && suggestionFor(categoryId)) })
  const failure =
    form.failure ??
    (remove.error === null ? null : failureText(remove.error)) ??
    (takeBack.error === null ? null : failureText(takeBack.error))
  return (
    <FormDialog
      title={t(assessment ? 'changeTitle' : 'newTitle')}
      verb={t(assessment ? 'save' : 'create')}
      form={{ ...form, failure }}
      others={
        <>
          {assessment && !isReleased && (
            <Button variant="quiet" className="sm:me-auto" pending={remove.isPending} onClick={toRemove}>
              {t('remove')}
            </Button>
          )}
          {assessment && isReleased && !columnOf(book, assessment).isAmended && (
            <Button
              variant="quiet"
              className="sm:me-auto"
              pending={takeBack.isPending}
              onClick={() => takeBack.start({ assessmentIds: [assessment.id] }, onClose)}
            >
              {t('takeBack')}
            </Button>
          )}
        </>
      }
      onSubmit={submit}
      onClose={onClose}
    >
      {isReleased && <Notice>{t('locked')}</Notice>}
      <Field label={t('category')} required {...form.field('categoryId')}>
        <Select value={values.categoryId} disabled={isReleased} onChange={event => choose(event.target.value)}>
          {book.categories.map(category => (
            <option key={category.id} value={category.id}>
              {nameText(category)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('name')} required {...form.field('name')}>
        <Input
          value={values.name}
          onChange={event => {
            setTouched(true)
            alter({ name: event.target.value })
          }}
        />
      </Field>
      <InChinese text={values.nativeName}>
        <Field label={t('nativeName')} optional {...form.field('nativeName')}>
          <Input
            value={values.nativeName}
            onChange={event => {
              setTouched(true)
              alter({ nativeName: event.target.value })
            }}
          />
        </Field>
      </InChinese>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('day')}
          hint={t('dayHint', { from: format.day(book.termStartsOn), to: format.day(book.termEndsOn) })}
          required
          {...form.field('onDay')}
        >
          <Input
            type="date"
            min={book.termStartsOn}
            max={book.termEndsOn}
            value={values.onDay}
            onChange={event => alter({ onDay: event.target.value })}
          />
        </Field>
        <Field label={t('maxPoints')} required className="self-end" {...form.field('maxPoints')}>
          <Input
            inputMode="decimal"
            disabled={isReleased}
            value={values.maxPoints}
            onChange={event => alter({ maxPoints: event.target.value })}
          />
        </Field>
      </div>
    </FormDialog>
  )
}
