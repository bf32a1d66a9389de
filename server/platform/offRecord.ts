import type * as z from 'zod/mini'
import { isOffRecord } from '#contract/values.ts'

type Schema = z.core.$ZodType
/** Where a field lies in what is sent: members by name, `*` for every element. */
type FieldPath = readonly string[]
export type Field = { path: FieldPath; schema: Schema; isOffRecord: boolean }

/** The schemas that a value is checked against besides this one, each with its place below it. */
const partsOf = (schema: Schema): { schema: Schema; at: FieldPath }[] => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).map(([name, member]) => ({ schema: member, at: [name] }))
    case 'array':
      return [{ schema: def.element, at: ['*'] }]
    case 'record':
      return [{ schema: def.valueType, at: ['*'] }]
    case 'tuple':
      return def.items.map((item, index) => ({ schema: item, at: [String(index)] }))
    case 'union':
      return def.options.map(option => ({ schema: option, at: [] }))
    case 'pipe':
      return [def.in, def.out].map(side => ({ schema: side, at: [] }))
    case 'optional':
    case 'nullable':
    case 'default':
      return [{ schema: def.innerType, at: [] }]
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'transform':
      return []
    default:
      // Better no start than a secret that nobody has looked for.
      throw new Error(`offRecord.ts does not know what a schema of the kind ${def.type} holds`)
  }
}

/** Every field of what is sent, with whether the audit trail leaves it out. */
export const fieldsOf = (schema: Schema, path: FieldPath = []): Field[] => [
  { path, schema, isOffRecord: isOffRecord(schema) },
  ...partsOf(schema).flatMap(part => fieldsOf(part.schema, [...path, ...part.at])),
]

const blankAt = (value: unknown, [step, ...rest]: FieldPath): unknown => {
  if (step === undefined) return '…'
  if (value === null || typeof value !== 'object') return value
  const isHere = (key: string) => step === '*' || step === key
  const blanked = Object.entries(value).map(
    ([key, member]) => [key, isHere(key) ? blankAt(member, rest) : member] as const,
  )
  return Array.isArray(value) ? blanked.map(([, member]) => member) : Object.fromEntries(blanked)
}

/** Makes of what was sent what the audit trail keeps: the fields that are off the record are blank. */
export const recordOf = (schema: Schema): ((input: unknown) => unknown) => {
  const secret = fieldsOf(schema)
    .filter(field => field.isOffRecord)
    .map(({ path }) => path)
  return input => secret.reduce(blankAt, input)
}
