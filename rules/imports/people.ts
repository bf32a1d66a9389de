import { hasHan, isHan, plain } from './cells.ts'
import { relationOf, relationPattern, type Relationship } from './words.ts'

/** True if a Latin name and a Chinese one may belong to the same person. */
export type SoundsAlike = (latin: string, han: string) => boolean
type NamedPart = { text: string; relationship: Relationship | null }

const label = new RegExp(
  `(?:^|(?<=[\\s,;/\\n(]))(${relationPattern})(?:\\s*\\d)?\\s*(?:['’]s name)?\\s*[:：\\-–=]\\s*`,
  'giu',
)
const hanLabel = /(?:^|(?<=[\s,;/\n、]))([父母爸妈媽]|爸爸|妈妈|媽媽|父亲|母亲|父親|母親)\s+(?=\p{Script=Han}{2,4})/gu
const afterLabel = new RegExp(
  `([(\\[]\\s*(?:${relationPattern})\\s*[)\\]])\\s+(?:(?:and|&|和|与)\\s+)?(?=\\p{L}(?!\\S*@))`,
  'giu',
)
const bracketLabel = new RegExp(`[(\\[]\\s*(?:[\\p{L}-]+['’]s\\s+)?(${relationPattern})\\s*[)\\]]`, 'iu')

/** Parts that start with a label, such as "Father: Wei Wang Mother: Li Zhang". */
const labelled = (text: string): NamedPart[] | null => {
  const found = [...text.matchAll(label), ...text.matchAll(hanLabel)].sort((a, b) => a.index - b.index)
  if (found.length === 0 || found[0]!.index > 2) return null
  return found.map((each, index) => ({
    text: text
      .slice(each.index + each[0].length, found[index + 1]?.index)
      .replace(/[\s,;/&、]+(?:and\s*)?$/iu, '')
      .trim(),
    relationship: relationOf(each[1]!),
  }))
}

const separators =
  /\s*(?:[\n;|/、&+]|(?<=\p{Script=Han})[,，](?=\s*\p{Script=Han})|\s(?:and|und|y|et)\s|(?<=\p{Script=Han}\s?)(?:和|与|與|及)(?=\s?\p{Script=Han}))\s*/iu
const words = (text: string): string[] => text.trim().split(/\s+/).filter(Boolean)
const couple =
  /^(?:(mr|dr)\b\.?\s*(?:and|&|\/|\+)\s*(mrs|ms|dr)\b\.?|(mrs|ms)\b\.?\s*(?:and|&|\/|\+)\s*(mr|dr)\b\.?)\s+(.+)$/i

/**
 * "王伟/Wei Wang" is one person in two scripts. "王伟/张丽/Wei Wang/Li Zhang" are two people, and so are "Mark Brown/刘芳",
 * whose names don't sound alike.
 */
const acrossScripts = (parts: readonly string[], mayBeOne: SoundsAlike): string[] | null => {
  const han = parts.filter(isHan)
  const latin = parts.filter(part => !hasHan(part))
  if (han.length === 0 || han.length !== latin.length || han.length + latin.length !== parts.length) return null
  if (!han.every((native, index) => mayBeOne(latin[index]!, native))) return null
  return han.map((native, index) => `${native} ${latin[index]}`)
}

/** "Wei and Li Wang" share the last name at the end. */
const withFamilyName = (parts: readonly string[]): string[] => {
  const last = words(parts.at(-1) ?? '')
  const isShared = parts.length > 1 && last.length > 1 && !hasHan(parts.join('')) && !parts.at(-1)!.includes(',')
  if (!isShared) return [...parts]
  const name = last.at(-1)!
  return parts.map((part, index) =>
    index < parts.length - 1 && words(part.replace(/\([^)]*\)|"[^"]*"/g, '')).length === 1 ? `${part} ${name}` : part,
  )
}

const generation = /^(?:jr|sr|ii|iii)\.?$/i
/** "Wang, Wei & Li" share the last name at the start. */
const afterFamilyName = (parts: readonly string[]): string[] | null => {
  const found = /^([^,]+),\s*(.+)$/u.exec(parts[0] ?? '')
  if (!found || parts.length < 2 || parts.slice(1).some(part => part.includes(',') || words(part).length > 2))
    return null
  if (hasHan(parts.join(''))) return null
  const name = found[1]!.trim()
  return [found[2]!, ...parts.slice(1)].map(first =>
    first.toLowerCase().endsWith(` ${name.toLowerCase()}`) ||
    words(first).filter(word => !generation.test(word)).length > 1
      ? first
      : `${first} ${name}`,
  )
}

const commas = (text: string): string[] => {
  const parts = text
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)
  const isList =
    parts.length > 1 &&
    parts.every(
      part => words(part).length > 1 && !/^(?:jr|sr|ii|iii|ph\.?d|m\.?d)\.?$|^(?:born|dob|aged?)\b/i.test(part),
    )
  const startsWithParticle = /^(?:de|da|del|di|du|la|le|van|von|der)\s/i.test(parts[0] ?? '')
  return isList && !startsWithParticle ? parts : [text]
}

/** 王伟 张丽 are two people, 王 小明 is one. */
const hanPair = (text: string): string[] => {
  const parts = words(text)
  return isHan(text) && parts.length > 1 && parts.every(part => part.length >= 2 && part.length <= 4) ? parts : [text]
}

