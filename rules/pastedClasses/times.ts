import { oneLine, plain } from '#rules/imports/cells.ts'

/** A weekly time as a cell gives it. The day is null if the cell names none. */
type ReadTime = {
  weekday: number | null
  startsAt: string
  endsAt: string
  /** True if nothing said morning or afternoon. */
  isGuess: boolean
}
type TimeProblem = 'time-unreadable' | 'time-no-end' | 'time-order'
type TimesRead = { times: ReadTime[]; problem: { code: TimeProblem; text: string } | null }

const dayNames: readonly (readonly [number, string])[] = [
  [1, 'mon(?:day)?s?|mo|(?:周|星期|礼拜)一'],
  [2, 'tue(?:s|sday|sdays)?|tu|(?:周|星期|礼拜)二'],
  [3, 'wed(?:s|nesday|nesdays)?|we|(?:周|星期|礼拜)三'],
  [4, 'thu(?:r|rs|rsday|rsdays)?|th|(?:周|星期|礼拜)四'],
  [5, 'fri(?:day)?s?|fr|(?:周|星期|礼拜)五'],
  [6, 'sat(?:urday)?s?|sa|(?:周|星期|礼拜)六'],
  [7, 'sun(?:day)?s?|su|(?:周|星期|礼拜)[日天]'],
]
const dayToken = new RegExp(`^(?:${dayNames.map(([, names]) => `(${names})`).join('|')})\\.?(?![a-z])`)
/** Further days after a day with 周: 周六日, 周一、三. */
const moreDays = /^[、,]?([一二三四五六日天])(?![点時时\d])/
const hanDays = '一二三四五六日'
const hanDay = (sign: string): number => (sign === '天' ? 7 : hanDays.indexOf(sign) + 1)

const timeToken = /^(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm|a(?![a-z])|p(?![a-z]))?(?![\d:a-z])/
const compactToken = /^(\d{1,2})(\d{2})\s*(am|pm)?(?![\d:a-z])/

const halves: Record<string, 'am' | 'pm'> = {
  早上: 'am',
  早晨: 'am',
  上午: 'am',
  中午: 'pm',
  下午: 'pm',
  傍晚: 'pm',
  晚上: 'pm',
  晚: 'pm',
}
const half = new RegExp(`(${Object.keys(halves).join('|')})\\s*(\\d{1,2}(?::\\d{2})?)`, 'g')

/** Normalizes notation: clock times with a colon, `-` for "to", am and pm at the end. */
const normalised = (cell: string): string =>
  plain(cell)
    .toLowerCase()
    .replace(/週/g, '周')
    .replace(/禮拜/g, '礼拜')
    .replace(/每(?=周|星期|礼拜)/g, '')
    .replace(/(\d{1,2})\s*[点點时時]\s*半/g, '$1:30')
    .replace(
      /(\d{1,2})\s*[点點时時]\s*(\d{1,2})\s*分?/g,
      (_, hour: string, minute: string) => `${hour}:${minute.padStart(2, '0')}`,
    )
    .replace(/(\d{1,2})\s*[点點时時]\s*整?/g, '$1:00')
    .replace(half, (_, word: string, time: string) => `${time}${halves[word]!}`)
    .replace(/\ba\.\s?m\b\.?/g, 'am')
    .replace(/\bp\.\s?m\b\.?/g, 'pm')
    .replace(/\bnoon\b/g, '12:00pm')
    .replace(/\s*(?:[–—−~～至到]|\bto\b|\buntil\b|\btill\b)\s*/g, '-')
    .replace(/\s*-+\s*/g, '-')

type Clock = { minutes: number; isValid: boolean; half: 'am' | 'pm' | null; isBare: boolean; written: string }
type Token =
  | { kind: 'day'; days: number[] }
  | { kind: 'time'; clock: Clock }
  | { kind: 'dash' }
  | { kind: 'stop' }
  | { kind: 'other'; text: string }

