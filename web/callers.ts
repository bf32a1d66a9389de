import type { Callable } from '#contract/callable.ts'
import { contract, type FunctionName } from '#contract/index.ts'

type Callers = Record<FunctionName, Pick<Callable, 'by' | 'kind'>>

/** Who may call which function. The build writes it out as a plain table (vite.config.ts), without a schema. */
export const callers = Object.fromEntries(
  Object.entries<Callable>(contract).map(([name, { by, kind }]) => [name, { by, kind }]),
) as Callers
