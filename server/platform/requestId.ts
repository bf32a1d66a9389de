import { AsyncLocalStorage } from 'node:async_hooks'
import { randomFillSync } from 'node:crypto'

/** How a request is called: `id` on the lines of its log, `reference` where a person reads it out to the office. */
export type RequestName = { id: string; reference: string }

const current = new AsyncLocalStorage<RequestName>()
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const chance = Buffer.alloc(4096)
let used = chance.length
/** A sign by chance. Some come a little more often than others, which is no matter for names. */
const sign = (): string => {
  if (used === chance.length) {
    randomFillSync(chance)
    used = 0
  }
  return alphabet[chance[used++]! % alphabet.length]!
}
const fourSigns = () => sign() + sign() + sign() + sign()

/** Names a request: as the proxy in front of Lantern does where that is a plain word, else by its own reference. */
export const nameRequest = (given: unknown): RequestName => {
  const reference = `${fourSigns()}-${fourSigns()}`
  return { id: typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : reference, reference }
}

/** Runs `work`, and all that follows from it, under the name of a request. */
export const runAs = (name: RequestName, work: () => void): void => current.run(name, work)

/** What every line of a request's log says; nothing outside of a request. */
export const requestInLog = (): { request?: string; reference?: string } => {
  const name = current.getStore()
  if (!name) return {}
  return { request: name.id, ...(name.id !== name.reference && { reference: name.reference }) }
}
