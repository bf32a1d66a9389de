import { hasHan, oneLine } from '#rules/imports/cells.ts'

/** The course of a class by its name: "Chinese 1A" and "Chinese 1 B" are of "Chinese 1", 一年级甲班 is of 一年级. */
export const courseOfClass = (name: string): string => {
  const lettered = /^(.*\d)\s?[A-Za-z]$/.exec(name)
  if (lettered) return lettered[1]!
  const han = /^(.*[级級\d])\s*[（(]?[甲乙丙丁戊A-Za-z一二三四五六\d][)）]?班$/.exec(name)
  return han ? han[1]! : name
}

/** A course with its level, where courses of one name have several: "Chinese" and "3" is "Chinese 3". */
export const withLevel = (course: string, level: string): string => {
  const text = oneLine(level)
  if (text === '' || course.includes(text)) return course
  return hasHan(text) ? `${course}${text}` : `${course} ${text}`
}

/** Classes of a course that have no names of their own: "Chess A", "Chinese 1A", 一年级A. */
export const lettered = (course: string, index: number): string => {
  const mark = index < 26 ? String.fromCharCode(65 + index) : String(index + 1)
  return /[\d\p{Script=Han}]$/u.test(course) && index < 26 ? `${course}${mark}` : `${course} ${mark}`
}

/** The n-th of several classes that one row makes. */
export const numbered = (name: string, n: number): string => `${name} (${n})`
