import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { beforeRetry } from '#web/wire/wire.ts'

type Part<Props> = ComponentType<Props> & {
  /** Settles once its code is there; then it shows without waiting. */
  ready(): Promise<unknown>
}

const coming: Promise<unknown>[] = []
/** Settles once the parts that every visit shows are there, of the screens that are. */
export const partsReady = (): Promise<unknown> => Promise.all(coming)

/**
 * A part whose code comes when it is first shown, and which the nearest `Suspense` around it waits for: the page, where
 * what comes later would move what is below it, or a place of its own for sheets and dialogs. What every visit shows
 * (`always`) comes at once, not when the parts above it have.
 */
export const withPage = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  shown: 'later' | 'always' = 'later',
): Part<Props> => {
  let loaded: ComponentType<Props> | undefined
  const get = async () => ({ default: (loaded ??= await load()) })
  const tried = () =>
    get().catch((error: unknown) => {
      // React keeps a failure for good, so who tries again gets another one.
      beforeRetry(() => {
        Waiting = lazy(tried)
      })
      throw error
    })
  let Waiting: ComponentType<Props> = lazy(tried)
  // A failure shows where the part does.
  if (shown === 'always') coming.push(get().catch(() => undefined))
  const Shown = (props: Props) => {
    // Whichever it begins with stays, so that nothing in it begins anew.
    const [Chosen] = useState<ComponentType<Props>>(() => loaded ?? Waiting)
    return <Chosen {...props} />
  }
  return Object.assign(Shown, { ready: get })
}

/** The same with a `Suspense` of its own: until its code is there, there is nothing, or `waiting`. */
export const lazily = <Props extends object>(load: () => Promise<ComponentType<Props>>, waiting: ReactNode = null) => {
  const Part = withPage(load)
  return (props: Props) => (
    <Suspense fallback={waiting}>
      <Part {...props} />
    </Suspense>
  )
}
