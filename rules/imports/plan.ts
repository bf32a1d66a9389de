import type { CustodyAnswer, ImportRow, RowNote, RowOutcome } from '#contract/exchange/imports.ts'
import type { StudentField } from '#contract/studentFields.plain.ts'
import { settleCustody } from './custody.ts'
import {
  blanksOf,
  calledIn,
  gatherFamilies,
  haveNothingInCommon,
  type SheetChild,
  type SheetFamily,
  type SheetGuardian,
  shareKey,
  toldBefore,
} from './families.ts'
import {
  type FamilyMatch,
  isUnnamed,
  type KnownPerson,
  matchFamily,
  mayBeHousehold,
  mayBeOne,
  type School,
  type SourceKey,
  sourceKeyOf,
} from './matching.ts'
import type { KeysOf } from './names.ts'
import type { SheetRow } from './reading.ts'
import { askForSiblings } from './siblings.ts'
import type { Relationship } from './words.ts'

type Answer = 'same' | 'new' | null
export type Decision = {
  isSkipped: boolean
  answer: Answer
  numberAnswer: Answer
  custodyAnswers: readonly CustodyAnswer[]
}
/** A guardian who may not see a child, or only may not pick them up. */
export type PlannedBar = { studentId: string; guardianId: string; isPickUpOnly: boolean; isNamed: boolean }
/**
 * What a sheet says about a child's custody. `isOpen`: the office has to decide, and until then nobody may see or pick
 * up the child.
 */
export type PlannedCustody = { studentId: string; note: string; isOpen: boolean; strangers: string[] }
/** A value for a blank in an existing person's record. `from` is the current value. */
export type Fill = {
  id: string
  field: StudentField | 'email' | 'phone' | 'otherPhones'
  from: string | null
  to: string
}
export type PlannedGuardian = {
  id: string
  isNew: boolean
  isMember: boolean
  name: string
  nativeName: string
  email: string
  phone: string
  otherPhones: string
  relationship: Relationship
}
export type PlannedChild = { id: string; isNew: boolean; of: SheetChild }
export type PlannedFamily = {
  id: string
  isNew: boolean
  name: string
  address: string
  guardians: PlannedGuardian[]
  children: PlannedChild[]
  contacts: SheetFamily['contacts']
  fills: Fill[]
  fillsAddress: boolean
  bars: PlannedBar[]
  /** Guardians in the family who are not guardians of a given child: half-siblings have parents of their own. */
  apart: { studentId: string; guardianId: string }[]
  custody: PlannedCustody[]
  rows: number[]
}
export type RowReport = Pick<
  ImportRow,
  'outcome' | 'children' | 'guardians' | 'family' | 'problems' | 'warnings' | 'doubt' | 'number' | 'custody'
> & {
  /** The first line of this line's family; null if it belongs to none. */
  group: number | null
}
/** The family with which a line is imported. */
export type Landing = { family: SheetFamily; match: Match; planned: PlannedFamily }
export type Plan = {
  families: PlannedFamily[]
  reports: Map<number, RowReport>
  landings: Map<number, Landing>
  keys: SourceKey[]
}
type Match = FamilyMatch<SheetGuardian, SheetChild>
type Tools = { newId: () => string; keysOf: KeysOf }

const mostOthers = 200
/** Further phone numbers as stored, as many as there is room for. */
const otherPhonesOf = ({ others }: SheetGuardian): string =>
  others.reduce((kept, other) => {
    const longer = [kept, other].filter(Boolean).join(', ')
    return longer.length > mostOthers ? kept : longer
  }, '')

