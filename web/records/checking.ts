import type { Callable } from '#contract/callable.ts'
import { contract, type WriteName } from '#contract/index.ts'
import { CallError, worded } from '#web/wire/callError.ts'
import { boundsAt } from './bounds.ts'

const functions: Record<string, Callable> = contract

/** Messages about a number, for which the field shows the allowed range. */
const numeric: readonly string[] = ['number', 'week', 'capacity', 'points']

/** A value that was left out is not wrong: a day is to be filled in, an option to be chosen. */
const leftOut: Partial<Record<string, string>> = { date: 'empty', uuid: 'choose', invalid_value: 'choose' }

/** Validates an input against the contract's own schema. Returns the errors by field, or null if there are none. */
export const check = async (name: WriteName, input: unknown): Promise<CallError | null> => {
  const schema = functions[name]?.input
  const parsed = schema?.safeParse(input, { reportInput: true })
  if (!schema || !parsed || parsed.success) return null
  const fields = parsed.error.issues.map(issue => ({
    path: issue.path.join('.'),
    message:
      (issue.input === '' && leftOut[issue.code === 'invalid_format' ? issue.format : issue.code]) ||
      (/^[a-z]+$/.test(issue.message) ? issue.message : 'invalid'),
    ...(numeric.includes(issue.message) && { bounds: boundsAt(schema, issue.path) }),
  }))
  return worded(new CallError('invalid-argument', 'Invalid input', { reason: 'INVALID_INPUT', fields }, true))
}
