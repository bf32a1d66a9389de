import { sql } from 'drizzle-orm'
import type { Input } from '#contract/index.ts'
import { rows } from '#server/platform/db.ts'
import type { Office } from './office.ts'
import { treasurerEmail } from './staff.ts'

const code = (over: Partial<Input<'prices-createCode'>> & { code: string }): Input<'prices-createCode'> => ({
  percent: null,
  amountCents: null,
  programmeIds: [],
  validFrom: null,
  validUntil: null,
  mostUses: null,
  mostPerHousehold: 1,
  isForNewFamilies: false,
  isCombinable: true,
  note: '',
  ...over,
})

/** What the treasurer offers from the spring on: two codes and two scholarships. Fall is priced without them. */
export const givePrices = async (office: Office, now: Date): Promise<void> => {
  const me = treasurerEmail
  const { db } = office.database
  const [found] = await rows<{ spring: string; student: string; household: string }>(
    db,
    sql`
    select (select id from terms where name = 'Spring 2027') as spring,
      (select s.id from students s join persons p on p.id = s.id join enrolments e on e.student_id = s.id join sections x on x.id = e.section_id
        where x.name = 'G3-A' order by p.name, p.id limit 1) as student,
      (select h.id from households h where (select count(*) from students s where s.household_id = h.id) >= 3 order by h.created_at, h.id limit 1) as household`,
  )
  if (!found) return
  await office.call(
    me,
    'prices-createCode',
    code({
      code: 'LANTERN10',
      percent: 10,
      validFrom: '2026-11-01',
      validUntil: '2027-02-28',
      mostUses: 40,
      isForNewFamilies: true,
      note: 'Flyers at the Lantern Festival 元宵灯会',
    }),
    now,
  )
  await office.call(
    me,
    'prices-createCode',
    code({
      code: 'CHESSCLUB',
      amountCents: 2000,
      isCombinable: false,
      validUntil: '2027-01-31',
      note: 'Chess tournament',
    }),
    now,
  )
  const given = { termId: found.spring, percent: null, amountCents: null } as const
  await office.call(
    me,
    'prices-award',
    {
      ...given,
      studentId: found.student,
      householdId: null,
      percent: 50,
      covers: 'tuition',
      reason: 'Board of 8 November: father out of work',
    },
    now,
  )
  await office.call(
    me,
    'prices-award',
    {
      ...given,
      studentId: null,
      householdId: found.household,
      amountCents: 20_000,
      covers: 'all',
      reason: 'Lee Family Fund, three children',
    },
    now,
  )
}
