import { useEffect, useState } from 'react'
import type { Input, Output, WriteName } from '#contract/index.ts'
import { useWrite } from '#web/wire/call.ts'
import { CallError } from '#web/wire/callError.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { useFailureText, useFieldText } from '#web/words/failureText.ts'

// The schemas are large and load when a form is first shown; if that fails, only the server validates.
const checking = () => import('./checking.ts').catch(() => null)

/** The state of a form that is filled in and sent. */
export type FormState = {
  /** The failure, if it isn't the fault of a single field. */
  failure: string | null
  /** The errors, by the id of the field. */
  problems: { id: string; text: string }[]
  /** Clears the error of a field whose content has changed. */
  mend: (id: string) => void
  /** The number of times that it was sent. */
  attempt: number
  /** The number of times that sending succeeded. */
  saves: number
  isPending: boolean
}

/**
 * An error of a form by field: `field` gives the id and the message of one, by its path in the input, and `problems`
 * lists all for the summary, in which `labelOf` names them. `mend` clears the message of a field whose content has
 * changed. `failure` is the message if the error isn't the fault of a single field.
 */
export const useFieldErrors = (error: unknown, labelOf: (path: string) => string) => {
  const failureText = useFailureText()
  const fieldText = useFieldText()
  const format = useFormat()
  const [mended, setMended] = useState<{ of: unknown; paths: readonly string[] }>({ of: null, paths: [] })
  const cleared = mended.of === error ? mended.paths : []
  const fields = error instanceof CallError ? error.fields : []
  const paths = [...new Set(fields.map(field => field.path))].filter(path => !cleared.includes(path))
  return {
    field: (path: string) => ({ id: path, error: cleared.includes(path) ? undefined : fieldText(error, path) }),
    problems: paths.map(path => ({ id: path, text: format.labelled(labelOf(path), fieldText(error, path) ?? '') })),
    mend: (id: string): void => setMended({ of: error, paths: [...cleared, id] }),
    failure: error !== null && fields.length === 0 ? failureText(error) : null,
  }
}

/** An input as a form holds it: a choice may not have been made yet. */
type Unfilled<Value> = Value extends string
  ? Value | ''
  : Value extends object
    ? { [Key in keyof Value]: Unfilled<Value[Key]> }
    : Value

/**
 * A form that sends one write. Its input is validated against the contract's own schema first, then by the server;
 * either way errors come back by field. `labelOf` names a path for the summary.
 */
export const useForm = <Name extends WriteName>(name: Name, labelOf: (path: string) => string) => {
  const write = useWrite(name)
  const [found, setFound] = useState<CallError | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [saves, setSaves] = useState(0)
  const errors = useFieldErrors(found ?? write.error, labelOf)
  // They load while the person fills in the form.
  useEffect(() => void checking(), [])
  return {
    ...errors,
    /** Sends the input if validation finds nothing wrong; `then` receives the answer. */
    send: (input: Unfilled<Input<Name>>, then: (answer: Output<Name>) => void): void => {
      void checking()
        .then(found => found?.check(name, input) ?? null)
        .then(wrong => {
          setAttempt(count => count + 1)
          setFound(wrong)
          if (wrong) write.reset()
          else
            write.start(input as Input<Name>, answer => {
              setSaves(count => count + 1)
              then(answer)
            })
        })
    },
    attempt,
    saves,
    isPending: write.isPending,
    reset: () => {
      setFound(null)
      write.reset()
    },
  }
}