const plannedGuardian = (
  guardian: SheetGuardian,
  match: Match,
  family: SheetFamily,
  newId: () => string,
): PlannedGuardian => {
  const known = match.guardians.get(guardian)
  // An email address belongs to one person. Others who share it are imported without it.
  const isTaken =
    guardian.email !== '' &&
    !known &&
    (match.takenEmails.has(guardian.email) ||
      family.guardians.some(
        each =>
          each !== guardian &&
          each.email === guardian.email &&
          family.guardians.indexOf(each) < family.guardians.indexOf(guardian),
      ))
  return {
    id: known?.id ?? newId(),
    isNew: !known,
    isMember: known !== undefined && match.household !== null && known.householdIds.includes(match.household.id),
    name: known?.name ?? guardian.name,
    nativeName: known?.nativeName ?? guardian.nativeName,
    email: known?.email ?? (isTaken ? '' : guardian.email),
    phone: known?.phone ?? guardian.phone,
    otherPhones: known?.otherPhones || otherPhonesOf(guardian),
    relationship: guardian.relationship ?? 'guardian',
  }
}

const fillsOf = (match: Match): Fill[] => {
  const fills: Fill[] = []
  const fill = (id: string, field: Fill['field'], has: string | null, value: string | null) => {
    if ((has === '' || has === null) && value) fills.push({ id, field, from: has, to: value })
  }
  for (const [guardian, known] of match.guardians) {
    if (isUnnamed(known) && !isUnnamed(guardian))
      fills.push({ id: known.id, field: 'name', from: known.name, to: guardian.name })
    fill(
      known.id,
      'nativeName',
      known.nativeName || (known.name === guardian.nativeName ? known.name : ''),
      guardian.nativeName,
    )
    if (!match.takenEmails.has(guardian.email)) fill(known.id, 'email', known.email, guardian.email)
    fill(known.id, 'phone', known.phone, guardian.phone)
    fill(known.id, 'otherPhones', known.otherPhones, otherPhonesOf(guardian))
  }
  for (const [child, known] of match.children) {
    fill(known.id, 'birthOn', known.birthOn, child.birthOn)
    const nativeName = known.nativeName || (known.name === child.nativeName ? known.name : '')
    for (const { field, value } of blanksOf({ ...known, nativeName }, child)) fill(known.id, field, '', value)
  }
  return fills
}

/**
 * True if a guardian is a sibling's only: they share no line with the child, and the child's lines name others in their
 * place. A parent missing beside a single other parent cares for all the children.
 */
const isApart = (child: SheetChild, guardian: SheetGuardian, family: readonly SheetGuardian[]): boolean => {
  const shares = ({ rows }: SheetGuardian) => rows.some(n => child.rows.includes(n))
  const isParent = guardian.relationship === 'mother' || guardian.relationship === 'father'
  const own = family.filter(shares)
  if (own.length === 0 || own.includes(guardian)) return false
  return !isParent || own.length > 1 || own.some(({ relationship }) => relationship === guardian.relationship)
}

type CustodyAnswerOf = (child: SheetChild) => CustodyAnswer | null
/** The outcome of a child's custody marks and the office's answers to them. What is already on record is settled. */
const custodyOf = (child: SheetChild, family: SheetFamily, match: Match, answerOf: CustodyAnswerOf) => {
  const onRecord = match.children.get(child)?.custodyNote.split('\n') ?? []
  const marks = child.custody.filter(
    ({ text, statements }) => statements.some(({ verdict }) => verdict !== 'clear') && !onRecord.includes(text),
  )
  const isOwn = ({ rows }: SheetGuardian) => rows.some(n => child.rows.includes(n))
  const settled = settleCustody(marks, family.guardians, isOwn)
  const answer = answerOf(child)
  if (marks.length === 0 || answer === null) return { ...settled, answer }
  const barred = family.guardians.filter(
    ({ name }) => answer.kind === 'hold' || (answer.kind === 'bar' && answer.barred.includes(name)),
  )
  return {
    isUnclear: false,
    notes: [...new Set(marks.map(({ text }) => text))],
    strangers: answer.kind === 'clear' ? [] : settled.strangers,
    barred: barred.map(guardian => ({ guardian, isPickUpOnly: false, isNamed: answer.kind === 'bar' })),
    answer,
  }
}

