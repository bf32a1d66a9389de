/** What this device keeps under a key; null where it keeps nothing or its storage is closed. */
export const readLocal = <Value>(key: string): Value | null => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Value | null
  } catch {
    return null
  }
}
/** Keeps a value on this device; null removes it. */
export const writeLocal = (key: string, value: unknown): void => {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // A closed or full storage leaves the copy on the server.
  }
}

const wishKey = 'lantern_wished_class'
/** The class that somebody opened "Register" from, and the birthday they looked for it with, until the classes are chosen. */
export type Wish = { sectionId: string; termId: string; birthOn?: string }
export const wishedClass = (): Wish | null => readLocal<Wish>(wishKey)
export const wishForClass = (wish: Wish | null): void => writeLocal(wishKey, wish)
