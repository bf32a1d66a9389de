import { useEffect, useEffectEvent, useState } from 'react'
import type { SavedView, ViewList } from '#contract/access/views.ts'
import { useReadLater } from '#web/wire/call.ts'
import { useMay } from '#web/session/may.ts'
import { useUrlState } from '#web/routing/urlState.ts'

type Values = Readonly<Record<string, string | undefined>>

/** Normalizes the parameters of an address, so that equal views compare equal. */
const addressOf = (values: Values, keys: readonly string[]): string =>
  new URLSearchParams(
    keys.toSorted().flatMap(key => {
      const value = values[key]
      return value ? [[key, value]] : []
    }),
  ).toString()

/**
 * The views of a list. `keys` are the parameters of its address that make up a view. The list opens with the caller's
 * default view, unless the address has parameters; `isReady` is false until the views are loaded.
 */
export const useViews = (list: ViewList, keys: readonly string[]) => {
  const [url, change] = useUrlState()
  const may = useMay()
  const { data: all, isError } = useReadLater('views-list', { list })
  const address = addressOf(url, keys)
  const [isPlain, setPlain] = useState(() => Object.keys(url).length === 0)
  const open = (view: SavedView, options?: { replace: boolean }): void => {
    const values = Object.fromEntries(new URLSearchParams(view.address))
    change(
      {
        ...Object.fromEntries(keys.map(key => [key, undefined])),
        ...Object.fromEntries(Object.entries(values).filter(([key]) => keys.includes(key))),
        saved: view.id,
      },
      options,
    )
  }
  // Decided once, when the views are loaded: clearing the address later is intentional.
  const [start, setStart] = useState<SavedView | null>(null)
  if (isPlain && (all !== undefined || isError)) {
    setPlain(false)
    setStart(all?.find(view => view.isDefault) ?? null)
  }
  const begin = useEffectEvent((view: SavedView) => open(view, { replace: true }))
  useEffect(() => {
    if (start) begin(start)
  }, [start])
  const current = all?.find(({ id }) => id === url['saved'])
  return {
    list,
    all: all ?? [],
    address,
    current,
    isChanged:
      current !== undefined && addressOf(Object.fromEntries(new URLSearchParams(current.address)), keys) !== address,
    isReady: !isPlain,
    mayKeep: may('views-save') === true,
    open,
    /** Shows the list without any view. */
    leave: () => change({ ...Object.fromEntries(keys.map(key => [key, undefined])), saved: undefined }),
    keep: (id: string) => change({ saved: id }, { replace: true }),
  }
}
export type Views = ReturnType<typeof useViews>
