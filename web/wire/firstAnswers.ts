import type { Role } from '#contract/callable.ts'
import { readLines } from '#web/wire/lines.ts'

/** The signed-in person, as the server names them with the page. */
type Person = { uid: string; email: string; name: string; roles: Role[]; secondFactorBy?: string }
/** The person, with the mark from which a page that shows the first answers listens for changes. */
export type FirstPerson = Person & { mark: string }
/** An answer in the wire form, with the response that carried it. */
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
    /** The page's first request to the server (web/shell/first.js). */
    first?: Promise<Response>
  }
}

/** The longest that a page, once its scripts are loaded, waits for the server's first line, in milliseconds. */
const patienceMs = 3_000
/**
 * First answers are as old as the page: after this time (`performance.now()`, in milliseconds), reads are sent again.
 */
let freshUntil = 10_000

const waiting = new Map<string, Promise<FirstAnswer | undefined>>()
const here = new Set<string>()
/** Questions that the page has sent already: a first answer that arrives later is too late for them. */
const askedAlready = new Set<string>()
/** A key that is the same for the same question, whatever the order of its input's fields. */
const keyOf = (name: string, input: unknown): string =>
  name +
  JSON.stringify(
    Object.entries(input ?? {})
      .filter(([, value]) => value !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )

const asked = typeof window === 'undefined' ? undefined : window.first
/** Resolves with the last of the first answers. */
export let firstsCome: Promise<void> = Promise.resolve()

/**
 * Reads the answers that came with the page. Resolves to the person as soon as they are known, or to null if the server
 * names no one.
 */
const begin = async (): Promise<FirstPerson | null> => {
  const response = await asked
  if (response?.status !== 200) return null
  return new Promise(known => {
    const open = new Map<number, { key: string; answer: (answer?: FirstAnswer) => void }>()
    firstsCome = readLines(response, text => {
      const { person, mark, at, name, input, status, body } = JSON.parse(text) as Line
      if (person) {
        // Runs after the questions that arrive in the same chunk.
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
        // If the response was cut off, its open questions are sent again.
        for (const { answer } of open.values()) answer()
        known(null)
      })
  })
}

/** The signed-in person as soon as the server names them, or null if it doesn't. */
export const firstPerson: Promise<FirstPerson | null> = asked
  ? Promise.race([begin().catch(() => null), new Promise<null>(late => setTimeout(late, patienceMs, null))])
  : Promise.resolve(null)

/** Returns true if the first answer to a question has already arrived. */
export const isHere = (name: string, input: unknown): boolean => {
  const key = keyOf(name, input)
  return waiting.has(key) && here.has(key)
}

/** Returns the answer that came with the page, once only; undefined if there is none. */
export const firstAnswer = async (name: string, input: unknown): Promise<FirstAnswer | undefined> => {
  if (!asked) return undefined
  await firstPerson
  const key = keyOf(name, input)
  const found = waiting.get(key)
  waiting.delete(key)
  askedAlready.add(key)
  return performance.now() > freshUntil ? undefined : found
}

/** Discards all first answers, even those in flight, so that nothing read before a change is shown after it. */
export const forgetFirst = (): void => {
  freshUntil = 0
  waiting.clear()
}
