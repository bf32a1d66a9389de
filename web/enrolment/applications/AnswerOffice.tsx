import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Textarea } from '#web/ui/Input.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { Replaced } from '#web/records/Replaced.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'

type Mine = Output<'applications-mine'>[number]

/** Answers the office's question about an application, or changes the family's note on one that waits. */
export const AnswerOffice = ({ application, onClose }: { application: Mine; onClose: () => void }) => {
  const t = useTranslations('myApplications')
  const isAsked = application.status === 'needs-info'
  const label = t(isAsked ? 'yourAnswer' : 'yourWord')
  const [{ text }, change, replaced] = useChanges({ text: isAsked ? '' : application.note })
  const form = useForm('applications-answer', () => label)
  return (
    <FormDialog
      title={t(isAsked ? 'answerTitle' : 'tellTitle')}
      verb={t(isAsked ? 'send' : 'sendWord')}
      form={form}
      onClose={onClose}
      onSubmit={() =>
        form.send({ id: application.id, text }, () => {
          toast(t('sent'))
          onClose()
        })
      }
    >
      {isAsked && <p className="border-s-2 border-line-strong ps-3 whitespace-pre-line">{application.question}</p>}
      <Field {...form.field('text')} label={label} required>
        <Textarea rows={4} value={text} onChange={event => change({ text: event.target.value })} />
      </Field>
      <Replaced fields={replaced} labelOf={() => label} />
    </FormDialog>
  )
}
