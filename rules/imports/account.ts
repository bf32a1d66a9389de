import { type CellReason, type ImportField, isPlain, type RowNote } from '#contract/exchange/imports.ts'
import { isNothing, isNothingMedical, oneLine, plain } from './cells.ts'
import { readEmails, readPhones } from './contacts.ts'
import { speaksOfCustody } from './custody.ts'
import { readDate, settleDay } from './dates.ts'
import type { Rules } from './line.ts'
import type { Landing, Plan, PlannedFamily } from './plan.ts'
import type { SheetRow } from './reading.ts'
import { readGrade, relationIn, relationPattern } from './words.ts'

/** How the filled cells of a sheet add up. `all` is the sum of the others. */
export type CellCounts = {
  all: number
  /** Cells that are in a record once the import is applied. */
  recorded: number
  /** Headings and submission times, which tell how to read the other cells. */
  guides: number
  /** Cells such as "N/A" and "none". */
  blank: number
  /** Cells in rows that are left out, each with a reason. */
  out: number
  unused: number
}
/**
 * Cells of a column that no record holds, for one reason, with a few examples if there are many. Titles belong to no
 * column.
 */
export type UnusedCells = { column: number | null; reason: CellReason; n: number; cells: { n: number; text: string }[] }
type Fate = Exclude<keyof CellCounts, 'all' | 'unused'> | CellReason

