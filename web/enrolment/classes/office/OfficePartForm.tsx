import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { useNameText } from '#web/words/Name.tsx'
import { OfficeBefore } from '#web/enrolment/classes/office/OfficeBefore.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select, Textarea } from '#web/ui/Input.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'

const numberOf = (text: string): number | null => (/^\d+$/.test(text.trim()) ? Number(text) : null)

/** Returns a callback for a saved part, new or changed: it shows a toast and closes the form. */
const useSaved = (name: string | undefined, onClose: () => void) => {
  const t = useTranslations('adminConfig.courses')
  return (made: { name: string }) => {
    toast(t(name === undefined ? 'added' : 'changed', { name: made.name }))
    onClose()
  }
}

type Parts = Output<'classes-parts'>
type FormProps<Part> = { existing?: Part | undefined; onClose: () => void }

/** Adds or changes a programme, such as a language or a school of dance. */
export const OfficeProgrammeForm = ({ existing, onClose }: FormProps<Parts['programmes'][number]>) => {
  const t = useTranslations('adminConfig.courses')
  const [values, set] = useChanges({ name: existing?.name ?? '', nativeName: existing?.nativeName ?? '' })
  const create = useForm('classes-createProgramme', () => t('name'))
  const change = useForm('classes-changeProgramme', () => t('name'))
  const form = existing ? change : create
  const saved = useSaved(existing?.name, onClose)
  const send = () => (existing ? change.send({ id: existing.id, ...values }, saved) : create.send(values, saved))
  return (
    <FormDialog
      title={existing ? t('change', { name: existing.name }) : t('addProgramme')}
      verb={existing && t('save')}
      form={form}
      onSubmit={send}
      onClose={onClose}
    >
      <Field label={t('name')} required {...form.field('name')}>
        <Input value={values.name} onChange={event => set({ name: event.target.value })} />
      </Field>
      <Field label={t('nativeName')} optional {...form.field('nativeName')}>
        <Input value={values.nativeName} onChange={event => set({ nativeName: event.target.value })} />
      </Field>
    </FormDialog>
  )
}

type CourseFormProps = FormProps<Parts['courses'][number]> & {
  programmes: Parts['programmes']
  courses: Parts['courses']
}

type CourseValues = Pick<
  Parts['courses'][number],
  | 'programmeId'
  | 'name'
  | 'nativeName'
  | 'level'
  | 'description'
  | 'after'
  | 'nextCourseId'
  | 'prerequisiteIds'
  | 'prerequisiteLevel'
  | 'needsPlacement'
>

