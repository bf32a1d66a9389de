import type * as z from 'zod/mini'
import { isOffRecord, isSealedText } from '#contract/values.ts'

type Schema = z.core.$ZodType
/** The path of a field in an input or output: member names, with `*` for every element. */
type FieldPath = readonly string[]
export type Field = { path: FieldPath; isOffRecord: boolean; isSealed: boolean }

/**
 * The schemas that a value is checked against besides this one, each with its path below it. A part of an answer
 * without a schema can't be a note, since nothing marks it as one. Throws for a schema of an unknown kind, and for an
 * input also for a part without a schema.
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
      // It is better to give no answer than to let an unnoticed secret through. offRecord.test.ts checks the whole
      // contract.
      throw new Error(`offRecord.ts does not know what a schema of the type ${def.type} contains`)
  }
}

/** The fields of schemas that were examined before, because many schemas are part of many others. */
const known = { asked: new WeakMap<Schema, readonly Field[]>(), answered: new WeakMap<Schema, readonly Field[]>() }

/** The fields of an input or an answer that the audit trail leaves out or that are sealed at rest. */
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

/** Paths in a value as a tree; the value at each marked path is changed. */
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
/** A value with the parts at these paths changed, or the same value if nothing changes. */
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

/** Returns a function that changes these fields of a value, or null if there are none. */
const changer = (fields: readonly Field[]): ((value: unknown, change: Change) => unknown) | null => {
  if (fields.length === 0) return null
  const places = placesOf(fields.map(({ path }) => path))
  return (value, change) => changedIn(value, places, change)
}

/**
 * Returns a function that turns an input into what the audit trail keeps: fields that are off the record or sealed are
 * replaced by “…”.
 */
export const recordOf = (schema: Schema): ((input: unknown) => unknown) => {
  const change = changer(markedFieldsOf(schema))
  return change ? input => change(input, () => '…') : input => input
}

/** Returns a function that changes the texts of an answer that may be sealed, or null if it has none. */
export const sealedTextsOf = (schema: Schema): ((answer: unknown, change: Change) => unknown) | null =>
  changer(markedFieldsOf(schema, true).filter(field => field.isSealed))
