import { useState } from 'react'

/**
 * A record as somebody changes it in a form. What they haven't touched stays as the record has it now, so that a form
 * that was open for a while takes nothing back that others have changed meanwhile.
 */
export const useChanges = <T extends object>(record: T): [values: T, change: (next: Partial<T>) => void] => {
  const [changes, setChanges] = useState<Partial<T>>({})
  const values = { ...record, ...changes }
  const change = (next: Partial<T>): void => {
    const touched = Object.entries(next).filter(([key, value]) => value !== values[key as keyof T])
    setChanges(before => ({ ...before, ...Object.fromEntries(touched) }))
  }
  return [values, change]
}