const planFamily = (
  family: SheetFamily,
  match: Match,
  newId: () => string,
  answerOf: CustodyAnswerOf,
): PlannedFamily => {
  const { household } = match
  const guardians = family.guardians.map(guardian => plannedGuardian(guardian, match, family, newId))
  const children = family.children.map(child => {
    const known = match.children.get(child)
    return { id: known?.id ?? newId(), isNew: !known, of: child }
  })
  const settled = children.map(({ id, of }) => ({ id, ...custodyOf(of, family, match, answerOf) }))
  // A sibling's guardian whom a note or the office names stays with the child, so that everyone sees who is barred.
  const isNamed = (studentId: string, guardian: SheetGuardian) =>
    settled.some(({ id, barred }) => id === studentId && barred.some(bar => bar.isNamed && bar.guardian === guardian))
  return {
    id: household?.id ?? newId(),
    isNew: household === null,
    name: household?.name ?? family.name,
    address: family.address,
    guardians,
    children,
    contacts:
      household === null
        ? family.contacts
        : family.contacts.filter(contact => !household.contacts.includes(contact.phone.replace(/\D/g, '').slice(-10))),
    fills: fillsOf(match),
    fillsAddress: household !== null && household.address === '' && family.address !== '',
    apart: children.flatMap(child =>
      guardians
        .filter(
          (guardian, index) =>
            (child.isNew || guardian.isNew) &&
            isApart(child.of, family.guardians[index]!, family.guardians) &&
            !isNamed(child.id, family.guardians[index]!),
        )
        .map(guardian => ({ studentId: child.id, guardianId: guardian.id })),
    ),
    bars: children.flatMap(({ id, of }, index) =>
      settled[index]!.barred.map(({ guardian, isPickUpOnly, isNamed }) => ({
        studentId: id,
        guardianId: guardians[family.guardians.indexOf(guardian)]!.id,
        isPickUpOnly: isPickUpOnly && !isApart(of, guardian, family.guardians),
        isNamed,
      })),
    ),
    custody: settled.flatMap(({ id, notes, strangers, answer }) =>
      notes.length === 0 ? [] : [{ studentId: id, note: notes.join('\n'), isOpen: answer?.kind === 'hold', strangers }],
    ),
    rows: family.rows,
  }
}

const differences = (row: SheetRow, family: SheetFamily, match: Match): RowNote[] => {
  const notes: RowNote[] = []
  const differ = (code: string, theirs: string | null, ours: string | null, column: number | null = null) => {
    if (theirs && ours && theirs !== ours) notes.push({ code, column, text: `${theirs} ≠ ${ours}` })
  }
  for (const guardian of family.guardians.filter(each => each.rows.includes(row.n))) {
    const known = match.guardians.get(guardian)
    if (!known) {
      if (guardian.email !== '' && match.takenEmails.has(guardian.email))
        notes.push({ code: 'email-taken', column: guardian.column, text: guardian.email })
      continue
    }
    differ('differs-email', guardian.email, known.email, guardian.column)
    if (
      guardian.phone &&
      known.phone &&
      guardian.phone.replace(/\D/g, '').slice(-10) !== known.phone.replace(/\D/g, '').slice(-10)
    )
      differ('differs-phone', guardian.phone, known.phone, guardian.column)
  }
  for (const child of family.children.filter(each => each.rows.includes(row.n))) {
    const known = match.children.get(child)
    if (!known) continue
    differ('differs-birth', child.birthOn, known.birthOn)
    differ('differs-grade', child.grade, known.grade)
    if (known.isArchived) notes.push({ code: 'archived', column: null, text: known.name })
  }
  if (match.household) differ('differs-address', family.address, match.household.address)
  return notes
}

