import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { beforeRetry } from '#web/wire/wire.ts'

type Part<Props> = ComponentType<Props> & {
  /** Resolves once the code is loaded; after that the part shows without waiting. */
  ready(): Promise<unknown>
}

const coming: Promise<unknown>[] = []
/** Resolves once the parts that every visit shows are loaded, for the screens loaded so far. */
export const partsReady = (): Promise<unknown> => Promise.all(coming)

/**
 * A part whose code loads when it is first shown. The nearest `Suspense` waits for it: the page, if a late part would
 * move what is below it, or a boundary of its own for sheets and dialogs. A part that every visit shows (`always`)
 * loads at once, not after the parts above it. A part that the server renders, too (`served`), loads at once there.
 */
export const withPage = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  shown: 'later' | 'always' | 'served' = 'later',
): Part<Props> => {
  let loaded: ComponentType<Props> | undefined
  const get = async () => ({ default: (loaded ??= await load()) })
  const tried = () =>
    get().catch((error: unknown) => {
      // React keeps a failure for good, so a retry needs a new lazy component.
      beforeRetry(() => {
        Waiting = lazy(tried)
      })
      throw error
    })
  let Waiting: ComponentType<Props> = lazy(tried)
  // A failure shows where the part is rendered.
  if (shown === 'always' || (shown === 'served' && typeof document === 'undefined'))
    coming.push(get().catch(() => undefined))
  const Shown = (props: Props) => {
    // The first choice stays, so that nothing inside remounts.
    const [Chosen] = useState<ComponentType<Props>>(() => loaded ?? Waiting)
    return <Chosen {...props} />
  }
  return Object.assign(Shown, { ready: get })
}

/** Like `withPage`, with a `Suspense` of its own: until the code is loaded it shows nothing, or `waiting`. */
export const lazily = <Props extends object>(load: () => Promise<ComponentType<Props>>, waiting: ReactNode = null) => {
  const Part = withPage(load)
  return (props: Props) => (
    <Suspense fallback={waiting}>
      <Part {...props} />
    </Suspense>
  )
}
