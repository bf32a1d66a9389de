import { useId, type FormEvent, type ReactNode } from 'react'
import { FormProblems } from '#web/records/FormProblems.tsx'
import type { FormState } from '#web/records/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useUiText } from '#web/ui/text.tsx'

type FormDialogProps = {
  title: string
  description?: string
  /** The button's label; by default the title. */
  verb?: string | undefined
  /** For an action that can't be undone or that takes something away. */
  danger?: boolean
  /** Other actions, placed before Cancel. */
  others?: ReactNode
  /** The value that `useForm` returned. */
  form: FormState
  onSubmit: () => void
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

/** A short form over the page: its fields, its errors, Cancel and the submit button. */
export const FormDialog = ({
  title,
  description,
  verb = title,
  danger = false,
  others,
  form,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) => {
  const text = useUiText()
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      actions={
        <>
          {others}
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form={id} variant={danger ? 'danger' : 'primary'} pending={form.isPending}>
            {verb}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="grid gap-4 py-1">
        <FormProblems form={form} />
        {children}
      </form>
    </Dialog>
  )
}
