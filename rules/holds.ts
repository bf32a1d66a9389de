/** Minutes that an extension adds to a cart's holds when the family asks for one. */
export const extensionMinutes = 10
/** Seconds before the end at which the family is asked whether it needs more time (WCAG 2.2.1). */
export const askBeforeSeconds = 60
/** Seconds before the end at which the remaining time is announced. */
export const saidAtSeconds = [300, 120, askBeforeSeconds] as const
/**
 * The most seats that one cart holds, in one class and in all. Seats beyond that aren't held, but may still be free.
 */
export const heldAtMost = { ofClass: 6, inAll: 20 } as const
/**
 * Limits for families that the school doesn't know yet, because anyone can create an account: seats in a cart, carts
 * per day, and seats held at once from one network. Seats beyond that aren't held; a family that submits its
 * registration still gets the seat if it is free.
 */
export const newFamilies = { inAll: 12, cartsADay: 4, seatsOfNetwork: 40 } as const

type Cart = { expiresAt: Date; isExtended: boolean }
const after = (instant: Date, minutes: number): Date => new Date(instant.getTime() + minutes * 60_000)

/**
 * The expiry of a cart's holds. A cart keeps its expiry when choices are added, and even when it is emptied. Otherwise
 * a family could hold a seat forever by removing it and adding it again.
 */
export const cartAfter = (standing: Cart | null, now: Date, holdMinutes: number): Cart =>
  standing && standing.expiresAt > now ? standing : { expiresAt: after(now, holdMinutes), isExtended: false }

/** True if a cart can be extended: once, while it is held. */
export const mayExtend = (cart: Cart | null, now: Date): boolean =>
  cart !== null && !cart.isExtended && cart.expiresAt > now

/** The cart with its hold extended. */
export const extended = (cart: Cart): Cart => ({ expiresAt: after(cart.expiresAt, extensionMinutes), isExtended: true })

/**
 * The number of seats that a new family's cart may hold, given the carts it has started today and the other seats held
 * from its network.
 */
export const heldForNewFamily = (cartsToday: number, seatsOfNetwork: number): number =>
  cartsToday > newFamilies.cartsADay
    ? 0
    : Math.max(0, Math.min(newFamilies.inAll, newFamilies.seatsOfNetwork - seatsOfNetwork))

/** The choices to hold among those that may have a seat: in cart order, up to the limits of one cart. */
export const holdable = <Choice extends { sectionId: string }>(
  choices: readonly Choice[],
  inAll: number = heldAtMost.inAll,
): Choice[] => {
  const ofClass = new Map<string, number>()
  const held: Choice[] = []
  for (const choice of choices) {
    const n = ofClass.get(choice.sectionId) ?? 0
    if (n >= heldAtMost.ofClass || held.length >= inAll) continue
    ofClass.set(choice.sectionId, n + 1)
    held.push(choice)
  }
  return held
}
