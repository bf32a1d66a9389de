import type { FormState } from '#web/records/useForm.ts'
import { ErrorSummary } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/States.tsx'

/** The errors at the top of a form: those of single fields, and the failure of the whole. */
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
