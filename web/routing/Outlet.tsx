import { Component, Suspense, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Failure } from '#web/routing/Later.tsx'
import type { Shown } from '#web/routing/router.ts'
import { useRouter, useShown } from '#web/routing/routing.tsx'
import { Loading } from '#web/ui/States.tsx'
import { forgetFailures } from '#web/wire/wire.ts'

const Waiting = () => (
  <div className="mx-auto w-full max-w-[90rem] px-gutter pt-8">
    <Loading onRetry={() => location.reload()} />
  </div>
)

const Failed = ({ error }: { error: unknown }) => {
  const t = useTranslations('failure')
  const router = useRouter()
  const tryAgain = () => {
    forgetFailures()
    void router.again()
  }
  return (
    <div className="mx-auto w-full max-w-[90rem] px-gutter pt-8">
      <h1 className="mb-6 text-2xl">
        <span className="stroke">{t('title')}</span>
      </h1>
      <Failure error={error} again={tryAgain} isPage />
    </div>
  )
}

type BoundaryProps = { shown: Shown; children: ReactNode }
type BoundaryState = { shown: Shown; failure: { error: unknown } | null }

class FailureBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { shown: this.props.shown, failure: null }
  static getDerivedStateFromError = (error: unknown): Partial<BoundaryState> => ({ failure: { error } })
  static getDerivedStateFromProps = ({ shown }: BoundaryProps, state: BoundaryState): BoundaryState | null =>
    shown === state.shown ? null : { shown, failure: null }
  override render() {
    const { failure } = this.state
    return failure ? <Failed error={failure.error} /> : this.props.children
  }
}

/** Shows the error in place of what failed to render, until something else is shown. */
export const Caught = ({ children }: { children: ReactNode }) => (
  <FailureBoundary shown={useShown()}>{children}</FailureBoundary>
)

const Content = () => {
  const shown = useShown()
  switch (shown.state) {
    case 'ready':
      return <shown.Screen key={shown.route?.path} />
    case 'failed':
      return <Failed error={shown.error} />
    case 'slow':
      return <Waiting />
    case 'coming':
      return null
  }
}

/** The screen at the address, or what is shown while it loads or when it fails. */
export const Outlet = () => (
  <Caught>
    <Suspense fallback={<Waiting />}>
      <Content />
    </Suspense>
  </Caught>
)
