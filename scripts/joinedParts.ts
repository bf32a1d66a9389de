/** The cost of a request in bytes of script: to save one request, a screen may load this many bytes it doesn’t need. */
const request = 11_500

/** The weights of a request and of a byte loaded in vain, by the kind of user that waits for them. */
const weights = {
  /** The front page: strangers wait for it, on any kind of phone. */
  front: { request: 1, byte: 3000 },
  /** Signing in and registering. */
  door: { request: 1, byte: 50 },
  screen: { request: 1, byte: 1 },
  /** A part that opens later on a screen, when most of its files are already loaded. */
  part: { request: 0.02, byte: 0.02 },
}

export type Kind = keyof typeof weights
/**
 * Something that loads files: a screen, or a part of the screens in `from`, which have loaded their files before it.
 */
export type User = { kind: Kind; from?: readonly number[] }
export type Part = {
  /** A named part keeps its name and is never joined with a part of another name. */
  name?: string
  modules: readonly string[]
  size: number
  /** The users that load it, as indexes into the list of users. */
  of: ReadonlySet<number>
  /** The parts that come with it, as indexes into the list of parts: its imports and their imports. */
  needs?: ReadonlySet<number>
  /** True when the part stays separate: a screen's own file. */
  isAlone?: boolean
}

/** True when a user already has what the users in `of` load. A part has it when all users that can open it do. */
export const hasAlready = (of: ReadonlySet<number>, users: readonly User[], at: number): boolean => {
  const { from = [] } = users[at]!
  return of.has(at) || (from.length > 0 && from.every(each => of.has(each)))
}

/**
 * Joins parts, the best pair first, as long as the saved requests outweigh the bytes that some users then load in vain,
 * including the parts these need. Parts that lie between two joined ones are joined with them, so that the files never
 * depend on each other in a cycle.
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
  /** Both parts and those between them; null if they can’t be joined. */
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

  /** The gains of pairs when they were last computed. */
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
    // A part they need may have been joined with another since the gain was computed.
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
