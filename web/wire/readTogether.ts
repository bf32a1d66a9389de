import { mostReads, readsPath } from '#contract/callable.ts'
import { readLines } from '#web/wire/lines.ts'
import { answerIn, answerOf, post, send, unreached } from '#web/wire/wire.ts'
import type { FunctionName, Input, Output } from '#contract/index.ts'

type Headers = Readonly<Record<string, string>>
type Asked = { name: FunctionName; data: unknown; take: (answer: unknown) => void; fail: (error: unknown) => void }

/**
 * The time for which reads are gathered into one request, in milliseconds: each first looks up what the device keeps.
 */
const momentMs = 8

/** The reads gathered so far, by the headers that identify the caller. */
let waiting = new Map<string, { headers: Headers; calls: Asked[] }>()

const ask = async (headers: Headers, calls: readonly Asked[]): Promise<void> => {
  const open = new Set(calls)
  const settle = (call: Asked, answer: Promise<unknown>): void => {
    open.delete(call)
    answer.then(call.take, call.fail)
  }
  try {
    const response = await post(readsPath, { calls: calls.map(({ name, data }) => ({ name, data })) }, headers)
    if (response.ok)
      await readLines(response, line => {
        const { at, status, body } = JSON.parse(line) as { at: number; status: number; body: unknown }
        settle(calls[at]!, answerIn(response, status, body))
      })
    else {
      const refused = answerOf(response)
      for (const call of calls) settle(call, refused)
    }
    throw unreached('The answer has ended.')
  } catch (error) {
    for (const { fail } of open) fail(error)
  }
}

const sendWaiting = (): void => {
  const asked = waiting
  waiting = new Map()
  for (const { headers, calls } of asked.values()) {
    const [first] = calls
    if (first && calls.length === 1)
      send(first.name, first.data as Input<FunctionName>, headers).then(first.take, first.fail)
    else for (let at = 0; at < calls.length; at += mostReads) void ask(headers, calls.slice(at, at + mostReads))
  }
}

/** Sends a read in one request together with all others that the page asks within the same moment. */
export const readTogether = <Name extends FunctionName>(
  name: Name,
  input: Input<Name>,
  headers: Headers,
): Promise<Output<Name>> =>
  new Promise((resolve, reject) => {
    if (waiting.size === 0) setTimeout(sendWaiting, momentMs)
    const key = JSON.stringify(headers)
    const group = waiting.get(key) ?? { headers, calls: [] }
    group.calls.push({ name, data: input, take: answer => resolve(answer as Output<Name>), fail: reject })
    waiting.set(key, group)
  })
