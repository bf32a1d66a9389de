import { columnOf, type ColumnTarget, type ImportField, mostOfAKind, plainFields } from '#contract/exchange/imports.ts'
import { eachField } from '#contract/studentFields.plain.ts'
import { looksGrouped, looksNamed, looksNumbered, outvoted, recogniseCells } from './contents.ts'
import { type Heading, headingKey, readHeading, type What, type Who } from './headers.ts'
import { staffColumns } from './staff.ts'
import type { Relationship } from './words.ts'

export type Proposal = {
  target: ColumnTarget
  by: 'sure' | 'likely' | 'guess' | 'none'
  /** The relationship to the child of the column's guardian, if the heading gives one. */
  relationship: Relationship | null
}
type Fields = Partial<Record<What, ImportField>>

const left: Proposal = { target: { field: 'ignore', n: 1 }, by: 'none', relationship: null }
const childFields: Fields = {
  name: 'child-name',
  first: 'child-first',
  middle: 'child-middle',
  last: 'child-last',
  native: 'child-native',
  preferred: 'child-preferred',
  birth: 'child-birth',
  grade: 'child-grade',
  ...eachField(plainFields, columnOf),
  class: 'child-class',
  id: 'child-id',
  custody: 'child-custody',
  barred: 'child-barred',
  pickup: 'child-pickup',
}
const guardianFields: Fields = {
  name: 'guardian-name',
  first: 'guardian-first',
  last: 'guardian-last',
  native: 'guardian-native',
  email: 'guardian-email',
  phone: 'guardian-phone',
  relationship: 'guardian-relationship',
  id: 'guardian-id',
  pickup: 'guardian-pickup',
}
const addressFields: Fields = {
  address: 'family-address',
  street: 'family-street',
  city: 'family-city',
  state: 'family-state',
  postcode: 'family-postcode',
}
const familyFields: Fields = {
  ...addressFields,
  name: 'family-name',
  last: 'family-name',
  id: 'family-id',
  email: 'family-email',
  phone: 'family-phone',
}
const emergencyFields: Fields = {
  name: 'emergency-name',
  first: 'emergency-name',
  phone: 'emergency-phone',
  relationship: 'emergency-relationship',
}
const doctorFields: Fields = { name: 'doctor-name', phone: 'doctor-phone' }

const isGuardian = (who: Who | null): boolean => who === 'guardian' || who === 'mother' || who === 'father'
const isContact = (what: What | null): boolean => what === 'email' || what === 'phone' || what === 'relationship'
const keyOf = ({ who, n }: Heading): string => (who === 'guardian' ? String(n ?? 1) : who!)
/** The guardians mentioned in headings, in sheet order. */
const guardiansIn = (read: readonly Heading[]): string[] => [
  ...new Set(read.filter(({ who }) => isGuardian(who)).map(keyOf)),
]

/**
 * Maps a heading to the number of the sheet's guardian that it means: mother and father by word, others by number, in
 * sheet order.
 */
const guardianNumbers = (read: readonly Heading[]): ((of: Heading) => number) => {
  const keys = guardiansIn(read)
  const isNumber = (key: string) => /^\d$/.test(key)
  if (keys.every(isNumber)) return of => Number(keyOf(of))
  // If only some guardians are numbered, they come first.
  const ordered = keys.toSorted((a, b) => Number(isNumber(b)) - Number(isNumber(a)))
  return of => ordered.indexOf(keyOf(of)) + 1
}

const make = (
  field: ImportField | undefined,
  n: number,
  by: Proposal['by'],
  relationship: Relationship | null = null,
): Proposal => (field === undefined || n > mostOfAKind ? left : { target: { field, n }, by, relationship })

/** The kind of person for whom a form may repeat the same headings. */
const groupOf = ({ who, what }: Heading): 'child' | 'guardian' | 'emergency' | null => {
  if (who === 'guardian' || who === 'emergency') return who
  return who === 'child' || (who === null && what !== null && what in childFields) ? 'child' : null
}
/** True for questions about health and safety. If one appears once, its answer applies to every child. */
const isAskedOfAll = ({ what }: Heading): boolean =>
  what === 'custody' || what === 'barred' || what === 'pickup' || plainFields.some(field => field === what)
