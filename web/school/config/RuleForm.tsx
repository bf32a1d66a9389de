import type { FormEvent, ReactNode } from 'react'
import type { WriteName } from '#contract/index.ts'
import { useMay } from '#web/session/may.ts'
import { FormProblems } from '#web/records/FormProblems.tsx'
import type { FormState } from '#web/records/useForm.ts'
import { Button } from '#web/ui/Button.tsx'

type RuleFormProps = {
  /** What `useForm` returned. */
  form: FormState
  /** The function that sets the rule: who may not call it reads, and has no button. */
  write: WriteName
  onSubmit: () => void
  /** The words on the button. */
  save: string
  /** What the rule is for, in a sentence or two. */
  lead?: string
  /** What follows from what is typed, and what held before. */
  aside: ReactNode
  /** The fields, in cards. */
  children: ReactNode
}

/** The page of a rule of the school: its fields and what went wrong with them, the one button, and beside it what it does. */
export const RuleForm = ({ form, write, onSubmit, save, lead, aside, children }: RuleFormProps) => {
  const may = useMay()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(19rem,24rem)]">
      <form noValidate onSubmit={submit} className="grid gap-5">
        {lead && <p className="max-w-[66ch] text-ink-2">{lead}</p>}
        <FormProblems form={form} />
        {children}
        {may(write) === true && (
          <Button type="submit" variant="primary" pending={form.isPending} className="justify-self-start">
            {save}
          </Button>
        )}
      </form>
      <div className="grid gap-5">{aside}</div>
    </div>
  )
}
