import { useTranslations } from 'use-intl'
import type { Input } from '#contract/index.ts'
import { useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/States.tsx'

type AnsweredProps = {
  text: string
  mayDecide: boolean
  /** The input that withdraws the answer. */
  again: Input<'imports-decide'>
}

/** The office's answer about a row, with a button to change it. */
export const Answered = ({ text, mayDecide, again }: AnsweredProps) => {
  const t = useTranslations('imports')
  const failureText = useFailureText()
  const decide = useWrite('imports-decide')
  return (
    <Notice
      action={
        mayDecide && (
          <Button size="small" pending={decide.isPending} onClick={() => decide.start(again)}>
            {t('answerAgain')}
          </Button>
        )
      }
    >
      {text}
      {decide.error !== null && (
        <Notice alert tone="danger" className="mt-2">
          {failureText(decide.error)}
        </Notice>
      )}
    </Notice>
  )
}
