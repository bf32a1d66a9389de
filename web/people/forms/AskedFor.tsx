import { useTranslations } from 'use-intl'
import { useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { useNameText } from '#web/words/Name.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Skeleton } from '#web/ui/States.tsx'

type Chosen = { courseIds: string[]; sectionIds: string[] }
type AskedForProps = Chosen & {
  termId: string | null
  error: { id: string; error: string | undefined }
  onChange: (chosen: Partial<Chosen>) => void
}

const toggled = (ids: readonly string[], id: string): string[] =>
  ids.includes(id) ? ids.filter(each => each !== id) : [...ids, id]

/** The courses, and single classes of a term, for which a question is asked. */
export const AskedFor = ({ courseIds, sectionIds, termId, error, onChange }: AskedForProps) => {
  const t = useTranslations('schoolRules.fields')
  const nameText = useNameText()
  const parts = useReadLater('classes-parts', {})
  const classes = useReadLater('classes-list', { ...(termId && { termId }) })
  return (
    <>
      <Field group label={t('field.courseIds')} hint={t('courseIdsHint')} {...error}>
        <Later read={parts} skeleton={<Skeleton className="h-32" />}>
          {({ courses }) => (
            <div className="max-h-64 overflow-y-auto rounded-lg border border-line px-3">
              {courses.map(course => (
                <Checkbox
                  key={course.id}
                  label={nameText(course)}
                  checked={courseIds.includes(course.id)}
                  onChange={() => onChange({ courseIds: toggled(courseIds, course.id) })}
                />
              ))}
            </div>
          )}
        </Later>
      </Field>
      <details open={sectionIds.length > 0}>
        <summary className="flex min-h-11 items-center text-sm font-semibold text-primary-ink">
          {t('field.sectionIds')}
        </summary>
        <Later read={classes} skeleton={<Skeleton className="h-32" />}>
          {found => (
            <div className="max-h-64 overflow-y-auto rounded-lg border border-line px-3">
              {found.map(section => (
                <Checkbox
                  key={section.id}
                  label={nameText(section)}
                  checked={sectionIds.includes(section.id)}
                  onChange={() => onChange({ sectionIds: toggled(sectionIds, section.id) })}
                />
              ))}
            </div>
          )}
        </Later>
      </details>
    </>
  )
}
