import { sql, type SQL } from 'drizzle-orm'
import { isOnWaitlist, takesSeat, waitingOrder } from '#server/enrolment/enrolments/tables.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'

export type Pair = { keepId: string; dropId: string }

const run = async (db: Db, ...steps: SQL[]): Promise<void> => {
  for (const step of steps) await rows(db, step)
}
const at = (now: Date): SQL => sql`${now.toISOString()}::timestamptz`

/** Combines two rows about one guardian and one child: a right is kept only where both rows grant it. */
const stricter = sql`has_data_access = k.has_data_access and d.has_data_access, may_pick_up = k.may_pick_up and d.may_pick_up, contact_order = least(k.contact_order, d.contact_order)`

/** Where a family has made the same request twice, withdraws the later one. */
const withdrawTwins = ({ keepId, dropId }: Pair, now: Date): SQL => {
  const mapped = (column: string) =>
    sql`case when ${sql.raw(column)} = ${dropId}::uuid then ${keepId}::uuid else ${sql.raw(column)} end`
  return sql`
    update change_requests set status = 'withdrawn', answered_at = ${at(now)} where id in (select id from (
      select id, row_number() over (partition by ${mapped('requested_by')}, kind, coalesce(${mapped('subject_id')}, ${mapped('household_id')}) order by created_at, id) as n
      from change_requests where status = 'filed' and kind <> 'guardian-add'
        and (requested_by in (${keepId}::uuid, ${dropId}::uuid) or subject_id in (${keepId}::uuid, ${dropId}::uuid) or household_id in (${keepId}::uuid, ${dropId}::uuid))) r where n > 1)`
}

/**
 * Combines what both records of one person have: the stricter guardian rights; of two live roles of a kind the one with
 * the wider area; one sign-up per shift; one calendar feed; and what either has read counts as read.
 */
export const joinPeople = async (db: Db, pair: Pair, now: Date): Promise<void> => {
  const keep = sql`${pair.keepId}::uuid`
  const drop = sql`${pair.dropId}::uuid`
  await run(
    db,
    sql`update household_members k set ${stricter} from household_members d where k.person_id = ${keep} and d.person_id = ${drop} and d.household_id = k.household_id`,
    sql`delete from household_members d using household_members k where k.person_id = ${keep} and d.person_id = ${drop} and d.household_id = k.household_id`,
    sql`update guardianships k set ${stricter}
      from guardianships d where k.guardian_id = ${keep} and d.guardian_id = ${drop} and d.student_id = k.student_id`,
    sql`delete from guardianships d using guardianships k where k.guardian_id = ${keep} and d.guardian_id = ${drop} and d.student_id = k.student_id`,
    // A role ends by real time, as everywhere (users/tables.ts).
    sql`update role_grants set ends_at = date_trunc('milliseconds', clock_timestamp()) where id in (
      select case when d.area = 'all' and k.area <> 'all' then k.id else d.id end from role_grants k join role_grants d on d.role = k.role
      where k.person_id = ${keep} and d.person_id = ${drop} and k.ends_at is null and d.ends_at is null)`,
    sql`update notice_recipients k set student_ids = (select array_agg(distinct i) from unnest(k.student_ids || d.student_ids) i), household_id = coalesce(k.household_id, d.household_id),
      read_at = least(k.read_at, d.read_at), confirmed_at = least(k.confirmed_at, d.confirmed_at)
      from notice_recipients d where k.person_id = ${keep} and d.person_id = ${drop} and d.notice_id = k.notice_id`,
    sql`delete from notice_recipients d using notice_recipients k where k.person_id = ${keep} and d.person_id = ${drop} and d.notice_id = k.notice_id`,
    sql`update thread_reads k set read_at = greatest(k.read_at, d.read_at), mailed_at = greatest(k.mailed_at, d.mailed_at)
      from thread_reads d where k.person_id = ${keep} and d.person_id = ${drop} and d.thread_id = k.thread_id`,
    sql`delete from thread_reads d using thread_reads k where k.person_id = ${keep} and d.person_id = ${drop} and d.thread_id = k.thread_id`,
    sql`update slot_signups d set status = 'cancelled' from slot_signups k
      where k.person_id = ${keep} and d.person_id = ${drop} and d.slot_id = k.slot_id and k.status <> 'cancelled' and d.status <> 'cancelled'`,
    sql`update calendar_feeds d set revoked_at = ${at(now)} from calendar_feeds k
      where k.person_id = ${keep} and d.person_id = ${drop} and k.revoked_at is null and d.revoked_at is null`,
    withdrawTwins(pair, now),
  )
}

