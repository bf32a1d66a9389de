import { viewHeader } from '#contract/callable.ts'

/** The guardian whom somebody of the office views as, in this tab only. */
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
 * Known once for the life of a page: a view begins and ends with a new one, so that nothing read before is mixed in.
 */
export const viewing: Viewing | null = typeof sessionStorage === 'undefined' ? null : stored()

/** What each call of this tab says of itself. */
export const viewHeaders: Readonly<Record<string, string>> = viewing ? { [viewHeader]: viewing.id } : {}

/** Opens the family's own start page as the guardian. */
export const enterView = (view: Viewing): void => {
  sessionStorage.setItem(key, JSON.stringify(view))
  location.assign('/dashboard/')
}

/** Goes back to where the view was begun, as oneself. */
export const leaveView = (): void => {
  const back = viewing?.back ?? '/dashboard/'
  sessionStorage.removeItem(key)
  location.assign(back)
}
