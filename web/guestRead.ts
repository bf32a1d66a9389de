import { use } from 'react'
import type { Input, Output, ReadName } from '#contract/index.ts'
import { beforeRetry, guestCall } from '#web/wire.ts'

const answers = new Map<string, { at: number; answer: Promise<unknown> }>()
beforeRetry(() => answers.clear())

// Public facts change rarely, but a family that compares classes should not look at yesterday's places.
const freshMs = 60_000

/**
 * The answer of a read that guests may ask, for the public pages: it does without the query library and the identity
 * client, which they should not load. Waiting and failing belong to the route's boundary. Not live.
 */
export const useGuestRead = <Name extends ReadName>(name: Name, input: Input<Name>): Output<Name> => {
  const key = `${name} ${JSON.stringify(input)}`
  let known = answers.get(key)
  if (!known || Date.now() - known.at > freshMs) {
    known = { at: Date.now(), answer: guestCall(name, input) }
    answers.set(key, known)
  }
  return use(known.answer as Promise<Output<Name>>)
}
