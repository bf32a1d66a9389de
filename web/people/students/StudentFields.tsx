import { eachField, fieldsIn, studentFields } from '#contract/studentFields.plain.ts'
import type { StudentInput } from '#contract/people/students.ts'
import { FieldInput } from '#web/records/FieldInput.tsx'

const asked = fieldsIn('office')
const [name, ...rest] = asked
const short = rest.filter(field => studentFields[field].type !== 'text')
const long = rest.filter(field => studentFields[field].type === 'text')
export const blankStudent: StudentInput = eachField(asked, () => '')

type StudentFieldsProps = {
  values: StudentInput
  onChange: (values: StudentInput) => void
  field: (path: string) => { id: string; error: string | undefined }
}

/** The fields of a student that the office fills in. */
export const StudentFields = ({ values, onChange, field }: StudentFieldsProps) => {
  const input = (key: keyof StudentInput) => (
    <FieldInput
      key={key}
      field={key}
      value={values[key]}
      onText={text => onChange({ ...values, [key]: text })}
      in={field(key)}
    />
  )
  return (
    <>
      {name && input(name)}
      <div className="grid gap-4 sm:grid-cols-2">{short.map(input)}</div>
      {long.map(input)}
    </>
  )
}
