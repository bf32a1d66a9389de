import type { ReactNode } from 'react'
import type { WriteName } from '#contract/index.ts'
import { useMay } from '#web/session/may.ts'
import { PageForm } from '#web/records/PageForm.tsx'
import type { FormState } from '#web/records/useForm.ts'
import { Button } from '#web/ui/Button.tsx'

type RuleFormProps = {
  /** The value that `useForm` returned. */
  form: FormState
  /** The function that sets the rule: a person who may not call it sees no button. */
  write: WriteName
  onSubmit: () => void
  /** The button's label. */
  save: string
  /** The purpose of the rule, in a sentence or two. */
  lead?: string
  /** The effect of what is typed, and the previous versions. */
  aside: ReactNode
  /** The fields, in cards. */
  children: ReactNode
}

/** The page of one of the school's rules: its fields and their errors, the save button, and beside them its effect. */
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
