import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'

/**
 * A part whose code comes when it is first shown, and which the nearest `Suspense` around it waits for: the page, where
 * what comes later would move what is below it, or a place of its own for sheets and dialogs.
 */
export const withPage = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load() }))

/** The same with a `Suspense` of its own: until its code is there, there is nothing, or `waiting`. */
export const lazily = <Props extends object>(load: () => Promise<ComponentType<Props>>, waiting: ReactNode = null) => {
  const Part = lazy(async () => ({ default: await load() }))
  return (props: Props) => (
    <Suspense fallback={waiting}>
      <Part {...props} />
    </Suspense>
  )
}
