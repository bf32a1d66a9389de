import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useReadLater } from '#web/wire/call.ts'
import { useFieldLabel } from '#web/records/FieldInput.tsx'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { ButtonLink } from '#web/routing/link.tsx'
import { useNameText } from '#web/words/Name.tsx'
import { blankStudent, StudentFields } from '#web/people/students/StudentFields.tsx'
import { RadioGroup } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { SearchInput } from '#web/ui/Input.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'

const shownAtMost = 6

/** Finds the family to which a student belongs. */
const HouseholdChoice = ({
  value,
  onChange,
  error,
}: {
  value: string | null
  onChange: (id: string) => void
  error: string | undefined
}) => {
  const t = useTranslations('people.student')
  const nameText = useNameText()
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const found = useReadLater('parents-list', { search, sort: 'fit' }, { enabled: search !== '' })
  const format = useFormat()
  const rows = search === '' ? [] : (found.data?.rows ?? []).slice(0, shownAtMost)
  return (
    <Field group label={t('household')} required id="householdId" error={error}>
      <SearchInput
        label={t('findHousehold')}
        placeholder={t('findHousehold')}
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <div className="mt-1">
        {search !== '' && found.data?.rows.length === 0 && (
          <p className="flex flex-wrap items-center justify-between gap-3 py-2 text-sm text-ink-2">
            {t('noHousehold', { search })}
            <ButtonLink to="/adminparent" size="small">
              {t('newFamily')}
            </ButtonLink>
          </p>
        )}
        <RadioGroup
          value={value}
          onChange={onChange}
          options={rows.map(row => ({
            value: row.id,
            label: row.name,
            hint: format.list([...row.guardians, ...row.children].map(nameText)),
          }))}
        />
      </div>
    </Field>
  )
}

type AddStudentProps = { household?: { id: string; name: string }; onClose: () => void; onAdded: (id: string) => void }

/** Adds a student to an existing family. */
export const OfficeAddStudent = ({ household, onClose, onAdded }: AddStudentProps) => {
  const t = useTranslations('people')
  const [values, setValues] = useState(blankStudent)
  const [householdId, setHouseholdId] = useState<string | null>(household?.id ?? null)
  const labelOf = useFieldLabel()
  const form = useForm('students-create', path => (path === 'householdId' ? t('student.household') : labelOf(path)))
  const submit = () =>
    form.send({ householdId: householdId ?? '', ...values }, ({ id }) => {
      toast(t('student.added', { name: values.name }))
      onAdded(id)
    })
  return (
    <FormDialog
      onClose={onClose}
      title={t('student.add')}
      description={household ? household.name : t('student.addHint')}
      form={form}
      onSubmit={submit}
    >
      {!household && (
        <HouseholdChoice value={householdId} onChange={setHouseholdId} error={form.field('householdId').error} />
      )}
      <StudentFields values={values} onChange={setValues} field={form.field} />
    </FormDialog>
  )
}
