import { columnOf, type ImportField, mostOfAKind, plainFields, type RowNote } from '#contract/exchange/imports.ts'
import { isCode, isNothing, isNothingMedical, oneLine, plain } from './cells.ts'
import { type Child, childrenOf } from './children.ts'
import { type Labelled, readEmails, readPhones, withoutExtension, withoutNumbers } from './contacts.ts'
import {
  type CustodyMark,
  isOpen,
  readBarred,
  readCustody,
  readPickUp,
  readRemark,
  speaksOfCustody,
} from './custody.ts'
import { type Guardian, isHalfNamed, spreadContacts } from './guardians.ts'
import { readHeading } from './headers.ts'
import { type Cell, line, numberOf, type Row, rowOf, type Rules, textOf } from './line.ts'
import { readInstant } from './dates.ts'
import { familyNameOf, joinName, readName } from './names.ts'
import { splitPeople } from './people.ts'
import { relationIn, relationOf } from './words.ts'

export type Contact = { name: string; phone: string; relationship: string }
/** One parsed line of a sheet. `problems` keep it out of the import; `notes` are shown. */
export type SheetRow = {
  n: number
  children: Child[]
  guardians: Guardian[]
  contacts: Contact[]
  doctor: Record<'doctorName' | 'doctorPhone', string>
  familyId: string
  /** When the form was submitted, as text that sorts; empty if unknown. */
  sentAt: string
  familyName: string
  address: string
  problems: RowNote[]
  notes: RowNote[]
}
type Contacted = { cell: Cell; found: Labelled[] }
/** The email addresses in cells. Unreadable ones are noted. */
const emailsIn = (row: Row, cells: readonly Cell[]): Contacted[] =>
  cells.map(cell => {
    const { found, unread } = readEmails(cell.text)
    for (const text of unread) row.note('email-unreadable', cell, text)
    return { cell, found }
  })
/** The phone numbers in cells. Unreadable ones, messenger names and unassigned extensions are noted. */
const phonesIn = (row: Row, cells: readonly Cell[]): Contacted[] =>
  cells.map(cell => {
    const { found, unread, messengers, extensions } = readPhones(cell.text, row.rules.phone)
    for (const text of unread) row.note('phone-unreadable', cell, text)
    for (const text of messengers) row.note('messenger', cell, text)
    for (const text of extensions) row.note('phone-extension', cell, `${found[0]?.value ?? ''} ${text}`.trim())
    return { cell, found }
  })
const inColumns = (contacted: readonly Contacted[]) =>
  contacted.flatMap(({ cell, found }) => found.map(item => ({ ...item, column: cell.column })))

/** A name without the email or phone number beside it: "Li Wang <li@example.com>", "Li Wang 585-555-0100". */
const alone = (row: Row, text: string): { text: string; email: string; phone: string; others: string[] } => {
  const [email] = text.includes('@') ? readEmails(text).found : []
  const [phone] = /(?:\d\D{0,3}){7}/.test(text) ? readPhones(text, row.rules.phone).found : []
  const named = (phone ? withoutExtension(text) : text)
    .replace(/<[^<>]*@[^<>]*>|[([]?\s*(?:mailto:)?\S+@\S+\s*[)\]]?/gu, ' ')
    .replace(phone ? /[+(]*\d[\d\s().\-–—]{5,}\d/gu : /(?!)/, ' ')
    .replace(/^\s*"([^"]*)"\s*$/u, '$1')
    .replace(/[\s,;:\-–]+$/u, '')
  return {
    text: named.trim(),
    email: email?.value ?? '',
    phone: phone?.value ?? '',
    others: phone && phone.extension !== '' ? [`${phone.value} ${phone.extension}`] : [],
  }
}

const written = /\S+@\S+/gu
/** True if a cell holds both an email address and a phone number. */
const holdsBoth = (text: string): boolean => text.includes('@') && /(?:\d\D{0,3}){7}/.test(text.replace(written, ' '))
const withoutAddresses = (cell: Cell): Cell[] => {
  const text = cell.text.replace(written, ' ').trim()
  return text === '' || (text !== cell.text && !/\d/.test(text)) ? [] : [{ ...cell, text }]
}

