import type { Draft, enrolments, Quote } from '#contract/enrolment/enrolments.ts'
import { cartAfter, extended, heldAtMost, heldForNewFamily, holdable, mayExtend } from '#rules/holds.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict, unauthenticated } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { newId } from '#server/platform/ids.ts'
import { networkOf } from '#server/platform/network.ts'
import { takeTurn } from '#server/platform/oneAtATime.ts'
import { findSetting } from '#server/school/config/acts.ts'
import { freeLapsed, offerFreed } from './freed.ts'
import {
  beginCart,
  countHeldFrom,
  endCart,
  extendCart,
  extendHolds,
  findCart,
  type Hold,
  listHolds,
  removeHolds,
  replaceHolds,
} from './holdQueries.ts'
import { ownHolds } from './policy.ts'
import { lockAccount, lockSections } from './queries.ts'

export const accountOf = ({ accountId }: Actor): string => {
  if (accountId === null) throw unauthenticated('SIGN_IN_NEEDED', 'Sign in first.')
  return accountId
}

type Choice = { childKey: string; sectionId: string }
const isSame = (a: Choice) => (b: Choice) => a.childKey === b.childKey && a.sectionId === b.sectionId

/**
 * Locks and returns the seats in the caller's cart, and locks their classes and those that the draft names. No other
 * call of the account, and none about these classes, can interfere until the transaction ends.
 */
export const lockCart = async (
  { db, actor }: Pick<Context<unknown>, 'db' | 'actor'>,
  draft: Pick<Draft, 'choices'>,
): Promise<Hold[]> => {
  // The lock is sent first, so the seats are read behind it.
  const [, cart] = await Promise.all([lockAccount(db, accountOf(actor)), listHolds(db, ownHolds(actor))])
  await lockSections(db, [...new Set([...draft.choices, ...cart].map(({ sectionId }) => sectionId))])
  return cart
}

/** Empties the caller's locked cart and offers the seats that the caller has not taken to the waitlist. */
const emptyCart = async (
  context: Pick<Context<unknown>, 'db' | 'actor' | 'now' | 'settings' | 'enqueue' | 'touch'>,
  cart: readonly Hold[],
  taken: readonly Choice[],
): Promise<void> => {
  if (cart.length === 0) return
  await removeHolds(context.db, ownHolds(context.actor))
  const freed = cart.filter(hold => !taken.some(isSame(hold)))
  await offerFreed(context, [...new Set(freed.map(({ sectionId }) => sectionId))])
}

/** Empties and ends a cart after its submission. Registering for more begins a new one. */
export const closeCart = async (
  context: Parameters<typeof emptyCart>[0],
  cart: readonly Hold[],
  taken: readonly Choice[],
): Promise<void> => {
  await Promise.all([emptyCart(context, cart, taken), endCart(context.db, accountOf(context.actor), context.now)])
}

const dayMs = 24 * 60 * 60_000

/** The network whose limit applies to a cart; null for families on file and staff, who have no such limit. */
const networkFor = ({ roles }: Actor, address: string): string | null =>
  roles.length === 0 ? networkOf(address) : null

/** The number of seats that the cart may hold. `begun` is the number of carts begun in the last day. */
const reachOf = async (db: Db, accountId: string, network: string | null, begun: number, now: Date) => {
  if (network === null) return heldAtMost.inAll
  // Carts of one network take turns in counting the seats held there.
  const [, held] = await Promise.all([takeTurn(db, 'carts', network), countHeldFrom(db, network, accountId, now)])
  return heldForNewFamily(begun, held)
}

const takesSeat = (outcome: Quote['choices'][number]['outcome']): boolean =>
  outcome === 'seat' || outcome === 'approval'

type Price = (draft: Draft) => Promise<Quote>

