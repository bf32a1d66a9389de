import type { ColumnTarget, ImportField } from '#contract/exchange/imports.ts'
import type { SeatState } from '#contract/exchange/imports.plain.ts'
import { isLeftOpen, isNothing, oneLine, withoutOpenQuote } from './cells.ts'
import { findClass, type FoundClass, type KnownClass, type WantedClass, wantedText } from './classesIn.ts'
import { readDate, settleDay } from './dates.ts'
import type { Rules } from './line.ts'
import { type School, sourceKeyOf } from './matching.ts'
import { joinName, type KeysOf, type PersonName, readName } from './names.ts'

/** A spot in a class that a line asks for. */
export type WantedSeat = {
  n: number
  child: string
  /** What the line says about the class. The office's answer applies to all lines with the same text. */
  wanted: string
  studentId: string | null
  section: KnownClass | null
  suggestions: KnownClass[]
  state: SeatState
}
type SeatRules = Pick<Rules, 'order' | 'today'> & { columns: readonly ColumnTarget[]; keysOf: KeysOf }
/** The office's choice for each class text: a class, or null for none. */
type ClassChoices = ReadonlyMap<string, string | null>

const between = /[\n;；|]/u

const reader = (cells: readonly string[], columns: readonly ColumnTarget[]) => (field: ImportField, n: number) =>
  columns.flatMap((column, index) => {
    const text = oneLine(cells[index] ?? '')
    return column.field === field && column.n === n && !isNothing(text) ? [(cells[index] ?? '').trim()] : []
  })
type Reader = ReturnType<typeof reader>

const nameIn = (of: Reader, n: number): PersonName => {
  const [whole = ''] = of('child-name', n)
  const [native = ''] = of('child-native', n)
  const read =
    whole === ''
      ? joinName({ first: of('child-first', n).join(' '), middle: '', last: of('child-last', n).join(' ') })
      : readName(whole)
  const nativeName = readName(native).nativeName || read.nativeName
  return { ...read, name: read.name || nativeName, nativeName }
}

const classesIn = (of: Reader, ns: readonly number[]): WantedClass[] =>
  ns.flatMap(n => {
    const [teacher = ''] = of('child-class-teacher', n)
    const [time = ''] = of('child-class-time', n)
    const names = of('child-class', n).flatMap(cell =>
      cell
        .split(between)
        .map(part => part.trim())
        .filter(Boolean),
    )
    if (names.length === 0) return teacher !== '' || time !== '' ? [{ name: '', teacher, time }] : []
    return names.map(name => ({
      name,
      teacher: names.length === 1 ? teacher : '',
      time: names.length === 1 ? time : '',
    }))
  })

/** The student whom a line means, by the number in the sheet's own system, otherwise by name and birthday. */
const studentIn = (of: Reader, n: number, school: School, { keysOf, order, today }: SeatRules) => {
  const [number = ''] = of('child-id', n)
  const known = number === '' ? undefined : school.bySourceKey.get(sourceKeyOf('student', number.replace(/\.0$/, '')))
  if (known) return { id: known.id, isSeveral: false }
  const found = [...new Set(keysOf(nameIn(of, n)).flatMap(key => school.studentsByName.get(key) ?? []))].filter(
    ({ isArchived }) => !isArchived,
  )
  const birthOn = settleDay(readDate(of('child-birth', n)[0] ?? '', Number(today.slice(0, 4))), order)
  const meant = birthOn === null ? found : found.filter(each => each.birthOn === birthOn || each.birthOn === null)
  return { id: meant.length === 1 ? meant[0]!.id : null, isSeveral: meant.length > 1 }
}

/** Reads which students go into which classes of a term, as far as the lines say. Yields after each line. */
export function* readSeats(
  lines: readonly { n: number; cells: readonly string[] }[],
  school: School,
  classes: readonly KnownClass[],
  choices: ClassChoices,
  skipped: ReadonlySet<number>,
  rules: SeatRules,
): Generator<void, WantedSeat[]> {
  const { columns, keysOf } = rules
  const isNamed = ({ field }: ColumnTarget) => /^child-(?:name|first|native|id)$/.test(field)
  const children = [...new Set(columns.filter(isNamed).map(({ n }) => n))].sort((a, b) => a - b)
  const isMany = children.some(n => n > 1)
  const ofClasses = [...new Set(columns.filter(({ field }) => field.startsWith('child-class')).map(({ n }) => n))].sort(
    (a, b) => a - b,
  )
  const seen = new Set<string>()
  // Most lines name a class that an earlier line has named.
  const meant = new Map<string, FoundClass>()
  const find = (wanted: WantedClass, text: string): FoundClass => {
    const known = meant.get(text) ?? findClass(wanted, classes, keysOf)
    meant.set(text, known)
    return known
  }
  const seatsIn = ({ n: line, cells }: (typeof lines)[number]): WantedSeat[] => {
    const isTorn = cells.some(isLeftOpen)
    const of = reader(cells.map(withoutOpenQuote), columns)
    const seats = children.flatMap((n): WantedSeat[] => {
      const { name } = nameIn(of, n)
      if (name === '' && of('child-id', n).length === 0) return []
      // "Class 1" and "Class 2" beside one student both apply to that student; several students have a class each.
      return classesIn(of, isMany ? [n] : ofClasses).map(wanted => {
        const text = wantedText(wanted)
        const student = studentIn(of, n, school, rules)
        const chosen = choices.get(text)
        const found = find(wanted, text)
        const section = chosen === undefined ? found.section : (classes.find(({ id }) => id === chosen) ?? null)
        const seat = {
          n: line,
          child: name || of('child-id', n).join(' '),
          wanted: text,
          studentId: student.id,
          section,
        }
        const key = `${student.id} ${section?.id}`
        const isTwice = student.id !== null && section !== null && seen.has(key)
        if (!isTorn) seen.add(key)
        const stateOf = (): SeatState => {
          if (skipped.has(line)) return 'skipped'
          if (isTorn) return 'quote'
          if (student.id === null) return student.isSeveral ? 'students' : 'student'
          if (chosen === null) return 'skipped'
          if (section === null) return found.isSeveral ? 'classes' : 'class'
          return isTwice ? 'there' : 'seat'
        }
        return { ...seat, suggestions: found.suggestions, state: stateOf() }
      })
    })
    if (seats.length > 0 || !isTorn) return seats
    const child = oneLine(cells.filter(Boolean).join(' ')).slice(0, 200)
    const state = skipped.has(line) ? 'skipped' : 'quote'
    return [{ n: line, child, wanted: '', studentId: null, section: null, suggestions: [], state }]
  }
  const all: WantedSeat[] = []
  for (const line of lines) {
    all.push(...seatsIn(line))
    yield
  }
  return all
}
