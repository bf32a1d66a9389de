import type { Output } from '#contract/index.ts'
import { beforeRetry, call } from '#web/wire/wire.ts'

export type Offer = Output<'claims-offer'>

let asking: { uid: string; done: Promise<Offer> } | null = null
/** Loads the families on file that may be the person's, once per sign-in, and again after an answer. */
export const offerReady = (uid: string): Promise<Offer> => {
  if (asking?.uid !== uid) {
    const done = call('claims-offer', {})
    asking = { uid, done }
    done.catch(() => {
      asking = null
    })
  }
  return asking?.done ?? call('claims-offer', {})
}
export const askAgain = (): void => {
  asking = null
}
beforeRetry(askAgain)
