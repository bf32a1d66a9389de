import { AsyncLocalStorage } from 'node:async_hooks'
import { randomFillSync } from 'node:crypto'

/** The names of a request: `id` on its log lines, `reference` where a person reads it out to the office. */
export type RequestName = { id: string; reference: string }

const current = new AsyncLocalStorage<RequestName>()
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const chance = Buffer.alloc(4096)
let used = chance.length
/** A random character. Some come slightly more often than others, which does not matter here. */
const sign = (): string => {
  if (used === chance.length) {
    randomFillSync(chance)
    used = 0
  }
  return alphabet[chance[used++]! % alphabet.length]!
}
const fourSigns = () => sign() + sign() + sign() + sign()

/**
 * Names a request: with the id from the proxy in front of Lantern if that is a plain word, else with a reference of its
 * own.
 */
export const nameRequest = (given: unknown): RequestName => {
  const reference = `${fourSigns()}-${fourSigns()}`
  return { id: typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : reference, reference }
}

/** Runs `work`, and all that follows from it, under the name of a request. */
export const runAs = (name: RequestName, work: () => void): void => current.run(name, work)

/** The fields that every log line of a request gets; none outside of a request. */
export const requestInLog = (): { request?: string; reference?: string } => {
  const name = current.getStore()
  if (!name) return {}
  return { request: name.id, ...(name.id !== name.reference && { reference: name.reference }) }
}
