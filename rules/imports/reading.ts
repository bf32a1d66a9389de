import type { ColumnTarget, ImportField, RowNote } from '#contract/imports.ts'
import { mostOfAKind } from '#contract/imports.ts'
import { isNothing, isNothingMedical, oneLine, plain } from './cells.ts'
import { readEmails, readPhones } from './contacts.ts'
import { type ColumnOrder, readDate, settleDay } from './dates.ts'
import { type Guardian, spreadContacts } from './guardians.ts'
import { familyNameOf, joinName, type PersonName, readName } from './names.ts'
import { splitChildren, splitPeople } from './people.ts'
import { readGrade, relationOf, type Relationship } from './words.ts'

export type Child = PersonName & {
  birthOn: string | null
  grade: string
  allergies: string
  medical: string
  medication: string
}
export type Contact = { name: string; phone: string; relationship: string }
/** One line of a sheet, understood. `problems` keep it out; `notes` are told. */
export type SheetRow = {
  n: number
  children: Child[]
  guardians: Guardian[]
  contacts: Contact[]
  doctor: { name: string; phone: string }
  familyId: string
  familyName: string
  address: string
  problems: RowNote[]
  notes: RowNote[]
}
export type SheetColumn = ColumnTarget & { relationship: Relationship | null }
export type Rules = {
  columns: readonly SheetColumn[]
  order: Pick<ColumnOrder, 'slash' | 'dot'>
  today: string
  /** Reads a telephone number by the plans of the countries; null where it is none. */
  phone: (text: string) => string | null
  isAmerican: boolean
  /** Nothing in the file tells in which order it writes day and month. */
  isOrderGuessed: boolean
}

type Cell = { text: string; column: number }
type Cells = (field: ImportField, n?: number) => Cell[]
const cellsOf =
  (row: readonly string[], columns: readonly SheetColumn[]): Cells =>
  (field, n = 1) =>
    columns.flatMap((target, column) =>
      target.field === field && target.n === n && !isNothing(row[column] ?? '')
        ? [{ text: plain(row[column]!), column }]
        : [],
    )
const textOf = (cells: readonly Cell[], join = ' '): string => cells.map(({ text }) => oneLine(text)).join(join)
const line = (text: string): string => text.slice(0, 200)

const datePieces =
  /\n|;|、|&|\sand\s|\s\/\s|\s?\+\s?|,\s*(?=(?:\p{L}+\s*[:：]\s*)?\d{1,4}[-/.年])|\s+(?=\d{4}[-/.]\d)|(?<=\d{4})\s+(?=\d{1,2}\/)/u
const gradePieces = /\n|;|、|&|\/|,|\sand\s|\+/
/** The birthdays of a cell: one, or those of several children. */
const splitDates = (cell: string, thisYear: number): string[] => {
  const whole = readDate(cell, thisYear)
  if (whole.kind !== 'unreadable') return [cell]
  const pieces = cell
    .split(datePieces)
    .map(piece => piece.replace(/^[^\d:：]*[:：]\s*/, '').trim())
    .filter(Boolean)
  const read = pieces.map(piece => readDate(piece.replace(/^[^\d]*\(?(?=\d)/, '').replace(/\)$/, ''), thisYear).kind)
  return pieces.length > 1 && read.every(kind => kind !== 'unreadable' && kind !== 'nothing')
    ? pieces.map(piece => piece.replace(/^[^\d]*\(?(?=\d)/, '').replace(/\)$/, ''))
    : [cell]
}

const isName = ({ name }: PersonName): boolean => /\p{L}/u.test(name) && !name.includes('@')

type Row = {
  cells: Cells
  rules: Rules
  problems: RowNote[]
  notes: RowNote[]
  note(code: string, cell: Cell | null, text?: string): void
  problem(code: string, cell: Cell | null, text?: string): void
}
const rowOf = (cells: Cells, rules: Rules): Row => {
  const problems: RowNote[] = []
  const notes: RowNote[] = []
  const to =
    (list: RowNote[]) =>
    (code: string, cell: Cell | null, text = cell?.text ?? '') =>
      void list.push({ code, column: cell?.column ?? null, text: oneLine(text).slice(0, 200) })
  return { cells, rules, problems, notes, note: to(notes), problem: to(problems) }
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
    if (Number(today.slice(0, 4)) - Number(day.slice(0, 4)) > 25) row.note('birth-adult', cell)
    return day
  }
  return null
}

const inBracket = /[([]([^)\]]*\d{4}[^)\]]*)[)\]]/