/** Holds the seats of a draft that can be held. `price` prices the draft with its classes locked. */
const hold = async (context: Context<{ draft: Draft }>, price: Price) => {
  const { db, actor, now, touch, enqueue, address } = context
  const { draft } = context.input
  const accountId = accountOf(actor)
  const before = await lockCart(context, draft)
  if (draft.choices.length === 0) {
    await emptyCart(context, before, [])
    if (before.length > 0) touch(['classes'])
    return { expiresAt: null, now: now.toISOString(), mayExtend: false, choices: [] }
  }
  const yesterday = new Date(now.getTime() - dayMs)
  const [{ choices }, { cart: standing, begun }, { holdMinutes }] = await Promise.all([
    price(draft),
    findCart(db, accountId, now, yesterday),
    findSetting(db, 'registration'),
  ])
  const network = networkFor(actor, address)
  const reach = await reachOf(db, accountId, network, standing ? begun : begun + 1, now)
  const held = holdable(
    choices.filter(({ outcome }) => takesSeat(outcome)),
    reach,
  )
  const isHeld = (choice: Choice): boolean => held.some(isSame(choice))
  const answer = choices.map(({ childKey, sectionId, outcome }) => ({
    childKey,
    sectionId,
    outcome,
    isHeld: isHeld({ childKey, sectionId }),
  }))
  if (before.length === 0 && held.length === 0)
    return { expiresAt: null, now: now.toISOString(), mayExtend: false, choices: answer }
  const live = before.filter(({ expiresAt }) => expiresAt > now)
  const cart = cartAfter(standing, now, holdMinutes)
  const isNew = held.filter(choice => !live.some(isSame(choice)))
  const freed = before.filter(each => !isHeld(each))
  await Promise.all([
    !standing && held.length > 0
      ? beginCart(db, { id: newId(), accountId, begunAt: now, network, ...cart }, yesterday)
      : undefined,
    replaceHolds(db, ownHolds(actor), { ...cart, accountId, choices: held, now }),
    isNew.length > 0 &&
      enqueue(freeLapsed, { sectionIds: [...new Set(isNew.map(({ sectionId }) => sectionId))] }, cart.expiresAt),
  ])
  await offerFreed(context, [...new Set(freed.map(({ sectionId }) => sectionId))])
  if (isNew.length > 0 || freed.length > 0) touch(['classes'])
  return {
    expiresAt: held.length > 0 ? cart.expiresAt.toISOString() : null,
    now: now.toISOString(),
    mayExtend: held.length > 0 && mayExtend(cart, now),
    choices: answer,
  }
}

/** Extends the hold of a cart, which is possible once. */
const extendHold = async (context: Context<unknown>) => {
  const { db, actor, now, enqueue } = context
  const cart = (await lockCart(context, { choices: [] })).filter(({ expiresAt }) => expiresAt > now)
  const standing = cart[0] ?? null
  if (!standing) throw conflict('HOLD_LAPSED', 'These spots are no longer held.')
  if (!mayExtend(standing, now)) throw conflict('MOVE_NOT_ALLOWED', 'This hold has already been extended.')
  const longer = extended(standing)
  await extendHolds(db, ownHolds(actor), longer)
  const { cart: whole } = await findCart(db, accountOf(actor), now, new Date(now.getTime() - dayMs))
  if (whole) await extendCart(db, whole.id, longer)
  await enqueue(freeLapsed, { sectionIds: [...new Set(cart.map(({ sectionId }) => sectionId))] }, longer.expiresAt)
  return { expiresAt: longer.expiresAt.toISOString(), now: now.toISOString() }
}

/** Handlers for the seats in the caller's cart; `priced` returns the current quote for a draft. */
export const holdFunctions = (
  priced: (
    context: Pick<Context<unknown>, 'db' | 'actor' | 'now' | 'address' | 'settings'>,
    draft: Draft,
  ) => Promise<Quote>,
): Functions<Pick<typeof enrolments, 'enrolments-hold' | 'enrolments-extendHold'>> => ({
  'enrolments-hold': context => hold(context, draft => priced(context, draft)),
  'enrolments-extendHold': extendHold,
})