/** The key of a heading, without the suffix that programs add to a repeated one, as in "Name.1". */
const repeatOf = (heading: string): string => headingKey(heading.replace(/[._]\d$/, ''))

/**
 * Numbers headings that repeat without a number. Each occurrence of the first repeated heading of a group starts the
 * next child, guardian or contact, and the headings after it belong to that person.
 */
const withGroups = (read: readonly Heading[], headings: readonly string[]): Heading[] => {
  const numbered = [...read]
  for (const group of ['child', 'guardian', 'emergency'] as const) {
    const at = read.flatMap((heading, index) => (groupOf(heading) === group ? [index] : []))
    const isRepeat = (index: number) => repeatOf(headings[index]!) !== headingKey(headings[index]!)
    if (at.some(index => read[index]!.n !== null && !isRepeat(index))) continue
    const keys = at.map(index => repeatOf(headings[index]!))
    const starter = keys.find((key, place) => keys.indexOf(key, place + 1) !== -1)
    if (starter === undefined) continue
    let n = 0
    const last = keys.lastIndexOf(starter)
    for (const [place, index] of at.entries()) {
      if (keys[place] === starter) n += 1
      // A question that the form asks once, after the last child, applies to all children.
      const isOfAll =
        group === 'child' && place > last && keys.indexOf(keys[place]!) === place && isAskedOfAll(read[index]!)
      numbered[index] = { ...read[index]!, n: isOfAll ? null : Math.max(n, 1) }
    }
  }
  return numbered
}

/** Headings for the teacher of a student's class and for its meeting times. */
const classTeacher = /^(?:class )?(?:teacher|instructor)(?: \d)?$|^(?:任课)?(?:老师|老師|教师)$/
const classTime = /^(?:class |lesson )?(?:times?|schedule|day and time|day\/time)(?: \d)?$|^(?:上课)?(?:时间|時間)$/

/** "Parents' e-mail" beside separate columns for mother and father belongs to the family. */
const ofBothParents = (read: readonly Heading[]): Heading[] => {
  const hasBoth = read.some(({ who }) => who === 'mother' || who === 'father')
  const isNamed = ({ who, what }: Heading) =>
    who === 'guardian' && (what === null || /^(?:name|first|last|native)$/.test(what))
  if (!hasBoth || read.some(isNamed)) return [...read]
  return read.map(each => (each.who === 'guardian' && each.n === null ? { ...each, who: 'family' } : each))
}

/** The person whom the preceding headings are about. */
type Subject = { who: 'child' | 'guardian' | 'emergency'; n: number } | null

const ofChild = (what: What | null, n: number): Proposal => {
  if (what !== null && !(what in childFields)) return make(familyFields[what], 1, 'likely')
  return make(childFields[what ?? 'name'], n, 'sure')
}
const ofGuardian = (what: What | null, n: number, relationship: Relationship | null): Proposal => {
  if (what !== null && what in addressFields) return make(addressFields[what], 1, 'likely')
  return make(guardianFields[what ?? 'name'], n, 'sure', relationship)
}

/**
 * True if "Custodial parent" stands above names: such a column, and "Custodial cell" beside it, describes a guardian.
 */
const isNamedCustodian = ({ target }: Proposal, heading: string, cells: readonly string[]): boolean => {
  const filled = cells.filter(Boolean)
  const names = filled.filter(
    cell => /\p{Lu}\p{L}+\s+(?:.*\s)?\p{Lu}\p{L}+/u.test(cell) && !/custod|sole|joint|only|with\b/i.test(cell),
  )
  return target.field === 'child-custody' && /custodial/i.test(heading) && names.length > filled.length / 2
}
const isOfGuardians = /guardian|custod|监护|監護/i
/** A yes or no about grandparents tells nothing about the parents. */
const ofOtherKin = /grand(?:parents?|ma|pa|mother|father)|nanny|babysitter|祖|爷|爺|奶|外婆|外公|保姆/
/**
 * A column about who may see or pick up a child: a yes or no about one guardian if the heading means one, otherwise a
 * remark about the child.
 */
