import type { Together } from '#contract/enrolment/lotteries.ts'
import { sha256 } from './sha256.ts'

/** A class of the lottery, identified by its letter. */
type DrawClass = { readonly code: string; readonly seats: number; readonly weekday: number }
/** A child by number, with the letters of the classes it wants, in order of preference. */
type DrawEntry = { readonly number: string; readonly ranks: readonly string[] }
/** A family: one ticket, regardless of the number of children. */
export type DrawTicket = {
  readonly number: string
  readonly together: Together
  /** From the school's published rule; 0 for all if the lottery has none. */
  readonly priority: number
  /** In the family's own order. */
  readonly entries: readonly DrawEntry[]
}
export type Draw = {
  readonly seed: string
  readonly classes: readonly DrawClass[]
  readonly tickets: readonly DrawTicket[]
}

type DrawnEntry = {
  number: string
  /** The family's position in the drawn order, from 1. */
  turn: number
  won: string | null
  /** Its position on the waitlist of each class that it prefers. */
  lines: { code: string; place: number }[]
}
/**
 * One step of a turn: children ask for a class and get it, find it full, or find too few seats for all of them.
 * Children who can't be together continue alone (`apart`), or get nothing (`none`) if their family wants all or none.
 */
type DrawStep = {
  turn: number
  ticket: string
  numbers: string[]
  /** The class; empty for `apart` and `none`. */
  code: string
  outcome: 'won' | 'full' | 'few' | 'apart' | 'none'
  /** Seats left after the step. */
  left: number
}
type DrawResult = { entries: DrawnEntry[]; steps: DrawStep[] }

/** The hash published before the lottery to commit the school to its secret. */
export const commitmentOf = (secret: string): string => sha256(secret)
/** The seed: the school's secret, and the value from a public source after entries closed. */
export const seedOf = (secret: string, publicValue: string): string => `${secret}|${publicValue}`

const byNumber = (a: { number: string }, b: { number: string }): number =>
  a.number < b.number ? -1 : a.number > b.number ? 1 : 0

/** The canonical list of entries: a line for each child, in the order of the numbers. */
const listText = (tickets: readonly DrawTicket[]): string =>
  [...tickets]
    .sort(byNumber)
    .flatMap(({ number, together, priority, entries }) =>
      entries.map(entry => `${number};${entry.number};${together};${priority};${entry.ranks.join('>')}`),
    )
    .join('\n')
/** The hash published when entries close: after that nobody can be added, changed or removed. */
export const fingerprintOf = (tickets: readonly DrawTicket[]): string => sha256(listText(tickets))

/** The tickets in drawn order: by priority, then by the SHA-256 of `seed|number`, lowest first. */
export const drawnOrder = (seed: string, tickets: readonly DrawTicket[]): DrawTicket[] =>
  tickets
    .map(ticket => ({ ticket, key: sha256(`${seed}|${ticket.number}`) }))
    .sort((a, b) => b.ticket.priority - a.ticket.priority || (a.key < b.key ? -1 : 1))
    .map(({ ticket }) => ticket)

/** True if a family wants all of its children together or none at all. */
export const isDemand = (together: Together): boolean => together === 'mustDay' || together === 'mustClass'

type Seats = Map<string, number>
type Won = Map<string, string>

/**
 * The first class on every child's list with a seat for each of them. Classes with too few seats are reported to
 * `note`.
 */
const sameClass = (
  { entries }: DrawTicket,
  left: Seats,
  note: (code: string, outcome: 'full' | 'few') => void,
): Won | null => {
  const shared = entries[0]!.ranks.filter(code => entries.every(({ ranks }) => ranks.includes(code)))
  for (const code of shared) {
    const seats = left.get(code) ?? 0
    if (seats >= entries.length) return new Map(entries.map(({ number }) => [number, code]))
    note(code, seats === 0 ? 'full' : 'few')
  }
  return null
}

/**
 * One class for each child, all on one weekday: the choice with the lowest sum of positions on the children's lists. On
 * a tie, the one with the better class for the first child wins, then for the second, and so on.
 */
const sameDay = ({ entries }: DrawTicket, left: Seats, weekdayOf: ReadonlyMap<string, number>): Won | null => {
  let best: { cost: number; codes: string[] } | null = null
  const used = new Map<string, number>()
  const free = (code: string): boolean => (left.get(code) ?? 0) > (used.get(code) ?? 0)
  const isOpen = (day: number): boolean =>
    entries.every(({ ranks }) => ranks.some(code => weekdayOf.get(code) === day && (left.get(code) ?? 0) > 0))
  const search = (codes: string[], cost: number, day: number | null): void => {
    if (best && cost >= best.cost) return
    const entry = entries[codes.length]
    if (!entry) {
      best = { cost, codes }
      return
    }
    for (const [index, code] of entry.ranks.entries()) {
      const weekday = weekdayOf.get(code)
      if (weekday === undefined || !free(code) || (day === null ? !isOpen(weekday) : weekday !== day)) continue
      used.set(code, (used.get(code) ?? 0) + 1)
      search([...codes, code], cost + index, weekday)
      used.set(code, used.get(code)! - 1)
    }
  }
  search([], 0, null)
  const found = best as { codes: string[] } | null
  return found && new Map(entries.map(({ number }, index) => [number, found.codes[index]!]))
}

