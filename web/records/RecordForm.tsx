import type { FormEvent, ReactNode } from 'react'
import { FormProblems } from '#web/records/FormProblems.tsx'
import type { FormState } from '#web/records/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { useUiText } from '#web/ui/text.tsx'

type RecordFormProps = {
  /** The value that `useForm` returned. */
  form: FormState
  /** The button's label. */
  verb: string
  /** True if the form replaces a part of the record, not all of it. */
  isPart?: boolean
  onSubmit: () => void
  onCancel: () => void
  /** The fields. */
  children: ReactNode
}

/** A form in place of the record that it changes: its fields, its errors, Cancel and the submit button. */
export const RecordForm = ({ form, verb, isPart = false, onSubmit, onCancel, children }: RecordFormProps) => {
  const text = useUiText()
  const size = isPart ? 'small' : 'normal'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form noValidate onSubmit={submit} className={classes('grid gap-4', isPart && 'rounded-lg border border-line p-4')}>
      <FormProblems form={form} />
      {children}
      <div className="flex flex-wrap justify-end gap-3">
        <Button size={size} onClick={onCancel}>
          {text.cancel}
        </Button>
        <Button size={size} type="submit" variant="primary" pending={form.isPending}>
          {verb}
        </Button>
      </div>
    </form>
  )
}
