import type { PromotionDecision, PromotionReason } from '#contract/enrolment/promotions.ts'
import type { Following } from './courses.ts'
import { type AgeRule, isOfAge, overlap } from './fit.ts'
import { awkwardness, type Interval } from './familyTimes.ts'

/** A seat in a class of the old term. */
export type FromSeat = {
  id: string
  studentId: string
  householdId: string
  birthOn: string | null
  courseId: string
  section: {
    id: string
    name: string
    weekday: number
    startsAt: string
    endsAt: string
    teacherIds: readonly string[]
  }
  /** The released result; null if there is none. */
  percent: number | null
}
/** A class of the new term. */
export type ToClass = Interval &
  AgeRule & {
    id: string
    name: string
    courseId: string
    capacity: number
    /** Seats already taken or promised. */
    taken: number
    teacherIds: readonly string[]
  }
export type Proposal = {
  /** The id of the seat in the old term. */
  id: string
  decision: PromotionDecision
  sectionId: string | null
  reason: PromotionReason
}
export type Asked = {
  seats: readonly FromSeat[]
  classes: readonly ToClass[]
  /** Existing enrolments and waitlist entries in the new term. */
  placed: readonly { studentId: string; householdId: string; sectionId: string }[]
  following: ReadonlyMap<string, Following>
  /** True if students move up to the next course; otherwise they stay in theirs. */
  isAdvancing: boolean
  passPercent: number | null
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The suffix that distinguishes parallel classes: "G1-A" → "A", "K-B" → "B", 一年级甲班 → 甲. */
const groupOf = (name: string): string =>
  /(?:[\s-]([A-Z]|\d{1,2})|([甲乙丙丁戊])班?)$/.exec(name.trim())?.slice(1).join('') ?? ''

type Aim = { seat: FromSeat; decision: 'promote' | 'retain'; reason: PromotionReason; candidates: readonly ToClass[] }

/** Where a student goes before seats and times are considered: an aim, or a decision that needs no class. */
const aimOf = (seat: FromSeat, asked: Asked, classesOf: ReadonlyMap<string, readonly ToClass[]>): Aim | Proposal => {
  const settled = (decision: PromotionDecision, reason: PromotionReason): Proposal => ({
    id: seat.id,
    decision,
    sectionId: null,
    reason,
  })
  const following = asked.isAdvancing ? (asked.following.get(seat.courseId) ?? { kind: 'same' as const }) : null
  if (following && following.kind !== 'same' && isBelow(seat, asked)) return settled('choose', 'below-pass')
  if (following?.kind === 'finish') return settled('leave', 'finished')
  const courseId = following?.kind === 'next' ? following.courseId : seat.courseId
  const decision = following?.kind === 'next' ? 'promote' : 'retain'
  const reason = following === null ? 'continues' : following.kind === 'next' ? 'next' : 'repeats'
  const offered = classesOf.get(courseId) ?? []
  if (offered.length === 0) return settled('choose', 'no-class')
  // A student in a course stays in it to the end of the year, even after a birthday.
  const fits = (each: ToClass) => following === null || seat.birthOn === null || isOfAge(seat.birthOn, each)
  const candidates = offered.filter(fits)
  return candidates.length === 0 ? settled('choose', 'age') : { seat, decision, reason, candidates }
}

const isBelow = ({ percent }: FromSeat, { passPercent }: Asked): boolean =>
  passPercent !== null && percent !== null && percent < passPercent

/** The students in each class of the new term, as far as decided. */
class Seating {
  readonly #classes: ReadonlyMap<string, ToClass>
  readonly #taken = new Map<string, number>()
  /** By household: class times already assigned. */
  readonly #times = new Map<string, { studentId: string; at: ToClass }[]>()
  readonly #groups = new Map<string, string>()
  /** By household, until its times change. */
  readonly #awkwardness = new Map<string, Map<string, number>>()
  /** The number of students from an old class who go to a new class. */
  readonly #together = new Map<string, number>()
  readonly #sizes = new Map<string, number>()

  constructor(asked: Asked) {
    this.#classes = new Map(asked.classes.map(each => [each.id, each]))
    for (const { id, taken } of asked.classes) this.#taken.set(id, taken)
    for (const { name } of [...asked.classes, ...asked.seats.map(({ section }) => section)])
      if (!this.#groups.has(name)) this.#groups.set(name, groupOf(name))
    for (const { section } of asked.seats) this.#sizes.set(section.id, (this.#sizes.get(section.id) ?? 0) + 1)
    for (const { studentId, householdId, sectionId } of asked.placed) {
      const at = this.#classes.get(sectionId)
      if (at) this.#timesOf(householdId).push({ studentId, at })
    }
  }

  #timesOf(householdId: string) {
    const known = this.#times.get(householdId)
    if (known) return known
    const made: { studentId: string; at: ToClass }[] = []
    this.#times.set(householdId, made)
    return made
  }

  hasSeat(each: ToClass): boolean {
    return this.#taken.get(each.id)! < each.capacity
  }

  isFree({ studentId, householdId }: FromSeat, each: ToClass): boolean {
    return !this.#timesOf(householdId).some(known => known.studentId === studentId && overlap(known.at, each))
  }

  /** The score of a class for a student: the same teacher, time and group, friends, and the family's times. */
  suits({ studentId, householdId, section }: FromSeat, each: ToClass): number {
    const group = this.#groups.get(section.name)!
    const isSameGroup = section.name === each.name || (group !== '' && group === this.#groups.get(each.name))
    const friends = (this.#together.get(`${section.id} ${each.id}`) ?? 0) / this.#sizes.get(section.id)!
    return (
      (each.teacherIds.some(id => section.teacherIds.includes(id)) ? 4 : 0) +
      (each.weekday === section.weekday && each.startsAt === section.startsAt ? 4 : 0) +
      (isSameGroup ? 3 : 0) +
      Math.round(friends * 30) / 10 -
      6 * this.#awkward(householdId, studentId, each)
    )
  }

  /** The conflicts for the family. Many classes have the same time, so the result is cached by time. */
  #awkward(householdId: string, studentId: string, { weekday, startsAt, endsAt }: ToClass): number {
    const known = this.#timesOf(householdId)
    if (known.length === 0) return 0
    const answers = this.#awkwardness.get(householdId) ?? new Map<string, number>()
    this.#awkwardness.set(householdId, answers)
    const time = `${studentId} ${weekday} ${startsAt} ${endsAt}`
    const answer = answers.get(time)
    if (answer !== undefined) return answer
    const visits = known.map(each => ({ ...each.at, studentId: each.studentId }))
    const found = awkwardness(visits, { studentId, weekday, startsAt, endsAt })
    answers.set(time, found)
    return found
  }

  /** The share of a class's seats that are taken, from 0 to 1. */
  fill(each: ToClass): number {
    return this.#taken.get(each.id)! / each.capacity
  }

  put(seat: FromSeat, each: ToClass, by: 1 | -1 = 1): void {
    this.#taken.set(each.id, this.#taken.get(each.id)! + by)
    const pair = `${seat.section.id} ${each.id}`
    this.#together.set(pair, (this.#together.get(pair) ?? 0) + by)
    this.#awkwardness.delete(seat.householdId)
    const times = this.#timesOf(seat.householdId)
    if (by === 1) times.push({ studentId: seat.studentId, at: each })
    else
      times.splice(
        times.findIndex(known => known.studentId === seat.studentId && known.at === each),
        1,
      )
  }
}

type Ranked = { at: ToClass; suits: number; fill: number }
const isBetter = (a: Ranked, b: Ranked): boolean =>
  (b.suits - a.suits || a.fill - b.fill || compare(a.at.name, b.at.name) || compare(a.at.id, b.at.id)) < 0

/** The best-scoring class. `isEven` is true if another class scores the same, so that only free seats decided. */
const choose = (seat: FromSeat, free: readonly ToClass[], seating: Seating): { at: ToClass; isEven: boolean } => {
  const ranked = free.map((at): Ranked => ({ at, suits: seating.suits(seat, at), fill: seating.fill(at) }))
  const best = ranked.reduce((first, each) => (isBetter(each, first) ? each : first))
  return { at: best.at, isEven: ranked.some(each => each !== best && each.suits === best.suits) }
}

/**
 * Proposes where each student goes. The result doesn't depend on the order of the input. No class gets more students
 * than it has seats, nobody is in two classes at once, and a student who already has a seat in the course keeps that
 * one. What the rules can't decide is left to the office, with the reason.
 */
export const propose = (asked: Asked): Proposal[] => {
  const classesOf = Map.groupBy(asked.classes, ({ courseId }) => courseId)
  const courseOf = new Map(asked.classes.map(({ id, courseId }) => [id, courseId]))
  // By student and course: the class they are already in, until it has a proposal.
  const has = new Map<string, string | null>(
    asked.placed.map(({ studentId, sectionId }) => [`${studentId} ${courseOf.get(sectionId)}`, sectionId]),
  )
  const seats = [...asked.seats].sort(
    (a, b) => compare(a.section.name, b.section.name) || compare(a.section.id, b.section.id) || compare(a.id, b.id),
  )
  const found: Proposal[] = []
  const aims: Aim[] = []
  for (const seat of seats) {
    const aim = aimOf(seat, asked, classesOf)
    if (!('seat' in aim)) found.push(aim)
    else {
      const course = `${seat.studentId} ${aim.candidates[0]!.courseId}`
      const at = has.get(course)
      // A second seat in the same course, from any class, would be one too many.
      has.set(course, null)
      if (at === undefined) aims.push(aim)
      else if (at !== null) found.push({ id: seat.id, decision: aim.decision, sectionId: at, reason: 'placed' })
    }
  }
  const seating = new Seating(asked)
  const placed: { aim: Aim; at: ToClass; isEven: boolean }[] = []
  const freeFor = ({ seat, candidates }: Aim) =>
    candidates.filter(each => seating.hasSeat(each) && seating.isFree(seat, each))
  const put = (aim: Aim): boolean => {
    const free = freeFor(aim)
    if (free.length === 0) return false
    const chosen = choose(aim.seat, free, seating)
    seating.put(aim.seat, chosen.at)
    placed.push({ aim, ...chosen })
    return true
  }
  // Students with the fewest choices go first. Sorting is stable, so classes stay together.
  const left = aims.toSorted((a, b) => a.candidates.length - b.candidates.length).filter(aim => !put(aim))
  // At this point the times of all siblings are known, and where friends went.
  for (const each of placed) {
    const { aim } = each
    if (aim.candidates.length === 1) continue
    seating.put(aim.seat, each.at, -1)
    const better = choose(aim.seat, freeFor(aim), seating)
    if (seating.suits(aim.seat, better.at) > seating.suits(aim.seat, each.at)) {
      each.at = better.at
      each.isEven = better.isEven
    }
    seating.put(aim.seat, each.at)
  }
  // A student who moved to a better class left a seat behind.
  for (const aim of left.filter(each => !put(each))) {
    const reason = aim.candidates.some(each => seating.hasSeat(each)) ? 'clash' : 'full'
    found.push({ id: aim.seat.id, decision: 'choose', sectionId: null, reason })
  }
  for (const { aim, at, isEven } of placed) {
    const { decision, reason } = aim
    found.push({ id: aim.seat.id, decision, sectionId: at.id, reason: isEven ? 'balanced' : reason })
  }
  return found.sort((a, b) => compare(a.id, b.id))
}
