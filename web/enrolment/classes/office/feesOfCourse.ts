import type { Section } from '#contract/enrolment/classes.ts'

type Fees = Pick<Section, 'courseId' | 'tuitionCents' | 'booksCents'>

/** The fees that a new class of a course begins with: those of the course's last class, otherwise none. */
export const feesOfCourse = (
  courseId: string,
  others: readonly Fees[],
): { tuitionCents: number | null; booksCents: number | null } => {
  const like = others.filter(each => each.courseId === courseId).at(-1)
  return { tuitionCents: like?.tuitionCents ?? null, booksCents: like?.booksCents ?? 0 }
}
