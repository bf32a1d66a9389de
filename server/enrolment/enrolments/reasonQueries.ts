import { inArray, sql, type SQL } from 'drizzle-orm'
import type { ApprovalReason } from '#contract/enrolment/enrolments.ts'
import { approvalReasonsOf, type CourseRule, type Learner } from '#rules/readiness.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import { courseRuleOf } from '#server/enrolment/classes/tables.ts'
import { learnerOf } from '#server/enrolment/placements/tables.ts'

type Rule = CourseRule & { sectionId: string; needsApproval: boolean }
const nobody: Learner = { studied: [], placed: [] }

type ReasonsOf = (studentId: string | null, sectionId: string) => ApprovalReason[]

/**
 * Reads the reasons for which enrolling these students in these classes needs the office's approval. For a child that
 * the school doesn't know (null), it answers as for a student without any courses or levels here. The caller has
 * checked access to the students.
 */
export const readReasons = (db: Db, studentIds: readonly string[], sectionIds: readonly string[]): Promise<ReasonsOf> =>
  readReasonsIn(db, oneOf(sql`students.id`, studentIds), sectionIds)

/** The same for all students in a scope. */
export const readReasonsIn = async (db: Db, which: SQL, sectionIds: readonly string[]): Promise<ReasonsOf> => {
  if (sectionIds.length === 0) return () => []
  const [found] = await rows<{
    rules: { sectionId: string; needsApproval: boolean; rule: CourseRule }[]
    learners: { id: string; of: Learner }[]
  }>(
    db,
    sql`
    select
      coalesce((select json_agg(json_build_object('sectionId', s.id, 'needsApproval', s.needs_approval, 'rule', ${courseRuleOf('c')}))
        from sections s join courses c on c.id = s.course_id where ${inArray(sql`s.id`, [...sectionIds])}), '[]') as rules,
      coalesce((select json_agg(json_build_object('id', students.id, 'of', ${learnerOf(sql`students.id`)}))
        from students where ${which}), '[]') as learners`,
  )
  const ruleOf = new Map(
    found!.rules.map(({ sectionId, needsApproval, rule }): [string, Rule] => [
      sectionId,
      { sectionId, needsApproval, ...rule },
    ]),
  )
  const learners = new Map(found!.learners.map(({ id, of }) => [id, of]))
  return (studentId, sectionId) => {
    const rule = ruleOf.get(sectionId)
    return rule ? approvalReasonsOf(rule, (studentId === null ? null : learners.get(studentId)) ?? nobody) : []
  }
}
