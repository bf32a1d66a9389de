import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Section } from '#contract/enrolment/classes.ts'
import type { Output } from '#contract/index.ts'
import type { Term } from '#contract/school/terms.ts'
import { crayons } from '#contract/values.plain.ts'
import { useNameText } from '#web/words/Name.tsx'
import { feesOfCourse } from '#web/enrolment/classes/office/feesOfCourse.ts'
import { OfficeWhoMayCome } from '#web/enrolment/classes/office/OfficeWhoMayCome.tsx'
import { PlannedConflicts } from '#web/enrolment/classes/office/OfficeConflicts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select } from '#web/ui/Input.tsx'
import { Chip, crayonOf } from '#web/ui/Marks.tsx'
import { MoneyInput } from '#web/ui/MoneyInput.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { Replaced } from '#web/records/Replaced.tsx'
import { FormProblems } from '#web/records/FormProblems.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'

type Parts = Output<'classes-parts'>
type OfficeClassFormProps = {
  /** Null for a new class. */
  section: Section | null
  term: Term
  parts: Parts
  others: readonly Section[]
  onSaved: () => void
}

const first = (term: Term, parts: Parts, others: readonly Section[]) => {
  // The times and sizes of the last class usually fit the next one, too. Fees belong to a course.
  const like = others.at(-1)
  const courseId = parts.courses[0]?.id ?? ''
  return {
    courseId,
    name: '',
    nativeName: '',
    roomId: null as string | null,
    teacherIds: [] as string[],
    weekday: term.weekdays[0] ?? 7,
    startsAt: like?.startsAt ?? '',
    endsAt: like?.endsAt ?? '',
    capacity: like?.capacity ?? null,
    minimum: like?.minimum ?? 0,
    ageFrom: null as number | null,
    ageTo: null as number | null,
    ...feesOfCourse(courseId, others),
    needsApproval: false,
    ageCutoff: null as string | null,
    auditCents: null as number | null,
    trialCents: null as number | null,
    trialNeedsApproval: true,
    dayCents: null as number | null,
    crayon: crayonOf(`${term.id}${others.length}`) as Section['crayon'],
  }
}

const numberOf = (text: string): number | null => (/^\d+$/.test(text.trim()) ? Number(text) : null)