const outcomeOf = (planned: PlannedFamily, family: SheetFamily, n: number): RowOutcome => {
  const first = (rows: readonly number[]) => rows[0] === n
  const children = planned.children.filter(({ of }) => of.rows.includes(n))
  const isNewChild = children.some(({ isNew, of }) => isNew && first(of.rows))
  if (planned.isNew && (isNewChild || first(family.rows))) return 'new'
  if (isNewChild) return 'joined'
  const isNewGuardian = planned.guardians.some(
    (guardian, index) => (guardian.isNew || !guardian.isMember) && first(family.guardians[index]!.rows),
  )
  if (isNewGuardian) return 'joined'
  const mine = new Set([
    ...children.map(({ id }) => id),
    ...planned.guardians.filter((_, index) => family.guardians[index]!.rows.includes(n)).map(({ id }) => id),
  ])
  const isChange =
    planned.custody.some(({ studentId }) => mine.has(studentId)) ||
    planned.fills.some(({ id }) => mine.has(id)) ||
    (first(family.rows) && (planned.fillsAddress || (!planned.isNew && planned.contacts.length > 0)))
  return isChange ? 'changed' : 'same'
}

/** Notes on the guardians who will not see or pick up the children of a line. */
const barsOf = (row: SheetRow, planned: PlannedFamily): RowNote[] =>
  planned.bars.flatMap(({ studentId, guardianId, isPickUpOnly }) => {
    const child = planned.children.find(({ id, of }) => id === studentId && of.rows.includes(row.n))
    const guardian = planned.guardians.find(({ id }) => id === guardianId)!
    const code = isPickUpOnly ? 'custody-pickup' : 'custody-barred'
    const isApart = planned.apart.some(each => each.studentId === studentId && each.guardianId === guardianId)
    return child && !isApart ? [{ code, column: null, text: `${guardian.name} → ${child.of.name}` }] : []
  })

type Asked = Pick<RowReport, 'doubt' | 'number' | 'custody'>
const nothingAsked: Asked & { group: null } = { doubt: null, number: null, custody: [], group: null }

const reportOf = (row: SheetRow, family: SheetFamily, match: Match, planned: PlannedFamily): RowReport => {
  const children = planned.children.filter(({ of }) => of.rows.includes(row.n))
  const repeated = children.filter(({ of }) => of.rows[0] !== row.n)
  return {
    outcome: outcomeOf(planned, family, row.n),
    children: children.map(({ of, isNew }) => ({
      name: of.name,
      nativeName: of.nativeName,
      birthOn: of.birthOn,
      grade: of.grade,
      isNew,
    })),
    guardians: planned.guardians
      .filter((_, index) => family.guardians[index]!.rows.includes(row.n))
      .map(({ name, nativeName, email, phone, isNew }) => ({ name, nativeName, email, phone, isNew })),
    family: planned.name,
    problems: [],
    warnings: [
      ...row.notes,
      ...repeated.map(({ of }) => ({ code: 'twice', column: null, text: String(of.rows[0]) })),
      ...differences(row, family, match),
      ...barsOf(row, planned),
    ],
    ...nothingAsked,
  }
}

const stays = (row: SheetRow, outcome: RowOutcome): RowReport => ({
  outcome,
  children: row.children.map(({ name, nativeName, birthOn, grade }) => ({
    name,
    nativeName,
    birthOn,
    grade,
    isNew: true,
  })),
  guardians: row.guardians.map(({ name, nativeName, email, phone }) => ({
    name,
    nativeName,
    email,
    phone,
    isNew: true,
  })),
  family: row.guardians[0]?.name ?? '',
  problems: row.problems,
  warnings: row.notes,
  ...nothingAsked,
})

const kindOf = (one: SheetRow['children' | 'guardians'][number]): 'student' | 'guardian' =>
  'birthOn' in one ? 'student' : 'guardian'

type NumberQuestion = NonNullable<RowReport['number']>
type Numbered = SheetRow['children' | 'guardians'][number]
/** A person or family to whom a line gives a number. */
type Holder = {
  n: number
  kind: NumberQuestion['kind']
  number: string
  name: string
  of: SheetRow | Numbered
  isSame: (other: Holder) => boolean
  drop: () => void
}

/**
 * A number shared by more names than a mistake explains is not a real one: it is a filler, or the column was misread.
 */
const mostNames = 3
/** The number of lines back with which a family is compared. */
const linesBack = 12

