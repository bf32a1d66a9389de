import { useState } from 'react'
import type { Input, ReadName } from '#contract/index.ts'
import { useReadLater } from '#web/wire/call.ts'

/**
 * Like `useReadLater`, for the record of a form. An answer that may be out of date is held back until it was read again,
 * so that a form opened right after a change doesn't begin with, and save, what was there before. Once shown, the record
 * stays while it is read again, and the form follows it (`useChanges`).
 */
export const useReadToEdit = <Name extends ReadName>(
  name: Name,
  input: Input<Name>,
  options: { enabled?: boolean } = {},
) => {
  const { data, error, refetch, isPlaceholderData, isFetchedAfterMount, isStale } = useReadLater(name, input, options)
  const asked = JSON.stringify([name, input])
  const [shown, show] = useState<string | null>(null)
  const isCurrent = data !== undefined && !isPlaceholderData && (isFetchedAfterMount || !isStale)
  if (isCurrent && shown !== asked) show(asked)
  return { data: isCurrent || shown === asked ? data : undefined, error, refetch }
}
