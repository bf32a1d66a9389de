import { sql } from 'drizzle-orm'
import type { Language } from '#contract/values.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Letter } from '#server/platform/mail.ts'
import type { Scope } from '#server/platform/scope.ts'
import { writtenDay, moneyIn } from './format.ts'
import { wantsMail } from '#server/people/parents/acts.ts'
import { balanceOf, openOf, paymentReminders } from './tables.ts'

type Debtor = {
  householdId: string
  balanceCents: number
  /** The earliest day on which something of it was or is due. */
  dueOn: string | null
  isRecent: boolean
  guardians: { name: string; email: string; language: Language }[]
}

/**
 * What families owe and whom to remind: guardians with access to a child of theirs and an address, who take such mails.
 */
export const listDebtors = (
  db: Db,
  seen: Scope<'households'>,
  householdIds: readonly string[],
  since: Date,
): Promise<Debtor[]> =>
  rows<Debtor>(
    db,
    sql`
    select households.id as "householdId", ${balanceOf(sql`households.id`)} as "balanceCents",
      (select min(c.due_on) from charges c where c.household_id = households.id and ${openOf('c')} > 0) as "dueOn",
      exists (select 1 from payment_reminders r where r.household_id = households.id and r.created_at > ${since.toISOString()}::timestamptz) as "isRecent",
      coalesce((select json_agg(json_build_object('name', case when p.language = 'zh' and p.native_name <> '' then p.native_name else p.name end, 'email', p.email, 'language', p.language)
          order by m.contact_order, p.name)
        from household_members m join persons p on p.id = m.person_id
        where m.household_id = households.id and p.email <> '' and ${wantsMail('payments', sql`p.id`)} and exists (select 1 from guardianships g join students s on s.id = g.student_id
          where g.guardian_id = p.id and s.household_id = households.id and g.has_data_access)), '[]') as guardians
    from households where ${seen} and households.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(householdIds)}::jsonb)) order by households.name`,
  )

export const insertReminders = async (db: Db, values: (typeof paymentReminders.$inferInsert)[]): Promise<void> => {
  if (values.length > 0) await db.insert(paymentReminders).values(values)
}

export const findSchoolName = async (db: Db): Promise<{ name: string; nativeName: string; currency: string }> =>
  (
    await rows<{ name: string; nativeName: string; currency: string }>(
      db,
      sql`select name, native_name as "nativeName", currency from school`,
    )
  )[0]!

const words = {
  en: {
    subject: (school: string) => `A payment is open at ${school}`,
    opening: (name: string) => `Dear ${name},`,
    late: (amount: string, day: string) =>
      `your family’s account shows ${amount} to be paid, which was due on ${day}. If you have paid meanwhile, thank you, and please disregard this letter.`,
    due: (amount: string, day: string) => `your family’s account shows ${amount} to be paid by ${day}.`,
    how: 'What it is for, your receipts and how to pay stand under Payments. If something is not right or you need more time, simply write to the office.',
    link: 'Open your payments',
  },
  zh: {
    subject: (school: string) => `${school}缴费提醒`,
    opening: (name: string) => `${name}，您好！`,
    late: (amount: string, day: string) =>
      `您的家庭账户尚有 ${amount} 未缴，应缴日期为 ${day}。如您已经缴费，请不必理会此信，谢谢。`,
    due: (amount: string, day: string) => `您的家庭账户尚有 ${amount} 未缴，请于 ${day} 前缴纳。`,
    how: '收费明细、收据和缴费方式都在“缴费”页面。如有疑问或需要宽限，欢迎随时联系办公室。',
    link: '打开缴费页面',
  },
}

/** What a family owes and since when, to one of its guardians, in their language. */
export const reminderLetter = (
  to: Debtor['guardians'][number],
  owed: { balanceCents: number; dueOn: string; today: string },
  school: { name: string; nativeName: string; currency: string },
  url: string,
): Letter => {
  const say = words[to.language]
  const amount = moneyIn(to.language, school.currency)(owed.balanceCents)
  const day = writtenDay(to.language, owed.dueOn)
  return {
    to: to.email,
    subject: say.subject((to.language === 'zh' && school.nativeName) || school.name),
    paragraphs: [say.opening(to.name), say[owed.dueOn < owed.today ? 'late' : 'due'](amount, day), say.how],
    link: { url, label: say.link },
  }
}
