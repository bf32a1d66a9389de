const key = 'carried-classes'

/** Keeps the rows of a list of classes, headings first, for the page that makes classes of pasted rows. */
export const carryClasses = (grid: readonly (readonly string[])[]): void =>
  sessionStorage.setItem(key, JSON.stringify(grid))

/** What was carried here, if anything was; it stays until it is put down. */
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
    // Nothing was carried, then.
  }
}
