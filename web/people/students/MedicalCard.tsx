import { HeartPulse, Pencil, Phone } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { MedicalCard as Card_, Student } from '#contract/people/students.ts'
import { useWrite } from '#web/wire/call.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { useFirstName } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Textarea } from '#web/ui/Input.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/records/useForm.ts'

const texts = ['allergies', 'medical', 'medication'] as const
const touched = ['absences', 'classes', 'parents']

const cardOf = ({ allergies, medical, medication, doctorName, doctorPhone }: Student): Card_ => ({
  allergies,
  medical,
  medication,
  doctorName,
  doctorPhone,
})

/** Writes the medical card; what it said before comes back by the undo. */
export const EditMedical = ({ student, onClose }: { student: Student; onClose: () => void }) => {
  const t = useTranslations('record.medical')
  const firstName = useFirstName()
  const before = cardOf(student)
  const [card, setCard] = useState(before)
  const form = useForm(
    'students-changeMedical',
    path => (t.has(path as 'medical') ? t(path as 'medical') : path),
    touched,
  )
  const undo = useWrite('students-changeMedical', touched)
  const change = (key: keyof Card_) => (event: { target: { value: string } }) =>
    setCard({ ...card, [key]: event.target.value })
  return (
    <FormDialog
      title={t('edit')}
      description={t('lead', { name: firstName(student) })}
      form={form}
      verb={t('save')}
      onClose={onClose}
      onSubmit={() =>
        form.send({ id: student.id, ...card }, () => {
          toast(t('saved'), () => undo.start({ id: student.id, ...before }))
          onClose()
        })
      }
    >
      {texts.map(key => (
        <Field key={key} {...form.field(key)} label={t(key)} hint={t(`${key}Hint`)} optional>
          <Textarea rows={2} value={card[key]} onChange={change(key)} />
        </Field>
      ))}
      <Field {...form.field('doctorName')} label={t('doctorName')} optional>
        <Input value={card.doctorName} onChange={change('doctorName')} />
      </Field>
      <Field {...form.field('doctorPhone')} label={t('doctorPhone')} optional>
        <Input type="tel" value={card.doctorPhone} onChange={change('doctorPhone')} />
      </Field>
    </FormDialog>
  )
}

const photoLevels = ['public', 'school', 'none'] as const

/** What teachers must know of a child's health, and whether it may be photographed. */
export const MedicalCard = ({ student, onEdit }: { student: Student; onEdit?: () => void }) => {
  const t = useTranslations('record.medical')
  const words = useTranslations('student')
  const level = photoLevels.find(each => each === student.photoConsent) ?? 'unset'
  return (
    <Card
      title={
        <span className="inline-flex items-center gap-2">
          <HeartPulse size={20} aria-hidden className="text-danger-ink" />
          {t('title')}
        </span>
      }
      aside={
        onEdit && (
          <Button
            variant="quiet"
            size="small"
            icon={Pencil}
            className="-my-2 -me-2"
            aria-label={t('edit')}
            onClick={onEdit}
          >
            {t('change')}
          </Button>
        )
      }
    >
      <dl className="grid gap-3">
        {texts.map(key => (
          <div key={key}>
            <dt className="text-sm text-ink-2">{t(key)}</dt>
            <dd className={student[key] ? 'font-medium whitespace-pre-line' : ''}>{student[key] || t('none')}</dd>
          </div>
        ))}
        {(student.doctorName || student.doctorPhone) && (
          <div>
            <dt className="text-sm text-ink-2">{t('doctor')}</dt>
            <dd>
              {student.doctorName}
              {student.doctorPhone && (
                <a
                  href={`tel:${student.doctorPhone}`}
                  className="flex min-h-9 items-center gap-2 text-sm text-ink-2 hover:text-ink hover:underline"
                >
                  <Phone size={16} aria-hidden className="shrink-0" />
                  {student.doctorPhone}
                </a>
              )}
            </dd>
          </div>
        )}
        <div>
          <dt className="text-sm text-ink-2">{t('photos')}</dt>
          <dd>{words(`photo.${level}`)}</dd>
        </div>
      </dl>
    </Card>
  )
}