/** The children of one set of columns: one, or several that share a cell. */
const childrenOf = (row: Row, n: number): Child[] => {
  const { cells, rules } = row
  const thisYear = Number(rules.today.slice(0, 4))
  const [nameCell] = cells('child-name', n)
  const [firstCell] = cells('child-first', n)
  const [lastCell] = cells('child-last', n)
  const native = cells('child-native', n)[0]
  const [birthCell] = cells('child-birth', n)
  const [gradeCell] = cells('child-grade', n)
  const anchor = nameCell ?? firstCell ?? native ?? lastCell
  if (!anchor) return []
  const dates = birthCell ? splitDates(birthCell.text, thisYear) : []
  const last = lastCell ? oneLine(lastCell.text) : ''
  const asked = dates.length
  const listed = nameCell ?? firstCell
  const parts = listed ? splitChildren(listed.text, asked).map(({ text }) => text) : ['']
  const natives = native ? splitPeople(native.text).map(({ text }) => text) : []
  const grades = gradeCell
    ? gradeCell.text
        .split(gradePieces)
        .map(part => part.trim())
        .filter(Boolean)
    : []
  const health = (field: ImportField, separator = '; ') =>
    cells(field, n)
      .filter(({ text }) => !isNothingMedical(text))
      .map(({ text }) => text)
      .join(separator)
      .slice(0, 4000)
  const preferred = textOf(cells('child-preferred', n))
  return parts.map((part, index): Child => {
    const read = nameCell ? readName(part) : joinName({ first: part, middle: textOf(cells('child-middle', n)), last })
    // Name and last name in two columns: the first column is no whole name.
    const whole =
      nameCell && last !== '' && !part.toLowerCase().includes(last.toLowerCase())
        ? joinName({ first: part, middle: '', last })
        : read
    const ownNative = natives.length === parts.length ? readName(natives[index]!) : { name: '', nativeName: '' }
    const given = preferred ? readName(preferred) : null
    const name: PersonName = {
      name: line(whole.name || ownNative.name),
      nativeName: line(ownNative.nativeName || whole.nativeName || (given?.nativeName ?? '')),
      preferredName: line(whole.preferredName || (given && given.name !== given.nativeName ? given.name : '')),
    }
    if (name.nativeName !== '' && name.name === whole.nativeName && name.name !== name.nativeName)
      name.name = name.nativeName
    if (!isName(name)) row.problem('name-unreadable', anchor)
    const bracket = inBracket.exec(part)?.[1]
    const birth =
      dates.length === parts.length
        ? dates[index]
        : dates.length === 1 && parts.length > 1
          ? undefined
          : (dates[0] ?? bracket)
    return {
      ...name,
      birthOn: birthOf(row, birth, birthCell ?? (bracket === undefined ? undefined : anchor)),
      grade: gradeCell
        ? readGrade(grades.length === parts.length ? grades[index]! : parts.length === 1 ? oneLine(gradeCell.text) : '')
        : '',
      allergies: health('child-allergies'),
      medical: health('child-medical'),
      medication: health('child-medication'),
    }
  })
}

const guardiansOf = (row: Row, n: number): Guardian[] => {
  const { cells, rules } = row
  const [nameCell] = cells('guardian-name', n)
  const [firstCell] = cells('guardian-first', n)
  const [lastCell] = cells('guardian-last', n)
  const native = textOf(cells('guardian-native', n))
  const said = relationOf(textOf(cells('guardian-relationship', n)))
  const ofColumn =
    rules.columns.find(column => column.n === n && column.field.startsWith('guardian-') && column.relationship !== null)
      ?.relationship ?? null
  const listed = nameCell ?? firstCell ?? lastCell
  const last = lastCell && listed !== lastCell ? oneLine(lastCell.text) : ''
  const people = listed ? splitPeople(listed.text) : native ? [{ text: native, relationship: null }] : []
  const found = people.map((part, index): Guardian => {
    const read = nameCell && !last ? readName(part.text) : joinName({ first: part.text, middle: '', last })
    const own = native
      ? readName(splitPeople(native).at(people.length === 1 ? 0 : index)?.text ?? '')
      : { nativeName: '' }
    const relationship = part.relationship ?? (people.length === 1 ? (said ?? ofColumn) : null)
    return {
      name: line(read.name),
      nativeName: line(own.nativeName || read.nativeName),
      relationship,
      email: '',
      phone: '',
      column: listed?.column ?? null,
    }
  })
  for (const { name } of found) if (/^(?:Mrs?|Ms|Dr)\. \S+$/.test(name)) row.note('guardian-half', listed ?? null, name)
  const named = found.filter(guardian => /\p{L}/u.test(guardian.name) && !isNothing(guardian.name))
  const emails = cells('guardian-email', n).map(cell => ({ cell, ...readEmails(cell.text) }))
  const phones = cells('guardian-phone', n).map(cell => ({ cell, ...readPhones(cell.text, rules.phone) }))
  for (const { cell, unread } of emails) for (const text of unread) row.note('email-unreadable', cell, text)
  for (const { cell, unread } of phones) for (const text of unread) row.note('phone-unreadable', cell, text)
  const known = {
    emails: emails.flatMap(({ cell, found: each }) => each.map(item => ({ ...item, column: cell.column }))),
    phones: phones.flatMap(({ cell, found: each }) => each.map(item => ({ ...item, column: cell.column }))),
  }
  return spreadContacts(named, known, said ?? ofColumn, row)
}

