import { relative } from 'node:path'
import type { Plugin } from 'vite'

/** What a request costs, in bytes of source: for one request less a screen may load this many that it doesn’t need. */
const request = 7000

/** How much bytes count that are loaded in vain. */
const weights = {
  /** A stranger waits for it, on whatever phone they have. */
  first: 100,
  screen: 1,
  /** What opens later on a screen has most of its files already. */
  part: 0.15,
}

type Part = { modules: readonly string[]; size: number; of: ReadonlySet<number> }

/**
 * Makes two parts one, the best pair first, as long as the requests that this saves are worth more than the bytes that
 * somebody then loads in vain. `kinds` says what each of their users is.
 */
export const joined = (parts: readonly Part[], kinds: readonly (keyof typeof weights)[]): Part[] => {
  const gain = (a: Part, b: Part): number => {
    let sum = 0
    for (const at of a.of)
      sum += b.of.has(at) ? Math.min(1, weights[kinds[at]!]) * request : -weights[kinds[at]!] * b.size
    for (const at of b.of) if (!a.of.has(at)) sum -= weights[kinds[at]!] * a.size
    return sum
  }
  const list = [...parts]
  for (;;) {
    let best = { a: 0, b: 0, gain: 0 }
    for (let a = 0; a < list.length; a += 1)
      for (let b = a + 1; b < list.length; b += 1) {
        const found = gain(list[a]!, list[b]!)
        if (found > best.gain) best = { a, b, gain: found }
      }
    if (best.gain === 0) return list
    const [b] = list.splice(best.b, 1)
    const a = list[best.a]!
    list[best.a] = {
      modules: [...a.modules, ...b!.modules],
      size: a.size + b!.size,
      of: new Set([...a.of, ...b!.of]),
    }
  }
}

/**
 * Puts modules that several screens share into few files. A file for each set of importers, as bundlers make them, is
 * dozens of files of some hundred bytes for one screen; one file for all makes everybody load everything. `isElsewhere` tells the modules that already have a file.
 */
export const sharedParts = (root: string, isElsewhere: (id: string) => boolean) => {
  const names = new Map<string, string>()
  const plugin: Plugin = {
    name: 'lantern-shared-parts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildEnd() {
      const modules = new Map(
        [...this.getModuleIds()].flatMap(id => {
          const info = this.getModuleInfo(id)
          return info ? [[id, info] as const] : []
        }),
      )
      /** Everything that is asked for by itself: the application, its screens, and the parts that open later. */
      const begins = [...modules.values()].filter(each => each.isEntry || each.dynamicImporters.length > 0)
      const users = new Map<string, Set<number>>()
      begins.forEach(({ id }, at) => {
        const visit = (each: string): void => {
          const of = users.get(each) ?? new Set()
          if (of.has(at)) return
          users.set(each, of.add(at))
          modules.get(each)?.importedIds.forEach(visit)
        }
        visit(id)
      })
      const kinds = begins.map(({ id }): keyof typeof weights => {
        const file = relative(root, id).replaceAll('\\', '/')
        if (/^web\/screens\/(Home|Login|Register)\.tsx$/.test(file)) return 'first'
        return /^web\/(screens\/\w+|shell\/\w+Shell)\.tsx$/.test(file) ? 'screen' : 'part'
      })
      const parts = new Map<string, Part>()
      for (const [id, of] of users) {
        const all = [...of]
        if (isElsewhere(id) || all.some(at => begins[at]!.isEntry || begins[at]!.id === id)) continue
        if (all.every(at => kinds[at] === 'part')) continue
        // Everybody who needs it loads this screen or part anyway, in whose file it travels.
        if (all.some(at => all.every(other => users.get(begins[at]!.id)!.has(other)))) continue
        const key = all.join()
        const part = parts.get(key) ?? { modules: [], size: 0, of }
        const size = part.size + (modules.get(id)?.code?.length ?? 0)
        parts.set(key, { modules: [...part.modules, id], size, of })
      }

      const list = joined([...parts.values()], kinds)
      for (const [at, part] of list.entries()) for (const id of part.modules) names.set(id, `part${at}`)
    },
  }
  return {
    plugin,
    /** The file of a module, if it travels with others. */
    nameOf: (id: string): string | null => names.get(id) ?? null,
  }
}