const clockOf = ([written, hour, minute, half]: RegExpExecArray): Clock => ({
  minutes: Number(hour) * 60 + Number(minute ?? 0),
  isValid: Number(hour) < 24 && Number(minute ?? 0) < 60,
  half: half === undefined ? null : half.startsWith('a') ? 'am' : 'pm',
  // A leading zero, as in 09:00, shows a 24-hour clock.
  isBare: !written.startsWith('0'),
  written: written.trim(),
})

const dayAt = (rest: string): { days: number[]; length: number } | null => {
  const found = dayToken.exec(rest)
  if (!found) return null
  const days = [dayNames[found.slice(1).findIndex(Boolean)]![0]]
  let { length } = found[0]
  if (/^[周星礼]/.test(rest))
    for (let more = moreDays.exec(rest.slice(length)); more; more = moreDays.exec(rest.slice(length))) {
      days.push(hanDay(more[1]!))
      length += more[0].length
    }
  return { days, length }
}

const tokensOf = (cell: string): Token[] => {
  const tokens: Token[] = []
  let rest = normalised(cell)
  const take = (token: Token, length: number) => {
    tokens.push(token)
    rest = rest.slice(length)
  }
  while (rest !== '') {
    const day = dayAt(rest)
    const time = timeToken.exec(rest) ?? compactToken.exec(rest)
    const gap = /^(?:[\s,;，；、/&+|()@:]|and\b|和|与)+/.exec(rest)
    if (day) take({ kind: 'day', days: day.days }, day.length)
    else if (time) take({ kind: 'time', clock: clockOf(time) }, time[0].length)
    else if (rest.startsWith('-')) take({ kind: 'dash' }, 1)
    else if (gap) take({ kind: 'stop' }, gap[0].length)
    else {
      const [text] = /^[^\s,;，；、/&+|()-]+/.exec(rest) ?? [rest[0]!]
      take({ kind: 'other', text }, text.length)
    }
  }
  return tokens
}

const noon = 12 * 60
const textOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const inHalf = ({ minutes }: Clock, half: 'am' | 'pm'): number =>
  half === 'am' ? (minutes >= noon ? minutes - noon : minutes) : minutes < noon ? minutes + noon : minutes

/** Minutes of the day before which no class starts, so a bare 1:30 is in the afternoon. */
const earliest = 7 * 60

/**
 * The start and end with morning and afternoon resolved. If only one says which half of the day it is in, that counts
 * for both where possible. Null if a clock time is invalid.
 */
const settled = (from: Clock, to: Clock): Omit<ReadTime, 'weekday'> | null => {
  const isRead = ({ isValid, half, minutes }: Clock) => isValid && (half === null || minutes < 13 * 60)
  if (![from, to].every(isRead)) return null
  let [start, end] = [from.minutes, to.minutes]
  let isGuess = false
  if (from.half !== null && to.half !== null) [start, end] = [inHalf(from, from.half), inHalf(to, to.half)]
  else if (to.half !== null) {
    end = inHalf(to, to.half)
    const same = inHalf(from, to.half)
    start = from.minutes >= 13 * 60 ? from.minutes : same < end ? same : inHalf(from, 'am')
  } else if (from.half !== null) {
    start = inHalf(from, from.half)
    end = to.minutes >= 13 * 60 ? to.minutes : inHalf(to, from.half)
    if (end <= start && from.half === 'am') end = inHalf(to, 'pm')
  } else if (from.isBare && start < earliest) {
    start += noon
    if (end < noon) end += noon
    isGuess = true
  } else if (end <= start && to.isBare && end + noon > start && end < noon) {
    end += noon
    isGuess = true
  }
  return { startsAt: textOf(start), endsAt: textOf(end), isGuess }
}

type Group = { days: number[]; ranges: Omit<ReadTime, 'weekday'>[]; isClosed: boolean }

/**
 * Reads the weekly times in a cell in any notation: "Sat 9:00-10:30", "9–10:30am", "周六 9:00-10:30", "Mon/Wed 4-5pm",
 * "Sat 9-10, Sun 1-2:30pm", or days alone.
 */
