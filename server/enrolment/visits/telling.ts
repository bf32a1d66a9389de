import { eq, sql } from 'drizzle-orm'
import { dayIn } from '#rules/calendar.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { TwoNames } from '#server/platform/texts.ts'
import type { Context } from '#server/platform/functions.ts'
import { post } from '#server/platform/mail.ts'
import { findSetting } from '#server/school/config/acts.ts'
import { school, zoneOf } from '#server/school/config/tables.ts'
import { listReaders } from '#server/enrolment/enrolments/acts.ts'
import { addCharge } from '#server/money/payments/acts.ts'
import { chargeText, visitLetter, type VisitNews } from './letters.ts'
import { visits } from './tables.ts'

type VisitToTell = {
  studentId: string
  householdId: string
  student: TwoNames
  section: TwoNames
  onDay: string
  startsAt: string
  room: string
  priceCents: number
  kind: 'trial' | 'day'
}
const findVisit = async (db: Db, id: string): Promise<VisitToTell> => {
  const [found] = await rows<VisitToTell>(
    db,
    sql`
    select p.id as "studentId", st.household_id as "householdId", json_build_object('name', p.name, 'nativeName', p.native_name) as student,
      json_build_object('name', s.name, 'nativeName', s.native_name) as section, visits.on_day as "onDay", s.starts_at as "startsAt",
      coalesce(r.name, '') as room, visits.price_cents::int as "priceCents", visits.kind
    from visits join sections s on s.id = visits.section_id left join rooms r on r.id = s.room_id join students st on st.id = visits.student_id join persons p on p.id = st.id
    where visits.id = ${id}::uuid`,
  )
  return found!
}

/** Asks the family for what an approved visit costs, due on its day; nothing where it is free. */
export const chargeVisit = async ({ db, now }: Pick<Context<unknown>, 'db' | 'now'>, id: string): Promise<void> => {
  const visit = await findVisit(db, id)
  if (visit.priceCents === 0) return
  const chargeId = await addCharge(db, {
    householdId: visit.householdId,
    studentId: visit.studentId,
    kind: 'other',
    description: chargeText('en', visit.kind, visit.section, visit.onDay),
    nativeDescription: chargeText('zh', visit.kind, visit.section, visit.onDay),
    amountCents: visit.priceCents,
    day: dayIn(await zoneOf(db), now),
    dueOn: visit.onDay,
    at: now,
  })
  await db.update(visits).set({ chargeId }).where(eq(visits.id, id))
}

/** Writes to the child's guardians what becomes of a visit; answers whose screens change. */
export const tellVisit = async (
  context: Pick<Context<unknown>, 'db' | 'settings' | 'enqueue'>,
  id: string,
  news: VisitNews,
  note: string,
): Promise<string[]> => {
  const { db, settings } = context
  const visit = await findVisit(db, id)
  const readers = await listReaders(db, visit.studentId)
  const { bring, nativeBring } = await findSetting(db, 'classRules')
  const [found] = await db
    .select({ name: school.name, nativeName: school.nativeName, currency: school.currency })
    .from(school)
  for (const reader of readers.filter(({ email }) => email !== ''))
    await post(
      context,
      visitLetter(
        reader,
        { ...found!, bring, nativeBring },
        { ...visit, news, note },
        `${settings.publicUrl}/dashboard/`,
      ),
    )
  return readers.map(each => each.id)
}
