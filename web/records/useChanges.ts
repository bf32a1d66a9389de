import { useState } from 'react'

const isEqual = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

/**
 * A record as somebody changes it in a form. What they haven't touched stays as the record has it now, so that a form
 * that was open for a while takes nothing back that others have changed meanwhile.
 */
export const useChanges = <T extends object>(record: T): [values: T, change: (next: Partial<T>) => void] => {
  const [changes, setChanges] = useState<Partial<T>>({})
  const values = { ...record, ...changes }
  const all = Object.entries(changes)
  const left = all.filter(([key, value]) => !isEqual(value, record[key as keyof T]))
  // What the record has, too, is saved.
  if (left.length < all.length) setChanges(Object.fromEntries(left) as Partial<T>)
  const change = (next: Partial<T>): void => {
    const touched = Object.entries(next).filter(([key, value]) => value !== values[key as keyof T])
    setChanges(before => ({ ...before, ...Object.fromEntries(touched) }))
  }
  return [values, change]
}