/** Adds a course to a programme, or changes one. */
export const OfficeCourseForm = ({ existing, programmes, courses, onClose }: CourseFormProps) => {
  const t = useTranslations('adminConfig.courses')
  const after = useTranslations('promotions.after')
  const rules = useTranslations('classRules')
  const nameText = useNameText()
  const [values, set] = useChanges<CourseValues>({
    programmeId: existing?.programmeId ?? programmes[0]?.id ?? '',
    name: existing?.name ?? '',
    nativeName: existing?.nativeName ?? '',
    level: existing?.level ?? null,
    description: existing?.description ?? '',
    after: existing?.after ?? 'auto',
    nextCourseId: existing?.nextCourseId ?? null,
    prerequisiteIds: existing?.prerequisiteIds ?? [],
    prerequisiteLevel: existing?.prerequisiteLevel ?? null,
    needsPlacement: existing?.needsPlacement ?? false,
  })
  const labelOf = (path: string) =>
    path === 'after' || path === 'nextCourseId'
      ? after('label')
      : path === 'prerequisiteIds' || path === 'prerequisiteLevel' || path === 'needsPlacement'
        ? rules(path)
        : path in values
          ? t(path as 'name' | 'nativeName' | 'programmeId' | 'level' | 'description')
          : path
  const next = courses.find(({ id }) => id === existing?.followingId)
  const autoText =
    existing?.after === 'auto'
      ? after('autoNow', {
          next: next === undefined ? after('last') : next.id === existing.id ? after('again') : nameText(next),
        })
      : after('auto')
  const create = useForm('classes-createCourse', labelOf)
  const change = useForm('classes-changeCourse', labelOf)
  const form = existing ? change : create
  const saved = useSaved(existing?.name, onClose)
  const send = () => (existing ? change.send({ id: existing.id, ...values }, saved) : create.send(values, saved))
  return (
    <FormDialog
      title={existing ? t('change', { name: existing.name }) : t('addCourse')}
      verb={existing && t('save')}
      form={form}
      onSubmit={send}
      onClose={onClose}
    >
      <Field label={t('programmeId')} {...form.field('programmeId')}>
        <Select value={values.programmeId} onChange={event => set({ programmeId: event.target.value })}>
          {programmes.map(programme => (
            <option key={programme.id} value={programme.id}>
              {nameText(programme)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('name')} required {...form.field('name')}>
        <Input value={values.name} onChange={event => set({ name: event.target.value })} />
      </Field>
      <Field label={t('nativeName')} optional {...form.field('nativeName')}>
        <Input value={values.nativeName} onChange={event => set({ nativeName: event.target.value })} />
      </Field>
      <Field label={t('level')} hint={t('levelHint')} optional {...form.field('level')}>
        <Input
          inputMode="numeric"
          className="max-w-24"
          value={values.level ?? ''}
          onChange={event => set({ level: numberOf(event.target.value) })}
        />
      </Field>
      <Field label={after('label')} hint={after('hint')} {...form.field('nextCourseId')}>
        <Select
          value={values.after === 'next' ? (values.nextCourseId ?? '') : values.after}
          onChange={({ target: { value } }) =>
            set(
              value === 'auto' || value === 'same' || value === 'finish'
                ? { after: value, nextCourseId: null }
                : { after: 'next', nextCourseId: value },
            )
          }
        >
          <option value="auto">{autoText}</option>
          <option value="same">{after('same')}</option>
          <option value="finish">{after('finish')}</option>
          {courses
            .filter(({ id, isArchived }) => id !== existing?.id && !isArchived)
            .map(course => (
              <option key={course.id} value={course.id}>
                {nameText(course)}
              </option>
            ))}
        </Select>
      </Field>
      <OfficeBefore
        values={values}
        courses={courses.filter(({ id, isArchived }) => id !== existing?.id && !isArchived)}
        onChange={set}
        fieldOf={path => form.field(path)}
      />
      <Field label={t('description')} hint={t('descriptionHint')} optional {...form.field('description')}>
        <Textarea rows={3} value={values.description} onChange={event => set({ description: event.target.value })} />
      </Field>
    </FormDialog>
  )
}

/** Adds or changes a room. */
export const OfficeRoomForm = ({ existing, onClose }: FormProps<Parts['rooms'][number]>) => {
  const t = useTranslations('adminConfig.courses')
  const [values, set] = useChanges({ name: existing?.name ?? '', capacity: existing?.capacity ?? null })
  const create = useForm('classes-createRoom', () => t('name'))
  const change = useForm('classes-changeRoom', () => t('name'))
  const form = existing ? change : create
  const saved = useSaved(existing?.name, onClose)
  const send = () => (existing ? change.send({ id: existing.id, ...values }, saved) : create.send(values, saved))
  return (
    <FormDialog
      title={existing ? t('change', { name: existing.name }) : t('addRoom')}
      verb={existing && t('save')}
      form={form}
      onSubmit={send}
      onClose={onClose}
    >
      <Field label={t('name')} required {...form.field('name')}>
        <Input value={values.name} onChange={event => set({ name: event.target.value })} />
      </Field>
      <Field label={t('capacity')} hint={t('capacityHint')} optional {...form.field('capacity')}>
        <Input
          inputMode="numeric"
          className="max-w-24"
          value={values.capacity ?? ''}
          onChange={event => set({ capacity: numberOf(event.target.value) })}
        />
      </Field>
    </FormDialog>
  )
}
