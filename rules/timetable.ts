import { handoverMinutes, type Interval } from './familyTimes.ts'

/** A class that can satisfy a wish, with its free spots. */
export type Option = Interval & { id: string; placesLeft: number }
/** One child's wish: one of these classes, in order of preference. */
export type Wish = { childKey: string; options: readonly Option[] }
/** A time at which a child is already in class. */
export type Fixed = Interval & { childKey: string }
/** A family's day: from the first start to the last end, and how long each child who is there has no class. */
export type FamilyDay = {
  weekday: number
  startsAt: string
  endsAt: string
  waiting: { childKey: string; minutes: number }[]
}
export type Timetable = {
  /** The class for each wish, in the order of the wishes; null if none fits. */
  sectionIds: (string | null)[]
  days: FamilyDay[]
  waitingMinutes: number
  /** False if the search was cut short, so there may be a better result. */
  isBest: boolean
}

/** The most steps that the search takes. Families are small, so it usually ends long before. */
const mostSteps = 20_000
/** More than the minutes anyone can wait in a week. */
const unmetCost = 1_000_000_000
const dayCost = 1_000_000

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

type Slot = { weekday: number; from: number; to: number }
const slotOf = ({ weekday, startsAt, endsAt }: Interval): Slot => ({
  weekday,
  from: minutesOf(startsAt),
  to: minutesOf(endsAt),
})
const isHandover = (a: Slot, b: Slot): boolean => {
  const pause = Math.max(b.from - a.to, a.from - b.to)
  return a.weekday === b.weekday && pause >= 0 && pause < handoverMinutes
}

/** The span for which a child is there on a day. */
type Stay = { weekday: number; from: number; to: number }
/** A possible plan for one child: an option or none for each of its wishes, with the classes and costs that follow. */
type Plan = {
  picks: (Option | null)[]
  slots: Slot[]
  stays: Stay[]
  taught: number
  unmet: number
  /** Bit sets of its slots, and of other children's slots that its new ones are too close to. */
  all: readonly number[]
  blocked: readonly number[]
}
type Child = { key: string; wishes: number[]; fixed: Slot[]; plans: Plan[] }

const staysOf = (slots: readonly Slot[]): Stay[] =>
  [...Map.groupBy(slots, ({ weekday }) => weekday)].map(([weekday, day]) => ({
    weekday,
    from: Math.min(...day.map(({ from }) => from)),
    to: Math.max(...day.map(({ to }) => to)),
  }))

/** Represents sets of slots as bits, so that two plans can be compared quickly. */
const bitsOf = (every: readonly Slot[]) => {
  const numberOf = new Map<string, number>()
  const keyOf = ({ weekday, from, to }: Slot) => `${weekday} ${from} ${to}`
  const distinct = every.filter(slot => {
    if (numberOf.has(keyOf(slot))) return false
    numberOf.set(keyOf(slot), numberOf.size)
    return true
  })
  const set = (numbers: readonly number[]): number[] => {
    const words = Array.from({ length: Math.ceil(distinct.length / 32) }, () => 0)
    for (const number of numbers) words[number >> 5]! |= 1 << (number & 31)
    return words
  }
  const close = distinct.map(slot => distinct.flatMap((other, number) => (isHandover(slot, other) ? [number] : [])))
  return {
    of: (slots: readonly Slot[]) => set(slots.map(slot => numberOf.get(keyOf(slot))!)),
    closeTo: (slots: readonly Slot[]) => set(slots.flatMap(slot => close[numberOf.get(keyOf(slot))!]!)),
  }
}
const meet = (a: readonly number[], b: readonly number[]): boolean => a.some((word, index) => (word & b[index]!) !== 0)

type Bits = ReturnType<typeof bitsOf>
/**
 * All plans of a child without overlapping classes. Of plans that are equal in everything that matters, only the most
 * preferred is kept.
 */
const plansOf = (
  wishes: readonly (readonly Option[])[],
  fixed: readonly Slot[],
  isScarce: (id: string) => boolean,
  bits: Bits,
): Plan[] => {
  const plans = new Map<string, Plan>()
  const go = (picks: (Option | null)[], slots: Slot[], key: string) => {
    const options = wishes[picks.length]
    if (options === undefined) {
      if (plans.has(key)) return
      plans.set(key, {
        picks,
        slots,
        stays: staysOf(slots),
        taught: slots.reduce((sum, { from, to }) => sum + to - from, 0),
        unmet: picks.filter(pick => pick === null).length,
        all: bits.of(slots),
        blocked: bits.closeTo(slots.slice(fixed.length)),
      })
      return
    }
    for (const option of options) {
      const slot = slotOf(option)
      if (slots.some(other => other.weekday === slot.weekday && other.from < slot.to && slot.from < other.to)) continue
      const own = isScarce(option.id) ? option.id : `${slot.weekday} ${slot.from} ${slot.to}`
      go([...picks, option], [...slots, slot], `${key}|${own}`)
    }
    go([...picks, null], slots, `${key}|`)
  }
  go([], [...fixed], '')
  return [...plans.values()]
}

