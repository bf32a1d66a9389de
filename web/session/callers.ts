import type { Callable } from '#contract/callable.ts'
import { contract } from '#contract/index.ts'

const groups = new Map<string, Map<string, string[]>>()
for (const [name, { by, kind }] of Object.entries<Callable>(contract)) {
  const [slice = '', verb = ''] = name.split('-')
  const group = `${kind} ${by.join(' ')}`
  const slices = groups.get(group) ?? new Map<string, string[]>()
  groups.set(group, slices.set(slice, [...(slices.get(slice) ?? []), verb]))
}

/**
 * Maps `kind role role …` and slice to the verbs of the functions that these roles may call, in few characters. The
 * build inlines it as a plain table (vite.config.ts), without any schema.
 */
export const callers: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  [...groups].map(([group, slices]) => [
    group,
    Object.fromEntries([...slices].map(([slice, verbs]) => [slice, verbs.join(' ')])),
  ]),
)
