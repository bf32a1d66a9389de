import { hasHan, oneLine } from '#rules/imports/cells.ts'

/** The course of a class, from its name: "Chinese 1A" and "Chinese 1 B" belong to "Chinese 1", 一年级甲班 to 一年级. */
export const courseOfClass = (name: string): string => {
  const lettered = /^(.*\d)\s?[A-Za-z]$/.exec(name)
  if (lettered) return lettered[1]!
  const han = /^(.*[级級\d])\s*[（(]?[甲乙丙丁戊A-Za-z一二三四五六\d][)）]?班$/.exec(name)
  return han ? han[1]! : name
}

/** A course name with its level, for courses of the same name at several levels: "Chinese" and "3" give "Chinese 3". */
export const withLevel = (course: string, level: string): string => {
  const text = oneLine(level)
  if (text === '' || course.includes(text)) return course
  return hasHan(text) ? `${course}${text}` : `${course} ${text}`
}

/** The name of a class without one of its own, from its course and index: "Chess A", "Chinese 1A", 一年级A. */
export const lettered = (course: string, index: number): string => {
  const mark = index < 26 ? String.fromCharCode(65 + index) : String(index + 1)
  return /[\d\p{Script=Han}]$/u.test(course) && index < 26 ? `${course}${mark}` : `${course} ${mark}`
}

/** The name of the n-th of several classes that one row creates. */
export const numbered = (name: string, n: number): string => `${name} (${n})`
