import { columnOf, type PlainField, plainFields } from '#contract/exchange/imports.plain.ts'
import { eachField, type FieldType, studentFields } from '#contract/studentFields.plain.ts'
import { hasHan, isHan, isNothingMedical, oneLine } from './cells.ts'
import type { CustodyMark } from './custody.ts'
import { readDate, settleDay } from './dates.ts'
import { type Cell, line, numberOf, type Row, textOf } from './line.ts'
import { joinName, type PersonName, readName } from './names.ts'
import { splitChildren, splitPeople } from './people.ts'
import { readGrade } from './words.ts'

export type Child = PersonName &
  Record<PlainField | 'grade', string> & {
    birthOn: string | null
    custody: CustodyMark[]
    /** The child's number in the sheet's own system; empty if there is none. */
    sourceId: string
  }

const datePieces =
  /\n|;|、|&|\sand\s|\s\/\s|\s?\+\s?|,\s*(?=(?:\p{L}+\s*[:：]\s*)?\d{1,4}[-/.年])|\s+(?=\d{4}[-/.]\d)|(?<=\d{4})\s+(?=\d{1,2}\/)/u
const gradePieces = /\n|;|、|&|\/|,|\sand\s|\+/
/** A birthday without a name before it or brackets around it: "Emily: 3/4/2015", "(3/4/2015)". */
const bareDate = (piece: string, thisYear: number): string => {
  const text = piece.replace(/^\(|\)$/g, '').trim()
  if (!['unreadable', 'nothing'].includes(readDate(text, thisYear).kind)) return text
  return text
    .replace(/^[^\d:：]*[:：]\s*/, '')
    .replace(/^\D*\(?(?=\d)/, '')
    .trim()
}

/** "3/4/2016 - 4th", "7/8/2019 K" */
const gradeBesideDate =
  /(?<=\d)\s*[-–(,]?\s+((?:grade|gr\.?)\s*\w{1,2}|\d{1,2}(?:st|nd|rd|th)(?:\s+grade)?|pre-?k|k|kindergarten)\b\)?(?=\s*(?:$|[,;&/]))/giu
/** The birthdays in a cell: one, or those of several children. */
const splitDates = (cell: string, thisYear: number): string[] => {
  if (readDate(cell, thisYear).kind !== 'unreadable') return [cell]
  const pieces = cell
    .split(datePieces)
    .map(piece => bareDate(piece.trim(), thisYear))
    .filter(Boolean)
  const isList =
    pieces.length > 1 && pieces.every(piece => !['unreadable', 'nothing'].includes(readDate(piece, thisYear).kind))
  return isList ? pieces : [cell]
}

const birthOf = (row: Row, text: string | undefined, cell: Cell | undefined): string | null => {
  const { order, today } = row.rules
  if (text === undefined || cell === undefined) {
    row.note('birth-missing', null)
    return null
  }
  const read = readDate(text, Number(today.slice(0, 4)))
  if (read.kind === 'nothing' || read.kind === 'part') {
    row.note(read.kind === 'part' ? 'birth-part' : 'birth-missing', cell)
    return null
  }
  const day = settleDay(read, order)
  if (day === null) row.problem('birth-unreadable', cell)
  else if (day > today) row.problem('birth-future', cell)
  else {
    if (read.kind === 'either' && read.style === 'slash' && row.rules.isOrderGuessed) row.note('birth-guess', cell)
    if (`${Number(day.slice(0, 4)) + 1}${day.slice(4)}` > today) row.note('birth-young', cell)
    if (Number(today.slice(0, 4)) - Number(day.slice(0, 4)) > 25) row.note('birth-adult', cell)
    return day
  }
  return null
}

/** Combines "Birth Month", "Birth Day" and "Birth Year" into one day. */
const wholeBirth = (parts: readonly Cell[], columns: Row['rules']['columns']): Cell | undefined => {
  const [first] = parts
  const partOf = (words: RegExp) => parts.find(({ column }) => words.test(columns[column]?.header ?? ''))?.text.trim()
  const [year, month, day] = [partOf(/year|年/i), partOf(/month|月/i), partOf(/\bday\b|日$/i)]
  if (parts.length < 3 || !first || !year || !month || !day) return first
  return { ...first, text: /\p{L}/u.test(month) ? `${day} ${month} ${year}` : `${year}-${month}-${day}` }
}

/** Combines a Chinese name in one column and a Latin name in the next into one name. */
const inBothScripts = ([first, second]: readonly Cell[]): Cell | undefined =>
  first && second && hasHan(first.text) !== hasHan(second.text)
    ? { ...first, text: `${first.text} ${second.text}` }
    : first

/**
 * A person's name with an English name applied: an English name that includes the family name becomes the name itself
 * if the other name is only in Chinese.
 */
const withEnglishName = (whole: PersonName, given: PersonName): PersonName => {
  const nativeName = whole.nativeName || given.nativeName
  if (given.name === '') return { ...whole, nativeName }
  // 小名
  if (given.name === given.nativeName) {
    const preferredName = whole.preferredName || (given.nativeName === nativeName ? '' : given.nativeName)
    return { ...whole, nativeName, preferredName }
  }
  const isWhole = given.name.includes(' ')
  if (isHan(whole.name) && isWhole) return { name: given.name, nativeName, preferredName: whole.preferredName }
  return { ...whole, nativeName, preferredName: whole.preferredName || given.name.split(' ')[0]! }
}

const dateBeside = /[([\s,]((?:19|20)\d\d[-/.年]\d{1,2}[-/.月]\d{1,2}日?|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4})\s*[)\]]?\s*$/
const besideName =
  /\s*[,(\-–[]\s*(?:age[sd]?\s*:?\s*\d{1,2}|\d{1,2}\s*(?:yrs?|years?|y\/?o|岁|歲)?(?:\s*old)?)\s*[)\]]?\s*$|(?<=\p{L})\s*\d{1,2}\s*(?:yrs?\.?|years?|y\/?o|岁|歲)(?:\s*old)?\s*$/iu
