import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '#web/words/failureText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Loading, Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'

type FailureProps = {
  error: unknown
  again: () => void
  /** The failure is the page's title. */
  isPage?: boolean
}

/** Describes a failure, with a button to try again. Renders nothing if there is no error. */
export const Failure = ({ error, again, isPage = false }: FailureProps) => {
  const t = useTranslations('failure')
  const text = useUiText()
  const failureText = useFailureText()
  if (error === null || error === undefined) return null
  return (
    <Notice
      alert
      tone="danger"
      {...(!isPage && { title: t('title') })}
      className="mb-4"
      action={
        <Button size="small" onClick={again}>
          {text.retry}
        </Button>
      }
    >
      {failureText(error)}
    </Notice>
  )
}

export type LaterProps<T> = {
  /** The value that `useReadLater` returned. */
  read: { data: T | undefined; error: unknown; refetch: () => unknown }
  /** Shown while the answer is loading. */
  skeleton?: ReactNode
  children: (data: T) => ReactNode
}

/**
 * An answer that is read inside a page: first its skeleton, then the answer. After a failure the error is shown above
 * the old answer.
 */
export const Later = <T,>({ read, skeleton, children }: LaterProps<T>) => (
  <>
    <Failure error={read.error} again={() => void read.refetch()} />
    {read.data !== undefined
      ? children(read.data)
      : read.error === null && <Loading onRetry={() => void read.refetch()}>{skeleton}</Loading>}
  </>
)
