import { useEffect, type FormEvent, type ReactNode } from 'react'
import { FormProblems } from '#web/records/FormProblems.tsx'
import type { FormState } from '#web/records/useForm.ts'
import { classes } from '#web/ui/classes.ts'
import { Unsaved } from '#web/ui/Unsaved.tsx'
import { useWayOut } from '#web/ui/useWayOut.ts'

type PageFormProps = {
  /** The value that `useForm` returned. */
  form: FormState
  onSubmit: () => void
  /** Content above the errors. */
  lead?: ReactNode
  className?: string
  /** The fields and the submit button. */
  children: ReactNode
}

/** A form on a page, with its errors and a question before typed text is lost. */
export const PageForm = ({ form, onSubmit, lead, className, children }: PageFormProps) => {
  const way = useWayOut({ links: true })
  const { forget } = way
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  // Amounts and numbers are sent in another form than they were typed, so forget them after each save.
  useEffect(forget, [form.saves, forget])
  return (
    <form noValidate onSubmit={submit} onInput={way.onInput} className={classes('grid', className)}>
      {way.isAsking && <Unsaved way={way} className="sticky top-0 z-10 rounded-lg" />}
      {lead}
      <FormProblems form={form} />
      {children}
    </form>
  )
}
