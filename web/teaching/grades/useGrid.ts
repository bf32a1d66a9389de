import type { ClipboardEvent, KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Assessment, BookRow, Cell, GradeBook } from '#contract/teaching/grades.ts'
import { labelOf, overall } from '#rules/grades.ts'
import { useNames } from '#web/words/Name.tsx'
import { readTable, textOf } from '#web/teaching/grades/cellText.ts'
import { type Edits, keyOf } from '#web/teaching/grades/useEdits.ts'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'

export type ShownRow = BookRow & { dropped: readonly string[] }

/** Returns the rows of a grade book with their current results, including unsaved entries. */
export const shownRows = (book: GradeBook, edits: Edits): ShownRow[] =>
  book.rows.map(row => {
    const grades = book.assessments.flatMap(({ id }) => {
      const entry = edits.entryOf(keyOf({ assessmentId: id, enrolmentId: row.enrolmentId }))
      return entry ? [{ assessmentId: id, points: entry.points, isExcused: entry.isExcused }] : []
    })
    const { percent, dropped } = overall({ ...book, grades })
    return { ...row, percent, step: labelOf(book.scale, percent), dropped }
  })

/** Returns the assessments in the order of their categories, and within a category by day. */
export const orderedAssessments = (book: GradeBook): Assessment[] =>
  book.categories.flatMap(({ id }) => book.assessments.filter(({ categoryId }) => categoryId === id))

/**
 * Returns the figures of an assessment's column: how many of those in the class have a grade and their average, and, of
 * everyone, how many grades are not released yet.
 */
export const columnOf = (book: GradeBook, assessment: Pick<Assessment, 'id'>) => {
  const cells = book.cells.filter(cell => cell.assessmentId === assessment.id)
  const enrolled = new Set(book.rows.flatMap(({ isEnrolled, enrolmentId }) => (isEnrolled ? [enrolmentId] : [])))
  const current = cells.filter(({ enrolmentId }) => enrolled.has(enrolmentId))
  const points = current.flatMap(cell => cell.points ?? [])
  return {
    drafts: cells.filter(({ status }) => status === 'draft').length,
    entered: current.filter(cell => cell.points !== null || cell.isExcused).length,
    average: points.length === 0 ? null : points.reduce((sum, each) => sum + each, 0) / points.length,
    isAmended: cells.some(({ status }) => status === 'amended'),
  }
}

const focusCell = (table: Element, row: number, column: number): boolean => {
  const cell = table.querySelector<HTMLInputElement>(`[data-cell="${row},${column}"]`)
  cell?.focus()
  return cell !== null
}

/** Enter and arrow keys move between cells as in a spreadsheet; left and right only from the edge of the text. */
const moveByKey = (event: KeyboardEvent<HTMLElement>): void => {
  const input = event.target
  if (!(input instanceof HTMLInputElement) || input.dataset['cell'] === undefined) return
  const [row = 0, column = 0] = input.dataset['cell'].split(',').map(Number)
  const { selectionStart: from, selectionEnd: to, value } = input
  const isWhole = from === 0 && to === value.length
  const step = document.documentElement.dir === 'rtl' ? -1 : 1
  const target: Record<string, [number, number] | false> = {
    Enter: [row + (event.shiftKey ? -1 : 1), column],
    ArrowDown: [row + 1, column],
    ArrowUp: [row - 1, column],
    ArrowRight: (isWhole || from === value.length) && [row, column + step],
    ArrowLeft: (isWhole || to === 0) && [row, column - step],
  }
  const next = target[event.key]
  if (!next || event.nativeEvent.isComposing) return
  event.preventDefault()
  focusCell(event.currentTarget, ...next)
}

/** Returns what every layout of the grid needs: the props of a cell, and its keyboard and clipboard handlers. */
export const useGrid = (book: GradeBook, edits: Edits, assessments: readonly Assessment[], isClosed: boolean) => {
  const t = useTranslations('gradeBook')
  const names = useNames()
  const format = useFormat()
  const excused = t('excusedShort')
  const describe = (cell: Cell | undefined): string =>
    cell === undefined
      ? t('errorCleared')
      : t('errorChanged', {
          by: names({ name: cell.changedBy, nativeName: cell.changedByNativeName }).first,
          value: textOf(cell, excused) || t('nothing'),
        })
  const cell = (row: ShownRow, rowAt: number, assessment: Assessment, columnAt: number) => {
    const key = keyOf({ assessmentId: assessment.id, enrolmentId: row.enrolmentId })
    const kept = edits.cells.get(key)
    const problem = edits.problems.get(key)
    const status = kept?.status ?? 'none'
    const isDropped = row.dropped.includes(assessment.id)
    const isBehind = assessment.status === 'released' && status === 'draft'
    const about = [
      t('cell', { student: names(row).first, assessment: names(assessment).first }),
      isBehind && t('cellDraft'),
      status === 'amended' && t('cellAmended'),
      isDropped && t('cellDropped'),
      kept?.note && t('hasNote'),
    ]
    return {
      id: `cell-${key.replace(' ', '-')}`,
      row: rowAt,
      column: columnAt,
      assessmentId: assessment.id,
      enrolmentId: row.enrolmentId,
      label: format.parts(about),
      text: edits.textOf(key),
      saved: textOf(kept, excused),
      status,
      isEdited: edits.isEdited(key),
      hasNote: kept !== undefined && kept.note !== '',
      problem:
        problem === undefined
          ? undefined
          : problem === 'changed'
            ? describe(kept)
            : problem === 'max'
              ? t('errorMax', { max: format.number(assessment.maxPoints) })
              : t('errorNumber'),
      isReadOnly: isClosed || !row.isEnrolled,
      isBehind,
      isDropped,
      onType: edits.type,
    }
  }
  const onPaste = (event: ClipboardEvent<HTMLElement>): void => {
    const input = event.target
    if (isClosed || !(input instanceof HTMLInputElement) || input.dataset['cell'] === undefined) return
    const table = readTable(event.clipboardData.getData('text/plain'))
    if (table === null) return
    event.preventDefault()
    const [row = 0, column = 0] = input.dataset['cell'].split(',').map(Number)
    let count = 0
    for (const [down, line] of table.entries())
      for (const [along, text] of line.entries()) {
        const student = book.rows[row + down]
        const assessment = assessments[column + along]
        if (!student?.isEnrolled || !assessment) continue
        edits.type(assessment.id, student.enrolmentId, text)
        count += 1
      }
    toast(t('pasted', { n: count }))
  }
  return { cell, handlers: { onKeyDown: moveByKey, onPaste } }
}
