import { sql } from 'drizzle-orm'
import { undoMs } from '#contract/communication/messages.notices.ts'
import { dayIn } from '#rules/calendar.ts'
import { rows } from '#server/platform/db.ts'
import type { PlannedFamily } from './family.ts'
import { demoNotices, type DemoThread, demoTemplates, demoThreads, laterDraftBody } from './noticeTexts.ts'
import type { Office } from './office.ts'
import type { OpenedSchool } from './opening.ts'
import { profile } from './profile.ts'
import { classOfDemoTeacher, registrar, teachers } from './staff.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const demoTeacher = teachers.find(({ classes }) => classes.includes(classOfDemoTeacher))!

/** Notices, templates and conversations up to now. Who has read what is the same every time. */
export const tellFamilies = async (
  office: Office,
  school: OpenedSchool,
  families: readonly PlannedFamily[],
  now: Date,
): Promise<void> => {
  await office.meet()
  for (const template of demoTemplates)
    await office.call(registrar.email, 'messages-createTemplate', template, new Date(now.getTime() - 200 * dayMs))
  for (const { by, daysAgo, readShare, audience: audienceOf, text } of demoNotices) {
    const me = by === 'office' ? registrar.email : demoTeacher.email
    const audience = audienceOf(school.sectionOf)
    const at = new Date(now.getTime() - Math.max(0, daysAgo ?? 1) * dayMs - undoMs)
    const { id, version } = await office.call(me, 'messages-createNotice', { audience, ...text }, at)
    if (daysAgo === null) {
      const change = { id, version, audience, ...text, body: laterDraftBody }
      await office.call(me, 'messages-changeNotice', change, at)
      continue
    }
    const { people } = await office.call(me, 'messages-audience', { audience }, at)
    if (people === 0) continue
    const sendOn = dayIn(profile.zone, new Date(now.getTime() - daysAgo * dayMs))
    await office.call(
      me,
      'messages-sendNotice',
      { id, agreedPeople: people, at: daysAgo < 0 ? { day: sendOn, time: '09:00' } : null },
      at,
    )
    await office.finishJobs(new Date(at.getTime() + undoMs))
    await readSome(office, id, readShare, now)
  }
  for (const thread of demoThreads) await talk(office, families, thread, now)
  await dateMails(office)
}

/** Marks a notice as read by a share of families: some within the hour, the rest within three days, all before now. */
const readSome = async ({ database: { db } }: Office, id: string, share: number, now: Date): Promise<void> => {
  await rows(
    db,
    sql`
    with readers as (
      select r.person_id, n.needs_answer, n.sent_at, abs(hashtext(p.email || n.subject)) % 1000 as dice, p.email
      from notice_recipients r join notices n on n.id = r.notice_id join persons p on p.id = r.person_id where n.id = ${id}::uuid and p.account_id is not null
    )
    update notice_recipients r set read_at = least(x.at, ${now.toISOString()}::timestamptz - interval '2 minutes'),
      confirmed_at = case when x.needs_answer and x.dice % 5 > 0 then least(x.at + interval '1 minute', ${now.toISOString()}::timestamptz - interval '1 minute') end
    from (select *, sent_at + interval '1 minute' * (3 + dice * dice % 4000) as at from readers) x
    where r.notice_id = ${id}::uuid and r.person_id = x.person_id and x.dice < ${Math.round(share * 1000)} and x.email <> 'parent@lakeside.example' and x.sent_at < ${now.toISOString()}::timestamptz`,
  )
  if (share > 0.75)
    await rows(
      db,
      sql`update notice_recipients r set read_at = n.sent_at + interval '2 hours' from notices n, persons p
        where n.id = r.notice_id and p.id = r.person_id and n.id = ${id}::uuid and p.email = 'parent@lakeside.example' and n.sent_at + interval '2 hours' < ${now.toISOString()}::timestamptz`,
    )
}

/** The family for a conversation: one that matches and that no other conversation uses. */
const familyOf = (families: readonly PlannedFamily[], thread: DemoThread): PlannedFamily | undefined =>
  families.find(
    ({ notable, staff, language, guardians: [first], children, pays }) =>
      (thread.family === 'demo'
        ? notable === 'demo'
        : notable === null && staff === null && language === thread.family && first?.hasAccount === true) &&
      (thread.with === 'office'
        ? thread.family === 'zh'
          ? children.length === 1
          : pays === 'part'
        : children.some(({ seats }) => seats.includes(thread.with))),
  )

const talk = async (
  office: Office,
  families: readonly PlannedFamily[],
  thread: DemoThread,
  now: Date,
): Promise<void> => {
  const family = familyOf(families, thread)
  if (!family) throw new Error(`no family of the demo fits “${thread.subject}”`)
  const parent = family.guardians[0]!.email
  const school =
    thread.with === 'office' ? registrar.email : teachers.find(({ classes }) => classes.includes(thread.with))!.email
  const at = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * hourMs)
  const contacts = await office.call(parent, 'messages-contacts', {}, now)
  const contact = contacts.find(({ section }) => (section?.name ?? 'office') === thread.with)
  // Before the term opens, nobody is in a class yet.
  if (!contact) return
  const [first, ...more] = thread.lines
  const { id } = await office.call(
    parent,
    'messages-startThread',
    {
      side: 'family',
      householdId: contact.householdId,
      studentId: contact.student?.id ?? null,
      sectionId: contact.section?.id ?? null,
      subject: thread.subject,
      body: first!.body,
    },
    at(first!.hoursAgo),
  )
  for (const { by, hoursAgo, body } of more) {
    const me = by === 'family' ? parent : school
    await office.call(me, 'messages-read', { kind: 'thread', id }, at(hoursAgo + 0.05))
    await office.call(me, 'messages-reply', { threadId: id, body }, at(hoursAgo))
  }
  const last = thread.lines.at(-1)!
  const other = last.by === 'family' ? school : parent
  if (!thread.isUnread) await office.call(other, 'messages-read', { kind: 'thread', id }, at(last.hoursAgo - 1))
  if (thread.isClosed) await office.call(school, 'messages-moveThread', { id, to: 'closed' }, at(last.hoursAgo - 2))
}

/** Emails are stored with the actual time; these are dated by the events they report. */
const dateMails = async ({ database: { db } }: Office): Promise<void> => {
  await rows(
    db,
    sql`update mails m set queued_at = least(n.sent_at, m.queued_at) from notice_recipients r join notices n on n.id = r.notice_id where r.mail_id = m.id`,
  )
  await rows(
    db,
    sql`update mails m set queued_at = least(m.queued_at, x.at) from (
      select mail.id, min(s.at) as at from mails mail join threads t on mail.text like '%=thread.' || t.id::text || '%' or mail.text like '%tab=threads&id=' || t.id::text || '%'
        join thread_messages s on s.thread_id = t.id and position(left(s.body, 200) in mail.text) > 0 where mail.is_secret is false group by mail.id) x
    where x.id = m.id`,
  )
}
