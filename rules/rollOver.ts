import { Temporal } from 'temporal-polyfill'
import { daysAfter } from './days.ts'

type Closure = { onDay: string; reason: string; nativeReason: string }

/**
 * The closures of one term moved to another, at the same distance from its first day, in whole weeks, so that a Sunday
 * stays a Sunday. Days outside the new term are left out.
 */
export const movedClosures = (
  closures: readonly Closure[],
  from: { startsOn: string },
  to: { startsOn: string; endsOn: string },
): Closure[] => {
  const days = Temporal.PlainDate.from(from.startsOn).until(Temporal.PlainDate.from(to.startsOn), {
    largestUnit: 'days',
  }).days
  const shift = Math.round(days / 7) * 7
  return closures
    .map(closure => ({ ...closure, onDay: daysAfter(closure.onDay, shift) }))
    .filter(({ onDay }) => onDay >= to.startsOn && onDay <= to.endsOn)
}

/** True if two terms are in the same school year, which starts in August. */
export const isSameSchoolYear = (a: string, b: string): boolean => {
  const yearOf = (day: string): number => {
    const { year, month } = Temporal.PlainDate.from(day)
    return month >= 8 ? year : year - 1
  }
  return yearOf(a) === yearOf(b)
}

const words: Record<string, string> = {
  'pre-k': 'K',
  prek: 'K',
  'pre k': 'K',
  kindergarten: '1',
  k: '1',
  学前班: '幼儿园',
  幼儿园: '一年级',
}
const numerals = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二']
/** The highest grade of a school. */
const last = 12

/**
 * The next grade, in the same notation: Pre-K, K, 1, 2 … 12, and also "Grade 3", "G3", "3rd" and 三年级. The last grade
 * and unknown texts stay as they are.
 */
export const nextGrade = (grade: string): string => {
  const text = grade.trim()
  const word = words[text.toLowerCase()]
  if (word !== undefined) return word
  const native = /^([一二三四五六七八九十]+)年级$/.exec(text)
  if (native) {
    const index = numerals.indexOf(native[1]!)
    return index >= 0 && index + 1 < numerals.length ? `${numerals[index + 1]}年级` : text
  }
  const written = /^((?:grade|gr\.?|g)\s*)?(\d{1,2})(st|nd|rd|th)?( grade)?$/i.exec(text)
  const number = Number(written?.[2])
  if (!written || number < 1 || number >= last) return text
  const ordinal = { 1: 'st', 2: 'nd', 3: 'rd' }[number + 1] ?? 'th'
  return `${written[1] ?? ''}${number + 1}${written[3] ? ordinal : ''}${written[4] ?? ''}`
}
