import { daysAfter } from './days.ts'

/** The calendar year in which the day's school year ends, as OneRoster requires. A school year starts in July. */
export const schoolYearOf = (day: string): number => Number(day.slice(0, 4)) + (Number(day.slice(5, 7)) >= 7 ? 1 : 0)

/** OneRoster's end dates are the first day excluded; Lantern's are the last day included. */
export const firstDayAfter = (lastDay: string): string => daysAfter(lastDay, 1)
export const lastDayBefore = (endDate: string): string => daysAfter(endDate, -1)

const named: Record<string, string> = {
  infant: 'IT',
  toddler: 'IT',
  preschool: 'PR',
  'pre-k': 'PK',
  prek: 'PK',
  'pre-kindergarten': 'PK',
  prekindergarten: 'PK',
  nursery: 'PR',
  'transitional kindergarten': 'TK',
  tk: 'TK',
  k: 'KG',
  kg: 'KG',
  kindergarten: 'KG',
  postsecondary: 'PS',
  adult: 'PS',
  ungraded: 'UG',
}
const codes = new Set(['IT', 'PR', 'PK', 'TK', 'KG', 'PS', 'UG', 'Other'])

/** A grade in the CEDS vocabulary of grade levels, or '' if the vocabulary has none for it. */
export const gradeToCeds = (grade: string): string => {
  const text = grade.trim().toLowerCase()
  const number = /^(?:grade\s*)?0*(\d{1,2})(?:st|nd|rd|th)?(?:\s*grade)?$/.exec(text)?.[1]
  if (number !== undefined) {
    const year = Number(number)
    return year >= 1 && year <= 13 ? String(year).padStart(2, '0') : ''
  }
  return named[text] ?? ''
}

/** A grade from another system in the usual spelling: CEDS codes become words, other texts stay as they are. */
export const gradeFromCeds = (code: string): string => {
  if (/^\d{1,2}$/.test(code)) return String(Number(code))
  if (code === 'KG') return 'K'
  if (code === 'PK') return 'Pre-K'
  if (code === 'PR') return 'Preschool'
  return codes.has(code) ? code : code.trim()
}

const isHan = (text: string): boolean => /^\p{Script=Han}+$/u.test(text)

/** The placeholder for a missing given or family name, because the standard requires both. */
export const noName = '-'

/** Joins the parts of a name. If all parts are in Han characters, the family name comes first, without spaces. */
export const joinName = (given: string, middle: string, family: string): string => {
  const parts = [given, middle, family].map(part => part.trim()).filter(part => part !== '' && part !== noName)
  if (parts.length > 1 && parts.every(isHan)) return `${family.trim()}${given.trim()}${middle.trim()}`
  return parts.join(' ').replace(/\s+/g, ' ')
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** The meeting time of a class as the text of a period: `Sun 14:00-15:50`. */
export const periodOf = (weekday: number, startsAt: string, endsAt: string): string =>
  `${weekdays[weekday - 1]} ${startsAt}-${endsAt}`

/** The first period in a list that gives a meeting time; null if none does. */
export const readPeriod = (
  periods: readonly string[],
): { weekday: number; startsAt: string; endsAt: string } | null => {
  for (const period of periods) {
    const found = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?\s+(\d{1,2}:[0-5]\d)\s*[-–]\s*(\d{1,2}:[0-5]\d)$/i.exec(
      period.trim(),
    )
    if (!found) continue
    const weekday = weekdays.findIndex(name => name.toLowerCase() === found[1]!.toLowerCase()) + 1
    const [startsAt, endsAt] = [found[2]!, found[3]!].map(time => time.padStart(5, '0')) as [string, string]
    if (startsAt < endsAt && endsAt < '24:00') return { weekday, startsAt, endsAt }
  }
  return null
}
