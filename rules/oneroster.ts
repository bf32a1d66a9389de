import { daysAfter } from './calendar.ts'

/** The year in which a school year ends, as OneRoster names it; from July on a day belongs to the next one. */
export const schoolYearOf = (day: string): number => Number(day.slice(0, 4)) + (Number(day.slice(5, 7)) >= 7 ? 1 : 0)

/** OneRoster's end dates are the first day that is not included; ours are the last day that is. */
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

/** A grade as schools write it in the CEDS vocabulary of grade levels, or '' where it has none for it. */
export const gradeToCeds = (grade: string): string => {
  const text = grade.trim().toLowerCase()
  const number = /^(?:grade\s*)?0*(\d{1,2})(?:st|nd|rd|th)?(?:\s*grade)?$/.exec(text)?.[1]
  if (number !== undefined) {
    const year = Number(number)
    return year >= 1 && year <= 13 ? String(year).padStart(2, '0') : ''
  }
  return named[text] ?? ''
}

/** A grade of another system as schools write it: a CEDS code in words, anything else as it is. */
export const gradeFromCeds = (code: string): string => {
  if (/^\d{1,2}$/.test(code)) return String(Number(code))
  if (code === 'KG') return 'K'
  if (code === 'PK') return 'Pre-K'
  if (code === 'PR') return 'Preschool'
  return codes.has(code) ? code : code.trim()
}

const isHan = (text: string): boolean => /^\p{Script=Han}+$/u.test(text)

/** The stand-in for a part of a name that somebody does not have, since the standard wants both. */
export const noName = '-'

/** One name from its parts: the family name goes first, without a space, where both are written in Han characters. */
export const joinName = (given: string, middle: string, family: string): string => {
  const parts = [given, middle, family].map(part => part.trim()).filter(part => part !== '' && part !== noName)
  if (parts.length > 1 && parts.every(isHan)) return `${family.trim()}${given.trim()}${middle.trim()}`
  return parts.join(' ').replace(/\s+/g, ' ')
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** When a class meets, as the text of a period: `Sun 14:00-15:50`. */
export const periodOf = (weekday: number, startsAt: string, endsAt: string): string =>
  `${weekdays[weekday - 1]} ${startsAt}-${endsAt}`

/** The first period of a list that says when a class meets, null where none does. */
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