const ofSafety = (
  heading: Heading,
  key: string,
  numberOf: (of: Heading) => number,
  subject: Subject,
  read: readonly Heading[],
): Proposal => {
  const { who, what, n, relationship } = heading
  if (what === 'pickup' && ofOtherKin.test(key)) return left
  // "Pick-up allowed by" is answered with names.
  const isOfNames = /\bby\b|\bwho\b|\blist\b|authori[sz]ed|[人谁]/.test(key)
  const spokenOf = isOfNames
    ? null
    : subject?.who === 'guardian'
      ? subject.n
      : guardiansIn(read).length === 1
        ? 1
        : null
  if (what === 'pickup' && isGuardian(who)) return make('guardian-pickup', numberOf(heading), 'sure', relationship)
  if (what === 'pickup' && who === null && spokenOf !== null) return make('guardian-pickup', spokenOf, 'likely')
  return make(childFields[what!], n ?? (who !== 'child' && subject?.who === 'child' ? subject.n : 1), 'sure')
}

/**
 * The target of a phone number or address whose heading doesn't say whose it is: the person mentioned before it, or the
 * family.
 */
const ofWhom = (what: What, n: number | null, subject: Subject, read: readonly Heading[]): Proposal => {
  const alike = read.filter(each => each.what === what && (each.who === null || each.who === 'family')).length
  const guardians = guardiansIn(read).length
  const others = read.filter(each => isGuardian(each.who) && each.what === what).length
  if (subject?.who === 'emergency' && what !== 'email' && alike + others > 1)
    return make(emergencyFields[what], subject.n, 'likely')
  // "Primary phone, secondary phone" after both parents.
  if (subject?.who === 'guardian' && n !== null && n <= guardians) return make(guardianFields[what], n, 'likely')
  if (subject?.who === 'guardian' && (alike > 1 || guardians === 1))
    return make(guardianFields[what], subject.n, 'likely')
  return what === 'relationship'
    ? make('guardian-relationship', subject?.n ?? 1, 'guess')
    : make(familyFields[what], 1, 'likely')
}

/** If no heading is about the children's names, the first column without a heading that holds names becomes theirs. */
const withNames = (
  proposals: readonly Proposal[],
  headings: readonly string[],
  samples: readonly (readonly string[])[],
): Proposal[] => {
  const isNamed = proposals.some(({ target }) => /^child-(?:name|first|native)$/.test(target.field))
  const at = isNamed
    ? -1
    : proposals.findIndex(
        ({ target }, index) => target.field === 'ignore' && headings[index] === '' && looksNamed(samples[index] ?? []),
      )
  return proposals.map((each, index) => (index === at ? make('child-name', 1, 'guess') : each))
}

/**
 * Proposes what each column holds: from its heading, from the headings before it ("Mother", "Phone", "Father",
 * "Phone"), and from its cells, which take precedence if they contradict the heading.
 */
