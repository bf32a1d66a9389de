import { joinTimes } from '#rules/pastedClasses/times.ts'
import { nameKey, splitScripts } from '#rules/pastedClasses/parts.ts'
import { oneLine } from './cells.ts'
import type { KeysOf } from './names.ts'
import { readName } from './names.ts'

/** A class of a term, as sheets may name it. */
export type KnownClass = {
  id: string
  name: string
  nativeName: string
  course: string
  courseNativeName: string
  teachers: readonly { name: string; nativeName: string }[]
  weekday: number
  startsAt: string
}
/** What a line says about a class: its name, its teacher, and when it meets. */
export type WantedClass = { name: string; teacher: string; time: string }
export type FoundClass = {
  section: KnownClass | null
  /** Classes that may be meant, most likely first. */
  suggestions: KnownClass[]
  isSeveral: boolean
}

/** The text of a line's class. The office's answer for one text applies to all lines with the same text. */
export const wantedText = ({ name, teacher, time }: WantedClass): string =>
  [name, teacher, time].map(oneLine).filter(Boolean).join(' · ')

const bare = (text: string): string => nameKey(text).replace(/[^\p{L}\p{N}]/gu, '')
const namesOf = ({ name, nativeName, course, courseNativeName }: KnownClass) => ({
  own: [name, nativeName, `${name}${nativeName}`, `${nativeName}${name}`].map(bare).filter(Boolean),
  course: [course, courseNativeName].map(bare).filter(Boolean),
})

/**
 * The words of a class's names in the form of codes: "M1A – Mandarin (Sat)" gives m1a, mandarin and sat. Only words
 * with a digit are returned.
 */
const codesIn = ({ name, nativeName }: KnownClass): string[] =>
  `${name} ${nativeName}`
    .split(/[\s()[\]{}（）【】,;:：|/–—]+/u)
    .map(bare)
    .filter(code => code.length > 1 && /\d/.test(code))

const pairsOf = (text: string): Set<string> =>
  new Set(Array.from({ length: Math.max(1, text.length - 1) }, (_, index) => text.slice(index, index + 2)))
/** The similarity of two texts, from 0 to 1: the share of letter pairs that they have in common. */
const likeness = (a: string, b: string): number => {
  const [one, other] = [pairsOf(a), pairsOf(b)]
  const shared = [...one].filter(pair => other.has(pair)).length
  return (2 * shared) / (one.size + other.size)
}
const suggested = 3
const alike = 0.4

/** Finds the class that a line means, by its name, then by its course, teacher and time if several match. */
export const findClass = (wanted: WantedClass, classes: readonly KnownClass[], keysOf: KeysOf): FoundClass => {
  const { name, nativeName } = splitScripts(wanted.name)
  const texts = [wanted.name, name, nativeName].map(bare).filter(Boolean)
  const taughtBy = ({ teachers }: KnownClass) => {
    const keys = keysOf(readName(wanted.teacher))
    const last = bare(wanted.teacher.replace(/老师|老師|\b(?:mr|mrs|ms|dr)\b\.?/gi, ''))
    return teachers.some(
      teacher =>
        keysOf(teacher).some(key => keys.includes(key)) ||
        (last !== '' &&
          [bare(teacher.name), bare(teacher.nativeName)].some(each => each.startsWith(last) || each.endsWith(last))),
    )
  }
  const { times } = wanted.time === '' ? { times: [] } : joinTimes('', wanted.time)
  const meets = ({ weekday, startsAt }: KnownClass) =>
    times.some(time => time.startsAt === startsAt && (time.weekday === null || time.weekday === weekday))
  const narrowed = (from: readonly KnownClass[]): KnownClass[] => {
    const byTeacher = wanted.teacher === '' ? [...from] : from.filter(taughtBy)
    return times.length === 0 ? byTeacher : byTeacher.filter(meets)
  }
  // A match on both names of a class counts more than a match on one, which several classes may share.
  const points = new Map(
    classes.map(each => [each, texts.filter(text => namesOf(each).own.includes(text)).length] as const),
  )
  const most = Math.max(1, ...points.values())
  const whole = classes.filter(each => points.get(each) === most)
  // A code is part of one class's name and of no other's.
  const coded = classes.filter(each => texts.some(text => codesIn(each).includes(text)))
  const named = whole.length > 0 || coded.length !== 1 ? whole : coded
  const ofCourse = classes.filter(each => namesOf(each).course.some(course => texts.includes(course)))
  const asked = texts.length === 0 ? classes : named.length > 0 ? named : ofCourse
  const isTold = wanted.teacher !== '' || times.length > 0
  const few = isTold ? narrowed(asked) : asked
  const [only, another] = named.length === 1 ? named : few
  if (only && !another) return { section: only, suggestions: [], isSeveral: false }
  if (another) return { section: null, suggestions: few.slice(0, suggested * 2), isSeveral: true }
  const text = texts[0] ?? ''
  const nearest = classes
    .map(each => {
      const { own, course } = namesOf(each)
      return { each, near: Math.max(0, ...[...own, ...course].map(mine => likeness(mine, text))) }
    })
    .filter(({ near }) => near >= alike)
    .sort((a, b) => b.near - a.near)
    .slice(0, suggested)
    .map(({ each }) => each)
  return { section: null, suggestions: nearest, isSeveral: false }
}