const bare = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
/** A phone number without what follows it, such as "585-555-0100 ext 12 (work)". */
const withoutExtension = (text: string): string => text.replace(/\s*(?:\(\p{L}|x\s*\d|ext|#|分机|分機|转|轉).*$/iu, '')
const ending = (phone: string): string => phone.replace(/\D/g, '').slice(-7)

/** Words that people write beside a name in its cell. */
const beside = new RegExp(
  `(?<![\\p{L}])(?:${relationPattern}|mrs?|ms|dr|prof|jr|sr|and|und|et|y|goes|by|aka|nick ?name|called|name|same|as|above|parents?|the|family|household)(?![\\p{L}])`,
  'giu',
)
const wordsOf = (text: string): string[] =>
  plain(text)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(beside, ' ')
    .match(/\p{Script=Han}+|(?:(?!\p{Script=Han})\p{L})+/gu) ?? []

/** What is on record about the people of a line once the import is applied. */
type Recorded = {
  people: string
  children: Record<string, string | null>[]
  emails: string[]
  phones: string[]
  relationships: (string | null)[]
  contacts: { people: string; phones: string[]; relationships: string }
  numbers: string[]
  address: string
  custody: string[]
  isKnown: boolean
  isToldTwice: boolean
}

/** The values, by record id, that the import fills into blanks. */
const filledFor = (planned: PlannedFamily): ((id: string) => Record<string, string>) => {
  const filled = new Map<string, Record<string, string>>()
  for (const { id, field, to } of planned.fills) filled.set(id, { ...filled.get(id), [field]: to })
  return id => filled.get(id) ?? {}
}

const recordedOf = (row: SheetRow, { family, match, planned }: Landing): Recorded => {
  const filled = filledFor(planned)
  const own = family.children.flatMap((child, index) => {
    if (!child.rows.includes(row.n)) return []
    const known = match.children.get(child)
    return [{ sheet: child, after: { ...(known ?? child), ...filled(planned.children[index]!.id) }, known }]
  })
  const adults = family.guardians.flatMap((guardian, index) => {
    if (!guardian.rows.includes(row.n)) return []
    const { id, name, nativeName, email, phone, otherPhones } = planned.guardians[index]!
    return [{ sheet: guardian, after: { name, nativeName, email, phone, otherPhones, ...filled(id) } }]
  })
  const names = (parts: readonly (string | null)[]) => parts.map(part => bare(part ?? '')).join(' ')
  return {
    people: names([
      planned.name,
      ...own.flatMap(({ after }) => [after.name, after.nativeName, after.preferredName]),
      ...adults.flatMap(({ after }) => [after.name, after.nativeName]),
    ]),
    children: own.map(({ after }) => after as unknown as Record<string, string | null>),
    emails: adults.map(({ after }) => after.email.toLowerCase()),
    phones: adults
      .flatMap(({ after }) => [after.phone, ...after.otherPhones.split(',').map(withoutExtension)])
      .map(ending),
    relationships: adults.map(({ sheet }) => sheet.relationship),
    contacts: {
      people: names(family.contacts.map(({ name }) => name)),
      phones: family.contacts.map(({ phone }) => ending(phone)),
      relationships: names(family.contacts.flatMap(({ relationship, name }) => [relationship, name])),
    },
    numbers: [...own, ...adults].map(({ sheet }) => sheet.sourceId).concat(family.familyId),
    address: bare(match.household?.address || family.address),
    custody: own.flatMap(({ sheet }) => sheet.custody.map(({ text }) => bare(text))),
    isKnown: match.household !== null || own.some(({ known }) => known),
    isToldTwice: [...own, ...adults].some(({ sheet }) => sheet.rows.length > 1) || family.rows.length > 1,
  }
}

type Share = 'all' | 'some' | 'none'
const shareOf = (found: readonly boolean[]): Share =>
  found.length > 0 && found.every(Boolean) ? 'all' : found.some(Boolean) ? 'some' : 'none'
const namesIn = (text: string, people: string): Share => shareOf(wordsOf(text).map(word => people.includes(bare(word))))

const isAddress = (field: ImportField): boolean => /^family-(?:address|street|city|state|postcode)$/.test(field)

/** How much of a cell's content is on record. */
const kept = (field: ImportField, text: string, row: SheetRow, on: Recorded, rules: Rules): Share => {
  if (/-(?:custody|barred|pickup)$/.test(field))
    return shareOf([on.custody.some(note => note.includes(bare(text)) || bare(text) === '')])
  if (field === 'child-birth') {
    const own = settleDay(readDate(text, Number(rules.today.slice(0, 4))), rules.order)
    if (own !== null) return shareOf([on.children.some(child => child['birthOn'] === own)])
    const days = row.children.map(({ birthOn }) => birthOn).filter(day => day !== null)
    return shareOf(days.map(day => on.children.some(child => child['birthOn'] === day)))
  }
  if (field === 'child-grade') {
    const grades = new Set(on.children.map(child => bare(child['grade'] ?? '')))
    const isOne = grades.has(bare(readGrade(oneLine(text))))
    return isOne ? 'all' : shareOf(text.split(/[\n;、&/,+]|\sand\s/).map(part => grades.has(bare(readGrade(part)))))
  }
  if (isPlain(field)) {
    const name = field.slice('child-'.length)
    return shareOf([on.children.some(child => bare(child[name] ?? '').includes(bare(text)))])
  }
  if (/^(?:guardian|family)-(?:email|phone)$/.test(field)) {
    const emails = readEmails(text).found.map(({ value }) => on.emails.includes(value))
    const phones = readPhones(text.replace(/\S+@\S+/gu, ' '), rules.phone).found
    return shareOf([...emails, ...phones.map(({ value }) => on.phones.includes(ending(value)))])
  }
  if (field === 'guardian-relationship') {
    const relation = relationIn(oneLine(text))
    // "Parents" says no more than that they are guardians.
    const isSaid = relation === 'guardian' && on.relationships.includes(null)
    return shareOf([isSaid || (relation !== null && on.relationships.includes(relation))])
  }
  if (field.endsWith('-id'))
    return shareOf([
      on.numbers.some(number => number !== '' && bare(number) === bare(oneLine(text).replace(/\.0$/, ''))),
    ])
  if (isAddress(field))
    return shareOf([on.address.includes(bare(text)) || on.address.includes(bare(text.padStart(5, '0')))])
  if (field === 'emergency-name' && wordsOf(text).length > 0)
    return namesIn(text, `${on.contacts.people} ${on.contacts.relationships}`)
  if (field === 'emergency-name' || field === 'emergency-phone')
    return shareOf(readPhones(text, rules.phone).found.map(({ value }) => on.contacts.phones.includes(ending(value))))
  if (field === 'emergency-relationship') return shareOf([on.contacts.relationships.includes(bare(text))])
  if (field === 'doctor-phone' || field === 'doctor-name') {
    const facts = on.children.flatMap(child => Object.values(child)).filter(fact => typeof fact === 'string')
    const words = facts.map(bare).join(' ')
    const phones = facts.map(ending)
    return shareOf([
      ...wordsOf(text).map(word => words.includes(bare(word))),
      ...readPhones(text, rules.phone).found.map(({ value }) => phones.includes(ending(value))),
    ])
  }
  const address = readEmails(text).found
  if (address.length > 0) return shareOf(address.map(({ value }) => on.emails.includes(value)))
  return namesIn(text, on.people)
}

/** True if a cell that should hold a relationship, an email address or a phone number holds none. */
const holdsNone = (field: ImportField, text: string, rules: Rules): boolean =>
  (field === 'guardian-relationship' && relationIn(oneLine(text)) === null) ||
  (field.endsWith('-email') && readEmails(text).found.length === 0) ||
  (field.endsWith('-phone') && readPhones(text, rules.phone).found.length === 0)

const ofNote: Record<string, CellReason> = {
  'email-extra': 'extra',
  'email-unreadable': 'unread',
  'phone-unreadable': 'unread',
  'birth-part': 'unread',
  'birth-missing': 'unread',
  'contact-no-phone': 'unread',
}

/** True for a remark about a child's health that is on record. */
const isOfHealth = (text: string, on: Recorded): boolean =>
  bare(text).length > 3 && on.children.some(child => bare(child['medical'] ?? '').includes(bare(text)))

const fateIn = (
  column: number,
  text: string,
  row: SheetRow,
  { on, warnings }: { on: Recorded; warnings: readonly RowNote[] },
  rules: Rules,
): Fate => {
  const { field } = rules.columns[column] ?? { field: 'ignore' as const }
  const isCustody = on.custody.some(note => bare(text) !== '' && note.includes(bare(text)))
  if (field === 'ignore' || field.startsWith('child-class'))
    return (isCustody && bare(text).length > 8) || isOfHealth(text, on)
      ? 'recorded'
      : isNothing(text)
        ? 'blank'
        : 'column'
  if (isPlain(field) ? isNothingMedical(text) : isNothing(text)) return 'blank'
  // "Ned Day (no pickup)" is a name and a note.
  if (field === 'guardian-name' && isCustody && speaksOfCustody(text)) return 'recorded'
  if (field === 'row-time') return row.sentAt === '' ? 'unread' : 'guides'
  const noted = warnings.find(note => note.column === column && ofNote[note.code] !== undefined)
  const share = kept(field, text, row, on, rules)
  if (share === 'all') return 'recorded'
  const isTaken = warnings.some(note => note.code === 'email-taken' && text.toLowerCase().includes(note.text))
  if (isTaken && field.endsWith('-email')) return 'taken'
  if (noted) return ofNote[noted.code]!
  const isDayless = field === 'child-birth' && row.children.every(({ birthOn }) => birthOn === null)
  if (isDayless || holdsNone(field, text, rules)) return 'unread'
  if (share === 'some') return 'part'
  // A number that can't be assigned to one person.
  if (field.endsWith('-id')) return 'unread'
  if (on.isKnown) return 'kept'
  if (on.isToldTwice) return 'superseded'
  // A second email or phone number of a person whom the line names twice.
  return /-(?:email|phone)$/.test(field) ? 'extra' : 'unplaced'
}

const examples = 20

/**
 * The fate of every filled cell of a sheet. Each cell is looked for in the records that the plan would leave behind,
 * not in what the reader reports about itself. Yields after each line.
 */
export function* accountFor(
  lines: readonly { n: number; cells: readonly string[] }[],
  {
    rows,
    filled,
    headingRows,
    rules,
  }: {
    rows: readonly SheetRow[]
    /** The cells of lines, with those that they leave to the line above filled in. */
    filled: ReadonlyMap<number, readonly string[]>
    /** Numbers of the lines that hold headings, including repeated ones. */
    headingRows: ReadonlySet<number>
    rules: Rules
  },
  { reports, landings }: Pick<Plan, 'reports' | 'landings'>,
): Generator<void, { cells: CellCounts; unused: UnusedCells[] }> {
  const byNumber = new Map(rows.map(row => [row.n, row]))
  const counts: CellCounts = { all: 0, recorded: 0, guides: 0, blank: 0, out: 0, unused: 0 }
  const groups = new Map<string, UnusedCells>()
  const put = (column: number, n: number, text: string, fate: Fate): void => {
    counts.all += 1
    if (fate in counts) {
      counts[fate as keyof CellCounts] += 1
      return
    }
    counts.unused += 1
    const reason = fate as CellReason
    const of = reason === 'title' ? null : column
    const key = `${of} ${reason}`
    const group = groups.get(key) ?? { column: of, reason, n: 0, cells: [] }
    groups.set(key, group)
    group.n += 1
    const example = { n, text: oneLine(text).slice(0, 120) }
    // A merged title has the same text in each of its cells.
    const isRepeated = group.cells.some(each => each.n === n && each.text === example.text)
    if (!isRepeated && group.cells.length < (reason === 'column' ? 3 : examples)) group.cells.push(example)
  }
  for (const { n, cells } of lines) {
    const row = byNumber.get(n)
    const report = reports.get(n)
    const landing = landings.get(n)
    const on = row && landing ? recordedOf(row, landing) : null
    for (const [column, text] of cells.entries()) {
      if (text.trim() === '') continue
      const meant = filled.get(n)?.[column] || text
      if (!row || !report) put(column, n, text, headingRows.has(n) ? 'guides' : 'title')
      else if (!on) put(column, n, text, 'out')
      else put(column, n, text, fateIn(column, meant, row, { on, warnings: report.warnings }, rules))
    }
    yield
  }
  return {
    cells: counts,
    unused: [...groups.values()].toSorted((a, b) => (a.column ?? Infinity) - (b.column ?? Infinity) || b.n - a.n),
  }
}
