import type { ImportRow, RowNote, RowOutcome } from '#contract/exchange/imports.ts'
import type { StudentField } from '#contract/studentFields.plain.ts'
import { blanksOf, gatherFamilies, type SheetChild, type SheetFamily, type SheetGuardian } from './families.ts'
import { type Doubt, type FamilyMatch, isUnnamed, matchFamily, type School } from './matching.ts'
import type { KeysOf } from './names.ts'
import type { SheetRow } from './reading.ts'
import type { Relationship } from './words.ts'

export type Decision = { isSkipped: boolean; answer: 'same' | 'new' | null }
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
  rows: number[]
}
export type RowReport = Pick<
  ImportRow,
  'outcome' | 'children' | 'guardians' | 'family' | 'problems' | 'warnings' | 'doubt'
>
export type Plan = { families: PlannedFamily[]; reports: Map<number, RowReport> }
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

const planFamily = (family: SheetFamily, match: Match, newId: () => string): PlannedFamily => {
  const { household } = match
  return {
    id: household?.id ?? newId(),
    isNew: household === null,
    name: household?.name ?? family.name,
    address: family.address,
    guardians: family.guardians.map(guardian => plannedGuardian(guardian, match, family, newId)),
    children: family.children.map(child => {
      const known = match.children.get(child)
      return { id: known?.id ?? newId(), isNew: !known, of: child }
    }),
    contacts:
      household === null
        ? family.contacts
        : family.contacts.filter(contact => !household.contacts.includes(contact.phone.replace(/\D/g, '').slice(-10))),
    fills: fillsOf(match),
    fillsAddress: household !== null && household.address === '' && family.address !== '',
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
    planned.fills.some(({ id }) => mine.has(id)) ||
    (first(family.rows) && (planned.fillsAddress || (!planned.isNew && planned.contacts.length > 0)))
  return isChange ? 'changed' : 'same'
}

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
    ],
    doubt: null,
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
})

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
  let usable: SheetRow[] = []
  for (const row of rows) {
    if (decisions.get(row.n)?.isSkipped === true) reports.set(row.n, stays(row, 'skipped'))
    else if (row.problems.length > 0) reports.set(row.n, stays(row, 'rejected'))
    else usable.push(row)
  }
  const beforehand = {
    knownAs: () => undefined,
    answerOf: ({ rows: lines }: SheetChild) =>
      lines.map(n => decisions.get(n)?.answer ?? null).find(answer => answer !== null) ?? null,
  }
  function* matched(from: readonly SheetRow[]): Generator<void, { family: SheetFamily; match: Match }[]> {
    const found: { family: SheetFamily; match: Match }[] = []
    for (const family of yield* gatherFamilies(from, tools.keysOf)) {
      found.push({ family, match: matchFamily(family, school, tools.keysOf, beforehand) })
      yield
    }
    return found
  }
  let families = yield* matched(usable)
  // A line in doubt takes no part, so what is left is looked at again without it.
  const doubts = new Map<number, Doubt>(
    families.flatMap(({ match }) =>
      [...match.doubts].flatMap(([child, doubt]) => child.rows.map(n => [n, doubt] as const)),
    ),
  )
  if (doubts.size > 0) {
    for (const row of usable) {
      const known = doubts.get(row.n)
      if (known)
        reports.set(row.n, {
          ...stays(row, 'doubtful'),
          doubt: {
            child: known.child,
            name: known.person.name,
            nativeName: known.person.nativeName,
            birthOn: known.person.birthOn,
            family: known.family,
          },
        })
    }
    usable = usable.filter(row => !doubts.has(row.n))
    families = yield* matched(usable)
  }
  const byNumber = new Map(usable.map(row => [row.n, row]))
  const planned = families.map(each => ({ ...each, planned: planFamily(each.family, each.match, tools.newId) }))
  for (const { family, match, planned: plan } of planned)
    for (const n of family.rows) reports.set(n, reportOf(byNumber.get(n)!, family, match, plan))
  return { families: planned.map(({ planned: plan }) => plan), reports }
}
