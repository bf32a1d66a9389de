import type { Together } from '#contract/enrolment/lotteries.ts'
import { sha256 } from './sha256.ts'

/** A class of the draw by its letter. */
type DrawClass = { readonly code: string; readonly seats: number; readonly weekday: number }
/** A child by its number, with the letters of the classes it wishes for, the dearest first. */
type DrawEntry = { readonly number: string; readonly ranks: readonly string[] }
/** A family: one ticket, however many children. */
export type DrawTicket = {
  readonly number: string
  readonly together: Together
  /** By the school's published rule; 0 for all where the draw knows none. */
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
  /** The family's place in the drawn order, from 1. */
  turn: number
  won: string | null
  /** Its place in the line of each class that it would rather have. */
  lines: { code: string; place: number }[]
}
/**
 * One step of a turn: children ask for a class and get it, find it full, or find too few seats for all of them; those
 * who can't be together go on `apart`, each alone, or get nothing (`none`) where their family wants all or none.
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

/** What is published before the draw to bind the school to its secret. */
export const commitmentOf = (secret: string): string => sha256(secret)
/** The seed: the school's secret, and what a public source said after the list of entries was closed. */
export const seedOf = (secret: string, publicValue: string): string => `${secret}|${publicValue}`

const byNumber = (a: { number: string }, b: { number: string }): number =>
  a.number < b.number ? -1 : a.number > b.number ? 1 : 0

/** The list of who takes part in one form only: a line for each child, in the order of the numbers. */
const listText = (tickets: readonly DrawTicket[]): string =>
  [...tickets]
    .sort(byNumber)
    .flatMap(({ number, together, priority, entries }) =>
      entries.map(entry => `${number};${entry.number};${together};${priority};${entry.ranks.join('>')}`),
    )
    .join('\n')
/** What is published when entries close: nobody can be added, changed or taken out after it. */
export const fingerprintOf = (tickets: readonly DrawTicket[]): string => sha256(listText(tickets))

/** The tickets in the order in which they are drawn: by priority, then by the SHA-256 of `seed|number`, the lowest first. */
export const drawnOrder = (seed: string, tickets: readonly DrawTicket[]): DrawTicket[] =>
  tickets
    .map(ticket => ({ ticket, key: sha256(`${seed}|${ticket.number}`) }))
    .sort((a, b) => b.ticket.priority - a.ticket.priority || (a.key < b.key ? -1 : 1))
    .map(({ ticket }) => ticket)

/** Whether a family wants all of its children together or none at all. */
export const isDemand = (together: Together): boolean => together === 'mustDay' || together === 'mustClass'

type Seats = Map<string, number>
type Won = Map<string, string>

/** The first class on every child's list that has a seat for each; which ones had too few goes to `note`. */
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
 * One class for each child, all on one weekday: the choice whose places on the children's lists add up to the least;
 * among equal ones that with the better class for the first child, then for the second, and so on.
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
 * Draws. Families come one after the other in the drawn order and take the best that is left: each child the first
 * class of its list that has a seat; children who want to be together first look for the same class, or the same day,
 * and go each alone where there is none, or win nothing where their family wants all of them or none. A child wins at most one class, leaves those below it on its list, and waits in
 * line for those above, in the drawn order. The same input gives the same result in whatever order it comes.
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

/** All that was published of a draw. */
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
  /** The secret is the one that the school was bound to before. */
  isCommitted: boolean
  /** The list is the one that was closed. */
  isListed: boolean
  /** Numbers whose result is not what the seed gives. */
  differing: string[]
  steps: DrawStep[]
}

const outcomeText = ({ turn, won, lines }: DrawnEntry): string =>
  [turn, won ?? '', ...lines.map(({ code, place }) => `${code}${place}`).sort()].join(' ')

/** Draws again from what was published, and says what is not as it should be. */
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