export const readTimes = (cell: string): TimesRead & { days: number[] } => {
  const tokens = tokensOf(cell)
  const groups: Group[] = []
  const open = (): Group => {
    const last = groups.at(-1)
    if (last && !last.isClosed) return last
    const made = { days: [], ranges: [], isClosed: false }
    groups.push(made)
    return made
  }
  const failed = (code: TimeProblem, text: string) => ({ times: [], days: [], problem: { code, text } })
  let at = 0
  const next = (): Token | undefined => tokens[at]
  while (at < tokens.length) {
    const token = tokens[at]!
    at += 1
    if (token.kind === 'day') {
      // "9-10 Sat" has its day at the end; in "Sat 9-10 Sun" the second day starts a new group.
      const last = groups.at(-1)
      if (last && last.ranges.length > 0 && last.days.length > 0) last.isClosed = true
      const group = open()
      const isSpan = next()?.kind === 'dash' && tokens[at + 1]?.kind === 'day'
      if (isSpan) {
        const { days } = tokens[at + 1] as { days: number[] }
        at += 2
        const [from, to] = [token.days[0]!, days[0]!]
        for (let each = from; ; each = (each % 7) + 1) {
          group.days.push(each)
          if (each === to) break
        }
      } else group.days.push(...token.days)
      if (group.ranges.length > 0) group.isClosed = true
    } else if (token.kind === 'time') {
      const end = next()?.kind === 'dash' ? tokens[at + 1] : undefined
      if (end?.kind !== 'time') return failed('time-no-end', token.clock.written)
      at += 2
      const range = settled(token.clock, end.clock)
      if (!range) return failed('time-unreadable', oneLine(cell))
      if (range.startsAt >= range.endsAt) return failed('time-order', `${range.startsAt}–${range.endsAt}`)
      open().ranges.push(range)
    } else if (token.kind !== 'stop' && !(token.kind === 'dash' && next() === undefined))
      return failed('time-unreadable', token.kind === 'other' ? token.text : oneLine(cell))
  }
  const times = groups.flatMap(({ days, ranges }) =>
    ranges.flatMap(range => (days.length > 0 ? days : [null]).map(weekday => ({ weekday, ...range }))),
  )
  return { times, days: [...new Set(groups.flatMap(group => group.days))], problem: null }
}

/** Reads the days in a cell that holds only days, where a single character is enough: 六 or F. */
export const readDays = (cell: string): number[] => {
  const bare = plain(cell).trim()
  if (/^[一二三四五六日天](?:[、,/ ]?[一二三四五六日天])*$/.test(bare))
    return [...bare].filter(sign => /[一二三四五六日天]/.test(sign)).map(hanDay)
  const letters: Record<string, number> = { m: 1, t: 2, w: 3, r: 4, f: 5, s: 6, u: 7 }
  const letter = letters[bare.toLowerCase()]
  if (letter !== undefined) return [letter]
  const { days, times, problem } = readTimes(cell)
  return problem || times.length > 0 ? [] : days
}

/**
 * The times of a class from its day and time cells. A time keeps its own day or gets the days of the other cell. If
 * there are as many times as days, they pair up one to one.
 */
export const joinTimes = (dayCell: string, timeCell: string): TimesRead => {
  const read = readTimes(timeCell)
  if (read.problem) return read
  const days = readDays(dayCell)
  if (read.times.every(({ weekday }) => weekday !== null) || days.length === 0)
    return { times: read.times, problem: null }
  const bare = read.times.filter(({ weekday }) => weekday === null)
  if (bare.length === read.times.length && bare.length > 1 && bare.length === days.length)
    return { times: bare.map((time, index) => ({ ...time, weekday: days[index]! })), problem: null }
  return {
    times: read.times.flatMap(time => (time.weekday === null ? days.map(weekday => ({ ...time, weekday })) : [time])),
    problem: null,
  }
}