/** The emails and phone numbers in either kind of cell, because some cells hold both. */
const reachedBy = (row: Row, emails: readonly Cell[], phones: readonly Cell[]) => ({
  emails: inColumns(emailsIn(row, [...emails, ...phones.filter(({ text }) => text.includes('@'))])),
  phones: inColumns(
    phonesIn(row, [...phones, ...emails.filter(({ text }) => holdsBoth(text))].flatMap(withoutAddresses)),
  ),
})

/** A remark beside a guardian's name: "Bob Lee - DO NOT RELEASE". */
const remarkInName =
  /[-–—:*\s]*(?:\b(?:do not|don['’]t|no|not|never)\s+(?:release|contact|call|pick[ -]?up|allowed|permitted)\b|\brestricted\b)(?:\s+(?:w\/|with|from|by|to)\s.*$)?[-–—:*\s]*/gimu

/** Joins a phone number or email on a line of its own to the name above it. */
const withContacts = (parts: ReturnType<typeof splitPeople>): ReturnType<typeof splitPeople> =>
  parts.reduce<ReturnType<typeof splitPeople>>((people, part) => {
    const last = people.at(-1)
    if (!last || /\p{L}/u.test(withoutExtension(part.text).replace(written, ''))) return [...people, part]
    return [...people.slice(0, -1), { ...last, text: `${last.text} ${part.text}` }]
  }, [])

const guardiansOf = (row: Row, n: number): Guardian[] => {
  const { cells, rules } = row
  const [nameCell] = cells('guardian-name', n)
  const [firstCell] = cells('guardian-first', n)
  const [lastCell] = cells('guardian-last', n)
  const native = textOf(cells('guardian-native', n))
  const relationText = relationIn(textOf(cells('guardian-relationship', n)))
  const ofColumn =
    rules.columns.find(column => column.n === n && column.field.startsWith('guardian-') && column.relationship !== null)
      ?.relationship ?? null
  const listed = nameCell ?? firstCell ?? lastCell
  const isAsFirst = rules.columns.some(
    column => column.field === 'guardian-last' && column.n === n && /if different|若不同|如不同/i.test(column.header),
  )
  const last =
    lastCell && listed !== lastCell
      ? oneLine(lastCell.text)
      : firstCell && isAsFirst
        ? textOf(cells('guardian-last', 1)) || textOf(cells('family-name')) || textOf(cells('child-last'))
        : ''
  const address = listed && !lastCell ? readEmails(listed.text) : { found: [], unread: [] }
  const isAddress = address.found.length === 1 && /^\S+@\S+$/.test(oneLine(listed?.text ?? ''))
  const people = isAddress
    ? []
    : listed
      ? withContacts(splitPeople(listed.text.replace(remarkInName, ' '), rules.mayBeOne))
      : native
        ? [{ text: native, relationship: null }]
        : []
  if (listed && people.length > 1 && people.length > splitPeople(listed.text).length)
    row.note('people-two', listed, people.map(({ text }) => text).join(' + '))
  const found = people.map((part, index): Guardian => {
    const beside = alone(row, part.text.replace(/^(?:(?:\w+ )?partner|husband|wife|spouse)\s+(?=\p{Lu})/u, ''))
    const read = nameCell && !last ? readName(beside.text) : joinName({ first: beside.text, middle: '', last })
    const own = native
      ? readName(splitPeople(native).at(people.length === 1 ? 0 : index)?.text ?? '')
      : { nativeName: '' }
    const relationship = part.relationship ?? (people.length === 1 ? (relationText ?? ofColumn) : null)
    return {
      name: line(read.name),
      nativeName: line(own.nativeName || read.nativeName),
      relationship,
      email: beside.email,
      phone: beside.phone,
      others: beside.others,
      column: listed?.column ?? null,
      sourceId: people.length === 1 ? numberOf(cells('guardian-id', n)) : '',
    }
  })
  const named = found.filter(guardian => /\p{L}/u.test(guardian.name) && !isNothing(guardian.name))
  const own = reachedBy(row, cells('guardian-email', n), cells('guardian-phone', n))
  const known = {
    ...own,
    emails: [...own.emails, ...(isAddress ? address.found.map(item => ({ ...item, column: listed!.column })) : [])],
  }
  const whole = spreadContacts(named, known, relationText ?? ofColumn, row)
  for (const guardian of whole) if (isHalfNamed(guardian)) row.note('guardian-half', listed ?? null, guardian.name)
  return whole
}

const addressOf = ({ cells, rules }: Row): string => {
  const zip = numberOf(cells('family-postcode'))
  // Spreadsheets drop the leading zero of 02139.
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

/** The text beside a phone number if it holds a name, rather than just the kind of number; empty otherwise. */
const namedBeside = (text: string): string => {
  const words = withoutNumbers(text).replace(/\b(?:cell|mobile|home|work|tel|phone|main|ext)\b|手机|电话|[(:)]/gi, ' ')
  return /\p{Lu}\p{Ll}|\p{Script=Han}{2}/u.test(words) && !/@/.test(words) ? withoutNumbers(text) : ''
}
const doctorOf = ({ cells, rules }: Row): SheetRow['doctor'] => {
  const name = textOf(cells('doctor-name'))
  const phone = textOf(cells('doctor-phone'))
  return {
    doctorName: line(withoutNumbers(name) || namedBeside(phone)),
    doctorPhone: readPhones(phone || name, rules.phone).found[0]?.value ?? '',
  }
}

const contactsOf = (row: Row): Contact[] =>
  Array.from({ length: mostOfAKind }, (_, index) => index + 1).flatMap(n => {
    const [phoneCell] = row.cells('emergency-phone', n)
    const name = textOf(row.cells('emergency-name', n)) || namedBeside(phoneCell?.text ?? '')
    // "Rosa Diaz, aunt" and "Bob Hale (uncle)" also state a relationship.
    const parts = withoutNumbers(name)
      .split(/\s*[/,()[\]]\s*/)
      .filter(Boolean)
    const beside = parts.length > 1 ? parts.find(part => relationOf(part) !== null) : undefined
    const relationText = textOf(row.cells('emergency-relationship', n)) || (beside ?? '')
    const inName = readPhones(name, row.rules.phone)
    const phones = phoneCell ? readPhones(phoneCell.text, row.rules.phone) : inName
    const phone = phones.found[0]?.value ?? ''
    const alone = beside === undefined ? withoutNumbers(name) : parts.filter(part => part !== beside).join(', ')
    const who = readName(alone).name || relationText
    if (who === '' && phone === '') return []
    if (phone === '') {
      row.note('contact-no-phone', row.cells('emergency-name', n)[0] ?? phoneCell ?? null)
      return []
    }
    return [{ name: line(who || phone), phone, relationship: line(relationText) }]
  })

/** Gives children without a last name the one that all of their guardians share. */
const withFamilyName = (children: Child[], guardians: readonly Guardian[], familyName: string): Child[] => {
  const named = guardians.filter(({ name }) => name.includes(' ') && !/[\d@]/.test(name))
  const shared = new Set(named.map(guardian => familyNameOf(guardian)[0]!))
  const name =
    shared.size === 1
      ? named.map(guardian => guardian.name.split(' ').at(-1)!).find(Boolean)!
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

/** The name with a leading last name moved to the end: "Born Peter" with the last name Born is Peter Born. */
const turned = (name: string, last: string): string => {
  const words = name.split(' ')
  const isFirst = words.length > 1 && words[0]!.toLowerCase() === last.toLowerCase()
  return isFirst && words.at(-1)!.toLowerCase() !== last.toLowerCase() ? [...words.slice(1), words[0]].join(' ') : name
}

/** True if a line names a child in a set of columns. */
const isChildNamed = ({ cells }: Row, n: number): boolean =>
  cells('child-name', n).length + cells('child-first', n).length > 0

/** What a line's cells say about who may see or pick up the child in column set `set`. */
const custodyOf = (
  row: Row,
  n: number,
  values: readonly string[],
  set: number,
  guardians: readonly Guardian[][],
): CustodyMark[] =>
  row.rules.columns.flatMap(({ field, n: of, header }, column): CustodyMark[] => {
    const cell = plain(values[column] ?? '')
    const isOfCustody = /^child-(?:custody|barred|pickup)$|^guardian-pickup$/.test(field)
    // A question that the form asks once applies to all of its children.
    const isOfAll =
      isOfCustody &&
      readHeading(header).n === null &&
      row.rules.columns.filter(column => column.field === field).length === 1
    const isOther = field.startsWith('child-') && of !== set && !isOfAll && isChildNamed(row, of)
    if (isOther || (isNothing(cell) && !(isOfCustody && isOpen(cell)))) return []
    if (field === 'child-custody') {
      const isOfOne =
        guardians.flat().length === 1 || /^(?:guardian|mother|father)$/.test(readHeading(header).who ?? '')
      return [readCustody(n, header, cell, isOfOne)]
    }
    if (field === 'child-barred') return [readBarred(n, header, cell)]
    if (
      field === 'emergency-name' &&
      /pick|接/i.test(header) &&
      /\bonly\b|\bnot\b|n['’]t\b|no ?one else|[只仅僅不]/i.test(cell)
    )
      return [readCustody(n, header, cell)]
    if (field === 'child-pickup') return [readPickUp(n, header, cell, '')]
    if (field === 'guardian-pickup') {
      const named = (guardians[of - 1] ?? []).map(({ name }) => name)
      return (named.length > 0 ? named : ['']).map(name => readPickUp(n, header, cell, name))
    }
    return speaksOfCustody(cell) && !row.rules.boilerplate.has(oneLine(cell)) ? [readRemark(n, cell)] : []
  })

const health =
  /allerg|anaphyla|\bbee stings?\b|epi-?pen|asthma|inhaler|diabet|seizure|epilep|过敏|過敏|哮喘|气喘|氣喘|癫痫|癲癇|糖尿/i
/**
 * Adds remarks about health to a child's record if they can't concern another child: for an only child, or under "Child
 * 2 notes".
 */
const addHealth = (row: Row, values: readonly string[], children: readonly Child[]): void => {
  const sets = Array.from({ length: mostOfAKind }, (_, index) => index + 1).filter(n => isChildNamed(row, n))
  const childOf = (header: string): Child | undefined => {
    if (children.length === 1) return children[0]
    const { who, n } = readHeading(header)
    return who === 'child' && n !== null && sets.length === children.length ? children[sets.indexOf(n)] : undefined
  }
  for (const [column, { field, header }] of row.rules.columns.entries()) {
    const text = oneLine(values[column] ?? '')
    const isHealth = field === 'ignore' && health.test(text) && !isNothingMedical(text)
    // Parsing headings is slow, so only the headings of cells that mention health are parsed.
    const child = isHealth && !row.rules.boilerplate.has(text) ? childOf(header) : undefined
    if (child) child.medical = [child.medical, text].filter(Boolean).join('; ').slice(0, 4000)
  }
}

/**
 * Applies the answer to a health question that a form asks once for all children. A part that names a child is that
 * child's; anything else applies to each child, because it must not be missed.
 */
const shareHealth = (row: Row, children: readonly Child[]): void => {
  // A question about the student says nothing about siblings named on the same line.
  const isOfStudent = row.rules.columns.some(
    ({ field, n, header }) => field === 'child-name' && n > 1 && /sibling/i.test(header),
  )
  if (children.length < 2 || isOfStudent) return
  for (const field of plainFields) {
    const own = row.rules.columns.filter(column => column.field === columnOf(field))
    const [cell] = row.cells(columnOf(field), 1)
    const isShared = own.every(({ n, header }) => n === 1 && readHeading(header).n === null)
    if (!cell || !isShared || isNothingMedical(cell.text)) continue
    const meant = (part: string) =>
      children.filter(child => {
        const given = child.name.split(' ')[0]!.toLowerCase()
        const native = child.nativeName.length > 1 ? child.nativeName : ''
        return (bareWords(part).includes(given) && given !== '') || (native !== '' && part.includes(native))
      })
    const parts = cell.text
      .split(/[\n;；]|,\s*(?=\p{L}+\s*[:：])/u)
      .map(part => part.trim())
      .filter(Boolean)
    for (const child of children)
      child[field] = parts
        .filter(part => meant(part).length === 0 || meant(part).includes(child))
        .join('; ')
        .slice(0, 4000)
    if (parts.some(part => meant(part).length === 0)) row.note('health-shared', cell)
  }
}
const bareWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}'’-]+/gu) ?? []

const nameFields: ReadonlySet<string> = new Set<ImportField>([
  'child-name',
  'child-first',
  'child-middle',
  'child-last',
  'child-native',
  'guardian-name',
  'guardian-first',
  'guardian-last',
  'guardian-native',
])
const longestName = 200
/** Keeps out lines whose names can't be a person's name. */
const refuseCode = (row: Row, values: readonly string[]): void => {
  for (const [column, { field }] of row.rules.columns.entries()) {
    const text = values[column] ?? ''
    if (!nameFields.has(field)) continue
    if (isCode(text)) row.problem('name-code', { text: plain(text), column })
    else if (text.length > longestName * (field === 'guardian-name' || field === 'child-name' ? 3 : 1))
      row.problem('name-long', { text: text.slice(0, 40), column })
  }
}

/** Below this number of lines, nothing can be concluded about what all lines have. */
const fewLines = 10
/**
 * Keeps out a line without a student number if nearly all others have one: it is a test, a heading or a total. It stays
 * out until it has a number.
 */
export const refuseWithoutNumber = (rows: readonly SheetRow[], columns: Rules['columns']): void => {
  const column = columns.findIndex(({ field }) => field === 'child-id')
  const single = rows.filter(({ children }) => children.length === 1)
  const without = single.filter(({ children }) => children[0]!.sourceId === '')
  if (column === -1 || single.length < fewLines || without.length > Math.max(1, single.length / 20)) return
  for (const row of without) row.problems.push({ code: 'number-missing', column, text: '' })
}

/** Parses one line of a sheet. */
export const readRow = (n: number, values: readonly string[], rules: Rules): SheetRow => {
  const row = rowOf(values, rules)
  const sets = Array.from({ length: mostOfAKind }, (_, index) => index + 1)
  const { cells } = row
  const bySet = sets.map(each => guardiansOf(row, each))
  const named = bySet.flat()
  const [childLast] = cells('child-last')
  if (childLast) for (const guardian of named) guardian.name = turned(guardian.name, oneLine(childLast.text))
  const guardians = spreadContacts(named, reachedBy(row, cells('family-email'), cells('family-phone')), null, row)
  const familyName = line(textOf(cells('family-name')))
  const surname = familyName.replace(/^the\s+/i, '').replace(/\s*(?:family|household|家庭?)$/i, '')
  const children = withFamilyName(
    sets.flatMap(each => {
      const found = childrenOf(row, each)
      const custody = found.length > 0 ? custodyOf(row, n, values, each, bySet) : []
      return found.map(child => ({ ...child, custody }))
    }),
    guardians,
    surname,
  )
  shareHealth(row, children)
  addHealth(row, values, children)
  refuseCode(row, values)
  const sentAt = readInstant(textOf(cells('row-time')), Number(rules.today.slice(0, 4)), rules.timeOrder)
  for (const { birthOn } of children)
    if (birthOn !== null && (birthOn === rules.today || birthOn === sentAt.slice(0, 10)))
      row.problem('birth-today', null, birthOn)
  // If "Hill" is called a child and the mother is Nan Hill, the cell holds a last name and the child's first name is
  // missing.
  const families = guardians.flatMap(guardian => familyNameOf(guardian))
  for (const { name, nativeName } of children)
    if (nativeName === '' && !name.includes(' ') && families.includes(name.toLowerCase()))
      row.problem('first-missing', null, name)
  if (children.length === 0) {
    const column = rules.columns.findIndex(({ field }) => field === 'child-name' || field === 'child-first')
    row.problems.push({ code: 'no-child', column: column === -1 ? null : column, text: '' })
  }
  if (guardians.length === 0) row.note('no-guardian', null)
  for (const { phone } of guardians)
    if (rules.isAmerican && /^\D*(?:\d\D*){7,8}$/.test(phone)) row.note('phone-short', null, phone)
  return {
    n,
    children,
    guardians,
    contacts: contactsOf(row),
    doctor: doctorOf(row),
    familyId: textOf(cells('family-id')),
    sentAt,
    familyName,
    address: addressOf(row),
    problems: row.problems,
    notes: row.notes,
  }
}
