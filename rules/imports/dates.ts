import { hasHan, oneLine } from './cells.ts'

export const dayOrders = ['month-first', 'day-first'] as const
export type DayOrder = (typeof dayOrders)[number]

/** The separator between digits, because a column may mix 3/4/2016 with 04.03.2016. */
type Style = 'slash' | 'dot'
/**
 * What a cell says about a birthday. `either` holds the two days that it can mean; `part` is a year or an age, which
 * isn't a day.
 */
type DateRead =
  | { kind: 'nothing' | 'unreadable' | 'part' }
  | { kind: 'day'; day: string; evidence?: { style: Style; order: DayOrder } }
  | { kind: 'either'; style: Style; monthFirst: string; dayFirst: string }

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthOf = (name: string): number => monthNames.indexOf(name.slice(0, 3).toLowerCase()) + 1

const dayOf = (year: number, month: number, day: number): string | null => {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1900 && year < 2100
  return isReal ? date.toISOString().slice(0, 10) : null
}
const dayRead = (day: string | null): DateRead => (day === null ? { kind: 'unreadable' } : { kind: 'day', day })

/** A two-digit year is never in the future. */
const wholeYear = (text: string, thisYear: number): number => {
  const year = Number(text)
  if (text.length > 2) return year
  return 2000 + year <= thisYear ? 2000 + year : 1900 + year
}

const hanDigits: Record<string, string> = {
  〇: '0',
  零: '0',
  一: '1',
  二: '2',
  三: '3',
  四: '4',
  五: '5',
  六: '6',
  七: '7',
  八: '8',
  九: '9',
}
/** Converts Chinese numerals to digits: 二〇一六, and 二十三 to 23. */
const withDigits = (text: string): string =>
  text
    .replace(
      /([一二三四五六七八九]?)十([一二三四五六七八九]?)/g,
      (_, tens: string, ones: string) => `${tens === '' ? '1' : hanDigits[tens]}${ones === '' ? '0' : hanDigits[ones]}`,
    )
    .replace(/[〇零一二三四五六七八九]/g, sign => hanDigits[sign]!)

const tidy = (text: string): string =>
  oneLine(text)
    .replace(/^(?:d\.?o\.?b\.?|born(?: on)?|birth ?(?:day|date)|b\.|生日|出生(?:日期)?|生于)\s*[:-]?\s*/i, '')
    .replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+/i, '')
    .replace(/\s*\([^)]*\)\s*$/, '')
    .replace(/\s*(?:周|星期|礼拜)[一二三四五六日天]\s*$/, '')
    .replace(
      /[T\s]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:[ap]\.?m\.?)?\s*(?:z|utc|gmt)?(?:[+-]\d{2}:?\d{2})?(?: \([^)]*\))?$/i,
      '',
    )
    .replace(/\s*(?:approx\.?|\?+|~)\s*$/, '')
    .trim()

const spreadsheetEpoch = Date.UTC(1899, 11, 30)
/** Reads a spreadsheet's day number. For the birthday of anyone alive it has five digits. */
const readSerial = (text: string): DateRead | null => {
  const found = /^(\d{5})(?:\.\d+)?$/.exec(text)
  if (!found) return null
  const date = new Date(spreadsheetEpoch + Number(found[1]) * 86_400_000)
  return dayRead(date.toISOString().slice(0, 10))
}

