import type * as z from 'zod/mini'
import { isOffRecord, isSealedText } from '#contract/values.ts'

type Schema = z.core.$ZodType
/** Where a field lies in what is sent: members by name, `*` for every element. */
type FieldPath = readonly string[]
export type Field = { path: FieldPath; isOffRecord: boolean; isSealed: boolean }

/**
 * The schemas that a value is checked against besides this one, each with its place below it. What an answer holds
 * without a schema is no note, since nothing says so; what is sent is looked into or refused.
 */
export const partsOf = (schema: Schema, isOfAnswer: boolean): { schema: Schema; at: FieldPath }[] => {
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
      if (isOfAnswer && (def.type === 'any' || def.type === 'unknown')) return []
      // Better no answer than a secret that nobody has looked for; offRecord.test.ts looks through all of the contract.
      throw new Error(`offRecord.ts does not know what a schema of the kind ${def.type} holds`)
  }
}

/** What schemas hold that have been looked into: many of them are part of many others. */
const known = { asked: new WeakMap<Schema, readonly Field[]>(), answered: new WeakMap<Schema, readonly Field[]>() }

/** The fields of what is sent or answered that the audit trail leaves out or that are sealed at rest. */
export const markedFieldsOf = (schema: Schema, isOfAnswer = false): readonly Field[] => {
  const seen = isOfAnswer ? known.answered : known.asked
  let fields = seen.get(schema)
  if (!fields) {
    const own: Field = { path: [], isOffRecord: isOffRecord(schema), isSealed: isSealedText(schema) }
    const below = partsOf(schema, isOfAnswer).flatMap(part =>
      markedFieldsOf(part.schema, isOfAnswer).map(field => ({ ...field, path: [...part.at, ...field.path] })),
    )
    fields = own.isOffRecord || own.isSealed ? [own, ...below] : below
    seen.set(schema, fields)
  }
  return fields
}

/** Places in a value, as a tree: what lies at one of them is changed. */
type Places = { isMeant: boolean; each: Places | undefined; members: Map<string, Places> }
const placesOf = (paths: readonly FieldPath[]): Places => {
  const under = (step: string) =>
    paths.flatMap(([first, ...rest]): FieldPath[] => (first === step || first === '*' ? [rest] : []))
  const steps = new Set(paths.flatMap(path => path.slice(0, 1)))
  return {
    isMeant: paths.some(path => path.length === 0),
    each: steps.has('*') ? placesOf(under('*')) : undefined,
    members: new Map([...steps].filter(step => step !== '*').map(step => [step, placesOf(under(step))])),
  }
}

type Change = (value: unknown) => unknown
/** A value with what lies in these places changed; the same value where nothing is. */
const changedIn = (value: unknown, places: Places, change: Change): unknown => {
  if (places.isMeant) return change(value)
  if (value === null || typeof value !== 'object') return value
  let copy: Record<string, unknown> | unknown[] | undefined
  const members = value as Record<string, unknown>
  const keys = places.each || Array.isArray(value) ? Object.keys(value) : places.members.keys()
  for (const key of keys) {
    const place = places.members.get(key) ?? places.each
    if (!place || !(key in members)) continue
    const after = changedIn(members[key], place, change)
    if (after === members[key]) continue
    copy ??= Array.isArray(value) ? [...(value as unknown[])] : { ...value }
    ;(copy as Record<string, unknown>)[key] = after
  }
  return copy ?? value
}

/** Changes what lies in these fields of values; null where there are none. */
const changer = (fields: readonly Field[]): ((value: unknown, change: Change) => unknown) | null => {
  if (fields.length === 0) return null
  const places = placesOf(fields.map(({ path }) => path))
  return (value, change) => changedIn(value, places, change)
}

/** Makes of what was sent what the audit trail keeps: the fields that are off the record or sealed are blank. */
export const recordOf = (schema: Schema): ((input: unknown) => unknown) => {
  const change = changer(markedFieldsOf(schema))
  return change ? input => change(input, () => '…') : input => input
}

/** Changes the texts of an answer that may be sealed; null where it has none. */
export const sealedTextsOf = (schema: Schema): ((answer: unknown, change: Change) => unknown) | null =>
  changer(markedFieldsOf(schema, true).filter(field => field.isSealed))
