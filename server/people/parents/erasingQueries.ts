import { sql, type SQL } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { allFields, isOf, studentFields, type StudentTable } from '#contract/studentFields.ts'
import { isLive } from '#server/access/users/tables.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'

/** Locks an archived family that has not been erased; undefined if there is none. */
export const lockArchived = async (
  db: Db,
  seen: Scope<'households'>,
  id: string,
): Promise<{ name: string } | undefined> =>
  (
    await rows<{ name: string }>(
      db,
      sql`select households.name from households where ${seen} and households.id = ${id}::uuid and households.archived_at is not null and households.erased_at is null for update`,
    )
  )[0]

/** The ids affected by erasing a family, as SQL lists. */
type Who = { household: SQL; people: SQL; all: SQL; accounts: SQL }

/**
 * Assignments that empty a student's fields in one table. Names become a placeholder, so that it remains visible that
 * there was one.
 */
const emptied = (table: StudentTable): SQL =>
  sql.join(
    allFields
      .filter(field => isOf(table, field))
      .map(field => {
        const { type } = studentFields[field]
        const value = type === 'name' ? sql`'Erased'` : type === 'day' ? sql`null` : sql`''`
        return sql`${sql.identifier(toSnakeCase(field))} = ${value}`
      }),
    sql`, `,
  )

const listOf = (ids: readonly string[]): SQL => sql`${`{${ids.join(',')}}`}::uuid[]`

/**
 * The statements that erase all personal data. Money keeps its amounts, days and numbers, and attendance and grades are
 * kept too, but no longer belong to anyone. The order matters: rows that refer to another are deleted first.
 */
const rules = ({ household, people, all, accounts }: Who): readonly SQL[] => [
  sql`delete from thread_message_files where message_id in (select m.id from thread_messages m join threads t on t.id = m.thread_id where t.household_id = ${household})`,
  sql`delete from thread_messages where thread_id in (select id from threads where household_id = ${household})`,
  sql`delete from thread_reads where thread_id in (select id from threads where household_id = ${household})`,
  sql`delete from threads where household_id = ${household}`,
  sql`delete from student_documents where student_id = any(${people})`,
  sql`delete from submission_turn_files where turn_id in (select t.id from submission_turns t join submissions s on s.id = t.submission_id join enrolments e on e.id = s.enrolment_id where e.student_id = any(${people}))`,
  sql`delete from submission_files where submission_id in (select s.id from submissions s join enrolments e on e.id = s.enrolment_id where e.student_id = any(${people}))`,
  sql`update submission_turns set text = '' where submission_id in (select s.id from submissions s join enrolments e on e.id = s.enrolment_id where e.student_id = any(${people}))`,
  sql`update submissions set text = '', feedback = '' where enrolment_id in (select id from enrolments where student_id = any(${people}))`,
  sql`update attendance set note = '' where enrolment_id in (select id from enrolments where student_id = any(${people})) and note <> ''`,
  sql`update attendance_revisions set note = '' where enrolment_id in (select id from enrolments where student_id = any(${people})) and note <> ''`,
  sql`update grades set note = '', reason = '' where enrolment_id in (select id from enrolments where student_id = any(${people}))`,
  sql`update grade_revisions set note = '', reason = '' where enrolment_id in (select id from enrolments where student_id = any(${people}))`,
  sql`update absence_notices set note = '', answer = '' where student_id = any(${people})`,
  sql`delete from form_answers where student_id = any(${people}) or household_id = ${household}`,
  sql`delete from change_requests where household_id = ${household}`,
  sql`update confirmations set before = '{}', after = null where household_id = ${household}`,
  sql`delete from emergency_contacts where household_id = ${household}`,
  sql`delete from pick_ups where household_id = ${household}`,
  sql`update consents set signed_name = '' where household_id = ${household}`,
  sql`update registrations set answer = 'null', fingerprint = '' where household_id = ${household}`,
  sql`update applications set note = '', question = '', answer = '', refusal = '' where enrolment_id in (select id from enrolments where student_id = any(${people}))`,
  sql`update leaving_requests set note = '', answer = '' where enrolment_id in (select id from enrolments where student_id = any(${people}))`,
  sql`update visits set note = '', answer = '', roll_note = '' where student_id = any(${people})`,
  sql`update placements set note = '' where student_id = any(${people})`,
  sql`update rsvps set note = '' where household_id = ${household}`,
  sql`update slot_signups set note = '' where person_id = any(${people})`,
  sql`update duty_exemptions set reason = '' where household_id = ${household}`,
  sql`update awards set reason = '' where household_id = ${household} or student_id = any(${people})`,
  sql`update payments set payer = '', reference = '' where household_id = ${household}`,
  sql`update invoices set lines = (select coalesce(jsonb_agg(l || '{"child": ""}'), '[]') from jsonb_array_elements(lines) l) where household_id = ${household}`,
  sql`delete from notification_preferences where person_id = any(${people})`,
  sql`update notice_recipients set facts = '{}' where person_id = any(${people})`,
  sql`delete from import_keys where our_id = any(${all})`,
  sql`delete from oneroster_ids where our_id = any(${all})`,
  sql`delete from mails where "to" in (select email from persons where id = any(${people}) and email <> '' union select email from accounts where id = any(${accounts}))`,
  sql`update audit_entries set input = '{}', actor = case when account_id = any(${accounts}) then '' else actor end, erased_at = now()
    where (about && ${all} or account_id = any(${accounts})) and erased_at is null`,
  sql`delete from accounts where id = any(${accounts})`,
  sql`update students set ${emptied('students')}, custody_note = '', is_custody_open = false where id = any(${people})`,
  sql`update persons set ${emptied('persons')}, email = '', phone = '', other_phones = '' where id = any(${people})`,
  sql`update households set name = 'Erased family', address = '', erased_at = now() where id = ${household}`,
]

