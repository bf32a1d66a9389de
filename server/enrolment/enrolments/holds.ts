import type { Draft, enrolments, Quote } from '#contract/enrolment/enrolments.ts'
import { cartAfter, extended, heldAtMost, heldForNewFamily, holdable, mayExtend } from '#rules/holds.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict, unauthenticated } from '#server/platform/errors.ts'
import type { Actor, Context, Functions } from '#server/platform/functions.ts'
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
 * The seats in the caller's cart, kept as they are until the transaction ends, together with the classes that the draft
 * names: no other call of the account, and none about these classes, comes between.
 */
export const lockCart = async (
  { db, actor }: Pick<Context<unknown>, 'db' | 'actor'>,
  draft: Pick<Draft, 'choices'>,
): Promise<Hold[]> => {
  // The seats are read behind the lock, which is sent first.
  const [, cart] = await Promise.all([lockAccount(db, accountOf(actor)), listHolds(db, ownHolds(actor))])
  await lockSections(db, [...new Set([...draft.choices, ...cart].map(({ sectionId }) => sectionId))])
  return cart
}

/** Empties the caller's cart, which is locked, and passes on the seats of it that have not become the caller's. */
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

/** A sent cart is over: registering more begins another one. */
export const closeCart = async (
  context: Parameters<typeof emptyCart>[0],
  cart: readonly Hold[],
  taken: readonly Choice[],
): Promise<void> => {
  await emptyCart(context, cart, taken)
  await endCart(context.db, accountOf(context.actor), context.now)
}

const dayMs = 24 * 60 * 60_000

/** The network by which a cart counts; null for families that the school knows, and its staff. */
const networkFor = ({ roles }: Actor, address: string): string | null =>
  roles.length === 0 ? networkOf(address) : null

/** How many seats the cart may hold, with this one among the `begun` of the last day. */
const reachOf = async (db: Db, accountId: string, network: string | null, begun: number, now: Date) => {
  if (network === null) return heldAtMost.inAll
  // One cart of a network at a time counts what is held there.
  const [, held] = await Promise.all([takeTurn(db, 'carts', network), countHeldFrom(db, network, accountId, now)])
  return heldForNewFamily(begun, held)
}

const takesSeat = (outcome: Quote['choices'][number]['outcome']): boolean =>
  outcome === 'seat' || outcome === 'approval'

type Price = (draft: Draft) => Promise<Quote>

/** Holds what can be held of a draft, which `price` has looked at with its classes locked. */
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
  await Promise.all([
    !standing && held.length > 0
      ? beginCart(db, { id: newId(), accountId, begunAt: now, network, ...cart }, yesterday)
      : undefined,
    replaceHolds(db, ownHolds(actor), { ...cart, accountId, choices: held, now }),
  ])
  const isNew = held.filter(choice => !live.some(isSame(choice)))
  const freed = before.filter(each => !isHeld(each))
  if (isNew.length > 0)
    await enqueue(freeLapsed, { sectionIds: [...new Set(isNew.map(({ sectionId }) => sectionId))] }, cart.expiresAt)
  await offerFreed(context, [...new Set(freed.map(({ sectionId }) => sectionId))])
  if (isNew.length > 0 || freed.length > 0) touch(['classes'])
  return {
    expiresAt: held.length > 0 ? cart.expiresAt.toISOString() : null,
    now: now.toISOString(),
    mayExtend: held.length > 0 && mayExtend(cart, now),
    choices: answer,
  }
}

/** Makes the hold of a cart longer, once. */
const extendHold = async (context: Context<unknown>) => {
  const { db, actor, now, enqueue } = context
  const cart = (await lockCart(context, { choices: [] })).filter(({ expiresAt }) => expiresAt > now)
  const standing = cart[0] ?? null
  if (!standing) throw conflict('HOLD_LAPSED', 'These seats are not held any more.')
  if (!mayExtend(standing, now)) throw conflict('MOVE_NOT_ALLOWED', 'The hold has been made longer already.')
  const longer = extended(standing)
  await extendHolds(db, ownHolds(actor), longer)
  const { cart: whole } = await findCart(db, accountOf(actor), now, new Date(now.getTime() - dayMs))
  if (whole) await extendCart(db, whole.id, longer)
  await enqueue(freeLapsed, { sectionIds: [...new Set(cart.map(({ sectionId }) => sectionId))] }, longer.expiresAt)
  return { expiresAt: longer.expiresAt.toISOString(), now: now.toISOString() }
}

/** What one does with the seats in one's cart; `priced` says what becomes of a draft now. */
export const holdFunctions = (
  priced: (
    context: Pick<Context<unknown>, 'db' | 'actor' | 'now' | 'address' | 'settings'>,
    draft: Draft,
  ) => Promise<Quote>,
): Functions<Pick<typeof enrolments, 'enrolments-hold' | 'enrolments-extendHold'>> => ({
  'enrolments-hold': context => hold(context, draft => priced(context, draft)),
  'enrolments-extendHold': extendHold,
})
