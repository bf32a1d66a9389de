/** Returns the value that this device keeps under a key; null if there is none or storage is blocked. */
export const readLocal = <Value>(key: string): Value | null => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Value | null
  } catch {
    return null
  }
}
/** Stores a value on this device; null deletes it. */
export const writeLocal = (key: string, value: unknown): void => {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // If storage is blocked or full, the server still has a copy.
  }
}

const wishKey = 'lantern_wished_class'
/**
 * The class, or only the term, from which the person opened "Register", and the birthday used to search for the class,
 * until the classes are chosen.
 */
export type Wish = { sectionId: string | null; termId: string; birthOn?: string }
export const wishedClass = (): Wish | null => readLocal<Wish>(wishKey)
export const wishForClass = (wish: Wish | null): void => writeLocal(wishKey, wish)
