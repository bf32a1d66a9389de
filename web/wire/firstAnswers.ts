import type { Role } from '#contract/callable.ts'
import { readLines } from '#web/wire/lines.ts'

/** Who is there, as the server says with the page. */
type Person = { uid: string; email: string; name: string; roles: Role[]; secondFactorBy?: string }
/** The same with the mark from where news is to be heard by who shows the first answers. */
export type FirstPerson = Person & { mark: string }
/** An answer in the wire form, with the response that it came in. */
type FirstAnswer = { response: Response; status: number; body: unknown }

type Line = {
  person?: Person
  mark: string
  at: number
  name?: string
  input?: unknown
  status: number
  body: unknown
}

declare global {
  interface Window {
    /** What the page asked the server for at once (web/shell/first.js). */
    first?: Promise<Response>
  }
}

/** Once its scripts are there, a page waits no longer than this for the first word of the school. */
const patienceMs = 3_000
/** What came with the page is as old as the page: later than this (`performance.now()`), questions are asked anew. */
let freshUntil = 10_000

const waiting = new Map<string, Promise<FirstAnswer | undefined>>()
const here = new Set<string>()
/** What the page has asked already: an answer that comes with it only then is too late for the question. */
const askedAlready = new Set<string>()
/** The same question, however its input is written. */
const keyOf = (name: string, input: unknown): string =>
  name +
  JSON.stringify(
    Object.entries(input ?? {})
      .filter(([, value]) => value !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )

const asked = typeof window === 'undefined' ? undefined : window.first
/** Settles with the last of the first answers. */
export let firstsCome: Promise<void> = Promise.resolve()

/** Reads what came with the page; answers the person as soon as they are known, null where the server knows nobody. */
const begin = async (): Promise<FirstPerson | null> => {
  const response = await asked
  if (response?.status !== 200) return null
  return new Promise(known => {
    const open = new Map<number, { key: string; answer: (answer?: FirstAnswer) => void }>()
    firstsCome = readLines(response, text => {
      const { person, mark, at, name, input, status, body } = JSON.parse(text) as Line
      if (person) {
        // After the questions that travel in the same piece.
        queueMicrotask(() => known({ ...person, mark }))
      } else if (name !== undefined) {
        const key = keyOf(name, input)
        const coming = new Promise<FirstAnswer | undefined>(answer => open.set(at, { key, answer }))
        if (!askedAlready.has(key)) waiting.set(key, coming)
      } else {
        const { key, answer } = open.get(at)!
        here.add(key)
        answer({ response, status, body })
      }
    })
      .catch(() => undefined)
      .then(() => {
        // An answer that was cut off leaves its questions to be asked anew.
        for (const { answer } of open.values()) answer()
        known(null)
      })
  })
}

/** Who is there, as soon as the server has said it; null where it says nothing. */
export const firstPerson: Promise<FirstPerson | null> = asked
  ? Promise.race([begin().catch(() => null), new Promise<null>(late => setTimeout(late, patienceMs, null))])
  : Promise.resolve(null)

/** Whether the first answer to a question has come already. */
export const isHere = (name: string, input: unknown): boolean => {
  const key = keyOf(name, input)
  return waiting.has(key) && here.has(key)
}

/** The answer that came with the page, once; undefined where none did. */
export const firstAnswer = async (name: string, input: unknown): Promise<FirstAnswer | undefined> => {
  if (!asked) return undefined
  await firstPerson
  const key = keyOf(name, input)
  const found = waiting.get(key)
  waiting.delete(key)
  askedAlready.add(key)
  return performance.now() > freshUntil ? undefined : found
}

/** Nothing that was read before a change is shown after it, not even what is still on its way. */
export const forgetFirst = (): void => {
  freshUntil = 0
  waiting.clear()
}
