import type { FieldValue, FormField } from '#contract/people/forms.ts'
import { OwnField } from '#web/people/forms/shared/OwnField.tsx'
import { useAsked } from './asked.ts'
import type { Child, Draft } from './draftForm.ts'
import { changeDraft } from './draft.ts'
import { useProblemAt } from './FlowPage.tsx'

type OneProps = { field: FormField; path: string; value: FieldValue | undefined; onChange: (value: FieldValue) => void }

const One = ({ field, path, value, onChange }: OneProps) => {
  const error = useProblemAt(path)
  return <OwnField field={field} id={path} value={value} error={error} onChange={onChange} />
}

type OwnFamilyProps = { draft: Draft; only?: 'registration' }

/** The school's own questions to the family: those asked once, and those asked with each registration. */
export const OwnFamilyFields = ({ draft, only }: OwnFamilyProps) =>
  useAsked()
    .fields.filter(({ about }) => about === 'registration' || (about === 'household' && only === undefined))
    .map(field => (
      <One
        key={field.id}
        field={field}
        path={`answers.${field.id}`}
        value={draft.answers[field.id]}
        onChange={value => changeDraft(each => ({ ...each, answers: { ...each.answers, [field.id]: value } }))}
      />
    ))

type OfChild = { child: Child; index: number; onChange: (part: Partial<Child>) => void }

/** The school's own questions about a child. */
export const OwnChildFields = ({ child, index, onChange }: OfChild) =>
  useAsked()
    .fields.filter(({ about }) => about === 'student')
    .map(field => (
      <One
        key={field.id}
        field={field}
        path={`children.${index}.answers.${field.id}`}
        value={child.answers[field.id]}
        onChange={value => onChange({ answers: { ...child.answers, [field.id]: value } })}
      />
    ))
