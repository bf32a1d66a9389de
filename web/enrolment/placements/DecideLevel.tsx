import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { useFirstName, useNameText } from '#web/words/Name.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select, Textarea } from '#web/ui/Input.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/records/useForm.ts'

type Course = { id: string; name: string; nativeName: string; level: number | null }
type DecideLevelProps = {
  studentId: string
  student: string
  nativeName: string
  /** The course that was chosen; it is selected at first. */
  courseId: string
  courses: readonly Course[]
  onClose: () => void
}

/** Decides which course of a programme suits a child. */
export const DecideLevel = ({ studentId, student, nativeName, courseId, courses, onClose }: DecideLevelProps) => {
  const t = useTranslations('placing')
  const firstName = useFirstName()
  const nameText = useNameText()
  const [values, setValues] = useState({
    courseId: courses.some(({ id }) => id === courseId) ? courseId : '',
    note: '',
  })
  const form = useForm('placements-decide', path => t(path === 'note' ? 'note' : 'course'))
  const name = firstName({ name: student, nativeName })
  return (
    <FormDialog
      title={t('decideOf', { name })}
      verb={t('save')}
      form={form}
      onClose={onClose}
      onSubmit={() =>
        form.send({ studentId, ...values }, ({ course, courseNativeName }) => {
          toast(t('saved', { name, course: firstName({ name: course, nativeName: courseNativeName }) }))
          onClose()
        })
      }
    >
      <Field {...form.field('courseId')} label={t('course')} required>
        <Select value={values.courseId} onChange={event => setValues({ ...values, courseId: event.target.value })}>
          <option value="">{t('choose')}</option>
          {courses.map(course => (
            <option key={course.id} value={course.id}>
              {nameText(course)}
            </option>
          ))}
        </Select>
      </Field>
      <Field {...form.field('note')} label={t('note')} optional>
        <Textarea rows={3} value={values.note} onChange={event => setValues({ ...values, note: event.target.value })} />
      </Field>
    </FormDialog>
  )
}