/** Subsets of days, smallest first. */
const daySets = (days: readonly number[]): number[][] =>
  days
    .reduce<number[][]>((sets, day) => [...sets, ...sets.map(set => [...set, day])], [[]])
    .toSorted((a, b) => a.length - b.length)

/** The possible first starts and last ends of a day, as far as the search has narrowed them down. */
type Range = { starts: readonly number[]; ends: readonly number[] }
/** By weekday; days that are left out are undefined. */
type Ranges = readonly (Range | undefined)[]

/**
 * A lower bound on a plan's cost: the child waits from the latest possible first start to the earliest possible last
 * end.
 */
const leastCost = ({ stays, taught, unmet }: Plan, ranges: Ranges): number => {
  let cost = unmet * unmetCost - taught
  for (const { weekday, from, to } of stays) {
    const { starts, ends } = ranges[weekday]!
    cost += Math.max(ends[0]!, to) - Math.min(starts.at(-1)!, from)
  }
  return cost
}
const fitsRanges = ({ stays }: Plan, ranges: Ranges): boolean =>
  stays.every(({ weekday, from, to }) => {
    const range = ranges[weekday]
    return range !== undefined && from >= range.starts[0]! && to <= range.ends.at(-1)!
  })
const actualCost = (plans: readonly Plan[]): number => {
  const frame = new Map(staysOf(plans.flatMap(({ slots }) => slots)).map(stay => [stay.weekday, stay]))
  return plans.reduce((sum, { stays, taught, unmet }) => {
    const there = stays.reduce((all, { weekday }) => all + frame.get(weekday)!.to - frame.get(weekday)!.from, 0)
    return sum + there - taught + unmet * unmetCost
  }, 0)
}

type Found = { cost: number; plans: readonly Plan[] }
type Priced = { plan: Plan; cost: number }

/**
 * The cheapest combination of all children's plans within the given days, by branch and bound: the first start and the
 * last end of each day are narrowed down, and branches that can't beat the best result are skipped.
 */
const searchWithin = (
  children: readonly Child[],
  places: ReadonlyMap<string, number>,
  days: Ranges,
  limit: number,
  step: () => boolean,
): Found | null => {
  let best: Found | null = null
  const bound = () => best?.cost ?? limit
  /**
   * True if nobody has to be in two places at once, and no class gets more children of the family than it has spots.
   */
  const goTogether = (plan: Plan, others: readonly Plan[]): boolean =>
    others.every(other => !meet(plan.blocked, other.all) && !meet(other.blocked, plan.all)) &&
    plan.picks.every(
      pick =>
        pick === null ||
        others.filter(({ picks }) => picks.some(each => each?.id === pick.id)).length < places.get(pick.id)!,
    )
  const keep = (plans: readonly Plan[]) => {
    const cost = actualCost(plans)
    if (cost < bound()) best = { cost, plans }
  }
  /** Chooses among plans with known costs, each time for the child with the fewest left. */
  const choose = (lists: readonly (readonly Priced[])[], chosen: readonly Plan[], open: readonly number[]): void => {
    if (open.length === 0) return keep(chosen)
    const least = lists.reduce((sum, [first]) => sum + first!.cost, 0)
    const at = open.reduce((a, b) => (lists[b]!.length < lists[a]!.length ? b : a))
    const rest = open.filter(index => index !== at)
    for (const { plan, cost } of lists[at]!) {
      if (least - lists[at]![0]!.cost + cost >= bound() || !step()) return
      const plans = chosen.with(at, plan)
      const taken = plans.filter((_, index) => !rest.includes(index))
      const left = lists.map((list, index) =>
        index === at
          ? [{ plan, cost }]
          : rest.includes(index)
            ? list.filter(each => goTogether(each.plan, taken))
            : list,
      )
      if (left.every(list => list.length > 0)) choose(left, plans, rest)
    }
  }
  const narrow = (ranges: Ranges, lists: readonly (readonly Plan[])[]): void => {
    if (!step()) return
    const priced = lists.map(plans => {
      const list = plans.filter(plan => fitsRanges(plan, ranges)).map(plan => ({ plan, cost: leastCost(plan, ranges) }))
      return { list, first: list.reduce<Priced | null>((a, b) => (a && a.cost <= b.cost ? a : b), null) }
    })
    const cheapest = priced.flatMap(({ first }) => (first ? [first] : []))
    const total = cheapest.reduce((sum, { cost }) => sum + cost, 0)
    if (cheapest.length < lists.length || total >= bound()) return
    const plans = cheapest.map(({ plan }) => plan)
    if (plans.every((plan, index) => goTogether(plan, plans.slice(0, index)))) {
      keep(plans)
      if (total >= bound()) return
    }
    const left = priced.map(({ list }, index) =>
      list.filter(({ cost }) => total - cheapest[index]!.cost + cost < bound()),
    )
    const widest = ranges
      .flatMap((range, weekday) =>
        range
          ? [
              { weekday, of: 'starts' as const, list: range.starts },
              { weekday, of: 'ends' as const, list: range.ends },
            ]
          : [],
      )
      .reduce((a, b) => (b.list.length > a.list.length ? b : a))
    if (widest.list.length === 1) {
      choose(
        left.map(list => list.toSorted((a, b) => a.cost - b.cost)),
        plans,
        left.map((_, index) => index),
      )
      return
    }
    const half = widest.list.length >> 1
    const halves = [widest.list.slice(0, half), widest.list.slice(half)]
    // Short days first: a late start, an early end.
    for (const list of widest.of === 'starts' ? halves.toReversed() : halves)
      narrow(
        ranges.with(widest.weekday, { ...ranges[widest.weekday]!, [widest.of]: list }),
        left.map(each => each.map(({ plan }) => plan)),
      )
  }
  narrow(
    days,
    children.map(({ plans }) => plans),
  )
  return best
}