const holdersIn = (row: SheetRow, keysOf: KeysOf): Holder[] => {
  const people = [...row.children, ...row.guardians].map((one): Holder => ({
    n: row.n,
    kind: kindOf(one),
    number: one.sourceId,
    name: one.name,
    of: one,
    isSame: other => mayBeOne(one, other.of as Numbered, keysOf),
    drop: () => (one.sourceId = ''),
  }))
  const family: Holder = {
    n: row.n,
    kind: 'family',
    number: row.familyId,
    name: nameIn(row),
    of: row,
    isSame: other => !haveNothingInCommon(row, other.of as SheetRow, keysOf),
    drop: () => (row.familyId = ''),
  }
  return [...people, family].filter(({ number }) => number !== '')
}

/**
 * A number that two lines give to people with different names, or to families with nothing in common, raises a
 * question, and the later line waits. If the office says that it stands for someone else, the line is imported without
 * its number.
 */
const askNumbers = (
  rows: readonly SheetRow[],
  answerFor: (n: number) => Answer,
  keysOf: KeysOf,
): Map<number, NumberQuestion> => {
  const questions = new Map<number, NumberQuestion>()
  const byKey = Map.groupBy(
    rows.flatMap(row => holdersIn(row, keysOf)),
    ({ kind, number }) => sourceKeyOf(kind, number),
  )
  for (const holders of byKey.values()) {
    const [first] = holders
    const others = holders.filter((holder, index) => {
      const before = holder.kind === 'family' ? holders.slice(Math.max(0, index - linesBack), index) : [first!]
      return index > 0 && !before.some(each => holder.isSame(each))
    })
    if (new Set(others.map(({ name }) => name)).size > mostNames) {
      for (const { drop } of holders) drop()
      continue
    }
    for (const { n, kind, number, name, drop } of others) {
      const answer = answerFor(n)
      if (answer === 'new') drop()
      else if (answer === null) questions.set(n, { kind, number, name, other: first!.name })
    }
  }
  return questions
}
const nameIn = ({ familyName, guardians, children }: SheetRow): string =>
  familyName || (guardians[0] ?? children[0])?.name || ''

/** Adds custody marks from lines that are left out to a child whom another line brings in. */
const addLeft = (families: readonly { family: SheetFamily }[], left: readonly SheetRow[], keysOf: KeysOf): void => {
  const marked = left.flatMap(row =>
    row.children.filter(({ custody }) => custody.length > 0).map(child => ({ child, keys: keysOf(child) })),
  )
  if (marked.length === 0) return
  for (const { family } of families)
    for (const child of family.children) {
      const keys = keysOf(child)
      for (const each of marked)
        if (
          shareKey(keys, each.keys) &&
          (each.child.birthOn === null || child.birthOn === null || each.child.birthOn === child.birthOn)
        )
          child.custody.push(...each.child.custody)
    }
}

/**
 * The questions that hold back lines until the office answers: whether a child is a known one, and whom a custody note
 * bars.
 */
const waitingIn = (
  families: readonly Found[],
  { answerOf, custodyAnswerOf, calledOf }: ReturnType<typeof answersIn>,
  keysOf: KeysOf,
): Map<number, Asked> => {
  const waiting = new Map<number, Asked>()
  const ask = (lines: readonly number[], asked: Partial<Asked>) => {
    for (const n of lines) waiting.set(n, { ...(waiting.get(n) ?? nothingAsked), ...asked })
  }
  type Question = NonNullable<Asked['doubt']>
  type Other = Pick<Question, 'name' | 'nativeName' | 'birthOn'>
  const askWho = (child: SheetChild, other: Other, family: string, kind: Question['kind']) =>
    ask(child.rows, {
      doubt: {
        child: child.name,
        name: other.name,
        nativeName: other.nativeName,
        birthOn: other.birthOn,
        family,
        kind,
      },
    })
  const unclear = families.flatMap(({ family, match }) =>
    family.children.flatMap(child => {
      const { isUnclear, notes } = custodyOf(child, family, match, custodyAnswerOf)
      return isUnclear ? child.rows.map(n => ({ n, child: calledOf(child), notes, guardians: family.guardians })) : []
    }),
  )
  const once = (texts: readonly string[]) => [...new Set(texts)]
  for (const [n, asked] of Map.groupBy(unclear, each => each.n))
    ask([n], {
      // An answer is found again by what the child is called.
      custody: [...Map.groupBy(asked, ({ child }) => child)].map(([child, named]) => ({
        child,
        notes: once(named.flatMap(({ notes }) => notes)),
        guardians: once(named.flatMap(({ guardians }) => guardians.map(({ name }) => name))),
      })),
    })
  for (const { match, numbers } of families) {
    for (const [child, { person, family: called, kind }] of match.doubts) askWho(child, person, called, kind)
    for (const { lines, number } of numbers) ask(lines, { number })
  }
  // A child with that name and birthday in another family of the same sheet.
  const matchOf = new Map(families.map(({ family, match }) => [family, match]))
  const inSheet = families.map(({ family }) => family)
  for (const { child, at, before } of toldBefore(inSheet, keysOf)) {
    const known = matchOf.get(at)!.children.get(child)
    const isKnownApart = known !== undefined && known !== matchOf.get(before.at)!.children.get(before.child)
    if (!isKnownApart && !matchOf.get(at)!.doubts.has(child) && answerOf(child) === null)
      askWho(child, before.child, before.at.name, 'namesake')
  }
  return waiting
}