// "Diaz, Carmen - mom - carmen@example.com"
const dashLabel = new RegExp(`\\s+[-–—]\\s*(${relationPattern})(?:\\s*[-–—,]|(?=\\s*$))`, 'iu')
// 欧阳峰 父
const lastLabel = /(?<=\p{Script=Han}{2})\s+([父母爸妈媽]|爸爸|妈妈|媽媽|父亲|母亲|父親|母親)$/u

const withLabel = (text: string): NamedPart => {
  const found = bracketLabel.exec(text) ?? lastLabel.exec(text) ?? dashLabel.exec(text)
  if (!found) return { text, relationship: null }
  return { text: text.replace(found[0], ' ').trim(), relationship: relationOf(found[1]!) }
}

// Text that must not be split: brackets may hold a comma or an "and", email addresses a plus, and dates slashes. "Ana
// de la Cruz y Ortega" is one person.
const whole =
  /[([{][^)\]}]*[)\]}]|<[^<>]*>|\S+@\S+\.[^\s,;/|]+|\d{1,4}\/\d{1,2}\/\d{1,4}|(?<=\d\s?)y\/o\b|(?<=\p{L}\s\p{L}[\p{L}\s]*)\sy\s\p{L}+(?=$|,|\s*[([])/gu
const shielded = (text: string): { text: string; restore: (part: string) => string } => {
  const kept: string[] = []
  const hidden = text.replace(whole, inside => `\uE000${kept.push(inside) - 1}\uE001`)
  return {
    text: hidden,
    restore: part => part.replace(/\uE000(\d+)\uE001/g, (_, index: string) => kept[Number(index)]!),
  }
}

/**
 * Splits the people in one cell: "Wei Wang & Li Zhang", "王伟/张丽", "Father: … Mother: …", "Mr. and Mrs. Wei Wang", "Wei
 * and Li Wang". `mayBeOne` is false for two names in different scripts that belong to two people.
 */
export const splitPeople = (cell: string, mayBeOne: SoundsAlike = () => true): NamedPart[] => {
  const text = plain(cell)
  if (text === '') return []
  const named = labelled(text)
  if (named) return named.filter(part => part.text !== '')
  const titled = couple.exec(text)
  if (titled) {
    const name = titled[5]!
    const title = (titled[2] ?? titled[3])!
    const shared = words(name).length === 1 ? name : words(name).at(-1)!
    const his: NamedPart = { text: words(name).length === 1 ? `Mr. ${name}` : name, relationship: 'father' }
    const hers: NamedPart = {
      text: `${title[0]!.toUpperCase()}${title.slice(1).toLowerCase()}. ${shared}`,
      relationship: 'mother',
    }
    return [his, hers]
  }
  const { text: hidden, restore } = shielded(text.replace(afterLabel, '$1; '))
  const parts = hidden
    .split(separators)
    .map(part => part.replace(/^[,\s]+|[,\s]+$/g, ''))
    .filter(Boolean)
  // "Lin Zhao & 何静" are two people, whichever scripts their names use.
  const isOneEach = !/[&+;、，,]|\s(?:and|和|与)\s/iu.test(hidden)
  const people =
    (isOneEach ? acrossScripts(parts, mayBeOne) : null) ??
    afterFamilyName(parts) ??
    withFamilyName(parts.flatMap(commas).flatMap(hanPair))
  return people.map(part => withLabel(restore(part)))
}

const ofChildren = /^(?:child|student|son|daughter|kid|pupil|self|孩子|学生|學生|儿子|女儿)$/i
const ofAdults = /^(?:parent|guardian|adult|spouse|teacher|staff|家长|家長|监护人|監護人|老师)$/i
/**
 * The column that tells children from adults in a sheet with one line per person; null if there is none. Adults must
 * not become children.
 */
export const adultsIn = (
  lines: readonly (readonly string[])[],
): { column: number; isAdult(cell: string): boolean } | null => {
  const isAdult = (cell: string) => ofAdults.test(cell.trim()) || relationOf(cell) !== null
  const width = Math.max(0, ...lines.map(cells => cells.length))
  for (let column = 0; column < width; column += 1) {
    const cells = lines.map(line => line[column]?.trim() ?? '').filter(Boolean)
    const told = cells.filter(cell => ofChildren.test(cell) || isAdult(cell)).length
    if (cells.some(cell => ofChildren.test(cell)) && cells.some(isAdult) && told > cells.length / 2)
      return { column, isAdult }
  }
  return null
}

/**
 * Splits the children in one cell, where a comma may separate children or a last name. `n` is the number of birthdays,
 * which tells how many there are. "Tom, Ann & Bea" are three children if Tom is not among the family's `surnames`.
 */
export const splitChildren = (cell: string, n: number, surnames: ReadonlySet<string>): NamedPart[] => {
  const people = splitPeople(cell)
  const given = plain(cell)
    .split(/[,&+]|\sand\s/)
    .map(part => part.trim())
    .filter(Boolean)
  const isGivenOnly = given.every(part => /^[\p{L}'’-]+(?:\s*\([^)]*\))?$/u.test(part) && !hasHan(part))
  if (given.length > 2 && isGivenOnly && surnames.size > 0 && !surnames.has(given[0]!.toLowerCase()))
    return given.map(withLabel)
  if (n < 2 || people.length === n) return people
  const { text, restore } = shielded(plain(cell))
  const listed = text
    .split(/[,，]/)
    .map(part => part.trim())
    .filter(Boolean)
  return listed.length === n ? withFamilyName(listed).map(part => withLabel(restore(part))) : people
}
