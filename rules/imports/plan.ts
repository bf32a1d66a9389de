import type { CustodyAnswer, ImportRow, RowNote, RowOutcome } from '#contract/exchange/imports.ts'
import type { StudentField } from '#contract/studentFields.plain.ts'
import { settleCustody } from './custody.ts'
import {
  blanksOf,
  gatherFamilies,
  type SheetChild,
  type SheetFamily,
  type SheetGuardian,
  shareKey,
} from './families.ts'
import {
  doubtOf,
  type FamilyMatch,
  isUnnamed,
  type KnownPerson,
  matchFamily,
  mayBeOne,
  type School,
  type SourceKey,
  sourceKeyOf,
} from './matching.ts'
import type { KeysOf } from './names.ts'
import type { SheetRow } from './reading.ts'
import type { Relationship } from './words.ts'

export type Decision = { isSkipped: boolean; answer: 'same' | 'new' | null; custodyAnswer: CustodyAnswer | null }
/** Who may not see a child, or only not fetch it. */
export type PlannedBar = { studentId: string; guardianId: string; isPickUpOnly: boolean }
/** What a sheet says of a child's custody. `isOpen`: the office has to decide; until then nobody may see or fetch it. */
export type PlannedCustody = { studentId: string; note: string; isOpen: boolean; strangers: string[] }
/** What a person who is there already gets: blanks only. `from` is what stands there now. */
export type Fill = {
  id: string
  field: StudentField | 'email' | 'phone'
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
  /** Who of the family is no guardian of a child: half-siblings have parents of their own. */
  apart: { studentId: string; guardianId: string }[]
  custody: PlannedCustody[]
  rows: number[]
}
export type RowReport = Pick<
  ImportRow,
  'outcome' | 'children' | 'guardians' | 'family' | 'problems' | 'warnings' | 'doubt' | 'custody'
>
export type Plan = { families: PlannedFamily[]; reports: Map<number, RowReport>; keys: SourceKey[] }
type Match = FamilyMatch<SheetGuardian, SheetChild>
type Tools = { newId: () => string; keysOf: KeysOf }

const plannedGuardian = (
  guardian: SheetGuardian,
  match: Match,
  family: SheetFamily,
  newId: () => string,
): PlannedGuardian => {
  const known = match.guardians.get(guardian)
  // An address is one person's; others who share it go without.
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
  }
  for (const [child, known] of match.children) {
    fill(known.id, 'birthOn', known.birthOn, child.birthOn)
    const nativeName = known.nativeName || (known.name === child.nativeName ? known.name : '')
    for (const { field, value } of blanksOf({ ...known, nativeName }, child)) fill(known.id, field, '', value)
  }
  return fills
}

/**
 * Whether a guardian is a sibling's only: they share no line with the child, whose lines name others in their place. A
 * parent who is left out beside a single other one cares for all.
 */
const isApart = (child: SheetChild, guardian: SheetGuardian, family: readonly SheetGuardian[]): boolean => {
  const shares = ({ rows }: SheetGuardian) => rows.some(n => child.rows.includes(n))
  const isParent = guardian.relationship === 'mother' || guardian.relationship === 'father'
  const own = family.filter(shares)
  if (own.length === 0 || own.includes(guardian)) return false
  return !isParent || own.length > 1 || own.some(({ relationship }) => relationship === guardian.relationship)
}

type AnswerOf = (child: SheetChild) => CustodyAnswer | null
/** What the marks of a child come to, with what the office has said of them; what is on record already is settled. */
const custodyOf = (child: SheetChild, family: SheetFamily, match: Match, answerOf: AnswerOf) => {
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
    barred: barred.map(guardian => ({ guardian, isPickUpOnly: false })),
    answer,
  }
}