type Found = {
  family: SheetFamily
  match: Match
  /** Numbers from earlier sheets that stand for someone else. */
  numbers: { lines: readonly number[]; number: NumberQuestion }[]
}

/** The office's decisions on lines, looked up by person and family. */
const answersIn = (decisions: ReadonlyMap<number, Decision>, calledOf: ReturnType<typeof calledIn>) => {
  const first = <T>(lines: readonly number[], of: (decision: Decision) => T | null): T | null =>
    lines.map(n => decisions.get(n)).reduce<T | null>((found, each) => found ?? (each ? of(each) : null), null)
  return {
    calledOf,
    answerOf: ({ rows }: { rows: readonly number[] }) => first(rows, ({ answer }) => answer),
    numberAnswerOf: ({ rows }: { rows: readonly number[] }) => first(rows, ({ numberAnswer }) => numberAnswer),
    custodyAnswerOf: (child: SheetChild) =>
      first(
        [...child.rows, ...child.custody.map(({ n }) => n)],
        ({ custodyAnswers }) => custodyAnswers.find(answer => answer.child === calledOf(child)) ?? null,
      ),
  }
}

/** Matches a family to the school, by its numbers first. A number that stood for someone else raises a question. */
const foundFor = (
  family: SheetFamily,
  school: School,
  { answerOf, numberAnswerOf }: ReturnType<typeof answersIn>,
  keysOf: KeysOf,
): Found => {
  const keyed = (one: SheetChild | SheetGuardian): KnownPerson | undefined =>
    one.sourceId === '' ? undefined : school.bySourceKey.get(sourceKeyOf(kindOf(one), one.sourceId))
  const knownAs = (one: SheetChild | SheetGuardian) => {
    const person = keyed(one)
    return person && (mayBeOne(one, person, keysOf) || numberAnswerOf(one) === 'same') ? person : undefined
  }
  const numbered =
    family.familyId === '' ? undefined : school.byFamilyNumber.get(sourceKeyOf('family', family.familyId))
  const answer = numberAnswerOf(family)
  const isTheirs = numbered && answer !== 'new' && (answer === 'same' || mayBeHousehold(family, numbered, school))
  const household = isTheirs ? { known: numbered, isSaid: answer === 'same' } : undefined
  const isNameAlone = ({ birthOn, sourceId }: SheetChild) =>
    birthOn === null && sourceId === '' && family.guardians.length === 0
  const match = matchFamily(family, school, keysOf, { knownAs, answerOf, isNameAlone, household })
  const numbers: Found['numbers'] = []
  for (const one of [...family.children, ...family.guardians]) {
    const person = keyed(one)
    const matched = 'birthOn' in one ? match.children.get(one) : match.guardians.get(one)
    if (person && matched !== person && numberAnswerOf(one) === null) {
      const number = { kind: kindOf(one), number: one.sourceId, name: one.name, other: person.name }
      numbers.push({ lines: one.rows, number })
    }
  }
  if (numbered && match.household?.id !== numbered.id && answer === null) {
    const number = { kind: 'family' as const, number: family.familyId, name: family.name, other: numbered.name }
    numbers.push({ lines: family.rows, number })
  }
  return { family, match, numbers }
}