const gradeBeside =
  /\s*[,(\-–[]\s*(grade\s*\w{1,2}|gr\.?\s*(?:\d{1,2}|p?k)|\d{1,2}(?:st|nd|rd|th)(?:\s+grade)?|pre-?k|k|kindergarten|[一二三四五六七八九]年级)\s*[)\]]?\s*$/i
const tail = /\s*(?:[,:\-–]|\bdob:?)\s*$/i
const tailOfDate = /\s*(?:[,:\-–]|\bdob:?|\bborn)\s*$/i
type Part = { name: string; date: string | undefined; grade: string | undefined }
/** Separates a name from what stands beside it in its cell: a birthday, an age, a grade. */
const besides = (part: string): Part => {
  let name = part.trim()
  let grade: string | undefined
  let date: string | undefined
  for (let before = ''; before !== name;) {
    before = name
    date ??= dateBeside.exec(name)?.[1]
    name = name.replace(dateBeside, '').replace(besideName, '')
    grade ??= gradeBeside.exec(name)?.[1]
    // "Born" is a word before a day, but also a family name.
    name = name.replace(gradeBeside, '').replace(date === undefined ? tail : tailOfDate, '')
  }
  return { name: name === '' ? part : name, date, grade }
}

const splitCell = (cell: Cell | undefined, pattern: RegExp): string[] =>
  cell === undefined
    ? []
    : cell.text
        .split(pattern)
        .map(part => part.trim())
        .filter(Boolean)

/** Shortens the text of a cell to the length that the contract accepts. */
const fitting: Record<Exclude<FieldType, 'name' | 'day' | 'phone'>, (text: string) => string> = {
  line: text => line(oneLine(text)),
  text: text => text.slice(0, 4000),
}

