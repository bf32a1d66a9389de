/** What follows a course: another course, the same one again, nothing, or whatever its level and name suggest. */
export type AfterCourse = 'auto' | 'next' | 'same' | 'finish'
export type KnownCourse = {
  id: string
  programmeId: string
  name: string
  level: number | null
  after: AfterCourse
  nextCourseId: string | null
  isArchived: boolean
}
/** `kind` is the next course, the same course again, or the end. */
export type Following = { kind: 'next'; courseId: string } | { kind: 'same' } | { kind: 'finish' }

// "Chess 1" → "Chess 2", "Dance A" → "Dance B", "CSL 3" → "CSL 4". The number must be a separate word, so "Math 3–5"
// has no successor.
const successorOf = (name: string): string | null => {
  const counted = /^(.*\S)\s+(\d{1,2}|[A-Y])$/.exec(name.trim())
  if (!counted) return null
  const mark = counted[2]!
  const next = /\d/.test(mark) ? String(Number(mark) + 1) : String.fromCodePoint(mark.codePointAt(0)! + 1)
  return `${counted[1]} ${next}`
}

const byName = (a: KnownCourse, b: KnownCourse): number =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1

/** The rung of a course on the ladder of levels. At the same level, nursery comes before kindergarten. */
const rungOf = ({ level, name }: KnownCourse): number | null => {
  if (level === null) return null
  const early = /^(pre|nursery)/i.test(name) ? 0 : /^kinder/i.test(name) ? 1 : 2
  return level * 3 + early
}

const suggested = (course: KnownCourse, all: readonly KnownCourse[]): Following => {
  const others = all.filter(
    each => each.programmeId === course.programmeId && each.id !== course.id && !each.isArchived,
  )
  const named = successorOf(course.name)
  const namesake = named === null ? undefined : others.filter(({ name }) => name.trim() === named).sort(byName)[0]
  if (namesake) return { kind: 'next', courseId: namesake.id }
  const rung = rungOf(course)
  if (rung === null) return { kind: 'same' }
  const ladder = others.flatMap(each => {
    const of = rungOf(each)
    return of === null ? [] : [{ of, each }]
  })
  const above = ladder.filter(({ of }) => of > rung).sort((a, b) => a.of - b.of || byName(a.each, b.each))[0]
  if (above) return { kind: 'next', courseId: above.each.id }
  // A course that is the only one with a level in its program forms no ladder.
  return ladder.length > 0 ? { kind: 'finish' } : { kind: 'same' }
}

/**
 * What follows each course. The school's own choice counts first; then the course of the same name with the next number
 * or letter; then the next level of its program. The highest level is the end, and a course without a level repeats.
 */
export const followingOf = (courses: readonly KnownCourse[]): Map<string, Following> =>
  new Map(
    courses.map(course => {
      if (course.after === 'finish' || course.after === 'same') return [course.id, { kind: course.after }]
      const next = course.after === 'next' ? courses.find(({ id }) => id === course.nextCourseId) : undefined
      if (next) return [course.id, next.id === course.id ? { kind: 'same' } : { kind: 'next', courseId: next.id }]
      return [course.id, suggested(course, courses)]
    }),
  )
