import type { Language } from '#contract/values.ts'
import { nameOrderOf } from '#server/platform/nameOrder.ts'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import { releasedGrades, type ChildGrades, type GradeBook, type Scale } from '#contract/teaching/grades.ts'
import type { Output } from '#contract/index.ts'
import type { TermStatus } from '#contract/school/terms.plain.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { hasStatus } from '#server/platform/tables.ts'
import { sections } from '#server/enrolment/classes/tables.ts'
import { isEnrolled } from '#server/enrolment/enrolments/tables.ts'

const listed = (statement: SQL): SQL => sql`coalesce((select json_agg(r) from (${statement}) r), '[]')`

const scaleOf = sql`(select json_build_object('id', g.id, 'name', g.name, 'nativeName', g.native_name, 'kind', g.kind, 'steps', g.steps)
  from grade_scales g where g.id = p.scale_id)`

const categoriesOf = (sectionId: SQL): SQL =>
  listed(sql`select c.id, c.name, c.native_name as "nativeName", c.weight_percent as "weightPercent", c.drop_lowest as "dropLowest"
    from grade_categories c where c.section_id = ${sectionId} order by c.position, c.id`)

/** Columns of the assessment `a`. */
const assessmentColumns = sql`a.id, a.category_id as "categoryId", a.name, a.native_name as "nativeName", a.on_day as "onDay",
  a.max_points as "maxPoints", a.status, a.released_at as "releasedAt"`

type FoundBook = Omit<GradeBook, 'rows'> & { rows: Omit<GradeBook['rows'][number], 'percent' | 'step'>[] }

/** A class's grade book in one statement: the plan, the assessments, the students, and every cell that isn't empty. */
export const findBook = async (
  db: Db,
  language: Language,
  seen: Scope<'sections'>,
  sectionId: string,
): Promise<FoundBook | null> => {
  const [book] = await rows<FoundBook>(
    db,
    sql`
    select sections.id as "sectionId", sections.name, sections.native_name, sections.crayon, t.id as "termId", t.name as term, t.native_name as "termNativeName", t.status as "termStatus",
      t.starts_on as "termStartsOn", t.ends_on as "termEndsOn",
      case when p.section_id is not null then json_build_object('reason', p.reason, 'changedAt', p.changed_at) end as plan, ${scaleOf} as scale,
      ${categoriesOf(sql`sections.id`)} as categories,
      ${listed(sql`select ${assessmentColumns} from assessments a where a.section_id = sections.id and a.removed_at is null order by a.on_day, a.created_at, a.id`)} as assessments,
      ${listed(sql`select e.id as "enrolmentId", s.id as "studentId", s.name, s.native_name as "nativeName", ${isEnrolled('e')} as "isEnrolled"
        from enrolments e join persons s on s.id = e.student_id
        where e.section_id = sections.id and e.type = 'regular' and (${isEnrolled('e')} or exists (
          select 1 from grades g join assessments a on a.id = g.assessment_id where g.enrolment_id = e.id and a.removed_at is null))
        order by not ${isEnrolled('e')}, ${nameOrderOf('s', language)}, e.id`)} as rows,
      ${listed(sql`select g.assessment_id as "assessmentId", g.enrolment_id as "enrolmentId", g.points, g.is_excused as "isExcused", g.note, g.status, g.reason, g.version,
          g.changed_at as "changedAt", coalesce(by.name, '') as "changedBy", coalesce(by.native_name, '') as "changedByNativeName"
        from grades g join assessments a on a.id = g.assessment_id left join persons by on by.id = g.changed_by
        where a.section_id = sections.id and a.removed_at is null`)} as cells
    from sections join terms t on t.id = sections.term_id left join grade_plans p on p.section_id = sections.id
    where ${and(seen, eq(sections.id, sectionId))}`,
  )
  return book ?? null
}

type FoundChild = {
  studentId: string
  sections: (Omit<ChildGrades, 'percent' | 'step' | 'categories' | 'grades' | 'scaleKind' | 'isFinal'> & {
    termStatus: TermStatus
    scale: Scale | null
    categories: Omit<ChildGrades['categories'][number], 'percent'>[]
    grades: Omit<ChildGrades['grades'][number], 'isDropped'>[]
  })[]
}

const isReleased = hasStatus('g', releasedGrades)
/** The released grades `g` of the enrolment `e`, in assessments `a`. */
const ofEnrolment = sql`g.enrolment_id = e.id and ${isReleased} and a.removed_at is null`

/**
 * The released grades of these students in one statement: in the classes where they are graded, and in those that they
 * have left, or only audit by now, with released grades.
 */
export const listChildGrades = (db: Db, seen: Scope<'students'>): Promise<FoundChild[]> =>
  rows<FoundChild>(
    db,
    sql`
    select students.id as "studentId", ${listed(sql`
      select e.id as "enrolmentId", sec.id as "sectionId", sec.name, sec.native_name as "nativeName", sec.crayon, t.name as term, t.native_name as "termNativeName", t.status as "termStatus",
        case when not ${isEnrolled('e')} then (e.ended_at at time zone (select zone from school))::date end as "leftOn",
        ${scaleOf} as scale, p.reason as "planReason", case when p.reason <> '' then p.changed_at end as "planChangedAt",
        ${categoriesOf(sql`sec.id`)} as categories,
        ${listed(sql`select a.id as "assessmentId", a.category_id as "categoryId", a.name, a.native_name as "nativeName", a.on_day as "onDay", a.max_points as "maxPoints",
            g.points, g.is_excused as "isExcused", g.note, g.reason, case when g.status = 'amended' then g.changed_at end as "amendedAt"
          from grades g join assessments a on a.id = g.assessment_id
          where ${ofEnrolment} order by a.on_day, a.created_at, a.id`)} as grades
      from enrolments e join sections sec on sec.id = e.section_id join terms t on t.id = sec.term_id join grade_plans p on p.section_id = sec.id
      where e.student_id = students.id
        and (e.type = 'regular' and ${isEnrolled('e')} or exists (select 1 from grades g join assessments a on a.id = g.assessment_id where ${ofEnrolment}))
      order by t.starts_on desc, not ${isEnrolled('e')}, sec.starts_at, sec.name`)} as sections
    from students join persons s on s.id = students.id
    where ${seen}
    order by s.birth_on, s.name`,
  )

/** Every change of a student's grades in a class, newest first. */
export const listHistory = (
  db: Db,
  seen: Scope<'assessments'>,
  sectionId: string,
  enrolmentId: string,
): Promise<Output<'grades-history'>> =>
  rows<Output<'grades-history'>[number]>(
    db,
    sql`
    select v.id, assessments.name as assessment, assessments.native_name as "assessmentNativeName", v.points, v.is_excused, v.note, v.status, v.reason,
      coalesce(by.name, '') as "changedBy", coalesce(by.native_name, '') as "changedByNativeName", v.changed_at
    from grade_revisions v join assessments on assessments.id = v.assessment_id left join persons by on by.id = v.changed_by
    where ${seen} and assessments.section_id = ${sectionId}::uuid and v.enrolment_id = ${enrolmentId}::uuid
    order by v.changed_at desc, v.id desc limit 500`,
  )

/** The native name of a person, or ''. */
export const findNativeName = async (db: Db, personId: string | null): Promise<string> =>
  (await rows<{ nativeName: string }>(db, sql`select native_name from persons where id = ${personId}::uuid`))[0]
    ?.nativeName ?? ''
