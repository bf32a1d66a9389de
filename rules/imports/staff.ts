import type { ColumnTarget, ImportField, RowNote } from '#contract/exchange/imports.ts'
import type { StaffOutcome } from '#contract/exchange/imports.plain.ts'
import { isCode, isLeftOpen, isNothing, oneLine, withoutOpenQuote } from './cells.ts'
import { readEmails, readPhones } from './contacts.ts'
import { readDate, settleDay } from './dates.ts'
import { headingKey, isStaffList } from './headers.ts'
import { mayBeOne } from './matching.ts'
import { joinName, type KeysOf, readName } from './names.ts'
import { splitPeople } from './people.ts'
import type { Rules } from './line.ts'

// The first match wins, so the order matters.
const fields: readonly (readonly [ImportField, RegExp])[] = [
  ['staff-email', /e-?mail|邮箱|郵箱|电邮|邮件/],
  ['staff-phone', /phone|\bcell\b|mobile|\btel\b|手机|手機|电话|電話|联系方式/],
  ['staff-extension', /^ext\b|extension|分机|分機/],
  ['staff-start', /start|\bhire[d]?\b|joined|since|入职|入職|到职/],
  ['staff-native', /chinese ?name|native ?name|中文(?:姓)?名/],
  ['staff-first', /\bfirst\b|\bgiven|^名$|名字$/],
  ['staff-last', /\blast ?name|\blast\b|surname|family ?name|^姓$|^姓氏$/],
  [
    'staff-role',
    /role|position|title|subject|teaches|taught|department|\bdept\b|\bteam\b|职位|職位|职务|部门|部門|任教|科目|学科|岗位/,
  ],
  [
    'staff-name',
    /^(?:full )?name$|^(?:teacher|instructor|tutor|coach|staff|employee|faculty)s?(?: ?member)?(?:['’]?s)?(?: ?(?:full )?name)?$|姓名|老师|老師|教师|教師|员工|員工/,
  ],
]

const englishName = /^(?:english|preferred) ?name$|^英文(?:姓)?名$/
/** The field of each column of a staff list; null if the headings are not those of one. */
export const staffColumns = (headings: readonly string[]): ColumnTarget[] | null => {
  if (!isStaffList(headings)) return null
  const keys = headings.map(headingKey)
  // Beside a column for the English name, the other one holds the Chinese name.
  const isInTwo = keys.some(key => englishName.test(key))
  const taken = new Set<ImportField>()
  return keys.map(key => {
    if (isInTwo && englishName.test(key)) return { field: 'staff-name', n: 1 }
    const found = fields.find(([each, words]) => words.test(key) && (!taken.has(each) || each === 'staff-role'))?.[0]
    const field = isInTwo && found === 'staff-name' ? 'staff-native' : found
    if (field === undefined || (field !== 'staff-role' && taken.has(field))) return { field: 'ignore', n: 1 }
    taken.add(field)
    return { field, n: 1 }
  })
}
/** True if the columns are those of a staff list. */
export const holdsStaff = (columns: readonly ColumnTarget[]): boolean =>
  columns.some(({ field }) => field === 'staff-name' || field === 'staff-first' || field === 'staff-native')

/** A person who may be meant: they have one of the email addresses, or teach here. */
export type KnownStaff = {
  id: string
  name: string
  nativeName: string
  email: string
  isTeacher: boolean
  isArchived: boolean
}
export type StaffMember = {
  n: number
  name: string
  nativeName: string
  email: string
  phone: string
  /** Further phone numbers and the extension. */
  otherPhones: string
  /** The job as the sheet states it. */
  role: string
  startsOn: string | null
  outcome: StaffOutcome
  /** The person on record who is meant, or may be. */
  person: Pick<KnownStaff, 'id' | 'name' | 'nativeName' | 'email'> | null
  problems: RowNote[]
  notes: RowNote[]
}
type StaffRules = Pick<Rules, 'order' | 'today' | 'phone'> & {
  columns: readonly ColumnTarget[]
  keysOf: KeysOf
}
type Decision = { isSkipped: boolean; answer: 'same' | 'new' | null }

const teaches =
  /teach|instruct|tutor|coach|faculty|lectur|professor|assistant|\bt\.?a\.?\b|sub(?:stitute)?\b|老师|老師|教师|教師|教练|助教|任课|讲师/i
const worksOtherwise =
  /registrar|secretar|admin|office|manager|principal|director|treasurer|accountant|bookkeep|custodian|janitor|volunteer|security|nurse|receptionist|coordinator|president|board|librar|front desk|finance|\bit\b|kitchen|maintenance|cleaner|driver|student|pupil|child|parent|mother|father|guardian|学生|家长|行政|秘书|校长|会计|财务|出纳|教务|保安|主任|志愿/i
/** True if a person with this role teaches. A bare subject counts as a teacher's role. */
const isTeaching = (role: string): boolean => role === '' || teaches.test(role) || !worksOtherwise.test(role)

const readMember = (n: number, raw: readonly string[], rules: StaffRules): StaffMember => {
  const problems: RowNote[] = []
  const notes: RowNote[] = []
  const cells = raw.map(withoutOpenQuote)
  const columnOf = (field: ImportField) => rules.columns.findIndex(column => column.field === field)
  const cellsOf = (field: ImportField) =>
    rules.columns.flatMap((column, index) => {
      const text = oneLine(cells[index] ?? '')
      return column.field === field && !isNothing(text) ? [text] : []
    })
  const cellOf = (field: ImportField) => cellsOf(field).join(' · ')
  const tell = (list: RowNote[], code: string, field: ImportField, text: string) => {
    const column = columnOf(field)
    list.push({ code, column: column === -1 ? null : column, text: text.slice(0, 200) })
  }
  const whole = cellOf('staff-name')
  const bare = whole.replace(/<?\S+@\S+>?/gu, ' ').trim()
  const read =
    bare === '' ? joinName({ first: cellOf('staff-first'), middle: '', last: cellOf('staff-last') }) : readName(bare)
  const other = readName(cellOf('staff-native'))
  const native = other.nativeName || read.nativeName
  const name = (read.name || other.name).slice(0, 200)
  const open = { code: 'quote-open', column: null, text: '' }
  if (raw.some(isLeftOpen)) problems.push(open)
  else if (cells.join('\n') !== raw.join('\n')) notes.push(open)
  if (name === '') tell(problems, 'staff-name-missing', 'staff-name', '')
  else if (isCode(whole)) tell(problems, 'name-code', 'staff-name', whole)
  const people = splitPeople(bare)
  if (people.length > 1) tell(problems, 'people-two', 'staff-name', people.map(({ text }) => text).join(' + '))
  const emails = readEmails([cellOf('staff-email'), whole].join(' '))
  for (const text of emails.unread) tell(problems, 'email-unreadable', 'staff-email', text)
  for (const { value } of emails.found.slice(1)) tell(notes, 'email-extra', 'staff-email', value)
  const phones = readPhones(cellOf('staff-phone'), rules.phone)
  for (const text of phones.unread) tell(notes, 'phone-unreadable', 'staff-phone', text)
  for (const text of phones.messengers) tell(notes, 'messenger', 'staff-phone', text)
  const numbers = phones.found.map(({ value, extension }) => [value, extension].filter(Boolean).join(' '))
  const extension = cellOf('staff-extension').replace(/^(?:ext\.?|x)\s*/i, '')
  const others = [
    ...numbers.filter((number, index) => index > 0 || number !== phones.found[0]!.value),
    ...(extension === '' ? [] : [`ext. ${extension}`]),
  ]
  const role = cellOf('staff-role').slice(0, 200)
  if (!isTeaching(role)) tell(problems, 'staff-office', 'staff-role', role)
  const startCell = cellOf('staff-start')
  const startsOn = settleDay(readDate(startCell, Number(rules.today.slice(0, 4))), rules.order)
  if (startCell !== '' && startsOn === null) tell(notes, 'staff-start', 'staff-start', startCell)
  if (startsOn !== null && startsOn > rules.today) tell(notes, 'staff-later', 'staff-start', startsOn)
  return {
    n,
    name,
    nativeName: native === name ? '' : native.slice(0, 200),
    email: (emails.found[0]?.value ?? '').slice(0, 254),
    phone: phones.found[0]?.value ?? '',
    otherPhones: others.join(', ').slice(0, 200),
    role,
    startsOn,
    outcome: 'new',
    person: null,
    problems,
    notes,
  }
}

const shown = ({ id, name, nativeName, email }: KnownStaff) => ({ id, name, nativeName, email })

/**
 * What importing a staff list would do, line by line: who is new, who is on record and becomes a teacher, who is a
 * teacher already, and which lines need the office's answer because an email or a name belongs to a person with
 * different details.
 */
export const planStaff = (
  lines: readonly { n: number; cells: readonly string[] }[],
  known: readonly KnownStaff[],
  decisions: ReadonlyMap<number, Decision>,
  rules: StaffRules,
): StaffMember[] => {
  const members = lines.map(({ n, cells }) => readMember(n, cells, rules))
  const byEmail = Map.groupBy(
    known.filter(({ email }) => email !== ''),
    ({ email }) => email.toLowerCase(),
  )
  const teachers = known.filter(({ isTeacher }) => isTeacher)
  const seen = new Map<string, number>()
  for (const member of members) {
    const { answer = null, isSkipped = false } = decisions.get(member.n) ?? {}
    const keys = rules.keysOf(member)
    const isNamesake = (one: KnownStaff) => rules.keysOf(one).some(key => keys.includes(key))
    const settle = (person: KnownStaff) => {
      member.person = shown(person)
      member.outcome = person.isTeacher ? 'same' : 'joined'
      if (person.isArchived) member.notes.push({ code: 'archived', column: null, text: person.name })
      if (member.email !== '' && person.email !== '' && person.email.toLowerCase() !== member.email)
        member.notes.push({ code: 'differs-email', column: null, text: `${member.email} ≠ ${person.email}` })
    }
    const ask = (person: KnownStaff) => {
      member.person = shown(person)
      if (answer === 'same') settle(person)
      else if (answer === null) member.outcome = 'doubtful'
    }
    const addressed = member.email === '' ? [] : (byEmail.get(member.email) ?? [])
    const owner = addressed.find(one => mayBeOne(one, member, rules.keysOf)) ?? addressed[0]
    const namesake = teachers.find(isNamesake)
    if (owner && mayBeOne(owner, member, rules.keysOf)) settle(owner)
    else if (owner) {
      ask(owner)
      // An email address belongs to one person, so another person is imported without it.
      if (answer === 'new') {
        member.notes.push({ code: 'email-taken', column: null, text: member.email })
        member.email = ''
      }
    } else if (namesake) {
      if (member.email === '' && teachers.filter(isNamesake).length === 1) settle(namesake)
      else ask(namesake)
    }
    const marks = [member.email && `mail ${member.email}`, member.email === '' && keys[0] && `name ${keys[0]}`].filter(
      mark => typeof mark === 'string' && mark !== '',
    ) as string[]
    const before = marks.map(mark => seen.get(mark)).find(n => n !== undefined)
    if (before !== undefined) member.problems.push({ code: 'twice', column: null, text: String(before) })
    if (isSkipped) member.outcome = 'skipped'
    else if (member.problems.length > 0) member.outcome = 'rejected'
    else for (const mark of marks) if (!seen.has(mark)) seen.set(mark, member.n)
  }
  return members
}
