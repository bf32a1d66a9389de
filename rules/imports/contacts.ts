import { plain } from './cells.ts'
import { relationOf, relationPattern, type Relationship } from './words.ts'

/** A value with its label. `words` are the words beside it that tell whose it is, by relationship or name. */
export type Labelled = {
  value: string
  relationship: Relationship | null
  isHome: boolean
  words: string
  extension: string
}
type Contacts = { found: Labelled[]; unread: string[] }
/** `messengers` are names and numbers on QQ or WeChat. `extensions` stood beside several numbers. */
type Phones = Contacts & { messengers: string[]; extensions: string[] }

const relation = new RegExp(`(?:^|[\\s([,;/:])(${relationPattern})(?=$|[\\s)\\],;/:：.\\-\\d+])`, 'iu')
const home = /(?:^|[\s([,;/])(?:h|home|house|landline|座机|住宅|家(?!长)|宅电?)(?=$|[\s)\],;/:：.\d])/iu

const labelsOf = (before: string, after: string): Omit<Labelled, 'value' | 'extension'> => {
  // A label stands before its value, or after it and before the next one.
  const match = relation.exec(before) ?? relation.exec(after)
  return {
    relationship: match ? relationOf(match[1]!) : null,
    isHome: home.test(` ${before}`) || home.test(` ${after}`),
    words: `${before} ${after}`,
  }
}

type Found = { value: string; from: number; to: number }
/** Gives each value the words before it, or those after it if the cell puts labels last. */
const withLabels = (text: string, found: readonly Found[]): Labelled[] => {
  const first = found[0]
  if (!first) return []
  const lead = text.slice(0, first.from)
  const isLast = !/\p{L}/u.test(lead) && /\p{L}/u.test(text.slice(found.at(-1)!.to))
  return found.map(({ value, from, to }, index) => {
    const between = text.slice(found[index - 1]?.to ?? 0, from)
    const after = text.slice(to, found[index + 1]?.from)
    // "(H) 301-… ; cell 240-… 妈妈": words after the last value on its line belong to that value.
    const own = /^[^\n;,/|]*/u.exec(after)![0]
    const isMixed = index === found.length - 1 || /[\n;,/|]/u.test(after)
    const before = index === 0 ? between : (between.split(/[\n;,/|]/u).at(-1) ?? '')
    return { value, extension: '', ...(isLast ? labelsOf('', after) : labelsOf(before, isMixed ? own : '')) }
  })
}

const address =
  /[\p{L}\d.!#$%&'*+=?^_`{|}~-]+@[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?(?:\.[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?)+/giu

/** Reads the email addresses in a cell, in lower case, with what the cell says about whose they are. */
export const readEmails = (cell: string): Contacts => {
  const text = plain(cell)
    .replace(/mailto:/gi, ' ')
    .replace(/\s*[([]\s*at\s*[)\]]\s*/gi, '@')
    .replace(/\s*[([]\s*dot\s*[)\]]\s*/gi, '.')
    .replace(/\s+@\s*|\s*@\s+/g, '@')
    .replace(/(@[\w-]+)[,\s]+(com|org|net|edu|gov)\b/gi, '$1.$2')
    .replace(/\.{2,}/g, '.')
  const found: Found[] = [...text.matchAll(address)].map(match => ({
    value: match[0].replace(/^[^\p{L}\d]+/u, '').toLowerCase(),
    from: match.index,
    to: match.index + match[0].length,
  }))
  const rest = text.replace(address, ' ')
  const unread = rest.split(/[\s,;/<>()]+/u).filter(part => part.includes('@'))
  return {
    found: withLabels(text, found),
    unread: found.length === 0 && unread.length === 0 && /\w\.\w/.test(text) ? [text] : unread,
  }
}

/** The digits of one phone number in any of the usual notations. */
const digits = /\+?\(?\d[\d\s().\-–—·]*\d/gu
const extension = /(?<=\d\s*)[,;]?\s*(?:x|ext\.?|extension|#|分机号?|分機|轉|转)\s*[.:：]?\s*\d{1,6}\b/giu
/** A QQ or WeChat number that looks like a phone number. "手机/微信" is a phone number, too. */
const messenger =
  /(?<!(?:手机|電話|电话|phone|cell|mobile)\s*[/&、+和及]\s*)(?:\bqq|企鹅|微信|微訊|(?<![a-z])(?:we ?chat|weixin|wx|vx|line id|kakao(?:talk)?|telegram|skype))(?:\s*(?:号码?|號碼?|id|no\.?|number|#))?\s*[:：是]?\s*(?![/&、+和及同])(\d[\d\s-]{3,}\d|[a-z][\w.-]{4,})/giu
const american = /(?:\+?1[\s.\-–]*)?\(?[2-9]\d{2}\)?[\s.\-–]*\d{3}[\s.\-–]*\d{4}(?!\d)/gu
const chinese = /(?:(?:\+|00)?86[\s-]?)?1[3-9]\d[\s-]?\d{4}[\s-]?\d{4}(?!\d)/gu

/** Splits a run of digits that holds two numbers separated only by a space. */
const cut = (run: string): string[] => {
  const count = run.replace(/\D/g, '').length
  if (count <= 13) return [run]
  for (const pattern of [chinese, american]) {
    const found = run.match(pattern)
    if (found && found.length > 1 && found.join('').replace(/\D/g, '').length === count) return found
  }
  const spaced = run.split(/\s{1,}/)
  return spaced.length > 1 && spaced.every(part => part.replace(/\D/g, '').length >= 7) ? spaced : [run]
}

/**
 * Reads the phone numbers in a cell, with what it says about whose they are. `parse` knows the countries' numbering
 * plans: it returns a number in the school's format, or null.
 */
export const readPhones = (cell: string, parse: (text: string) => string | null): Phones => {
  const messengers: string[] = []
  const extensions: string[] = []
  const text = plain(cell)
    .replace(/(\d)\.0$/, '$1')
    .replace(messenger, each => {
      messengers.push(each.trim())
      return ' '
    })
    .replace(extension, each => {
      extensions.push(each.replace(/^[,;\s]+/, ''))
      return ' '
    })
  const found: Found[] = []
  const unread: string[] = []
  for (const match of text.matchAll(digits)) {
    let from = match.index
    for (const part of cut(match[0])) {
      const at = text.indexOf(part, from)
      from = at + part.length
      const value = parse(part.trim())
      if (value !== null) found.push({ value, from: at, to: from })
      else if (part.replace(/\D/g, '').length >= 5) unread.push(part.trim())
    }
  }
  if (found.length === 0 && unread.length === 0 && /\d/.test(text)) unread.push(text.trim())
  // With several numbers, nobody can tell which one an extension belongs to.
  const isOne = found.length === 1 && extensions.length === 1
  return {
    found: withLabels(text, found).map(each => ({ ...each, extension: isOne ? extensions[0]! : '' })),
    unread,
    messengers,
    extensions: isOne ? [] : extensions,
  }
}

/** A text without the extensions behind its phone numbers. */
export const withoutExtension = (text: string): string => text.replace(extension, ' ')

/** A text without its phone numbers. */
export const withoutNumbers = (text: string): string =>
  withoutExtension(text)
    .replace(/[+(]?\d[\d().+\-\s]{5,}\d/g, ' ')
    .replace(/^[\s,;:/\-–]+|[\s,;:/\-–]+$/g, '')
    .trim()