const readNumbers = (text: string, thisYear: number): DateRead | null => {
  const yearFirst = /^(\d{4})\s?[-/.\s]\s?(\d{1,2})\s?[-/.\s]\s?(\d{1,2})$/.exec(text)
  if (yearFirst) return dayRead(dayOf(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3])))
  const run = /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(text)
  if (run) return dayRead(dayOf(Number(run[1]), Number(run[2]), Number(run[3])))
  // 16.3.4: a one-digit number at the end is a day, not a year.
  const short = /^(\d{2})[-/.](\d{1,2})[-/.](\d)$/.exec(text)
  if (short && Number(short[1]) <= thisYear % 100)
    return dayRead(dayOf(2000 + Number(short[1]), Number(short[2]), Number(short[3])))
  // Three-digit years are years of the Republic of China: 104/05/06.
  const republic = /^(1\d\d)\s?[-/.\s]\s?(\d{1,2})\s?[-/.\s]\s?(\d{1,2})$/.exec(text)
  if (republic) return dayRead(dayOf(Number(republic[1]) + 1911, Number(republic[2]), Number(republic[3])))
  const parts = /^(\d{1,2})\s?([-/.\s,'])\s?(\d{1,2})\s?[-/.\s,']\s?(\d{4}|\d{2})$/.exec(text)
  if (!parts) return null
  const style: Style = parts[2] === '.' ? 'dot' : 'slash'
  const [first, second, year] = [Number(parts[1]), Number(parts[3]), wholeYear(parts[4]!, thisYear)]
  const monthFirst = dayOf(year, first, second)
  const dayFirst = dayOf(year, second, first)
  if (monthFirst === null && dayFirst === null) return { kind: 'unreadable' }
  if (monthFirst !== null && dayFirst !== null)
    return monthFirst === dayFirst ? dayRead(monthFirst) : { kind: 'either', style, monthFirst, dayFirst }
  return monthFirst === null
    ? { kind: 'day', day: dayFirst!, evidence: { style, order: 'day-first' } }
    : { kind: 'day', day: monthFirst, evidence: { style, order: 'month-first' } }
}

