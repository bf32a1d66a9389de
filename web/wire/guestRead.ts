import { use, useEffect, useSyncExternalStore } from 'react'
import type { Input, Output, ReadName } from '#contract/index.ts'
import { settled } from '#web/wire/useWaitFor.ts'
import { beforeRetry, guestCall } from '#web/wire/wire.ts'

/** A question of a page with its answer, as embedded in a page that the server rendered. */
export type ReadyAnswer = { name: ReadName; input: unknown; answer: unknown }
type Question = Pick<ReadyAnswer, 'name' | 'input'>
type Known = Question & { at: number; answer: Promise<unknown> }

const answers = new Map<string, Known>()
const listeners = new Set<() => void>()

// Public facts change rarely, but a family that compares classes should not see yesterday's numbers of seats.
const freshMs = 60_000

const fromSchool = ({ name, input }: Question): Promise<unknown> => guestCall(name, input as Input<ReadName>)
let ask = fromSchool

const keyOf = ({ name, input }: Question): string => `${name} ${JSON.stringify(input)}`
const keep = (question: Question, answer: Promise<unknown>): Known => {
  const known = { ...question, at: Date.now(), answer }
  answers.set(keyOf(question), known)
  return known
}
const find = (question: Question): Known => answers.get(keyOf(question)) ?? keep(question, ask(question))

beforeRetry(() => answers.clear())

/** Puts the answers that came with the page into the cache. */
export const keepReady = (ready: readonly ReadyAnswer[]): void => {
  for (const each of ready) keep(each, settled(each.answer))
}

/** Renders with these answers alone, where there is no school to ask. Also returns the questions that had no answer. */
export const answerOnly = <Result>(ready: readonly ReadyAnswer[], render: () => Result) => {
  const missing = new Map<string, Question>()
  answers.clear()
  keepReady(ready)
  ask = question => {
    missing.set(keyOf(question), question)
    return new Promise(() => undefined)
  }
  try {
    return { result: render(), missing: [...missing.values()] }
  } finally {
    ask = fromSchool
  }
}

const refresh = async (known: Known): Promise<void> => {
  try {
    keep(known, settled(await ask(known)))
  } catch {
    // Keep what is on the screen; the next round asks again.
    return
  }
  for (const listener of listeners) listener()
}

/** Refetches stale answers while the page is visible. Guests have no event stream. */
export const useFreshGuestReads = (): void => {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'hidden') return
      for (const known of answers.values()) if (Date.now() - known.at > freshMs / 2) void refresh(known)
    }
    look()
    const timer = setInterval(look, freshMs)
    document.addEventListener('visibilitychange', look)
    addEventListener('focus', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      removeEventListener('focus', look)
    }
  }, [])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Returns the answer of a read that guests may ask, for the public pages. It needs neither the query library nor the
 * identity client, which public pages should not load. The route's boundary handles waiting and failures.
 */
export const useGuestRead = <Name extends ReadName>(name: Name, input: Input<Name>): Output<Name> => {
  const look = () => find({ name, input })
  const known = useSyncExternalStore(subscribe, look, look)
  return use(known.answer as Promise<Output<Name>>)
}
