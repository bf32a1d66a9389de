import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { useNameText } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'

type Course = Output<'classes-parts'>['courses'][number]
type Rule = Pick<Course, 'prerequisiteIds' | 'prerequisiteLevel' | 'needsPlacement'>
type OfficeBeforeProps = {
  values: Rule
  courses: readonly Course[]
  onChange: (patch: Partial<Rule>) => void
  fieldOf: (path: string) => { id: string; error: string | undefined }
}

/** Returns a function that lists a course's prerequisites in words. */
export const useBeforeText = () => {
  const t = useTranslations('classRules')
  const nameText = useNameText()
  return (rule: Rule, courses: readonly Pick<Course, 'id' | 'name' | 'nativeName'>[]): string =>
    [
      ...courses.filter(({ id }) => rule.prerequisiteIds.includes(id)).map(nameText),
      ...(rule.prerequisiteLevel === null ? [] : [t('level', { level: String(rule.prerequisiteLevel) })]),
    ].join(t('or'))
}

/** The prerequisites of a course, and what they mean for a family. */
export const OfficeBefore = ({ values, courses, onChange, fieldOf }: OfficeBeforeProps) => {
  const t = useTranslations('classRules')
  const nameText = useNameText()
  const beforeText = useBeforeText()
  const { prerequisiteIds, prerequisiteLevel, needsPlacement } = values
  const what = beforeText(values, courses)
  return (
    <>
      <Field {...fieldOf('prerequisiteIds')} label={t('prerequisiteIds')} hint={t('prerequisiteHint')} optional>
        <Select
          value=""
          onChange={({ target }) => target.value && onChange({ prerequisiteIds: [...prerequisiteIds, target.value] })}
        >
          <option value="">{t('addCourse')}</option>
          {courses
            .filter(({ id }) => !prerequisiteIds.includes(id))
            .map(course => (
              <option key={course.id} value={course.id}>
                {nameText(course)}
              </option>
            ))}
        </Select>
      </Field>
      {prerequisiteIds.length > 0 && (
        <ul className="-mt-2 flex flex-wrap gap-2">
          {courses
            .filter(({ id }) => prerequisiteIds.includes(id))
            .map(course => (
              <li key={course.id}>
                <Button
                  size="small"
                  aria-label={t('removeCourse', { name: nameText(course) })}
                  onClick={() => onChange({ prerequisiteIds: prerequisiteIds.filter(id => id !== course.id) })}
                >
                  {nameText(course)} ×
                </Button>
              </li>
            ))}
        </ul>
      )}
      <Field
        {...fieldOf('prerequisiteLevel')}
        label={t('prerequisiteLevel')}
        hint={t('prerequisiteLevelHint')}
        optional
      >
        <Input
          inputMode="numeric"
          className="max-w-24"
          value={prerequisiteLevel ?? ''}
          onChange={({ target }) =>
            onChange({ prerequisiteLevel: /^\d+$/.test(target.value.trim()) ? Number(target.value) : null })
          }
        />
      </Field>
      <Checkbox
        label={t('needsPlacement')}
        hint={t('needsPlacementHint')}
        checked={needsPlacement}
        onChange={event => onChange({ needsPlacement: event.target.checked })}
      />
      {(what !== '' || needsPlacement) && (
        <Notice title={t('effect')}>
          {what !== '' && <p>{t('effectText.before', { what })}</p>}
          {needsPlacement && <p>{t('effectText.placement')}</p>}
        </Notice>
      )}
    </>
  )
}