/**
 * Runs the lottery. Families take turns in the drawn order and get the best that is left: each child gets the first
 * class on its list with a seat. Children who want to be together first look for the same class, or the same day. If
 * there is none, they continue alone, or win nothing if their family wants all or none. A child wins at most one class,
 * gives up those below it on its list, and joins the waitlists of those above, in the drawn order. The same input gives
 * the same result, in any order.
 */
export const draw = ({ seed, classes, tickets }: Draw): DrawResult => {
  const left: Seats = new Map(classes.map(({ code, seats }) => [code, Math.max(0, seats)]))
  const weekdayOf = new Map(classes.map(({ code, weekday }) => [code, weekday]))
  const lines = new Map<string, number>()
  const steps: DrawStep[] = []
  const entries: DrawnEntry[] = []
  const order = drawnOrder(
    seed,
    tickets.filter(ticket => ticket.entries.length > 0),
  )
  for (const [index, ticket] of order.entries()) {
    const step = (numbers: string[], code: string, outcome: DrawStep['outcome']) =>
      steps.push({ turn: index + 1, ticket: ticket.number, numbers, code, outcome, left: left.get(code) ?? 0 })
    const take = (number: string, code: string) => {
      left.set(code, left.get(code)! - 1)
      step([number], code, 'won')
    }
    const all = ticket.entries.map(({ number }) => number)
    const isGroup = ticket.entries.length > 1
    const together =
      isGroup && (ticket.together === 'class' || ticket.together === 'mustClass')
        ? sameClass(ticket, left, (code, outcome) => step(all, code, outcome))
        : isGroup && (ticket.together === 'day' || ticket.together === 'mustDay')
          ? sameDay(ticket, left, weekdayOf)
          : null
    const isNone = isGroup && together === null && isDemand(ticket.together)
    if (isGroup && ticket.together !== 'alone' && together === null) step(all, '', isNone ? 'none' : 'apart')
    for (const { number, ranks } of ticket.entries) {
      let won = together?.get(number) ?? null
      if (won !== null) take(number, won)
      else if (!isNone)
        for (const code of ranks) {
          if (!left.has(code)) continue
          if (left.get(code)! > 0) {
            won = code
            take(number, code)
            break
          }
          step([number], code, 'full')
        }
      const above = won === null ? ranks : ranks.slice(0, ranks.indexOf(won))
      const waits = above.filter(code => left.has(code))
      entries.push({
        number,
        turn: index + 1,
        won,
        lines: waits.map(code => {
          lines.set(code, (lines.get(code) ?? 0) + 1)
          return { code, place: lines.get(code)! }
        }),
      })
    }
  }
  return { entries, steps }
}

/** Everything that is published about a lottery. */
export type Published = {
  readonly commitment: string
  readonly secret: string
  readonly publicValue: string
  readonly fingerprint: string
  readonly classes: readonly DrawClass[]
  readonly tickets: readonly DrawTicket[]
  readonly results: readonly DrawnEntry[]
}
export type Check = {
  /** The secret is the one that the school committed to. */
  isCommitted: boolean
  /** The list of entries is the one that was closed. */
  isListed: boolean
  /** Numbers whose published result differs from what the seed gives. */
  differing: string[]
  steps: DrawStep[]
}

const outcomeText = ({ turn, won, lines }: DrawnEntry): string =>
  [turn, won ?? '', ...lines.map(({ code, place }) => `${code}${place}`).sort()].join(' ')

/** Runs a published lottery again and reports every difference. */
export const checkDraw = (of: Published): Check => {
  const again = draw({ seed: seedOf(of.secret, of.publicValue), classes: of.classes, tickets: of.tickets })
  const was = new Map(of.results.map(entry => [entry.number, outcomeText(entry)]))
  const is = new Map(again.entries.map(entry => [entry.number, outcomeText(entry)]))
  return {
    isCommitted: commitmentOf(of.secret) === of.commitment,
    isListed: fingerprintOf(of.tickets) === of.fingerprint,
    differing: [...new Set([...was.keys(), ...is.keys()])].filter(number => was.get(number) !== is.get(number)).sort(),
    steps: again.steps,
  }
}
