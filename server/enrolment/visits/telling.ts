import { dayIn } from '#rules/calendar.ts'
import type { Context } from '#server/platform/functions.ts'
import { post } from '#server/platform/mail.ts'
import { findSetting } from '#server/school/config/acts.ts'
import { letterhead, zoneOf } from '#server/school/config/tables.ts'
import { listReaders } from '#server/enrolment/enrolments/acts.ts'
import { addCharge } from '#server/money/payments/acts.ts'
import { chargeText, visitLetter, type VisitNews } from './letters.ts'
import { findVisit, linkCharge } from './tellingQueries.ts'

/** Charges the family for an approved visit, due on its day; does nothing where it is free. */
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
  await linkCharge(db, id, chargeId)
}

/** Writes to the child's guardians what happened to a visit; returns the people whose screens change. */
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
  const school = await letterhead(db)
  for (const reader of readers.filter(({ email }) => email !== ''))
    await post(
      context,
      visitLetter(
        reader,
        { ...school, bring, nativeBring },
        { ...visit, news, note },
        `${settings.publicUrl}/dashboard/`,
      ),
    )
  return readers.map(each => each.id)
}
