import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ImportRow } from '#contract/exchange/imports.ts'
import { useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { Answered } from './Answered.tsx'

type Props = {
  id: string
  row: ImportRow
  mayDecide: boolean
  /** The number of other open questions of this kind. */
  alike?: number
}
type Asked = {
  text: string
  answers: { same: string; new: string }
  answer: 'same' | 'new' | null
  answered: { same: string; new: string }
  decide: (answer: 'same' | 'new' | null) => { answer?: 'same' | 'new' | null; numberAnswer?: 'same' | 'new' | null }
  /** A child of another family must never be opened for many at once. */
  isForAllNew: boolean
}

const Question = ({ id, row, mayDecide, alike = 0, asked }: Props & { asked: Asked }) => {
  const t = useTranslations('imports')
  const failureText = useFailureText()
  const decide = useWrite('imports-decide')
  const [isForAll, setForAll] = useState(false)
  const named = useId()
  if (asked.answer !== null)
    return (
      <Answered
        text={asked.answered[asked.answer]}
        mayDecide={mayDecide}
        again={{ id, n: row.n, ...asked.decide(null) }}
      />
    )
  return (
    <section aria-labelledby={named}>
      <Notice tone="warn">
        <p id={named}>{asked.text}</p>
        {mayDecide && (
          <div className="mt-3 grid gap-1">
            {decide.error !== null && (
              <Notice alert tone="danger">
                {failureText(decide.error)}
              </Notice>
            )}
            <div className="flex flex-wrap gap-2">
              {(['same', 'new'] as const).map(answer => (
                <Button
                  key={answer}
                  size="small"
                  pending={decide.isPending}
                  disabled={isForAll && asked.isForAllNew && answer === 'same'}
                  onClick={() => decide.start({ id, n: row.n, ...asked.decide(answer), isForAll })}
                >
                  {asked.answers[answer]}
                </Button>
              ))}
            </div>
            {alike > 0 && (
              <Checkbox
                label={t('families.alike', { n: alike })}
                {...(asked.isForAllNew && { hint: t('families.alikeNew') })}
                checked={isForAll}
                onChange={event => setForAll(event.target.checked)}
              />
            )}
          </div>
        )}
      </Notice>
    </section>
  )
}

/** Asks whether the child of a row is one that the school already has. */
export const DoubtQuestion = (props: Props) => {
  const t = useTranslations('imports')
  const format = useFormat()
  const { doubt, answer } = props.row
  if (doubt === null && answer === null) return null
  const born = doubt?.birthOn ? t('born', { day: format.day(doubt.birthOn) }) : t('bornUnknown')
  const text = doubt && {
    child: doubt.child,
    name: [doubt.name, doubt.nativeName].filter(Boolean).join(' '),
    born,
    family: doubt.family,
  }
  return (
    <Question
      {...props}
      asked={{
        text: text ? t('doubtText', text) : '',
        answers: { same: t('answerSame'), new: t('answerNew') },
        answer,
        answered: { same: t('answered.same'), new: t('answered.new') },
        decide: to => ({ answer: to }),
        isForAllNew: true,
      }}
    />
  )
}

/** Asks whom a number with two names in the sheet stands for. */
export const NumberQuestion = (props: Props) => {
  const t = useTranslations('imports.number')
  const { number, numberAnswer } = props.row
  if (number === null && numberAnswer === null) return null
  const kind = number?.kind ?? 'student'
  return (
    <Question
      {...props}
      asked={{
        text: number ? t('ask', number) : '',
        answers: { same: t('same', { kind }), new: t('new', { kind }) },
        answer: numberAnswer,
        answered: { same: t('answered.same'), new: t('answered.new') },
        decide: to => ({ numberAnswer: to }),
        isForAllNew: false,
      }}
    />
  )
}
