import type { ColumnTarget } from '#contract/exchange/imports.ts'
import { isAsAbove, isNothing, oneLine } from './cells.ts'

const isOfFamily = ({ field }: ColumnTarget): boolean => /^(?:guardian|family|emergency|doctor)-/.test(field)
const isOfChild = ({ field }: ColumnTarget): boolean =>
  field === 'child-name' || field === 'child-first' || field === 'child-native'

/**
 * Fills in what a sheet leaves to the line above: cells that say "same as above", and lines of siblings on which every
 * cell about the family is empty. A line that is not data, such as a blank one, ends a family.
 */
export const fillFromAbove = (
  lines: readonly { cells: readonly string[]; isData: boolean }[],
  columns: readonly ColumnTarget[],
): (readonly string[])[] => {
  const family = columns.flatMap((column, index) => (isOfFamily(column) ? [index] : []))
  const last = columns.findIndex(({ field }) => field === 'child-last')
  const [child] = columns.flatMap((column, index) => (isOfChild(column) ? [index] : []))
  let above: readonly string[] | null = null
  return lines.map(({ cells, isData }) => {
    if (!isData) {
      above = null
      return cells
    }
    let filled: readonly string[] = cells
    const before = above
    if (before !== null) {
      const beside = columns.map((_, index) => besideIn(cells, columns, index))
      const asAbove = columns.map((_, index) => beside[index] === null && isAsAbove(cells[index] ?? ''))
      const isFamilySaid = family.some(index => asAbove[index] === true)
      const isFamilyBlank = family.length > 0 && family.every(index => isNothing(cells[index] ?? ''))
      const isSibling =
        isFamilyBlank && child !== undefined && !isNothing(cells[child] ?? '') && isSameName(cells, before, child, last)
      if (asAbove.some(Boolean) || isSibling || beside.some(text => text !== null))
        filled = columns.map((column, index) => {
          const own = cells[index] ?? ''
          if (beside[index] !== null) return beside[index]!
          if (asAbove[index] === true) return before[index] ?? ''
          // "Same" under one parent also stands for the other parent if nothing is given there.
          const isLeft = isOfFamily(column) && isNothing(own) && (isSibling || (isFamilySaid && oneLine(own) === ''))
          return isLeft ? (before[index] ?? '') : own
        })
    }
    above = filled
    return filled
  })
}

/**
 * The value for a "same" under the second parent's phone or email: the first parent's, if the line gives everything
 * else about its family itself. Null for any other cell.
 */
const besideIn = (cells: readonly string[], columns: readonly ColumnTarget[], index: number): string | null => {
  const { field, n } = columns[index]!
  const own = oneLine(cells[index] ?? '')
  if (!/^guardian-(?:phone|email)$/.test(field) || n < 2 || !/^\(?same\)?\.?$/i.test(own)) return null
  const isAlone = columns.every((column, at) => at === index || !isOfFamily(column) || !isAsAbove(cells[at] ?? ''))
  const first = columns.findIndex(column => column.field === field && column.n < n)
  const text = cells[first] ?? ''
  return isAlone && !isNothing(text) ? text : null
}

/** True if a sibling has the same last name, as far as the sheet gives one. */
const isSameName = (cells: readonly string[], above: readonly string[], child: number, last: number): boolean => {
  if (last !== -1) {
    const own = oneLine(cells[last] ?? '').toLowerCase()
    return own === '' || isAsAbove(own) || own === oneLine(above[last] ?? '').toLowerCase()
  }
  const words = (text: string) =>
    oneLine(text)
      .toLowerCase()
      .match(/[\p{L}'’-]+/gu) ?? []
  const theirs = new Set(words(above[child] ?? ''))
  const own = words(cells[child] ?? '')
  const hanOf = (text: string) => /\p{Script=Han}/u.exec(text)?.[0]
  const han = hanOf(cells[child] ?? '')
  return (
    own.length === 1 ||
    own.some(word => word.length > 1 && theirs.has(word)) ||
    (han !== undefined && han === hanOf(above[child] ?? ''))
  )
}
