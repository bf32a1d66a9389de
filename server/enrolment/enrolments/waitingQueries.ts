import { and, inArray, sql } from 'drizzle-orm'
import type { EnrolmentType } from '#contract/values.plain.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { otherTermFor } from '#server/school/terms/tables.ts'
import type { TwoNames } from '#server/platform/texts.ts'

/** An enrolment that waits for the office's decision. */
export type Waiting = {
  id: string
  studentId: string
  name: string
  nativeName: string
  birthOn: string
  householdId: string
  sectionId: string
  section: string
  sectionNativeName: string
  otherTerm: TwoNames['otherTerm']
  termId: string
  registrationId: string | null
  type: EnrolmentType
  createdAt: string
  /** True where it was charged with its registration, by an earlier rule of the school. */
  isCharged: boolean
  /** The code that the family entered with it and that has reduced nothing yet. */
  promoCode: string
}

/**
 * The waiting ones among these enrolments (null: all), oldest first, locked until the transaction ends with `isLocked`.
 */
export const findWaiting = (
  db: Db,
  seen: Scope<'enrolments'>,
  ids: readonly string[] | null,
  isLocked = false,
): Promise<Waiting[]> =>
  rows<Waiting>(
    db,
    sql`
    select enrolments.id, p.id as "studentId", coalesce(nullif(p.preferred_name, ''), p.name) as name, p.native_name,
      coalesce(p.birth_on::text, '') as "birthOn", st.household_id, s.id as "sectionId", s.name as section,
      s.native_name as "sectionNativeName", ${otherTermFor('s.term_id')} as "otherTerm", s.term_id, enrolments.registration_id, enrolments.type,
      enrolments.created_at, exists (select 1 from charges c where c.enrolment_id = enrolments.id) as "isCharged", coalesce(a.promo_code, '') as "promoCode"
    from enrolments left join applications a on a.enrolment_id = enrolments.id join sections s on s.id = enrolments.section_id join students st on st.id = enrolments.student_id join persons p on p.id = st.id
    where ${and(seen, ids === null ? undefined : inArray(sql`enrolments.id`, [...ids]))} and enrolments.status = 'approval'
    order by enrolments.created_at, enrolments.id limit 500 ${isLocked ? sql`for update of enrolments` : sql``}`,
  )
