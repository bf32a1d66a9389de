import type { FormState } from '#web/records/useForm.ts'
import { ErrorSummary } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/States.tsx'

/** At the top of a form: what is wrong, field by field, and what is no single field's fault. */
export const FormProblems = ({ form: { failure, problems, attempt, mend } }: { form: FormState }) => (
  <>
    <ErrorSummary problems={problems} attempt={attempt} onMend={mend} />
    {failure && (
      <Notice alert tone="danger">
        {failure}
      </Notice>
    )}
  </>
)
