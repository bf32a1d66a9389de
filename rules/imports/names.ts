import { familyFirst } from '#rules/nameOrder.ts'
import { hasHan, isHan, oneLine } from './cells.ts'

export type PersonName = { name: string; nativeName: string; preferredName: string }

const honorific = /^(?:mr|mrs|ms|miss|mx|dr|prof|master|sir|madam)\b\.?\s+(?:and|&)?\s*/i
const hanHonorific = /\s*(?:先生|女士|太太|小姐|老师|老師|同学|同學|小朋友)$/u
/** Suffixes that follow a name without being part of it. */
export const suffix = /^(?:jr|sr|ii|iii|iv|ph\.?d|m\.?d|esq|dds|cpa)\.?$/i
const cased = (word: string): string =>
  word
    .toLowerCase()
    .replace(/(^|[-'’.])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
    .replace(/^Mc(\p{L})/u, (_, letter: string) => `Mc${letter.toUpperCase()}`)

const isLoud = (word: string): boolean => /^\p{Lu}[\p{Lu}'’-]+\.?$/u.test(word)
const isQuiet = (word: string): boolean => word === word.toLowerCase()

/** A Latin name in spoken order: first name first, in ordinary capitalization. */
const spoken = (text: string): string => {
  const parts = text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '' && !suffix.test(part))
  const ends = text
    .split(',')
    .map(part => part.trim())
    .filter(part => suffix.test(part))
  const [last, ...first] = parts
  let words = (first.length === 0 ? (last ?? '') : `${first.join(' ')} ${last}`).split(/\s+/).filter(Boolean)
  const loud = words.filter(isLoud)
  // WANG Xiaoming: capitals mark the family name, wherever it is.
  if (
    first.length === 0 &&
    loud.length > 0 &&
    loud.length < words.length &&
    isLoud(words[0]!) &&
    words[0]!.length > 1
  ) {
    const others = words.filter(word => !isLoud(word))
    if (others.some(word => /^\p{Lu}\p{Ll}/u.test(word))) words = [...others, ...loud.map(cased)]
  }
  const all = words.every(word => isLoud(word) || /^\p{Lu}\.?$/u.test(word)) || words.every(isQuiet)
  const shown = words.map(word => (all || (isLoud(word) && word.length > 2) ? cased(word) : word))
  return [...shown, ...ends].join(' ')
}

const quoted = /(?:^|[\s(])["“”'‘「『]([^"“”'‘’「」『』]{1,40})["“”'’」』](?=$|[\s,)])/gu
const bracketed = /[([{【〔]([^)\]}】〕]*)[)\]}】〕]/gu
const called =
  /[,;\s]*(?:\b(?:goes by|(?<!^)a\.?k\.?a\.?|nick ?name|known as|prefers|called)(?!\p{L})[:\s]*|小名[:：\s]?|英文名[:：\s]?|昵称[:：\s]?)\s*(.+)$/iu
// Content of brackets that is a remark rather than a name.
const remark =
  /\d|@|^(?:new|returning|twin|age|grade|half|step|adopted|deceased|same|primary|m|f|boy|girl|male|female|男|女|sr|jr|he|she|they)\b/i

/** Removes spaces from a Chinese name, which may separate its parts: 王 小明. */
const joined = (han: string): string => han.replace(/\s+/g, '')

/**
 * Reads a person's name as schools write it: Latin and Chinese in one cell, "Last, First", family names in capitals,
 * short names in quotes or brackets. A person with only a Chinese name goes by it. Empty if there is no name.
 */
