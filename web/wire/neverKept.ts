import type { Callable } from '#contract/callable.ts'
import { contract } from '#contract/index.ts'

// The office sees the whole school, and no device keeps any of that (answerStore.ts).
const reads = Object.entries<Callable>(contract).filter(
  ([, { kind, by }]) => kind === 'read' && by.some(caller => caller !== 'admin'),
)
const slices = Map.groupBy(reads, ([name]) => name.split('-', 1)[0]!)

/**
 * The prefixes of the questions whose answers no device keeps: a whole slice (`cards-`) or a function's full name
 * (`grades-book"`). The build inlines it as a plain list (vite.config.ts), without any schema.
 */
export const neverKept: readonly string[] = [...slices].flatMap(([slice, of]) => {
  const names = of.filter(([, { isFresh, isPersonal }]) => isFresh || isPersonal).map(([name]) => name)
  return names.length === of.length ? [`${slice}-`] : names.map(name => `${name}"`)
})