const planFamily = (family: SheetFamily, match: Match, newId: () => string, answerOf: AnswerOf): PlannedFamily => {
  const { household } = match
  const guardians = family.guardians.map(guardian => plannedGuardian(guardian, match, family, newId))
  const children = family.children.map(child => {
    const known = match.children.get(child)
    return { id: known?.id ?? newId(), isNew: !known, of: child }
  })
  const settled = children.map(({ id, of }) => ({ id, ...custodyOf(of, family, match, answerOf) }))
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
            (child.isNew || guardian.isNew) && isApart(child.of, family.guardians[index]!, family.guardians),
        )
        .map(guardian => ({ studentId: child.id, guardianId: guardian.id })),
    ),
    bars: settled.flatMap(({ id, barred }) =>
      barred.map(({ guardian, isPickUpOnly }) => ({
        studentId: id,
        guardianId: guardians[family.guardians.indexOf(guardian)]!.id,
        isPickUpOnly,
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

/** Who will not see or fetch the children of a line. */
const barsOf = (row: SheetRow, planned: PlannedFamily): RowNote[] =>
  planned.bars.flatMap(({ studentId, guardianId, isPickUpOnly }) => {
    const child = planned.children.find(({ id, of }) => id === studentId && of.rows.includes(row.n))
    const guardian = planned.guardians.find(({ id }) => id === guardianId)!
    const code = isPickUpOnly ? 'custody-pickup' : 'custody-barred'
    return child ? [{ code, column: null, text: `${guardian.name} → ${child.of.name}` }] : []
  })

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
    doubt: null,
    custody: null,
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
  doubt: null,
  custody: null,
})

const kindOf = (one: SheetRow['children' | 'guardians'][number]): SourceKey['kind'] =>
  'birthOn' in one ? 'student' : 'guardian'

/** A number that two lines give to people of different names is one of theirs at most: the later line stays out. */
const refuseOtherNames = (rows: readonly SheetRow[], keysOf: KeysOf): void => {
  const first = new Map<string, { name: string; nativeName: string }>()
  for (const row of rows)
    for (const one of [...row.children, ...row.guardians]) {
      if (one.sourceId === '') continue
      const key = sourceKeyOf(kindOf(one), one.sourceId)
      const other = first.get(key)
      if (!other) first.set(key, one)
      else if (!mayBeOne(one, other, keysOf))
        row.problems.push({ code: 'number-other', column: null, text: `${one.sourceId}: ${other.name} ≠ ${one.name}` })
    }
}

/** What a line that stays out says of a child's custody counts where another line brings the child in. */
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

/** What the office is asked before lines may come in: whether a child is one that is known, and what a note bars. */
const waitingIn = (
  families: readonly { family: SheetFamily; match: Match }[],
  answerOf: AnswerOf,
): Map<number, Pick<RowReport, 'doubt' | 'custody'>> => {
  const waiting = new Map<number, Pick<RowReport, 'doubt' | 'custody'>>()
  for (const { family, match } of families) {
    for (const child of family.children) {
      const { isUnclear, notes } = custodyOf(child, family, match, answerOf)
      if (!isUnclear) continue
      const custody = { child: child.name, notes, guardians: family.guardians.map(({ name }) => name) }
      for (const n of child.rows) waiting.set(n, { doubt: null, custody })
    }
    for (const [child, { person, family: called, child: name }] of match.doubts) {
      const doubt = {
        child: name,
        name: person.name,
        nativeName: person.nativeName,
        birthOn: person.birthOn,
        family: called,
      }
      for (const n of child.rows) waiting.set(n, { doubt, custody: waiting.get(n)?.custody ?? null })
    }
  }
  return waiting
}

/**
 * What an import would do to the school, line by line and family by family. Lines with a problem, lines that are left
 * out and lines in doubt without an answer do nothing. It pauses after each family, so that its caller may do
 * something else meanwhile.
 */
export function* planImport(
  rows: readonly SheetRow[],
  school: School,
  decisions: ReadonlyMap<number, Decision>,
  tools: Tools,
): Generator<void, Plan> {
  const reports = new Map<number, RowReport>()
  refuseOtherNames(rows, tools.keysOf)
  let usable: SheetRow[] = []
  for (const row of rows) {
    if (decisions.get(row.n)?.isSkipped === true) reports.set(row.n, stays(row, 'skipped'))
    else if (row.problems.length > 0) reports.set(row.n, stays(row, 'rejected'))
    else usable.push(row)
  }
  const answerOf = ({ rows: lines }: { rows: readonly number[] }) =>
    lines.map(n => decisions.get(n)?.answer ?? null).find(answer => answer !== null) ?? null
  const keyed = (one: SheetChild | SheetGuardian): KnownPerson | undefined =>
    one.sourceId === '' ? undefined : school.bySourceKey.get(sourceKeyOf(kindOf(one), one.sourceId))
  const beforehand = {
    knownAs: (one: SheetChild | SheetGuardian) => {
      const person = keyed(one)
      const isSame =
        person !== undefined && (mayBeOne(one, person, tools.keysOf) || ('birthOn' in one && answerOf(one) === 'same'))
      return isSame ? person : undefined
    },
    answerOf,
  }
  function* matched(from: readonly SheetRow[]): Generator<void, { family: SheetFamily; match: Match }[]> {
    const found: { family: SheetFamily; match: Match }[] = []
    for (const family of yield* gatherFamilies(from, tools.keysOf)) {
      const match = matchFamily(family, school, tools.keysOf, beforehand)
      // A number that was another child's is a question, whatever else is alike.
      for (const child of family.children) {
        const person = keyed(child)
        if (person && match.children.get(child) !== person && answerOf(child) === null)
          match.doubts.set(child, doubtOf(child, person, school))
      }
      found.push({ family, match })
      yield
    }
    return found
  }
  const left = rows.filter(row => reports.has(row.n))
  const custodyAnswerOf = (child: SheetChild): CustodyAnswer | null =>
    [...child.rows, ...child.custody.map(({ n }) => n)]
      .map(n => decisions.get(n)?.custodyAnswer ?? null)
      .find(answer => answer !== null) ?? null
  let families = yield* matched(usable)
  addLeft(families, left, tools.keysOf)
  // A line in doubt takes no part, so what is left is looked at again without it.
  const waiting = waitingIn(families, custodyAnswerOf)
  if (waiting.size > 0) {
    for (const row of usable) {
      const asked = waiting.get(row.n)
      if (asked) reports.set(row.n, { ...stays(row, 'doubtful'), ...asked })
    }
    usable = usable.filter(row => !waiting.has(row.n))
    families = yield* matched(usable)
    addLeft(families, left, tools.keysOf)
  }
  const byNumber = new Map(usable.map(row => [row.n, row]))
  const planned = families.map(each => ({
    ...each,
    planned: planFamily(each.family, each.match, tools.newId, custodyAnswerOf),
  }))
  for (const { family, match, planned: plan } of planned)
    for (const n of family.rows) reports.set(n, reportOf(byNumber.get(n)!, family, match, plan))
  const keys = planned.flatMap(({ family, planned: plan }): SourceKey[] => [
    ...plan.children.map(({ id, of }) => ({ kind: 'student' as const, key: of.sourceId, ourId: id })),
    ...plan.guardians.map(({ id }, index) => ({
      kind: 'guardian' as const,
      key: family.guardians[index]!.sourceId,
      ourId: id,
    })),
  ])
  return { families: planned.map(({ planned: plan }) => plan), reports, keys: keys.filter(({ key }) => key !== '') }
}
