import { useCallback, useEffect, useRef, useState } from 'react'
import type { StoredFile } from '#contract/access/files.ts'
import { filesAtOnce } from '#contract/access/files.plain.ts'
import { uploadFile } from '#web/wire/upload.ts'

type Way = { file: File; progress: number; error: unknown; end: AbortController }
export type Upload = { key: string; stored: StoredFile | null; way: Way | null }

let count = 0

/**
 * The files attached to something: those stored and those being uploaded. `onStored` is called after every change of
 * the stored ones.
 */
export const useUploads = (initial: readonly StoredFile[], onStored?: (files: StoredFile[]) => void) => {
  const [list, setList] = useState<Upload[]>(() => initial.map(stored => ({ key: stored.id, stored, way: null })))
  const latest = useRef(list)
  const tell = useRef(onStored)
  useEffect(() => {
    tell.current = onStored
  })
  const change = useCallback((alter: (before: Upload[]) => Upload[], isStored = false) => {
    latest.current = alter(latest.current)
    setList(latest.current)
    if (isStored) tell.current?.(latest.current.flatMap(({ stored }) => stored ?? []))
  }, [])
  const begin = useCallback(
    (key: string, file: File) => {
      const end = new AbortController()
      const set = (patch: Partial<Way>) =>
        change(before =>
          before.map(each => (each.key === key && each.way ? { ...each, way: { ...each.way, ...patch } } : each)),
        )
      change(before =>
        before.map(each => (each.key === key ? { ...each, way: { file, progress: 0, error: null, end } } : each)),
      )
      uploadFile(file, progress => set({ progress }), end.signal).then(
        stored => change(before => before.map(each => (each.key === key ? { key, stored, way: null } : each)), true),
        (error: unknown) => {
          if (!end.signal.aborted) set({ error })
        },
      )
    },
    [change],
  )
  // Leaving the screen aborts uploads in flight.
  useEffect(() => () => latest.current.forEach(({ way }) => way?.end.abort()), [])
  return {
    list,
    stored: list.flatMap(({ stored }) => stored ?? []),
    isBusy: list.some(({ way }) => way !== null && way.error === null),
    hasFailed: list.some(({ way }) => way !== null && way.error !== null),
    /** True while a file is on its way or couldn't be added. Sending now would leave it out without a word. */
    isUnfinished: list.some(({ way }) => way !== null),
    isFull: list.length >= filesAtOnce,
    add: (files: readonly File[]) => {
      for (const file of files.slice(0, filesAtOnce - latest.current.length)) {
        const key = `upload-${(count += 1)}`
        change(before => [...before, { key, stored: null, way: null }])
        begin(key, file)
      }
    },
    remove: (key: string) => {
      const found = latest.current.find(each => each.key === key)
      found?.way?.end.abort()
      change(before => before.filter(each => each.key !== key), found?.stored !== null)
    },
    retry: (key: string) => {
      const found = latest.current.find(each => each.key === key)
      if (found?.way) begin(key, found.way.file)
    },
  }
}
