import { readFileSync } from 'node:fs'

let list: ReadonlySet<string> | undefined

/** Whether a password is among those that are tried first: often found in leaked collections, or one sign alone. */
export const isCommonPassword = (password: string): boolean => {
  list ??= new Set(readFileSync(new URL('commonPasswords.txt', import.meta.url), 'utf8').split('\n'))
  const typed = password.normalize('NFC').toLowerCase().trim()
  return new Set(typed).size <= 1 || list.has(typed)
}
