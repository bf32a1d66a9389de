/** What a request costs, in bytes of script: for one request less a screen may load this many that it doesn’t need. */
const request = 16_000

/** How much a request and a byte loaded in vain count, by who waits for them. */
const weights = {
  /** The front page: a stranger waits for it, on whatever phone they have. */
  front: { request: 1, byte: 3000 },
  /** Signing in and registering. */
  door: { request: 1, byte: 50 },
  screen: { request: 1, byte: 1 },
  /** What opens later on a screen has most of its files already. */
  part: { request: 0.02, byte: 0.02 },
}

export type Kind = keyof typeof weights
/** Someone who loads files: a screen, or a part of the screens in `from`, which have loaded theirs before it. */
export type User = { kind: Kind; from?: readonly number[] }
export type Part = {
  /** A part with a name keeps it, and is joined with none that has another. */
  name?: string
  modules: readonly string[]
  size: number
  /** Who loads it, by their place in the list of users. */
  of: ReadonlySet<number>
  /** The parts that come with it, by their place in the list: what it imports, and what they import. */
  needs?: ReadonlySet<number>
  /** Whether it stays by itself: the own file of a screen. */
  isAlone?: boolean
}

/** Whether a user has what these load: a part where all that may open it do. */
export const hasAlready = (of: ReadonlySet<number>, users: readonly User[], at: number): boolean => {
  const { from = [] } = users[at]!
  return of.has(at) || (from.length > 0 && from.every(each => of.has(each)))
}

/**
 * Makes parts one, the best pair first, as long as the requests that this saves are worth more than the bytes that
 * somebody then loads in vain, with what these need in turn. What lies between two that become one joins them, so that
 * no file ever waits for one that waits for it.
 */
export const joined = (parts: readonly Part[], users: readonly User[]): Part[] => {
  const missingIn = (of: ReadonlySet<number>) => new Set([...users.keys()].filter(at => !hasAlready(of, users, at)))
  const open = new Map(
    parts.map(({ of, needs, ...part }, at) => [
      at,
      { ...part, of: new Set(of), needs: new Set(needs), missing: missingIn(of) },
    ]),
  )
  type Open = NonNullable<ReturnType<typeof open.get>>
  /** Both and what lies between them; null if they can’t become one. */
  const groupOf = (a: number, b: number): number[] | null => {
    const group = [a, b]
    for (const [from, to] of [group, group.toReversed()] as [number, number][])
      for (const at of open.get(from)!.needs) if (open.get(at)!.needs.has(to)) group.push(at)
    const members = group.map(at => open.get(at)!)
    const isFixed = members.some(({ isAlone }) => isAlone) || members.filter(each => each.name !== undefined).length > 1
    return isFixed ? null : group
  }
  const gainOf = (a: number, b: number): number => {
    const { of } = open.get(b)!
    const group = [...open.get(a)!.of].some(at => of.has(at)) ? groupOf(a, b) : null
    if (!group) return 0
    const members = group.map(at => open.get(at)!)
    const all = new Set(members.flatMap(({ of }) => [...of]))
    let gain = 0
    const count = ({ missing, size }: Open, requests: number) => {
      for (const at of all)
        if (missing.has(at)) {
          const weight = weights[users[at]!.kind]
          gain -= weight.byte * size + weight.request * request * requests
        }
    }
    for (const at of all) gain -= weights[users[at]!.kind].request * request
    for (const part of members) {
      for (const at of part.of) gain += weights[users[at]!.kind].request * request
      count(part, 0)
    }
    if (gain <= 0) return 0
    for (const need of new Set(members.flatMap(({ needs }) => [...needs])))
      if (!group.includes(need)) count(open.get(need)!, 1)
    return gain
  }
  const unite = (group: readonly number[]): void => {
    const [at = 0] = group
    const members = group.map(each => open.get(each)!)
    const name = members.find(part => part.name !== undefined)?.name
    const of = new Set(members.flatMap(part => [...part.of]))
    const part = {
      ...(name !== undefined && { name }),
      modules: members.flatMap(({ modules }) => modules),
      size: members.reduce((sum, { size }) => sum + size, 0),
      of,
      missing: missingIn(of),
      needs: new Set(members.flatMap(({ needs }) => [...needs]).filter(need => !group.includes(need))),
    }
    for (const each of group) open.delete(each)
    open.set(at, part)
    for (const { needs } of open.values())
      if (group.some(each => needs.has(each))) {
        for (const each of group) needs.delete(each)
        for (const need of [at, ...part.needs]) needs.add(need)
      }
    for (const need of part.needs) {
      const needed = open.get(need)!
      for (const user of of) needed.of.add(user)
      needed.missing = missingIn(needed.of)
    }
  }

  /** What pairs were worth when they were last looked at. */
  let gains: { a: number; b: number; gain: number }[] = []
  const weigh = (a: number, others: Iterable<number>): void => {
    for (const b of others) {
      const gain = a === b ? 0 : gainOf(a, b)
      if (gain > 0) gains.push({ a, b, gain })
    }
  }
  const weighAll = (): void => {
    const all = [...open.keys()].filter(at => !open.get(at)!.isAlone)
    gains = []
    for (const [place, a] of all.entries()) weigh(a, all.slice(place + 1))
  }
  weighAll()
  for (let isFresh = true; ;) {
    const best = gains.reduce<(typeof gains)[number] | null>(
      (most, each) => (each.gain > (most?.gain ?? 0) ? each : most),
      null,
    )
    if (!best && isFresh) return [...open.values()]
    isFresh = !best
    if (!best) {
      weighAll()
      continue
    }
    gains.splice(gains.indexOf(best), 1)
    const { a, b } = best
    // Something that they need may have become one with another meanwhile.
    const gain = gainOf(a, b)
    if (gain < best.gain) {
      if (gain > 0) gains.push({ a, b, gain })
      continue
    }
    const group = groupOf(a, b)!
    unite(group)
    gains = gains.filter(each => !group.includes(each.a) && !group.includes(each.b))
    weigh(group[0]!, open.keys())
  }
}
