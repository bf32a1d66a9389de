import type { ReactNode } from 'react'
import type { WriteName } from '#contract/index.ts'
import { useMay } from '#web/session/may.ts'
import { PageForm } from '#web/records/PageForm.tsx'
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
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(19rem,24rem)]">
      <PageForm
        form={form}
        onSubmit={onSubmit}
        lead={lead && <p className="max-w-[66ch] text-ink-2">{lead}</p>}
        className="gap-5"
      >
        {children}
        {may(write) === true && (
          <Button type="submit" variant="primary" pending={form.isPending} className="justify-self-start">
            {save}
          </Button>
        )}
      </PageForm>
      <div className="grid gap-5">{aside}</div>
    </div>
  )
}
