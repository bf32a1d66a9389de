/** How many minutes longer a cart is held when its family asks for it. */
export const extensionMinutes = 10
/** So long before the end the family is asked whether it needs more time (WCAG 2.2.1). */
export const askBeforeSeconds = 60
/** The moments before the end, in seconds, at which the time left is said aloud. */
export const saidAtSeconds = [300, 120, askBeforeSeconds] as const
/** One cart holds at most so many seats of a class, and so many in all; what is beyond is not held but may be free. */
export const heldAtMost = { ofClass: 6, inAll: 20 } as const

type Cart = { expiresAt: Date; isExtended: boolean }
const after = (instant: Date, minutes: number): Date => new Date(instant.getTime() + minutes * 60_000)

/**
 * The end of a cart's holds. A cart that has seats keeps its end, whatever is added: else one could hold a seat for ever
 * by adding and taking out another.
 */
export const cartAfter = (standing: Cart | null, now: Date, holdMinutes: number): Cart =>
  standing && standing.expiresAt > now ? standing : { expiresAt: after(now, holdMinutes), isExtended: false }

/** Whether a cart can be held longer: once, while it is held. */
export const mayExtend = (cart: Cart | null, now: Date): boolean =>
  cart !== null && !cart.isExtended && cart.expiresAt > now

/** A cart that is held longer. */
export const extended = (cart: Cart): Cart => ({ expiresAt: after(cart.expiresAt, extensionMinutes), isExtended: true })

/** Which of the choices that may have a seat are held: in the order of the cart, as far as one cart may reach. */
export const holdable = <Choice extends { sectionId: string }>(choices: readonly Choice[]): Choice[] => {
  const ofClass = new Map<string, number>()
  const held: Choice[] = []
  for (const choice of choices) {
    const n = ofClass.get(choice.sectionId) ?? 0
    if (n >= heldAtMost.ofClass || held.length >= heldAtMost.inAll) continue
    ofClass.set(choice.sectionId, n + 1)
    held.push(choice)
  }
  return held
}
