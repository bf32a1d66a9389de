/** Random choices that are the same every time. */
export type Random = {
  /** From 0, included, to 1, excluded. */
  next(): number
  /** A whole number from `from` to `to`, both included. */
  int(from: number, to: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  /** A copy in random order. */
  shuffle<T>(list: readonly T[]): T[]
}

/** The mulberry32 generator, started with a seed. */
export const seeded = (seed: number): Random => {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    int,
    chance: probability => next() < probability,
    pick: from => {
      if (from.length === 0) throw new Error('nothing to pick from')
      return from[int(0, from.length - 1)]!
    },
    shuffle: list => {
      const mixed = [...list]
      for (let i = mixed.length - 1; i > 0; i -= 1) {
        const j = int(0, i)
        ;[mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!]
      }
      return mixed
    },
  }
}
