import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Cell, GradeBook } from '#contract/teaching/grades.ts'
import { releasedGrades } from '#contract/teaching/grades.plain.ts'
import { CallError, keepAnswer, touch, useWrite } from '#web/wire/call.ts'
import { type Entry, readEntry, textOf } from '#web/teaching/grades/cellText.ts'

/** Returns the key of a cell. */
export const keyOf = (cell: Pick<Cell, 'assessmentId' | 'enrolmentId'>): string =>
  `${cell.assessmentId} ${cell.enrolmentId}`

/** Text typed into a cell and not saved yet. `version` is the version of the grade that it replaces. */
type Edit = { assessmentId: string; enrolmentId: string; text: string; version: number; isRefused: boolean }
export type Problem = 'number' | 'max' | 'changed'
export type Planned = Edit & { key: string; entry: Entry }

/** The pause in milliseconds without a key after which the text is sent. */
const pauseMs = 900
/** The most cells that the contract accepts in one request. */
const atOnce = 500

const withCells = (book: GradeBook, saved: readonly Cell[]): GradeBook => {
  const cells = new Map(book.cells.map(cell => [keyOf(cell), cell]))
  for (const cell of saved) {
    if (cell.status === 'none') cells.delete(keyOf(cell))
    else cells.set(keyOf(cell), cell)
  }
  return { ...book, cells: [...cells.values()] }
}

/**
 * The unsaved entries of a grade book. Drafts are sent after a pause; changes of released grades wait for a reason;
 * invalid text stays in its cell. Only the person who typed something can discard it.
 */
export const useEdits = (book: GradeBook, excused: string) => {
  const { send, isPending } = useWrite('grades-enter')
  const [edits, setEdits] = useState<ReadonlyMap<string, Edit>>(new Map())
  const [failure, setFailure] = useState<unknown>(null)
  const cells = useMemo(() => new Map(book.cells.map(cell => [keyOf(cell), cell])), [book.cells])
  const maxOf = useMemo(() => new Map(book.assessments.map(({ id, maxPoints }) => [id, maxPoints])), [book.assessments])

  const problems = new Map<string, Problem>()
  const ready: Planned[] = []
  const amending: Planned[] = []
  for (const [key, edit] of edits) {
    const entry = readEntry(edit.text, maxOf.get(edit.assessmentId) ?? 0)
    if (typeof entry === 'string') problems.set(key, entry)
    else if (edit.isRefused) problems.set(key, 'changed')
    else (releasedGrades.includes(cells.get(key)?.status ?? 'none') ? amending : ready).push({ ...edit, key, entry })
  }

  const type = useCallback(
    (assessmentId: string, enrolmentId: string, text: string) => {
      const key = keyOf({ assessmentId, enrolmentId })
      const cell = cells.get(key)
      setEdits(now => {
        const next = new Map(now)
        const before = now.get(key)
        if (text === textOf(cell, excused)) next.delete(key)
        else {
          const version = before && !before.isRefused ? before.version : (cell?.version ?? 0)
          next.set(key, { assessmentId, enrolmentId, text, version, isRefused: false })
        }
        return next
      })
    },
    [cells, excused],
  )

  const takeBack = useCallback((keys: readonly string[]) => {
    setEdits(now => new Map([...now].filter(([key]) => !keys.includes(key))))
  }, [])

  const submit = async (chosen: readonly Planned[], reason: string): Promise<boolean> => {
    const sent = chosen.slice(0, atOnce)
    if (sent.length === 0) return true
    setFailure(null)
    try {
      const { cells: saved } = await send({
        sectionId: book.sectionId,
        reason,
        cells: sent.map(({ key, assessmentId, enrolmentId, entry, version }) => ({
          assessmentId,
          enrolmentId,
          ...entry,
          note: cells.get(key)?.note ?? '',
          version,
        })),
      })
      await keepAnswer('grades-book', { sectionId: book.sectionId }, withCells(latest.current, saved))
      const versions = new Map(saved.map(cell => [keyOf(cell), cell.version]))
      setEdits(now => {
        const next = new Map(now)
        for (const { key, text, version } of sent) {
          const edit = next.get(key)
          if (edit?.text === text) next.delete(key)
          // More was typed while the request was in flight: it is now based on what was just saved.
          else if (edit) next.set(key, { ...edit, version: versions.get(key) ?? version })
        }
        return next
      })
      return true
    } catch (error) {
      const at =
        error instanceof CallError ? error.fields.map(({ path }) => Number(/^cells\.(\d+)\./.exec(path)?.[1])) : []
      const refused = at.flatMap(index => sent[index] ?? [])
      if (refused.length === 0) setFailure(error)
      else {
        setEdits(now => {
          const next = new Map(now)
          for (const { key } of refused) {
            const edit = next.get(key)
            if (edit) next.set(key, { ...edit, isRefused: true })
          }
          return next
        })
        await touch('grades')
      }
      return false
    }
  }

  const latest = useRef(book)
  const flush = useRef(() => Promise.resolve(true))
  useEffect(() => {
    latest.current = book
    flush.current = () => submit(ready, '')
  })
  const isWaiting = ready.length > 0 && !isPending && failure === null
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => void flush.current(), pauseMs)
    return () => clearTimeout(timer)
  }, [isWaiting, edits])
  // Leaving for another class or screen saves without waiting for the pause.
  useEffect(() => () => void flush.current(), [])
  const hasUnsaved = edits.size > 0
  useEffect(() => {
    if (!hasUnsaved) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', hold)
    return () => removeEventListener('beforeunload', hold)
  }, [hasUnsaved])

  return {
    cells,
    problems,
    amending,
    readyCount: ready.length,
    isPending,
    failure,
    /** Returns the current text of a cell. */
    textOf: (key: string): string => edits.get(key)?.text ?? textOf(cells.get(key), excused),
    /** Returns the current value of a cell: what was typed if it is valid, otherwise what is saved. */
    entryOf: (key: string): Entry | undefined => {
      const edit = edits.get(key)
      const cell = cells.get(key)
      const entry = edit && readEntry(edit.text, maxOf.get(edit.assessmentId) ?? 0)
      return entry === undefined || typeof entry === 'string' ? cell : entry
    },
    isEdited: (key: string): boolean => edits.has(key),
    type,
    takeBack,
    /** Sends what is ready now; resolves to true if it was saved. */
    flush: () => flush.current(),
    /** Sends the changes of released grades with their reason; resolves to true if they were saved. */
    amend: (reason: string) => submit(amending, reason),
  }
}
export type Edits = ReturnType<typeof useEdits>
