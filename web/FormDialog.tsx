import { useId, type ReactNode } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorSummary, type FieldProblem } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'

type FormDialogProps = {
  title: ReactNode
  description?: ReactNode
  /** What `useForm` says of the form. */
  form: { problems: FieldProblem[]; attempt: number; failure: string | null; isPending: boolean }
  /** The verb on the main button. */
  submit: ReactNode
  danger?: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A short form over the page: what is wrong on top, its fields, and two buttons. */
export const FormDialog = ({
  title,
  description,
  form,
  submit,
  danger,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) => {
  const id = useId()
  const text = useUiText()
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form={id} variant={danger ? 'danger' : 'primary'} pending={form.isPending}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          onSubmit()
        }}
        className="grid gap-5 py-1"
      >
        {form.problems.length > 0 && <ErrorSummary problems={form.problems} attempt={form.attempt} />}
        {form.failure !== null && (
          <Notice alert tone="danger">
            {form.failure}
          </Notice>
        )}
        {children}
      </form>
    </Dialog>
  )
}