export const proposeColumns = (headings: readonly string[], samples: readonly (readonly string[])[]): Proposal[] => {
  // Hire dates are not birthdays.
  const staff = staffColumns(headings)
  if (staff) return staff.map(target => ({ ...left, target, by: target.field === 'ignore' ? 'none' : 'sure' }))
  const recognised = headings.map((heading, index): Heading => {
    const of = readHeading(heading)
    const isName = of.who === 'child' && (of.what === null || of.what === 'name')
    return isName && looksNumbered(samples[index] ?? []) ? { ...of, what: 'id' } : of
  })
  const read = withGroups(ofBothParents(recognised), headings)
  const numberOf = guardianNumbers(read)
  const hasChild = read.some(({ who }) => who === 'child')
  const hasBirth = read.some(({ what }) => what === 'birth')
  const hasGuardian = read.some(
    ({ who, what }) => isGuardian(who) && (what === null || what === 'name' || what === 'first'),
  )
  const isChildName = ({ who, what }: Heading) =>
    who === 'child' && (what === null || what === 'name' || what === 'first')
  const hasChildName = read.some(isChildName)
  // If a heading marks the birthday, a day in another column is not one.
  const taken = new Set<string>(hasBirth ? ['child-birth:1'] : [])
  const mostCalled = read.reduce(
    (most, { who, n }, index) =>
      who === 'emergency' && !/pick/i.test(headings[index]!) ? Math.max(most, n ?? 1) : most,
    0,
  )
  let subject: Subject = null
  const propose = (heading: Heading, key: string, cells: readonly string[]): Proposal => {
    const { who, what, n, relationship } = heading
    if (hasChild && classTeacher.test(key)) return make('child-class-teacher', n ?? 1, 'likely')
    if (hasChild && classTime.test(key)) return make('child-class-time', n ?? 1, 'likely')
    if (who === 'other' || what === 'ignore') return left
    if (what === 'custody' || what === 'barred' || what === 'pickup')
      return ofSafety(heading, key, numberOf, subject, read)
    if (what === 'time') return make('row-time', 1, 'sure')
    if (what === 'age') return hasBirth ? left : make('child-birth', n ?? 1, 'guess')
    if (who === 'doctor') return make(doctorFields[what ?? 'name'], 1, 'sure')
    if (who === 'emergency') {
      // People who may pick up a child are numbered after the emergency contacts.
      subject = { who, n: (n ?? 1) + (/pick/.test(key) ? mostCalled : 0) }
      return make(emergencyFields[what ?? 'name'], subject.n, what === null ? 'likely' : 'sure')
    }
    if (isGuardian(who)) {
      subject = { who: 'guardian', n: numberOf(heading) }
      return ofGuardian(what, subject.n, relationship)
    }
    // "Relationship to child" describes the parent.
    if (who === 'child' && what === 'relationship')
      return make('guardian-relationship', subject?.who === 'guardian' ? subject.n : 1, 'likely')
    if (who === 'child') {
      subject = { who, n: n ?? 1 }
      return ofChild(what, subject.n)
    }
    const before: Subject = subject
    if (who === 'family' && what === null)
      return /^(?:the )?(?:famil|household|家庭|户)\S*$/.test(key) ? make('family-name', 1, 'guess') : left
    // A name beside the children's own names is their parent's.
    if (what === 'name' && who === null && hasChildName) return hasGuardian ? left : make('guardian-name', 1, 'guess')
    if (what === null) return make(recogniseCells(cells, taken), 1, 'guess')
    if (what in addressFields) return make(addressFields[what], 1, 'sure')
    if (who === 'family') return make(familyFields[what], 1, 'sure')
    if (isContact(what)) return ofWhom(what, n, before, read)
    if (what === 'id') return looksGrouped(cells) ? make('family-id', 1, 'guess') : left
    const isChildNamed = hasChild || taken.has('child-name:1') || taken.has(`child-${what}:1`)
    if (before?.who === 'guardian' && what in guardianFields && isChildNamed)
      return make(guardianFields[what], before.n, 'likely')
    return make(
      childFields[what],
      n ?? (before?.who === 'child' ? before.n : 1),
      hasChild || what !== 'name' ? 'likely' : 'guess',
    )
  }
  const proposals = read.map((heading, index): Proposal => {
    const cells = samples[index] ?? []
    const proposal = propose(heading, headingKey(headings[index]!), cells)
    const own = proposal.target.field
    const told = isNamedCustodian(proposal, headings[index]!, cells) ? 'guardian-name' : outvoted(own, cells)
    const isNameAlready = own === 'guardian-relationship' && taken.has(`guardian-name:${proposal.target.n}`)
    // "Primary contact: mother" says nothing about custody; 监护人: 母亲 does.
    const isOfContact = told === 'child-custody' && told !== own && !isOfGuardians.test(headings[index]!)
    const field = isNameAlready ? own : isOfContact ? 'ignore' : told
    taken.add(`${field}:${proposal.target.n}`)
    return field === proposal.target.field
      ? proposal
      : {
          ...proposal,
          // Names under "May pick up" belong to the child.
          target: { field, n: field === 'child-pickup' ? 1 : proposal.target.n },
          by: 'likely',
        }
  })
  return withNames(proposals, headings, samples)
}
