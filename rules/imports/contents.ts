import type { ImportField } from '#contract/exchange/imports.ts'
import { readDate } from './dates.ts'
import { isOfParents, isYesOrNo } from './custody.ts'
import { relationIn } from './words.ts'

const filledOf = (cells: readonly string[]): string[] => cells.filter(cell => cell !== '')
const shareOf = (cells: readonly string[], test: (cell: string) => boolean): number => {
  const filled = filledOf(cells)
  return filled.length === 0 ? 0 : filled.filter(test).length / filled.length
}

const isEmail = (cell: string): boolean => /\S@\S+\.\S/.test(cell)
const isDay = (cell: string): boolean =>
  /^(?:\d{4}[-/年.]\d{1,2}[-/月.]\d{1,2}日?|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{1,2}[ -]\p{L}{3,9}[ -]\d{2,4})$/u.test(
    cell,
  )
const isPhone = (cell: string): boolean =>
  /^[+(]?\d[\d\s().\-/]{6,}$/.test(cell) && cell.replace(/\D/g, '').length >= 7 && !isDay(cell)
/** True for an email address, a phone number, or both; false for a name. */
const isReached = (cell: string): boolean =>
  (isEmail(cell) || /(?:\d\D{0,3}){7}/.test(cell)) && !/\p{L}{2,}/u.test(cell.replace(/\S+@\S+/gu, ''))
const isGrade = (cell: string): boolean =>
  /^(?:\d{1,2}(?:st|nd|rd|th)|k|pre-?k|grade \d+|[一二三四五六七八九]年[级級])$/i.test(cell)
/** True for a student's number in some system: "10234", "S-0017", "2026.0". */
const isNumber = (cell: string): boolean => /^[a-z]{0,3}[-#]?\d{2,10}(?:\.0)?$/i.test(cell)
const most = 0.6
const noYear = 2000

/** True if a column holds numbers that identify people, rather than their names. */
export const looksNumbered = (cells: readonly string[]): boolean => shareOf(cells, isNumber) > most

/** True if a column groups its lines, as a family's number does. */
export const looksGrouped = (cells: readonly string[]): boolean => {
  const filled = filledOf(cells)
  return filled.length > 3 && new Set(filled).size < filled.length
}

/**
 * The field that the cells of a column suggest if its heading says nothing; undefined if another column already holds
 * that field.
 */
export const recogniseCells = (cells: readonly string[], taken: ReadonlySet<string>): ImportField | undefined => {
  if (shareOf(cells, isEmail) > most) return 'family-email'
  if (!taken.has('child-birth:1') && shareOf(cells, isDay) > most) return 'child-birth'
  if (shareOf(cells, isPhone) > most) return 'family-phone'
  return !taken.has('child-grade:1') && shareOf(cells, isGrade) > most ? 'child-grade' : undefined
}

const noName = /\d|@|[?!]|\b(?:class|grade|room|level|yes|no|none|street|ave|road|street)\b|班|级|級/i
const isName = (cell: string): boolean =>
  !noName.test(cell) && /^\p{L}[\p{L}'’.-]*(?:,? \p{L}[\p{L}'’.-]*){1,4}$|^\p{Script=Han}{2,4}$/u.test(cell)
/** True if a column holds names, mostly of different people. */
export const looksNamed = (cells: readonly string[]): boolean => {
  const filled = filledOf(cells)
  return shareOf(cells, isName) > most && new Set(filled).size > filled.length / 2
}

/** True for a name with something beside it: "Mia Lin (1/6/2010)". */
const isNamed = (cell: string): boolean =>
  /\p{L}{2,}\s+\p{L}{2,}|\p{Script=Han}{2,4}\s*[(（:：]/u.test(cell) &&
  !['day', 'either', 'part'].includes(readDate(cell, noYear).kind)

/** The field of a column, corrected if its cells clearly hold something other than its heading says. */
export const outvoted = (field: ImportField, cells: readonly string[]): ImportField => {
  if (field === 'child-birth' && shareOf(cells, isNamed) > most) return 'child-name'
  if (field === 'child-name' && shareOf(cells, isEmail) > most) return 'family-email'
  if (field === 'guardian-name' || field === 'guardian-phone' || field === 'guardian-email') {
    if (shareOf(cells, cell => isEmail(cell) && !/\s/.test(cell)) > most) return 'guardian-email'
    if (shareOf(cells, isPhone) > most) return 'guardian-phone'
    if (field === 'guardian-name' && shareOf(cells, isReached) > most) return 'guardian-phone'
  }
  if (field === 'guardian-pickup' && shareOf(cells, cell => !isYesOrNo(cell)) > most) return 'child-pickup'
  // 监护人: 母亲
  if (field === 'guardian-name' && shareOf(cells, isOfParents) > most) return 'child-custody'
  // Flags and ranks beside a contact, such as "contacts.seq".
  if (field === 'guardian-name' && shareOf(cells, cell => /^\d{1,3}$/.test(cell) || isYesOrNo(cell)) > most)
    return 'ignore'
  // 家长一（称谓） holds 李静（母）.
  if (field === 'guardian-relationship') {
    const bare = cells.map(cell => cell.replace(/[(（][^)）]*[)）]|\s+[父母]$/gu, '').trim())
    if (shareOf(cells, cell => relationIn(cell) === null) > most && looksNamed(bare)) return 'guardian-name'
  }
  if (field === 'emergency-name' && shareOf(cells, isPhone) > most) return 'emergency-phone'
  if (field === 'family-phone' && shareOf(cells, isEmail) > most) return 'family-email'
  return field
}