/**
 * Permanently erases all personal data of a family. A guardian who also belongs to another family, or works for the
 * school, keeps their record and only leaves this family. Returns the number of people and files erased.
 */
export const eraseFamily = async (db: Db, id: string, now: Date): Promise<{ people: number; files: number }> => {
  const [found] = await rows<{ people: string[]; accounts: string[] }>(
    db,
    sql`
    with gone as (
      select p.id, p.account_id from persons p where p.id in (select s.id from students s where s.household_id = ${id}::uuid)
        or (p.id in (select m.person_id from household_members m where m.household_id = ${id}::uuid)
          and not exists (select 1 from household_members o join households h on h.id = o.household_id where o.person_id = p.id and h.id <> ${id}::uuid and h.erased_at is null)
          and not exists (select 1 from teachers t where t.id = p.id)
          and not exists (select 1 from role_grants g where g.person_id = p.id and g.role <> 'parent' and ${isLive('g')}))
    ) select coalesce(array_agg(id), '{}') as people,
      coalesce((select array_agg(a) from (select account_id as a from gone where account_id is not null union select b.account_id from badges b where b.student_id in (select id from gone)) x), '{}') as accounts from gone`,
  )
  const { people, accounts } = found!
  const who: Who = {
    household: sql`${id}::uuid`,
    people: listOf(people),
    all: listOf([...people, id]),
    accounts: listOf(accounts),
  }
  const attached = sql`select id from files f where exists (select 1 from student_documents d where d.file_id = f.id and d.student_id = any(${who.people}))
    or exists (select 1 from thread_message_files x join thread_messages m on m.id = x.message_id join threads t on t.id = m.thread_id where x.file_id = f.id and t.household_id = ${who.household})
    or exists (select 1 from submission_files x join submissions s on s.id = x.submission_id join enrolments e on e.id = s.enrolment_id where x.file_id = f.id and e.student_id = any(${who.people}))
    or exists (select 1 from submission_turn_files x join submission_turns u on u.id = x.turn_id join submissions s on s.id = u.submission_id join enrolments e on e.id = s.enrolment_id where x.file_id = f.id and e.student_id = any(${who.people}))`
  const files = await rows<{ id: string }>(db, attached)
  // Only this setting lets protected columns be emptied, and it never allows changes to amounts (migration 0026).
  await db.execute(sql`select set_config('lantern.erasing', 'on', true)`)
  for (const rule of rules(who)) await db.execute(rule)
  await db.execute(
    sql`delete from household_members where household_id = ${who.household} and not person_id = any(${who.people})`,
  )
  await db.execute(sql`delete from files where id = any(${listOf(files.map(file => file.id))})`)
  await db.execute(sql`select set_config('lantern.erasing', '', true)`)
  await db.execute(
    sql`delete from batch_changes c using batches b where b.id = c.batch_id and b.at <= ${now.toISOString()}::timestamptz
      and (c.before::text ~ ${[...people, id].join('|')} or c.after::text ~ ${[...people, id].join('|')})`,
  )
  return { people: people.length, files: files.length }
}
