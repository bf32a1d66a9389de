import { promoKey, wrongCodesAnHour } from '#rules/promo.ts'
import { openCounts } from '#server/platform/allowance.ts'
import { CallError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/functions.ts'
import { networkOf } from '#server/platform/network.ts'

const hourMs = 60 * 60_000
const ofThisProcess = openCounts()
const limits = ({ counts: { allowance } = ofThisProcess }: Context<unknown>['settings']) => ({
  /** Codes that were tried before: a page that prices a cart repeatedly tries nothing new. */
  tried: allowance('codes-tried', 1, hourMs),
  ofAccount: allowance('codes-of-account', wrongCodesAnHour.ofAccount, hourMs),
  ofNetwork: allowance('codes-of-network', wrongCodesAnHour.ofNetwork, hourMs),
})

type Guesser = Pick<Context<unknown>, 'actor' | 'address' | 'settings'>
const keysOf = ({ actor, address }: Guesser) => ({
  ofAccount: actor.accountId ?? 'guest',
  ofNetwork: networkOf(address),
})

const refuse = (seconds: number): void => {
  if (seconds > 0)
    throw new CallError('resource-exhausted', 'Too many wrong codes. Try again later, or continue without one.', {
      reason: 'TOO_MANY_CODES',
      seconds,
    })
}

/** Throws for every code, valid ones too, once a person has tried too many that don't exist. */
export const mustNotGuess = (guesser: Guesser, typed: string): void => {
  if (promoKey(typed) === '') return
  const { ofAccount, ofNetwork } = keysOf(guesser)
  const left = limits(guesser.settings)
  refuse(Math.max(left.ofAccount.wait(ofAccount), left.ofNetwork.wait(ofNetwork)))
}

/** Counts a code that doesn't exist. Throws once there are too many. */
export const countGuess = (guesser: Guesser, typed: string): void => {
  const { ofAccount, ofNetwork } = keysOf(guesser)
  const left = limits(guesser.settings)
  if (left.tried.take(`${ofAccount} ${promoKey(typed)}`) > 0) return
  refuse(Math.max(left.ofAccount.take(ofAccount), left.ofNetwork.take(ofNetwork)))
}
