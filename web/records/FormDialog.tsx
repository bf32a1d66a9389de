import { useId, type FormEvent, type ReactNode } from 'react'
import { FormProblems } from '#web/records/FormProblems.tsx'
import type { FormState } from '#web/records/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useUiText } from '#web/ui/text.tsx'

type FormDialogProps = {
  title: string
  description?: string
  /** The word on the button; the title without it. */
  verb?: string | undefined
  /** What it does can't be undone, or takes something away. */
  danger?: boolean
  /** What else can be done with the thing, before Cancel. */
  others?: ReactNode
  /** What `useForm` returned. */
  form: FormState
  onSubmit: () => void
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

/** A short form over the page: its fields, what went wrong, Cancel and the one button that sends it. */
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
