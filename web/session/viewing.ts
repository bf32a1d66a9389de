import { viewHeader } from '#contract/callable.ts'

/** The guardian as whom the office views, in this tab only. */
export type Viewing = { id: string; name: string; nativeName: string; back: string }

const key = 'lantern_view'

const isViewing = (value: unknown): value is Viewing =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'name', 'nativeName', 'back'].every(each => typeof Reflect.get(value, each) === 'string')

const stored = (): Viewing | null => {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return isViewing(value) ? value : null
  } catch {
    return null
  }
}

/**
 * Constant for the life of a page: a view begins and ends with a page load, so that nothing read before is mixed in.
 */
export const viewing: Viewing | null = typeof sessionStorage === 'undefined' ? null : stored()

/** The headers that mark each call of this tab as a view. */
export const viewHeaders: Readonly<Record<string, string>> = viewing ? { [viewHeader]: viewing.id } : {}

/** Opens the family's home page as the guardian. */
export const enterView = (view: Viewing): void => {
  sessionStorage.setItem(key, JSON.stringify(view))
  location.assign('/dashboard/')
}

/** Ends the view and returns to the page where it began. */
export const leaveView = (): void => {
  const back = viewing?.back ?? '/dashboard/'
  sessionStorage.removeItem(key)
  location.assign(back)
}
