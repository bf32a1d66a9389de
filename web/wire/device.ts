/** What this browser was signed up as, and with which address of its push service. */
type SignedUp = { id: string; endpoint: string }

const key = 'lantern_device'

/** This browser's subscription as it was left; null where it has none. */
export const signedUpDevice = (): SignedUp | null => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    const { id, endpoint } = Object(kept) as Partial<SignedUp>
    return typeof id === 'string' && typeof endpoint === 'string' ? { id, endpoint } : null
  } catch {
    return null
  }
}

/** Notes what this browser is signed up as; null forgets it. */
export const noteDevice = (device: SignedUp | null): void => {
  try {
    if (device) localStorage.setItem(key, JSON.stringify(device))
    else localStorage.removeItem(key)
  } catch {
    // A closed storage only means that the list of devices does not name this one.
  }
}