/**
 * Combines what both records of one student have: the stricter guardian rights and, for a class, the better of two
 * waitlist entries, or none where the student is enrolled. What the family that the child leaves has set for the child
 * (pick-ups, photos) is kept, and so are the people whom that family has blocked.
 */
export const joinStudents = async (db: Db, pair: Pair, homes: { kept: string; left: string }): Promise<void> => {
  const keep = sql`${pair.keepId}::uuid`
  const drop = sql`${pair.dropId}::uuid`
  await run(
    db,
    sql`update guardianships k set ${stricter} from guardianships d where k.student_id = ${keep} and d.student_id = ${drop} and d.guardian_id = k.guardian_id`,
    sql`delete from guardianships d using guardianships k where k.student_id = ${keep} and d.student_id = ${drop} and d.guardian_id = k.guardian_id`,
    sql`update guardianships d set contact_order = contact_order + (select max(k.contact_order) from guardianships k where k.student_id = ${keep})
      where d.student_id = ${drop} and exists (select 1 from guardianships k where k.student_id = ${keep})`,
    sql`update waitlist_entries set status = 'removed' where id in (select id from (
        select w.id, row_number() over (partition by w.section_id order by ${waitingOrder('w')}) as n
        from waitlist_entries w where w.student_id in (${keep}, ${drop}) and ${isOnWaitlist('w')}) l where n > 1)`,
    sql`update waitlist_entries w set status = 'removed' where w.student_id in (${keep}, ${drop}) and ${isOnWaitlist('w')}
      and exists (select 1 from enrolments e where e.student_id in (${keep}, ${drop}) and e.section_id = w.section_id and ${takesSeat('e')})`,
  )
  if (homes.kept === homes.left) return
  const kept = sql`${homes.kept}::uuid`
  const left = sql`${homes.left}::uuid`
  await run(
    db,
    sql`insert into pick_ups (id, household_id, student_id, name, phone, relationship, rule, from_day, to_day, added_by, removed_at, created_at)
      select gen_random_uuid(), ${kept}, ${keep}, u.name, u.phone, u.relationship, u.rule, u.from_day, u.to_day, u.added_by, null, u.created_at
      from pick_ups u where u.household_id = ${left} and u.student_id is null and u.rule = 'deny' and u.removed_at is null`,
    sql`insert into consents (id, household_id, student_id, kind, level, version, version_id, signed_name, signed_by, signed_at)
      select ${newId()}::uuid, ${kept}, ${keep}, c.kind, c.level, c.version, c.version_id, c.signed_name, c.signed_by, c.signed_at from consents c
      where c.household_id = ${left} and c.student_id is null and c.kind = 'photo' order by c.signed_at desc, c.id desc limit 1`,
    sql`update pick_ups set household_id = ${kept} where household_id = ${left} and student_id in (${keep}, ${drop})`,
    sql`update consents set household_id = ${kept} where household_id = ${left} and student_id in (${keep}, ${drop})`,
  )
}

/** Combines what both records of one family have: members, contacts, and the newer answer to an invitation. */
export const joinHouseholds = async (db: Db, pair: Pair, now: Date): Promise<void> => {
  const keep = sql`${pair.keepId}::uuid`
  const drop = sql`${pair.dropId}::uuid`
  const sameContact = sql`k.household_id = ${keep} and d.household_id = ${drop} and lower(k.name) = lower(d.name)
    and regexp_replace(k.phone, '[^0-9]', '', 'g') = regexp_replace(d.phone, '[^0-9]', '', 'g')`
  await run(
    db,
    sql`update household_members k set ${stricter} from household_members d where k.household_id = ${keep} and d.household_id = ${drop} and d.person_id = k.person_id`,
    sql`delete from household_members d using household_members k where k.household_id = ${keep} and d.household_id = ${drop} and d.person_id = k.person_id`,
    sql`update household_members d set contact_order = contact_order + (select coalesce(max(k.contact_order), 0) from household_members k where k.household_id = ${keep}) where d.household_id = ${drop}`,
    sql`delete from emergency_contacts d using emergency_contacts k where ${sameContact}`,
    sql`delete from rsvps where (event_id, household_id) in (select event_id, household_id from (
      select r.event_id, r.household_id, row_number() over (partition by r.event_id order by r.at desc, r.household_id = ${keep} desc) as n
      from rsvps r where r.household_id in (${keep}, ${drop})) a where n > 1)`,
    withdrawTwins(pair, now),
  )
}
