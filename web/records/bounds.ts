import type * as z from 'zod/mini'

type Schema = z.core.$ZodType
type Inner = z.core.$ZodNullableDef | z.core.$ZodOptionalDef | z.core.$ZodDefaultDef

/** Returns the part of a schema that one step of a path leads to, without wrapper types. */
const partOf = (schema: Schema | undefined, step: PropertyKey | null): Schema | undefined => {
  const def = schema?._zod.def
  switch (def?.type) {
    case 'nullable':
    case 'optional':
    case 'default':
      return partOf((def as Inner).innerType, step)
    case 'pipe':
      return partOf((def as z.core.$ZodPipeDef).in, step)
    case 'object':
      return step === null ? schema : (def as z.core.$ZodObjectDef).shape[String(step)]
    case 'array':
      return step === null ? schema : (def as z.core.$ZodArrayDef).element
    default:
      return step === null ? schema : undefined
  }
}

/** The lower and upper bound that a schema sets for a number at a path; undefined unless it sets both. */
export const boundsAt = (schema: Schema, path: readonly PropertyKey[]): { from: string; to: string } | undefined => {
  const found = partOf(
    path.reduce<Schema | undefined>((part, step) => partOf(part, step), schema),
    null,
  )
  const checks = (found?._zod.def.checks ?? []).map(each => each._zod.def as { check: string; value?: number })
  const valueOf = (check: string) => checks.find(each => each.check === check)?.value
  const [from, to] = [valueOf('greater_than'), valueOf('less_than')]
  return from === undefined || to === undefined ? undefined : { from: String(from), to: String(to) }
}
