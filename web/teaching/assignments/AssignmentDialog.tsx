import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Assignment, AssignmentKind, WallTime } from '#contract/teaching/assignments.ts'
import { assignmentKinds } from '#contract/teaching/assignments.plain.ts'
import { usualDue } from '#rules/assignments.ts'
import { useReadLater } from '#web/wire/call.ts'
import { useFirstName, type TwoNames } from '#web/words/Name.tsx'
import { AttachField } from '#web/access/files/shared/AttachField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox, Segmented } from '#web/ui/Choice.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select, Textarea } from '#web/ui/Input.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { FormProblems } from '#web/records/FormProblems.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { useSchoolClock } from '#web/words/useSchoolClock.ts'
import { useUploads } from '#web/wire/useUploads.ts'
import { InChinese } from '#web/words/InChinese.tsx'

type Give = 'published' | 'scheduled' | 'draft'
type Values = {
  title: string
  nativeTitle: string
  instructions: string
  kind: AssignmentKind
  takesText: boolean
  takesFiles: boolean
  /** Null until a time is chosen: the default is then the next class. */
  due: WallTime | null
  closes: WallTime
  maxPoints: string
  give: Give
  publish: WallTime
}
const never: WallTime = { day: '', time: '' }

const valuesOf = (of: Assignment | null): Values => ({
  title: of?.title ?? '',
  nativeTitle: of?.nativeTitle ?? '',
  instructions: of?.instructions ?? '',
  kind: of?.kind ?? 'homework',
  takesText: of?.takesText ?? true,
  takesFiles: of?.takesFiles ?? true,
  due: of?.due ?? null,
  closes: of?.closes ?? never,
  maxPoints: of ? String(of.maxPoints ?? '') : '10',
  give: 'published',
  publish: never,
})

type WallInputsProps = {
  label: string
  hint?: string
  optional?: boolean
  path: string
  value: WallTime
  onChange: (value: WallTime) => void
  field: (path: string) => { id: string; error: string | undefined }
}

/** A day and a time of the school's clock, side by side. */
const WallInputs = ({ label, hint, optional = false, path, value, onChange, field }: WallInputsProps) => {
  const t = useTranslations('assignments.form')
  const format = useFormat()
  const { error } = field(path)
  const day = field(`${path}.day`)
  const time = field(`${path}.time`)
  return (
    <Field group id={path} label={label} hint={hint} optional={optional} error={error ?? day.error ?? time.error}>
      <div className="flex gap-3">
        <Input
          id={day.id}
          type="date"
          aria-label={format.labelled(label, t('dueDay'))}
          aria-invalid={day.error ? true : undefined}
          value={value.day}
          onChange={event => onChange({ day: event.target.value, time: value.time || '14:00' })}
        />
        <Input
          id={time.id}
          type="time"
          aria-label={format.labelled(label, t('dueTime'))}
          aria-invalid={time.error ? true : undefined}
          className="max-w-36"
          value={value.time}
          onChange={event => onChange({ ...value, time: event.target.value })}
        />
      </div>
    </Field>
  )
}

type AssignmentDialogProps = {
  section: TwoNames & { id: string }
  /** The assignment to change; null for a new one. */
  assignment: Assignment | null
  onClose: () => void
  onSaved: (saved: Assignment) => void
}

