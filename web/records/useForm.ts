import { useEffect, useState } from 'react'
import type { Input, Output, WriteName } from '#contract/index.ts'
import { useWrite } from '#web/wire/call.ts'
import { CallError } from '#web/wire/callError.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { useFailureText, useFieldText } from '#web/words/failureText.ts'

// The schemas are many and come when a form is first shown; without them the server alone checks.
const checking = () => import('./checking.ts').catch(() => null)

/** How it stands with a form that is filled in and sent. */
export type FormState = {
  /** What went wrong that is no single field's fault. */
  failure: string | null
  /** What is wrong, by the id of the field. */
  problems: { id: string; text: string }[]
  /** Takes back what was said of a field, since what is in it has changed. */
  mend: (id: string) => void
  /** How often it was sent. */
  attempt: number
  /** How often that succeeded. */
  saves: number
  isPending: boolean
}

/**
 * A form that sends one write. Its input is checked by the contract's own schema first, then by the server; what is
 * wrong comes back by field either way. `labelOf` names a path for the summary.
 */
export const useForm = <Name extends WriteName>(name: Name, labelOf: (path: string) => string) => {
  const write = useWrite(name)
  const failureText = useFailureText()
  const fieldText = useFieldText()
  const format = useFormat()
  const [found, setFound] = useState<CallError | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [saves, setSaves] = useState(0)
  const [mended, setMended] = useState<readonly string[]>([])
  // By the time that somebody has filled in the form, they are there.
  useEffect(() => void checking(), [])
  const error = found ?? write.error
  const fields = error instanceof CallError ? error.fields : []
  const paths = [...new Set(fields.map(field => field.path))].filter(path => !mended.includes(path))
  return {
    /** Sends it when nothing is found wrong; `then` gets the answer. */
    send: (input: Input<Name>, then: (answer: Output<Name>) => void): void => {
      void checking()
        .then(found => found?.check(name, input) ?? null)
        .then(wrong => {
          setAttempt(count => count + 1)
          setFound(wrong)
          setMended([])
          if (wrong) write.reset()
          else
            write.start(input, answer => {
              setSaves(count => count + 1)
              then(answer)
            })
        })
    },
    /** Id and error of a field, by its path in the input. */
    field: (path: string) => ({ id: path, error: mended.includes(path) ? undefined : fieldText(error, path) }),
    problems: paths.map(path => ({ id: path, text: format.labelled(labelOf(path), fieldText(error, path) ?? '') })),
    mend: (id: string): void => setMended([...mended, id]),
    attempt,
    saves,
    /** What went wrong that is no single field's fault. */
    failure: error !== null && fields.length === 0 ? failureText(error) : null,
    isPending: write.isPending,
    reset: () => {
      setFound(null)
      write.reset()
    },
  }
}
