import { useState } from 'react'
import { isSameList, mergedList } from './mergedList.ts'

const isEqual = (a: unknown, b: unknown): boolean =>
  a === b || (Array.isArray(a) && Array.isArray(b) ? isSameList(a, b) : JSON.stringify(a) === JSON.stringify(b))

/** A person's change of a field: its value before, and their value. */
type Change<Value> = { from: Value; to: Value }
type Changes<T> = { [Key in keyof T]?: Change<T[Key]> }

const valueOf = <Value>({ from, to }: Change<Value>, now: Value): Value =>
  Array.isArray(from) && Array.isArray(to) && Array.isArray(now) ? (mergedList(from, to, now) as Value) : to

// Each change of a list merges it again. Other fields keep the value that the person started from.
const fromOf = <Value>(now: Value, earlier: Change<Value> | undefined): Value =>
  earlier && !Array.isArray(now) ? earlier.from : now

/**
 * A record as a person edits it in a form. Untouched fields follow the record, so that a form that was open for a while
 * doesn't undo what others have changed since. Of a list, both the person's additions and removals and those of others
 * are kept. `replaced` holds what others saved meanwhile in fields that the person changed too, which a save would replace.
 */
export const useChanges = <T extends object>(
  record: T,
): [values: T, change: (next: Partial<T>) => void, replaced: Partial<T>] => {
  const [changes, setChanges] = useState<Changes<T>>({})
  const all = (Object.keys(changes) as (keyof T)[]).map(key => ({ key, value: valueOf(changes[key]!, record[key]) }))
  const left = all.filter(({ key, value }) => !isEqual(value, record[key]))
  const values = { ...record, ...Object.fromEntries(all.map(({ key, value }) => [key, value])) }
  // A change that the record already has is saved.
  if (left.length < all.length) setChanges(Object.fromEntries(left.map(({ key }) => [key, changes[key]])) as Changes<T>)
  const change = (next: Partial<T>): void => {
    const touched = (Object.keys(next) as (keyof T)[]).filter(key => next[key] !== values[key])
    setChanges(before => ({
      ...before,
      ...(Object.fromEntries(
        touched.map(key => [key, { from: fromOf(record[key], before[key]), to: next[key] }]),
      ) as Changes<T>),
    }))
  }
  const replaced = Object.fromEntries(
    left
      .filter(({ key }) => !Array.isArray(record[key]) && !isEqual(changes[key]!.from, record[key]))
      .map(({ key }) => [key, record[key]]),
  ) as Partial<T>
  return [values, change, replaced]
}