/**
 * Finds classes for all children of a family: as many wishes as can be met, with no child in two classes at once, and
 * enough time to drop off one child and pick up another; on as few days as possible, and then with the least waiting,
 * which is the minutes a child is there without a class while the family is. The same input always gives the same
 * result; null without wishes.
 */
export const suggestTimes = (wishes: readonly Wish[], fixed: readonly Fixed[] = []): Timetable | null => {
  if (wishes.length === 0) return null
  const openTo = wishes.map(({ options }) => options.filter(({ placesLeft }) => placesLeft > 0))
  const places = new Map(openTo.flat().map(({ id, placesLeft }) => [id, placesLeft]))
  const wanted = Map.groupBy(
    openTo.flatMap(options => [...new Set(options.map(({ id }) => id))]),
    id => id,
  )
  const isScarce = (id: string): boolean => places.get(id)! < wanted.get(id)!.length
  const keys = [...new Set([...wishes, ...fixed].map(({ childKey }) => childKey))]
  const slots = [...openTo.flat(), ...fixed].map(slotOf)
  const bits = bitsOf(slots)
  const children = keys.map((key): Child => {
    const own = wishes.flatMap((wish, index) => (wish.childKey === key ? [index] : []))
    const sitting = fixed.filter(({ childKey }) => childKey === key).map(slotOf)
    const options = own.map(index => openTo[index]!)
    return { key, wishes: own, fixed: sitting, plans: plansOf(options, sitting, isScarce, bits) }
  })
  const fixedDays = [...new Set(fixed.map(({ weekday }) => weekday))]
  const otherDays = [...new Set(slots.map(({ weekday }) => weekday))]
    .filter(day => !fixedDays.includes(day))
    .sort((a, b) => a - b)
  const ascending = (list: readonly number[]) => [...new Set(list)].sort((a, b) => a - b)

  let best: Found | null = null
  let steps = 0
  const step = () => (steps += 1) <= mostSteps
  for (const more of daySets(otherDays)) {
    const days = Array.from({ length: 8 }, (_, day) => {
      if (!fixedDays.includes(day) && !more.includes(day)) return undefined
      const own = slots.filter(({ weekday }) => weekday === day)
      return { starts: ascending(own.map(({ from }) => from)), ends: ascending(own.map(({ to }) => to)) }
    })
    const spent = more.length * dayCost
    const found = searchWithin(children, places, days, (best?.cost ?? Infinity) - spent, step)
    if (found) best = { ...found, cost: found.cost + spent }
  }
  return best && toTimetable(wishes, children, best.plans, steps <= mostSteps)
}

const toTimetable = (
  wishes: readonly Wish[],
  children: readonly Child[],
  plans: readonly Plan[],
  isBest: boolean,
): Timetable => {
  const sectionIds: (string | null)[] = wishes.map(() => null)
  children.forEach((child, index) =>
    child.wishes.forEach((wish, at) => (sectionIds[wish] = plans[index]!.picks[at]?.id ?? null)),
  )
  const days = staysOf(plans.flatMap(({ slots }) => slots))
    .sort((a, b) => a.weekday - b.weekday)
    .map(({ weekday, from, to }): FamilyDay => ({
      weekday,
      startsAt: timeOf(from),
      endsAt: timeOf(to),
      waiting: children.flatMap(({ key }, index) => {
        const own = plans[index]!.slots.filter(slot => slot.weekday === weekday)
        const minutes = own.reduce((left, slot) => left - (slot.to - slot.from), to - from)
        return own.length > 0 ? [{ childKey: key, minutes }] : []
      }),
    }))
  const waitingMinutes = days.flatMap(({ waiting }) => waiting).reduce((sum, { minutes }) => sum + minutes, 0)
  return { sectionIds, days, waitingMinutes, isBest }
}
