import { readFileSync } from 'node:fs'

let list: ReadonlySet<string> | undefined

/** Whether a password is among those that are tried first: often found in leaked collections, or one sign alone. */
export const isCommonPassword = (password: string): boolean => {
  list ??= new Set(readFileSync(new URL('commonPasswords.txt', import.meta.url), 'utf8').split('\n'))
  const typed = password.normalize('NFC').toLowerCase().trim()
  return new Set(typed).size <= 1 || list.has(typed)
}

/** What people try who know where they are: our name, and what those are called who sign in. */
const placeWords = ['lantern', 'school', 'office', 'admin', 'teacher', 'parent', 'student', 'treasurer', 'registrar']
const lettersOf = (text: string): string => text.normalize('NFC').toLowerCase().replaceAll(/\P{L}/gu, '')

/** Whether a password is the school's name, a word of it, the person's address or a word of the place, with figures and signs around it at most. */
export const isOwnWord = (
  password: string,
  { email, school }: { email: string; school: readonly string[] },
): boolean => {
  const [user = '', host = ''] = email.split('@')
  const words = [
    ...placeWords,
    user,
    email,
    host.split('.')[0]!,
    ...school,
    ...school.flatMap(name => name.split(/\s+/)),
  ]
  const typed = lettersOf(password)
  return typed !== '' && words.some(word => lettersOf(word) === typed)
}
