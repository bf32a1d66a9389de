import { readFileSync } from 'node:fs'

let list: ReadonlySet<string> | undefined

/**
 * True if a password is among those that attackers try first: frequent in leaked collections, or a single character
 * repeated.
 */
export const isCommonPassword = (password: string): boolean => {
  list ??= new Set(readFileSync(new URL('commonPasswords.txt', import.meta.url), 'utf8').split('\n'))
  const typed = password.normalize('NFC').toLowerCase().trim()
  return new Set(typed).size <= 1 || list.has(typed)
}

/** Words that people who know the place try: the product's name, and the names of the roles that sign in. */
const placeWords = ['lantern', 'school', 'office', 'admin', 'teacher', 'parent', 'student', 'treasurer', 'registrar']
const lettersOf = (text: string): string => text.normalize('NFC').toLowerCase().replaceAll(/\P{L}/gu, '')

/**
 * True if a password is the school's name, a word of that name, part of the person's address or one of `placeWords`,
 * with nothing added but digits and other characters that aren't letters.
 */
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
