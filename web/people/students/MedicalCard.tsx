import { HeartPulse, Pencil } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { factOf, fieldsIn, type StudentFact, studentFields } from '#contract/studentFields.plain.ts'
import type { Student } from '#contract/people/students.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { PhoneLink } from '#web/ui/PhoneLink.tsx'

const fields = fieldsIn('card')
const facts = [...new Set(fields.map(factOf))]

const photoLevels = ['public', 'school', 'none'] as const

/** One fact of the card: text fields say when there is nothing; other empty fields are omitted. */
const HealthFact = ({ fact, student }: { fact: StudentFact; student: Student }) => {
  const t = useTranslations('record.medical')
  const names = useTranslations('personFields')
  const parts = fields.filter(field => factOf(field) === fact)
  const filled = parts.filter(field => student[field])
  const isText = parts.some(field => studentFields[field].type === 'text')
  if (filled.length === 0 && !isText) return null
  return (
    <div>
      <dt className="text-sm text-ink-2">{names(fact)}</dt>
      <dd className={isText && filled.length > 0 ? 'font-medium whitespace-pre-line' : ''}>
        {filled.length === 0 && t('none')}
        {filled.map(field =>
          studentFields[field].type === 'phone' ? (
            <div key={field}>
              <PhoneLink phone={student[field]} />
            </div>
          ) : (
            student[field]
          ),
        )}
      </dd>
    </div>
  )
}

/** The health facts that teachers must know about a child, and whether it may be photographed. */
export const MedicalCard = ({ student, onEdit }: { student: Student; onEdit?: () => void }) => {
  const t = useTranslations('record.medical')
  const names = useTranslations('personFields')
  const studentText = useTranslations('student')
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
        {facts.map(fact => (
          <HealthFact key={fact} fact={fact} student={student} />
        ))}
        <div>
          <dt className="text-sm text-ink-2">{names('photo')}</dt>
          <dd>{studentText(`photo.${level}`)}</dd>
        </div>
      </dl>
    </Card>
  )
}