/** Creates or changes a class, and shows its conflicts with other classes while it is planned. */
export const OfficeClassForm = ({ section, term, parts, others, onSaved }: OfficeClassFormProps) => {
  const t = useTranslations('officeClasses')
  const crayonNames = useTranslations('adminConfig.crayon')
  const format = useFormat()
  const nameText = useNameText()
  const [values, set, replaced] = useChanges({ ...first(term, parts, others), ...section })
  const labelOf = (path: string) =>
    path in values && t.has(`field.${path as 'name'}`) ? t(`field.${path as 'name'}`) : path
  const create = useForm('classes-create', labelOf)
  const alter = useForm('classes-change', labelOf)
  const form = section ? alter : create
  const field = (path: string) => ({ label: labelOf(path), ...form.field(path) })
  const count = (key: 'capacity' | 'minimum' | 'ageFrom' | 'ageTo') => ({
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    value: values[key] ?? '',
    onChange: (event: { target: { value: string } }) => set({ [key]: numberOf(event.target.value) }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const input = {
      termId: term.id,
      courseId: values.courseId,
      name: values.name,
      nativeName: values.nativeName,
      roomId: values.roomId,
      teacherIds: values.teacherIds,
      weekday: values.weekday,
      startsAt: values.startsAt,
      endsAt: values.endsAt,
      // An empty field becomes an invalid number, so that the contract reports it at the field.
      capacity: values.capacity ?? 0,
      minimum: values.minimum ?? 0,
      ageFrom: values.ageFrom,
      ageTo: values.ageTo,
      tuitionCents: values.tuitionCents ?? -1,
      booksCents: values.booksCents ?? 0,
      ageCutoff: values.ageCutoff,
      needsApproval: values.needsApproval,
      auditCents: values.auditCents,
      trialCents: values.trialCents,
      trialNeedsApproval: values.trialNeedsApproval,
      dayCents: values.dayCents,
      crayon: values.crayon,
    }
    const done = (saved: Section) => {
      toast(t(section ? 'saved' : 'created', { name: saved.name }))
      onSaved()
    }
    if (section) alter.send({ id: section.id, ...input }, done)
    else create.send(input, done)
  }
  const choose = (courseId: string) => {
    const { tuitionCents, booksCents } = feesOfCourse(values.courseId, others)
    const isTyped = values.tuitionCents !== tuitionCents || values.booksCents !== booksCents
    set({ courseId, ...(section === null && !isTyped && feesOfCourse(courseId, others)) })
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4 py-1">
      <FormProblems form={form} />
      <Field {...field('courseId')} required>
        <Select value={values.courseId} onChange={event => choose(event.target.value)}>
          {parts.programmes.map(programme => (
            <optgroup key={programme.id} label={nameText(programme)}>
              {parts.courses
                .filter(course => course.programmeId === programme.id)
                .map(course => (
                  <option key={course.id} value={course.id}>
                    {nameText(course)}
                  </option>
                ))}
            </optgroup>
          ))}
        </Select>
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field {...field('name')} required>
          <Input value={values.name} onChange={event => set({ name: event.target.value })} />
        </Field>
        <Field {...field('nativeName')} optional>
          <Input value={values.nativeName} onChange={event => set({ nativeName: event.target.value })} />
        </Field>
      </div>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-[1.4fr_1fr_1fr]">
        <Field {...field('weekday')} className="max-sm:col-span-2">
          <Select value={values.weekday} onChange={event => set({ weekday: Number(event.target.value) })}>
            {term.weekdays.map(weekday => (
              <option key={weekday} value={weekday}>
                {format.weekday(weekday)}
              </option>
            ))}
          </Select>
        </Field>
        <Field {...field('startsAt')} required>
          <Input type="time" value={values.startsAt} onChange={event => set({ startsAt: event.target.value })} />
        </Field>
        <Field {...field('endsAt')} required>
          <Input type="time" value={values.endsAt} onChange={event => set({ endsAt: event.target.value })} />
        </Field>
      </div>
      <Field {...field('roomId')} optional>
        <Select value={values.roomId ?? ''} onChange={event => set({ roomId: event.target.value || null })}>
          <option value="">{t('noRoom')}</option>
          {parts.rooms.map(each => (
            <option key={each.id} value={each.id}>
              {each.capacity === null ? each.name : t('roomFor', { name: each.name, n: each.capacity })}
            </option>
          ))}
        </Select>
      </Field>
      <Field {...field('teacherIds')} hint={t('teacherHint')} optional>
        <Select
          value=""
          onChange={event => event.target.value && set({ teacherIds: [...values.teacherIds, event.target.value] })}
        >
          <option value="">{t('addTeacher')}</option>
          {parts.teachers
            .filter(teacher => !values.teacherIds.includes(teacher.id))
            .map(teacher => (
              <option key={teacher.id} value={teacher.id}>
                {nameText(teacher)}
              </option>
            ))}
        </Select>
      </Field>
      {values.teacherIds.length > 0 && (
        <ul className="-mt-2 flex flex-wrap gap-2">
          {parts.teachers
            .filter(teacher => values.teacherIds.includes(teacher.id))
            .map(teacher => (
              <li key={teacher.id}>
                <Button
                  size="small"
                  aria-label={t('removeTeacher', { name: teacher.name })}
                  onClick={() => set({ teacherIds: values.teacherIds.filter(id => id !== teacher.id) })}
                >
                  {nameText(teacher)} ×
                </Button>
              </li>
            ))}
        </ul>
      )}
      <PlannedConflicts
        termId={term.id}
        planned={{
          id: section?.id ?? null,
          weekday: values.weekday,
          startsAt: values.startsAt,
          endsAt: values.endsAt,
          roomId: values.roomId,
          teacherIds: values.teacherIds,
          capacity: values.capacity,
        }}
      />
      <div className="grid grid-cols-2 gap-4">
        <Field {...field('capacity')} required>
          <Input {...count('capacity')} />
        </Field>
        <Field {...field('minimum')}>
          <Input {...count('minimum')} />
        </Field>
        <Field {...field('ageFrom')} optional>
          <Input {...count('ageFrom')} />
        </Field>
        <Field {...field('ageTo')} optional>
          <Input {...count('ageTo')} />
        </Field>
        <Field {...field('tuitionCents')} required>
          <MoneyInput
            value={values.tuitionCents}
            currency={format.currency}
            onChange={tuitionCents => set({ tuitionCents })}
          />
        </Field>
        <Field {...field('booksCents')}>
          <MoneyInput
            value={values.booksCents}
            currency={format.currency}
            onChange={booksCents => set({ booksCents })}
          />
        </Field>
      </div>
      <OfficeWhoMayCome
        values={values}
        term={term}
        course={parts.courses.find(({ id }) => id === values.courseId)}
        courses={parts.courses}
        onChange={set}
        errorOf={path => form.field(path).error}
      />
      <Field label={t('field.crayon')} group id="crayon">
        <div className="flex flex-wrap gap-2">
          {crayons.map(crayon => (
            <label
              key={crayon}
              className="inline-flex min-h-9 items-center rounded-full border-2 border-transparent p-0.5 has-checked:border-primary has-focus-visible:outline-2 has-focus-visible:outline-ink"
            >
              <input
                type="radio"
                name="crayon"
                value={crayon}
                checked={values.crayon === crayon}
                onChange={() => set({ crayon })}
                className="sr-only"
              />
              <Chip crayon={crayon}>{crayonNames(crayon)}</Chip>
            </label>
          ))}
        </div>
      </Field>
      <Replaced fields={replaced} labelOf={labelOf} />
      <Button type="submit" variant="primary" wide pending={form.isPending}>
        {t(section ? 'save' : 'create')}
      </Button>
    </form>
  )
}