/**
 * What an import would do to the school, by line and by family. Lines with a problem, lines left out and unanswered
 * lines in doubt do nothing. Yields after each family, so that the caller can do other work.
 */
export function* planImport(
  rows: readonly SheetRow[],
  school: School,
  decisions: ReadonlyMap<number, Decision>,
  tools: Tools,
): Generator<void, Plan> {
  const reports = new Map<number, RowReport>()
  const groups = new Map<number, number>()
  const answers = answersIn(decisions, calledIn(rows))
  const isSkipped = ({ n }: SheetRow) => decisions.get(n)?.isSkipped === true
  const sound = rows.filter(row => !isSkipped(row) && row.problems.length === 0)
  const numbers = askNumbers(sound, n => decisions.get(n)?.numberAnswer ?? null, tools.keysOf)
  for (const row of rows) {
    const number = numbers.get(row.n)
    if (isSkipped(row)) reports.set(row.n, { ...stays(row, 'skipped'), group: row.n })
    else if (row.problems.length > 0) reports.set(row.n, stays(row, 'rejected'))
    else if (number) reports.set(row.n, { ...stays(row, 'doubtful'), number, group: row.n })
  }
  let usable = sound.filter(row => !reports.has(row.n))
  const left = rows.filter(row => reports.has(row.n))
  function* matched(from: readonly SheetRow[]): Generator<void, Found[]> {
    const found: Found[] = []
    for (const family of yield* gatherFamilies(
      from,
      tools.keysOf,
      row => answers.answerOf({ rows: [row.n] }) === 'same',
    )) {
      found.push(foundFor(family, school, answers, tools.keysOf))
      yield
    }
    addLeft(found, left, tools.keysOf)
    for (const { family } of found) askForSiblings(family)
    return found
  }
  let families = yield* matched(usable)
  for (const { family } of families) for (const n of family.rows) groups.set(n, Math.min(...family.rows))
  // A line in doubt takes no part, so the rest is matched again without it until no doubt is left. A note may have been
  // plain only because of a line in doubt, such as one with a father's name in another script.
  for (;;) {
    const waiting = waitingIn(families, answers, tools.keysOf)
    if (waiting.size === 0) break
    for (const row of usable) {
      const asked = waiting.get(row.n)
      if (asked) reports.set(row.n, { ...stays(row, 'doubtful'), ...asked, group: groups.get(row.n)! })
    }
    usable = usable.filter(row => !waiting.has(row.n))
    families = yield* matched(usable)
  }
  const byNumber = new Map(usable.map(row => [row.n, row]))
  const landings = new Map<number, Landing>()
  const planned = families.map(({ family, match }): Landing => ({
    family,
    match,
    planned: planFamily(family, match, tools.newId, answers.custodyAnswerOf),
  }))
  for (const landing of planned)
    for (const n of landing.family.rows) {
      landings.set(n, landing)
      const { family, match, planned: plan } = landing
      reports.set(n, { ...reportOf(byNumber.get(n)!, family, match, plan), group: groups.get(n)! })
    }
  const keys = planned.flatMap(({ family, planned: plan }): SourceKey[] => [
    { kind: 'family', key: family.familyId, ourId: plan.id },
    ...plan.children.map(({ id, of }) => ({ kind: 'student' as const, key: of.sourceId, ourId: id })),
    ...plan.guardians.map(({ id }, index) => ({
      kind: 'guardian' as const,
      key: family.guardians[index]!.sourceId,
      ourId: id,
    })),
  ])
  return {
    families: planned.map(({ planned: plan }) => plan),
    reports,
    landings,
    keys: keys.filter(({ key }) => key !== ''),
  }
}