export const readName = (cell: string): PersonName => {
  let text = oneLine(cell).replace(/^\d+[.)、]\s*/, '')
  let preferredName = ''
  const take = (found: string) => {
    preferredName ||= found.trim()
    return ' '
  }
  text = text.replace(called, (_, name: string) => take(name.replace(/["“”'()]/g, '')))
  text = text.replace(quoted, (_, name: string) => take(name))
  const inBrackets: string[] = []
  text = text.replace(bracketed, (_, inside: string) => {
    if (inside.trim() !== '' && !remark.test(inside.trim())) inBrackets.push(inside.trim())
    return ' '
  })
  text = text.replace(/\s+/g, ' ').trim()
  const titled = text.replace(honorific, '').replace(hanHonorific, '')
  // "Mrs. Wang" is all that is known about a person, so the title stays; "Mrs. Li Wang" has a given name. 张先生 also says
  // more than 张.
  if (titled.split(' ').length > 1 || /\p{Script=Han}{2}/u.test(titled)) text = titled
  const hanParts = text.match(/\p{Script=Han}[\p{Script=Han}·•\s]*/gu) ?? []
  let native = joined(hanParts.join(''))
  let latin = spoken(
    text
      .replace(/[\p{Script=Han}·•]+/gu, ' ')
      .replace(/[/|\\\-–—:;,.\s]+$/u, match => (match.startsWith('.') ? '.' : ''))
      .replace(/^[/|\\\-–—:;,.\s]+/u, ''),
  )
  for (const inside of inBrackets) {
    if (isHan(inside) && native === '') native = joined(inside)
    else if (!hasHan(inside) && latin === '') latin = spoken(inside)
    else if (!hasHan(inside)) take(inside)
  }
  if (!/\p{L}/u.test(latin)) latin = ''
  return {
    name: latin || native || preferredName,
    nativeName: native,
    preferredName: latin || native ? preferredName : '',
  }
}

/** The same from separate columns. Chinese parts have the family name first. */
export const joinName = (parts: { first: string; middle: string; last: string }): PersonName => {
  const first = readName(parts.first)
  const last = readName(parts.last)
  const middle = oneLine(parts.middle)
  const native = `${last.nativeName}${first.nativeName}`
  const latin = (name: PersonName) => (isHan(name.name) ? '' : name.name)
  const name = [latin(first), hasHan(middle) ? '' : middle, latin(last)].filter(Boolean).join(' ')
  return { name: name || native, nativeName: native, preferredName: first.preferredName }
}

/** The family names of a name, in lower case, as far as the order of its parts shows them. */
export const familyNameOf = ({ name, nativeName }: { name: string; nativeName: string }): string[] => {
  const last = isHan(name) ? '' : familyFirst(name).family.toLowerCase()
  return [last, nativeName.slice(0, 1)].filter(part => part !== '')
}

const bare = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\b(?:mr|mrs|ms|dr|jr|sr)\b\.?/g, '')
    .replace(/[^\p{L}\s]+/gu, ' ')
    .trim()

/**
 * The forms of a name without spaces, whichever of its parts comes first: "Xiao Ming Wang" and "Wang Xiaoming" share a
 * form.
 */
const ordersOf = (words: readonly string[]): string[] =>
  [words, [words.at(-1)!, ...words.slice(0, -1)], [...words.slice(1), words[0]!]].map(order => order.join('')).sort()

/**
 * Keys that identify a person's name: letters only, with the parts in any order, and the Chinese name. The first key is
 * the same for every order of the parts.
 */
export const nameKeys = (
  { name, nativeName }: { name: string; nativeName: string },
  romanise: (han: string) => string[],
): string[] => {
  const native = nativeName || (isHan(name) ? name.replace(/\s/g, '') : '')
  const latin = hasHan(name) ? [] : bare(name).split(/\s+/).filter(Boolean)
  // A name without Latin letters is found by its sound.
  const words = latin.length === 0 && native.length > 1 ? romanise(native) : latin
  const keys = new Set<string>()
  if (words.length > 0) {
    // Initials are left out, because people don't always write them.
    const long = words.filter(word => word.length > 1)
    for (const part of [words, long.length > 1 ? long : [], long.length > 2 ? [long[0]!, long.at(-1)!] : []])
      if (part.length > 0) for (const order of ordersOf(part)) keys.add(order)
  }
  if (native.length > 1) keys.add(native)
  return [...keys]
}

/** Returns the keys of a name, computed once for each spelling. */
export type KeysOf = (of: { name: string; nativeName: string }) => string[]
export const keyReader = (romanise: (han: string) => string[]): KeysOf => {
  const known = new Map<string, string[]>()
  return of => {
    const written = `${of.name}\n${of.nativeName}`
    const keys = known.get(written) ?? nameKeys(of, romanise)
    known.set(written, keys)
    return keys
  }
}
