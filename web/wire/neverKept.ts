import type { Callable } from '#contract/callable.ts'
import { contract } from '#contract/index.ts'

// The office sees the whole school, of which no device keeps anything (answerStore.ts).
const reads = Object.entries<Callable>(contract).filter(
  ([, { kind, by }]) => kind === 'read' && by.some(caller => caller !== 'admin'),
)
const slices = Map.groupBy(reads, ([name]) => name.split('-', 1)[0]!)

/**
 * How questions begin whose answers no device keeps: with a slice of which that goes for all (`cards-`), or with a
 * function's whole name (`grades-book"`). The build writes it out as a plain list (vite.config.ts), without a schema.
 */
export const neverKept: readonly string[] = [...slices].flatMap(([slice, of]) => {
  const names = of.filter(([, { isFresh, isPersonal }]) => isFresh || isPersonal).map(([name]) => name)
  return names.length === of.length ? [`${slice}-`] : names.map(name => `${name}"`)
})
