import type { Callable } from '#contract/callable.ts'
import { contract, type WriteName } from '#contract/index.ts'
import { CallError, worded } from '#web/wire/callError.ts'
import { boundsAt } from './bounds.ts'

const functions: Record<string, Callable> = contract

/** What is wrong with a number: the field then says which are right. */
const numeric: readonly string[] = ['number', 'week', 'capacity', 'points']

/** What is left out isn't wrong: a day is to be filled in, one of several to be chosen. */
const leftOut: Partial<Record<string, string>> = { date: 'empty', uuid: 'choose' }

/** Checks an input by the contract's own schema: what is wrong with it by field, or null. */
export const check = async (name: WriteName, input: unknown): Promise<CallError | null> => {
  const schema = functions[name]?.input
  const parsed = schema?.safeParse(input, { reportInput: true })
  if (!schema || !parsed || parsed.success) return null
  const fields = parsed.error.issues.map(issue => ({
    path: issue.path.join('.'),
    message:
      (issue.code === 'invalid_format' && issue.input === '' && leftOut[issue.format]) ||
      (/^[a-z]+$/.test(issue.message) ? issue.message : 'invalid'),
    ...(numeric.includes(issue.message) && { bounds: boundsAt(schema, issue.path) }),
  }))
  return worded(new CallError('invalid-argument', 'Invalid input', { reason: 'INVALID_INPUT', fields }, true))
}