const addressOf = ({ cells, rules }: Row): string => {
  const zip = textOf(cells('family-postcode')).replace(/\.0$/, '')
  // Spreadsheets take the first zero of 02139 for nothing.
  const postcode = rules.isAmerican && /^\d{3,4}$/.test(zip) ? zip.padStart(5, '0') : zip
  const region = [textOf(cells('family-state')), postcode].filter(Boolean).join(' ')
  const parts = [
    textOf(cells('family-address'), ', '),
    textOf(cells('family-street'), ', '),
    textOf(cells('family-city')),
    region,
  ]
  return line(parts.filter(Boolean).join(', '))
}

const contactsOf = (row: Row): Contact[] =>
  Array.from({ length: mostOfAKind }, (_, index) => index + 1).flatMap(n => {
    const name = textOf(row.cells('emergency-name', n))
    const [phoneCell] = row.cells('emergency-phone', n)
    const said = textOf(row.cells('emergency-relationship', n))
    const inName = readPhones(name, row.rules.phone)
    const phones = phoneCell ? readPhones(phoneCell.text, row.rules.phone) : inName
    const phone = phones.found[0]?.value ?? ''
    const who = readName(name.replace(/[\d().+\-\s]{7,}/g, ' ').replace(/[,;:\-–]\s*$/, '')).name || said
    if (who === '' && phone === '') return []
    if (phone === '') {
      row.note('contact-no-phone', row.cells('emergency-name', n)[0] ?? phoneCell ?? null)
      return []
    }
    return [{ name: line(who || phone), phone, relationship: line(said) }]
  })

/** Children called by their first name alone get the name that all of their guardians share. */
const withFamilyName = (children: Child[], guardians: readonly Guardian[], familyName: string): Child[] => {
  const shared = new Set(guardians.filter(({ name }) => name.includes(' ')).map(guardian => familyNameOf(guardian)[0]!))
  const name =
    shared.size === 1 && guardians.length > 0
      ? guardians.map(guardian => guardian.name.split(' ').at(-1)!).find(Boolean)!
      : /^\p{L}[\p{L}'’-]+$/u.test(familyName)
        ? familyName
        : ''
  if (name === '') return children
  return children.map(child =>
    /^[\p{L}'’-]+$/u.test(child.name) &&
    !/\p{Script=Han}/u.test(child.name) &&
    child.name.toLowerCase() !== name.toLowerCase()
      ? { ...child, name: `${child.name} ${name}` }
      : child,
  )
}

/** Understands one line of a sheet. */
export const readRow = (n: number, values: readonly string[], rules: Rules): SheetRow => {
  const row = rowOf(cellsOf(values, rules.columns), rules)
  const sets = Array.from({ length: mostOfAKind }, (_, index) => index + 1)
  const { cells } = row
  const named = sets.flatMap(each => guardiansOf(row, each))
  const emails = cells('family-email').map(cell => ({ cell, ...readEmails(cell.text) }))
  const phones = cells('family-phone').map(cell => ({ cell, ...readPhones(cell.text, rules.phone) }))
  for (const { cell, unread } of emails) for (const text of unread) row.note('email-unreadable', cell, text)
  for (const { cell, unread } of phones) for (const text of unread) row.note('phone-unreadable', cell, text)
  const guardians = spreadContacts(
    named,
    {
      emails: emails.flatMap(({ cell, found }) => found.map(item => ({ ...item, column: cell.column }))),
      phones: phones.flatMap(({ cell, found }) => found.map(item => ({ ...item, column: cell.column }))),
    },
    null,
    row,
  )
  const familyName = line(textOf(cells('family-name')))
  const children = withFamilyName(
    sets.flatMap(each => childrenOf(row, each)),
    guardians,
    familyName,
  )
  if (children.length === 0) {
    const column = rules.columns.findIndex(({ field }) => field === 'child-name' || field === 'child-first')
    row.problems.push({ code: 'no-child', column: column === -1 ? null : column, text: '' })
  }
  if (guardians.length === 0) row.note('no-guardian', null)
  return {
    n,
    children,
    guardians,
    contacts: contactsOf(row),
    doctor: {
      name: line(textOf(cells('doctor-name'))),
      phone: readPhones(textOf(cells('doctor-phone')), rules.phone).found[0]?.value ?? '',
    },
    familyId: textOf(cells('family-id')),
    familyName,
    address: addressOf(row),
    problems: row.problems,
    notes: row.notes,
  }
}
