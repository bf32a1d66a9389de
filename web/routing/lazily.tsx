import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'

/** A part of a screen without which it is not shown: what comes later would move what is below it. */
export const withPage = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load() }))

/** A part of a screen whose code comes when it is first shown; until then there is nothing, or `waiting`. */
export const lazily = <Props extends object>(load: () => Promise<ComponentType<Props>>, waiting: ReactNode = null) => {
  const Part = lazy(async () => ({ default: await load() }))
  return (props: Props) => (
    <Suspense fallback={waiting}>
      <Part {...props} />
    </Suspense>
  )
}
