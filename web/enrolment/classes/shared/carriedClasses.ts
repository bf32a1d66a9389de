const key = 'carried-classes'

/** Stores the rows of a list of classes, headings first, for the page that creates classes from pasted rows. */
export const carryClasses = (grid: readonly (readonly string[])[]): void =>
  sessionStorage.setItem(key, JSON.stringify(grid))

/** Returns the stored rows, or null; they stay until `putDownClasses`. */
export const carriedClasses = (): string[][] | null => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as string[][] | null
  } catch {
    return null
  }
}
export const putDownClasses = (): void => {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Without storage, there is nothing to remove.
  }
}
