import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { Section } from '#contract/enrolment/classes.ts'
import type { PasteField } from '#contract/enrolment/classes.pasting.plain.ts'
import { pasteLimits } from '#contract/enrolment/classes.pasting.plain.ts'
import type { Output } from '#contract/index.ts'
import type { Term } from '#contract/school/terms.ts'
import { type PastedColumn, readSheet } from '#rules/pastedClasses/columns.ts'
import { type KnownSchool, planClasses, type PastedRow, type PasteSettings } from '#rules/pastedClasses/plan.ts'
import { carriedClasses, putDownClasses } from '#web/enrolment/classes/shared/carriedClasses.ts'
import { cellsOf } from './pastedCells.ts'

type Defaults = Pick<PasteSettings, 'programme' | 'capacity' | 'tuitionCents'>
type Sheet = { columns: PastedColumn[]; rows: PastedRow[] }
export type PasteRefusal = { reason: 'empty' | 'many' | 'wide'; n: number }

const storageKey = 'pasted-classes'
type Stored = { sheet: Sheet | null; defaults: Defaults }
/** Returns what this tab has kept across a reload; signing out deletes it. */
const stored = (): Stored | null => {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Stored | null
  } catch {
    return null
  }
}
const store = (draft: Stored): void => {
  try {
    if (draft.sheet === null) sessionStorage.removeItem(storageKey)
    else sessionStorage.setItem(storageKey, JSON.stringify(draft))
  } catch {
    // Without storage, it lasts as long as the page.
  }
}

/** Recognizes the columns and rows, or says why they can't be used. */
const sheetOf = (grid: readonly (readonly string[])[]): { sheet: Sheet | null; refusal: PasteRefusal | null } => {
  const { columns, rows } = readSheet(grid)
  const refuse = (reason: PasteRefusal['reason'], n: number) => ({ sheet: null, refusal: { reason, n } })
  if (rows.length === 0) return refuse('empty', 0)
  if (rows.length > pasteLimits.rows) return refuse('many', rows.length)
  if (columns.length > pasteLimits.columns) return refuse('wide', columns.length)
  const cut = (cell: string) => cell.slice(0, pasteLimits.cell)
  return { sheet: { columns, rows: rows.map(cells => ({ cells: cells.map(cut), isLeftOut: false })) }, refusal: null }
}

type School = {
  term: Term | undefined
  parts: Output<'classes-parts'>
  /** The classes of all terms. */
  all: readonly Section[]
}

/** The pasted rows as they are edited in place, and the plan that follows from them for the school as it is. */
export const usePastedDraft = ({ term, parts, all }: School, digits: number, first: Defaults) => {
  const [before] = useState(stored)
  const [carried] = useState(carriedClasses)
  const [sheet, setSheet] = useState<Sheet | null>(() => sheetOf(carried ?? []).sheet ?? before?.sheet ?? null)
  useEffect(putDownClasses, [])
  const [defaults, setDefaults] = useState(before?.defaults ?? first)
  /** The sheet from which the classes were created, restored if that is undone. */
  const [made, setMade] = useState<Sheet | null>(null)
  useEffect(() => store({ sheet, defaults }), [sheet, defaults])
  const asked = useDeferredValue(useMemo(() => ({ sheet, defaults }), [sheet, defaults]))
  const known = useMemo(
    (): KnownSchool => ({
      weekdays: term?.weekdays ?? [],
      ...parts,
      sections: all.filter(section => section.termId === term?.id),
    }),
    [term, parts, all],
  )
  const plan = useMemo(
    () =>
      asked.sheet &&
      planClasses(
        asked.sheet.rows,
        { ...asked.defaults, digits, columns: asked.sheet.columns.map(({ field }) => field) },
        known,
      ),
    [asked, digits, known],
  )
  const change = (work: (now: Sheet) => Sheet) => setSheet(now => now && work(now))
  return {
    sheet,
    plan,
    defaults,
    setDefaults: (patch: Partial<Defaults>) => setDefaults(now => ({ ...now, ...patch })),
    /** Takes pasted text. Returns why it can't be used, or null. */
    read: (text: string): PasteRefusal | null => {
      const { sheet: found, refusal } = sheetOf(cellsOf(text))
      if (found) setSheet(found)
      return refusal
    },
    /** True if the plan matches the current text. */
    isSettled: asked.sheet === sheet && asked.defaults === defaults,
    startOver: () => setSheet(null),
    finish: () => {
      setMade(sheet)
      setSheet(null)
    },
    restore: () => setSheet(made),
    setColumn: (index: number, field: PasteField) =>
      change(now => ({
        ...now,
        columns: now.columns.map((column, at) => (at === index ? { ...column, field, by: 'heading' } : column)),
      })),
    /** Sets a cell; a field without a column gets one. */
    setCell: (index: number, field: PasteField, text: string) =>
      change(now => {
        const found = now.columns.findIndex(column => column.field === field)
        const at = found === -1 ? now.columns.length : found
        const columns = found === -1 ? [...now.columns, { heading: '', field, by: 'cells' as const }] : now.columns
        const rows = now.rows.map((row, n) => ({
          ...row,
          cells: columns.map((each, place) => {
            if (n !== index || each.field !== field) return row.cells[place] ?? ''
            return place === at ? text : ''
          }),
        }))
        return { columns, rows }
      }),
    leaveOut: (indexes: readonly number[], isLeftOut: boolean) => {
      const meant = new Set(indexes)
      change(now => ({ ...now, rows: now.rows.map((row, at) => (meant.has(at) ? { ...row, isLeftOut } : row)) }))
    },
  }
}

export type PastedDraft = ReturnType<typeof usePastedDraft>