/** Sets homework for a class, or changes it. By default it is due at the first class after today. */
export const AssignmentDialog = ({ section, assignment, onClose, onSaved }: AssignmentDialogProps) => {
  const t = useTranslations('assignments.form')
  const kinds = useTranslations('assignments.kinds')
  const format = useFormat()
  const sectionName = useFirstName()(section)
  const meetings = useReadLater('assignments-meetings', { sectionId: section.id }).data ?? []
  const [values, set] = useChanges(valuesOf(assignment))
  const uploads = useUploads(assignment?.files ?? [])
  const labelOf = (path: string): string => {
    const key = path.split('.')[0] ?? path
    if (key === 'sectionId') return sectionName
    return key === 'fileIds' ? t('files') : t.has(key as 'title') ? t(key as 'title') : path
  }
  const create = useForm('assignments-create', labelOf)
  const alter = useForm('assignments-change', labelOf)
  const form = assignment ? alter : create
  const { day: today } = useSchoolClock()
  const due = values.due ?? usualDue(meetings, today) ?? never
  const isNextClass = meetings.some(each => each.day === due.day && each.time === due.time)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { title, nativeTitle, instructions, kind, takesText, takesFiles, closes, give, publish } = values
    const input = {
      title,
      nativeTitle,
      instructions,
      kind,
      takesText,
      takesFiles,
      due,
      closes: closes.day === '' ? null : closes,
      maxPoints: values.maxPoints.trim() === '' ? null : Number(values.maxPoints),
      fileIds: uploads.stored.map(({ id }) => id),
    }
    const done = (message: 'saved' | 'created' | 'planned' | 'kept') => (saved: Assignment) => {
      toast(t(message, { title: saved.title }))
      onSaved(saved)
    }
    if (assignment) return alter.send({ id: assignment.id, ...input }, done('saved'))
    create.send(
      { sectionId: section.id, ...input, status: give, publish: give === 'scheduled' ? publish : null },
      done(give === 'draft' ? 'kept' : give === 'scheduled' ? 'planned' : 'created'),
    )
  }
  const verb = assignment ? 'save' : ({ published: 'create', scheduled: 'plan', draft: 'keep' } as const)[values.give]
  return (
    <SidePanel
      open
      onClose={onClose}
      title={t(assignment ? 'edit' : 'new')}
      description={t('for', { name: sectionName })}
      actions={
        <Button
          type="submit"
          form="assignment"
          variant="primary"
          wide="phone"
          pending={form.isPending}
          disabled={uploads.isUnfinished}
        >
          {t(verb)}
        </Button>
      }
    >
      <form id="assignment" noValidate onSubmit={submit} className="grid gap-5 py-1">
        <FormProblems form={form} />
        <Field label={t('title')} required {...(!assignment && { hint: t('titleHint') })} {...form.field('title')}>
          <Input value={values.title} onChange={event => set({ title: event.target.value })} />
        </Field>
        <InChinese text={values.nativeTitle}>
          <Field label={t('nativeTitle')} optional {...form.field('nativeTitle')}>
            <Input value={values.nativeTitle} onChange={event => set({ nativeTitle: event.target.value })} />
          </Field>
        </InChinese>
        <Field label={t('instructions')} optional {...form.field('instructions')}>
          <Textarea value={values.instructions} onChange={event => set({ instructions: event.target.value })} />
        </Field>
        <AttachField uploads={uploads} label={t('files')} error={form.field('fileIds').error} />
        <div className="grid gap-3">
          <WallInputs
            label={t('due')}
            path="due"
            value={due}
            onChange={next => set({ due: next })}
            field={form.field}
          />
          {meetings.length > 0 && (
            <div className="flex flex-wrap gap-2">
              {meetings.slice(0, 3).map((meeting, index) => (
                <Button
                  key={meeting.day}
                  size="small"
                  variant={isNextClass && meeting.day === due.day ? 'primary' : 'secondary'}
                  aria-pressed={isNextClass && meeting.day === due.day}
                  onClick={() => set({ due: meeting })}
                >
                  {t(index === 0 ? 'nextClass' : 'classOn', { day: format.day(meeting.day, 'weekday') })}
                </Button>
              ))}
            </div>
          )}
        </div>
        <Field group label={t('answers')} {...form.field('takesText')}>
          <div className="flex flex-wrap gap-x-8">
            <Checkbox
              id="takes-text"
              label={t('takesText')}
              checked={values.takesText}
              onChange={event => set({ takesText: event.target.checked })}
            />
            <Checkbox
              id="takes-files"
              label={t('takesFiles')}
              checked={values.takesFiles}
              onChange={event => set({ takesFiles: event.target.checked })}
            />
          </div>
        </Field>
        <div className="grid grid-cols-2 gap-3">
          <Field label={t('kind')} {...form.field('kind')}>
            <Select
              value={values.kind}
              onChange={event => set({ kind: assignmentKinds.find(each => each === event.target.value) ?? 'homework' })}
            >
              {assignmentKinds.map(kind => (
                <option key={kind} value={kind}>
                  {kinds(kind)}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={t('maxPoints')} optional {...form.field('maxPoints')}>
            <Input
              inputMode="numeric"
              value={values.maxPoints}
              onChange={event => set({ maxPoints: event.target.value.replace(/\D/g, '') })}
            />
          </Field>
        </div>
        <WallInputs
          label={t('closes')}
          hint={t('closesHint')}
          optional
          path="closes"
          value={values.closes}
          onChange={next => set({ closes: next.day === '' ? never : next })}
          field={form.field}
        />
        {!assignment && (
          <Field group label={t('give')}>
            <Segmented<Give>
              label={t('give')}
              value={values.give}
              onChange={give => set({ give })}
              options={[
                { value: 'published', label: t('giveNow') },
                { value: 'scheduled', label: t('giveLater') },
                { value: 'draft', label: t('giveDraft') },
              ]}
            />
          </Field>
        )}
        {!assignment && values.give === 'scheduled' && (
          <WallInputs
            label={t('publish')}
            path="publish"
            value={values.publish}
            onChange={publish => set({ publish })}
            field={form.field}
          />
        )}
      </form>
    </SidePanel>
  )
}