const month = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'
const year = "'?(\\d{4}|\\d{2})"
const named = [
  { of: new RegExp(`^${month}[\\s\\-./]*(\\d{1,2})(?:st|nd|rd|th)?[\\s,\\-./]+${year}$`, 'i'), at: [3, 1, 2] },
  {
    of: new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?(?:\\s+of)?[\\s\\-./]*${month}[\\s,\\-./]*${year}$`, 'i'),
    at: [3, 2, 1],
  },
  { of: new RegExp(`^(\\d{4})[\\s,\\-./]*${month}[\\s\\-./]*(\\d{1,2})(?:st|nd|rd|th)?$`, 'i'), at: [1, 2, 3] },
] as const

const readNamed = (text: string, thisYear: number): DateRead | null => {
  for (const { of, at } of named) {
    const found = of.exec(text)
    if (found) return dayRead(dayOf(wholeYear(found[at[0]]!, thisYear), monthOf(found[at[1]]!), Number(found[at[2]])))
  }
  return null
}

const readHan = (text: string): DateRead | null => {
  if (!hasHan(text)) return null
  const republic =
    /^(?:(?:中华|中華)?民[国國]?\s?(?=\d{1,3}\D)|(?=\d{2,3}年))(\d{1,3})\s?[年./-]\s?(\d{1,2})\s?[月./-]\s?(\d{1,2})\s?[日号號]?$/.exec(
      withDigits(text),
    )
  if (republic) return dayRead(dayOf(Number(republic[1]) + 1911, Number(republic[2]), Number(republic[3])))
  const found = /^(\d{4})\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?[日号號]?$/.exec(withDigits(text))
  return found && dayRead(dayOf(Number(found[1]), Number(found[2]), Number(found[3])))
}

const part = new RegExp(
  [
    '^(?:19|20)\\d\\d\\s*年?$',
    '^(?:民[国國]?\\s?)?\\d{2,3}年(?:\\s?\\d{1,2}\\s?月?)?$',
    '^\\d{4}\\s?[-/.年]\\s?\\d{1,2}\\s?月?$',
    '^\\d{1,2}\\s?[-/]\\s?(?:19|20)\\d\\d$',
    `^${month}[\\s,]*(?:19|20)\\d\\d$`,
    '^(?:age\\s*)?\\d{1,2}(?:\\.\\d|\\s?1/2|½)?\\s*(?:y(?:ea)?rs?|y/?o|years? old|mos?|months?|岁半?|歲半?|周岁)?\\.?$',
    '^\\d{1,2}\\s?[-/月]\\s?\\d{1,2}[日号]?$',
    '^\\d{1,2}\\s?月(?:份)?$',
    `^${month}[\\s\\-./]*\\d{1,2}$`,
    `^\\d{1,2}[\\s\\-./]*${month}$`,
  ].join('|'),
  'i',
)

/** 03042016, from which spreadsheets drop the first zero, is 03/04/2016; 20160304 starts with its year. */
const withSlashes = (text: string): string => {
  const found = /^(\d{1,2})(\d{2})((?:19|20)\d{2})$/.exec(text)
  return found && !/^(?:19|20)\d{2}(?:0[1-9]|1[0-2])/.test(text) ? found.slice(1).join('/') : text
}

/** Reads a birthday in any of the notations that people use. */
export const readDate = (cell: string, thisYear: number): DateRead => {
  // A lunar date is a different solar day, so the cell counts as partial and the family is asked again.
  if (/农历|農曆|阴历|陰曆|旧历|舊曆|\blunar\b|[正冬腊臘]月|初[一二三四五六七八九十]|廿/i.test(cell))
    return { kind: 'part' }
  const text = withSlashes(tidy(cell))
  if (text === '' || !/[\d〇零一二三四五六七八九十]/.test(text)) {
    return { kind: /\d/.test(cell) ? 'unreadable' : 'nothing' }
  }
  const found = readSerial(text) ?? readNumbers(text, thisYear) ?? readNamed(text, thisYear) ?? readHan(text)
  if (found) return found
  return { kind: part.test(text) || part.test(withDigits(text)) ? 'part' : 'unreadable' }
}

export type ColumnOrder = {
  /** Null if nothing in the column shows the order and it matters. */
  slash: DayOrder | null
  dot: DayOrder
  /** An example of a cell that can mean two days. */
  example: { cell: string; monthFirst: string; dayFirst: string } | null
}

/**
 * The order in which a column writes day and month, as its unambiguous cells show. Dots are European and put the day
 * first unless the column shows otherwise.
 */
export const columnOrder = (cells: readonly string[], thisYear: number): ColumnOrder => {
  const votes = { slash: { 'month-first': 0, 'day-first': 0 }, dot: { 'month-first': 0, 'day-first': 0 } }
  let example: ColumnOrder['example'] = null
  for (const cell of cells) {
    const read = readDate(cell, thisYear)
    if (read.kind === 'day' && read.evidence) votes[read.evidence.style][read.evidence.order] += 1
    if (read.kind === 'either' && read.style === 'slash')
      example ??= { cell: oneLine(cell), monthFirst: read.monthFirst, dayFirst: read.dayFirst }
  }
  const winner = (style: Style): DayOrder | null => {
    const { 'month-first': months, 'day-first': days } = votes[style]
    return months === days ? null : months > days ? 'month-first' : 'day-first'
  }
  return { slash: winner('slash'), dot: winner('dot') ?? 'day-first', example }
}

/** The day that a cell means in a column of this order; null if it can't be determined. */
export const settleDay = (read: DateRead, order: { slash: DayOrder | null; dot: DayOrder }): string | null => {
  if (read.kind === 'day') return read.day
  if (read.kind !== 'either') return null
  const chosen = order[read.style]
  return chosen === null ? null : chosen === 'month-first' ? read.monthFirst : read.dayFirst
}

const clock = /^(.*?)[\sT,]+(上午|下午)?\s*(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*(am|pm|上午|下午)?\b.*$/i

/** When a form was submitted, as text that sorts, such as "2026-11-03 18:22:01"; empty if unknown. */
export const readInstant = (
  cell: string,
  thisYear: number,
  order: { slash: DayOrder | null; dot: DayOrder },
): string => {
  const text = oneLine(cell)
  const serial = /^(\d{5})\.(\d+)$/.exec(text)
  if (serial) {
    const day = settleDay(readDate(serial[1]!, thisYear), order)
    return day === null ? '' : `${day} ${new Date(Number(`0.${serial[2]}`) * 86_400_000).toISOString().slice(11, 19)}`
  }
  const found = clock.exec(text)
  const day = settleDay(readDate(found?.[1] ?? text, thisYear), order)
  if (day === null) return ''
  if (!found) return `${day} 00:00:00`
  const half = (found[2] ?? found[6] ?? '').toLowerCase()
  const isLate = half === 'pm' || half === '下午'
  const hour = half === '' ? Number(found[3]) : (Number(found[3]) % 12) + (isLate ? 12 : 0)
  return `${day} ${[String(hour), found[4]!, found[5] ?? '00'].map(part => part.padStart(2, '0')).join(':')}`
}
