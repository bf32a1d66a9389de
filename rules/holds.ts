/** How many minutes longer a cart is held when its family asks for it. */
export const extensionMinutes = 10
/** How long before the end the family is asked whether it needs more time (WCAG 2.2.1). */
export const askBeforeSeconds = 60
/** The moments before the end, in seconds, at which the time left is said aloud. */
export const saidAtSeconds = [300, 120, askBeforeSeconds] as const
/** The most seats that one cart holds of a class, and in all. What is beyond isn't held, but may be free. */
export const heldAtMost = { ofClass: 6, inAll: 20 } as const
/**
 * Limits for families that the school doesn't know yet, since anybody can make an account: seats in a cart, carts in a
 * day, and seats at once for all that come from one network. What is beyond isn't held; a family that sends its
 * registration still gets the seat if it is free.
 */
export const newFamilies = { inAll: 12, cartsADay: 4, seatsOfNetwork: 40 } as const

type Cart = { expiresAt: Date; isExtended: boolean }
const after = (instant: Date, minutes: number): Date => new Date(instant.getTime() + minutes * 60_000)

/**
 * The end of a cart's holds. A cart keeps its end, whatever is added and even when it is emptied: else one could hold a
 * seat for ever by taking it out and adding it again.
 */
export const cartAfter = (standing: Cart | null, now: Date, holdMinutes: number): Cart =>
  standing && standing.expiresAt > now ? standing : { expiresAt: after(now, holdMinutes), isExtended: false }

/** Whether a cart can be held longer: once, while it is held. */
export const mayExtend = (cart: Cart | null, now: Date): boolean =>
  cart !== null && !cart.isExtended && cart.expiresAt > now

/** A cart that is held longer. */
export const extended = (cart: Cart): Cart => ({ expiresAt: after(cart.expiresAt, extensionMinutes), isExtended: true })

/**
 * How many seats a new family's cart may hold, by the carts that it has begun today and the seats its network holds
 * besides.
 */
export const heldForNewFamily = (cartsToday: number, seatsOfNetwork: number): number =>
  cartsToday > newFamilies.cartsADay
    ? 0
    : Math.max(0, Math.min(newFamilies.inAll, newFamilies.seatsOfNetwork - seatsOfNetwork))

/** Which of the choices that may have a seat are held: in the order of the cart, as far as one cart may reach. */
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