/** The last names of a line's family and guardians, in lower case. */
const surnamesIn = ({ cells }: Row): Set<string> => {
  const guardians = [...cells('guardian-name', 1), ...cells('guardian-name', 2)]
    .flatMap(({ text }) => splitPeople(text))
    .map(({ text }) => readName(text).name.split(' '))
    .filter(words => words.length > 1)
    .map(words => words.at(-1)!)
  const written = [...cells('family-name'), ...cells('guardian-last', 1), ...cells('guardian-last', 2)]
  return new Set(
    [...written.flatMap(({ text }) => text.split(/[\s/-]+/)), ...guardians].map(word => word.toLowerCase()),
  )
}

/** The children in one set of columns: one, or several that share a cell. */
export const childrenOf = (row: Row, n: number): Child[] => {
  const { cells, rules } = row
  const thisYear = Number(rules.today.slice(0, 4))
  const nameCell = inBothScripts(cells('child-name', n))
  const [firstCell] = cells('child-first', n)
  const [lastCell] = cells('child-last', n)
  const [nativeCell] = cells('child-native', n)
  const birthCell = wholeBirth(cells('child-birth', n), rules.columns)
  const [gradeCell] = cells('child-grade', n)
  const anchor = nameCell ?? firstCell ?? nativeCell ?? lastCell
  if (!anchor) return []
  const daysTold = birthCell?.text.replace(gradeBesideDate, '') ?? ''
  const dates = birthCell ? splitDates(daysTold, thisYear) : []
  const last = lastCell ? oneLine(lastCell.text) : ''
  const listed = nameCell ?? firstCell
  const parts: Part[] = listed
    ? splitChildren(listed.text, dates.length, surnamesIn(row)).map(({ text }) => besides(text))
    : [besides('')]
  const natives = nativeCell ? splitPeople(nativeCell.text).map(({ text }) => text) : []
  const besideDates = [...(birthCell?.text ?? '').matchAll(gradeBesideDate)].map(match => match[1]!)
  const grades = gradeCell ? splitCell(gradeCell, gradePieces) : besideDates
  const given = readName(textOf(cells('child-preferred', n)))
  const fieldText = (field: PlainField) =>
    fitting[studentFields[field].type](
      cells(columnOf(field), n)
        .filter(({ text }) => !isNothingMedical(text))
        .map(({ text }) => text)
        .join('; '),
    )

  const nameOf = (part: string, index: number): PersonName => {
    const isFirstOnly = !nameCell || (last !== '' && !part.toLowerCase().includes(last.toLowerCase()))
    const whole = isFirstOnly
      ? joinName({ first: part, middle: textOf(cells('child-middle', n)), last })
      : readName(part)
    const own = natives.length === parts.length ? readName(natives[index]!).nativeName : ''
    // A Chinese given name is completed by the column that holds the full name.
    const named = {
      ...whole,
      name: whole.name === whole.nativeName ? own || whole.name : whole.name,
      nativeName: own || whole.nativeName,
    }
    return parts.length === 1 ? withEnglishName(named, given) : named
  }
  const birthText = (part: Part, index: number): string | undefined => {
    if (dates.length === parts.length) return dates[index]
    // One day for several children can't be assigned to any of them with certainty.
    return parts.length > 1 ? part.date : (dates[0] ?? part.date)
  }
  const gradeText = (part: Part, index: number): string => {
    if (grades.length === parts.length) return grades[index]!
    return parts.length === 1 && gradeCell ? oneLine(gradeCell.text) : (part.grade ?? '')
  }
  return parts.map((part, index): Child => {
    const { name, nativeName, preferredName } = nameOf(part.name, index)
    if (!/\p{L}/u.test(name) || name.includes('@')) row.problem('name-unreadable', anchor)
    if (lastCell && !nameCell && !firstCell && nativeName === '') row.problem('first-missing', anchor)
    return {
      name: line(name),
      nativeName: line(nativeName),
      preferredName: line(preferredName),
      birthOn: birthOf(row, birthText(part, index), birthCell ?? anchor),
      grade: readGrade(gradeText(part, index)),
      ...eachField(plainFields, fieldText),
      custody: [],
      // One number can't belong to several children.
      sourceId: parts.length === 1 ? numberOf(cells('child-id', n)) : '',
    }
  })
}
