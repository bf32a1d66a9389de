import { sql } from 'drizzle-orm'
import type { ReversalCause } from '#contract/money/payments.plain.ts'
import { seatedVisits } from '#contract/enrolment/visits.plain.ts'
import { dayIn } from '#rules/calendar.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { hasStatus } from '#server/platform/tables.ts'
import { findSetting } from '#server/school/config/acts.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { reverseCharges } from '#server/money/payments/acts.ts'

export { cancelVisits, markGuests, takeVisitsBack } from './dayQueries.ts'

type Seat = { enrolmentId: string; studentId: string; sectionId: string }

/**
 * Reverses charges of visits completely, behind the locks of their households. Returns how much of it becomes credit.
 */
export const reverseVisits = async (
  db: Db,
  chargeIds: readonly string[],
  cause: ReversalCause,
  at: Date,
): Promise<number> => {
  if (chargeIds.length === 0) return 0
  await rows(
    db,
    sql`select h.id from households h where h.id in (select c.household_id from charges c
      where c.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(chargeIds)}::jsonb))) order by h.id for update`,
  )
  const onDay = dayIn(await zoneOf(db), at)
  return (await reverseCharges(db, chargeIds, { cause, onDay, at })).creditCents
}

/**
 * Called by everything that gives students seats: their trials of these classes become the enrolments, and the charge
 * of a trial is reversed where the school's rules say so.
 */
export const settleVisits = async (db: Db, seats: readonly Seat[], at: Date): Promise<void> => {
  if (seats.length === 0) return
  const settled = await rows<{ chargeId: string | null }>(
    db,
    sql`
    update visits set status = 'converted', enrolment_id = seat."enrolmentId"
    from jsonb_to_recordset(${JSON.stringify(seats)}::jsonb) as seat("enrolmentId" uuid, "studentId" uuid, "sectionId" uuid)
    where visits.student_id = seat."studentId" and visits.section_id = seat."sectionId" and visits.kind = 'trial' and ${hasStatus('visits', seatedVisits)}
    returning visits.charge_id`,
  )
  const chargeIds = settled.flatMap(({ chargeId }) => (chargeId === null ? [] : [chargeId]))
  if (chargeIds.length === 0 || !(await findSetting(db, 'classRules')).creditsTrials) return
  await reverseVisits(db, chargeIds, 'enrolled', at)
}
