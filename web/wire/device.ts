/** The id under which this browser is registered for push notices, and its address at the push service. */
type SignedUp = { id: string; endpoint: string }

const key = 'lantern_device'

/** Returns this browser's stored subscription, or null if it has none. */
export const signedUpDevice = (): SignedUp | null => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    const { id, endpoint } = Object(kept) as Partial<SignedUp>
    return typeof id === 'string' && typeof endpoint === 'string' ? { id, endpoint } : null
  } catch {
    return null
  }
}

/** Stores this browser's subscription; null deletes it. */
export const noteDevice = (device: SignedUp | null): void => {
  try {
    if (device) localStorage.setItem(key, JSON.stringify(device))
    else localStorage.removeItem(key)
  } catch {
    // If storage is blocked, only the list of devices doesn't name this one.
  }
}
