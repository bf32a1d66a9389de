import { sql, type SQL } from 'drizzle-orm'
import {
  type AbandonedRegistration,
  type abandonedViews,
  quietDays,
  remindDays,
} from '#contract/enrolment/enrolments.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Actor } from '#server/platform/actor.ts'
import { newId } from '#server/platform/ids.ts'
import { containing, limitTo, oneOf, pageSize } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { asInstant } from '#server/platform/tables.ts'

export type Filter = { search: string; view: (typeof abandonedViews)[number]; now: Date }

const daysBefore = (now: Date, days: number): SQL =>
  sql`${new Date(now.getTime() - days * 86_400_000).toISOString()}::timestamptz`
/**
 * When any account of the draft's household was last reminded: a household gets at most one reminder in `remindDays`
 * days.
 */
const reminderOf = sql`(select max(o.reminded_at) from drafts o where o.account_id = drafts.account_id or o.account_id in (
  select q.account_id from persons me join household_members mine on mine.person_id = me.id join household_members other on other.household_id = mine.household_id
    join persons q on q.id = other.person_id where me.account_id = drafts.account_id))`
const mayRemind = (now: Date): SQL => sql`coalesce(${reminderOf} <= ${daysBefore(now, remindDays)}, true)`

const matching = (seen: Scope<'drafts'>, { search, view, now }: Filter): SQL => {
  const views: Record<Filter['view'], SQL> = {
    quiet: sql`drafts.saved_at < ${daysBefore(now, quietDays)}`,
    all: sql`true`,
    reminded: sql`drafts.reminded_at is not null`,
  }
  return sql`${seen} and ${views[view]} and ${
    search === ''
      ? sql`true`
      : sql`(fold(a.display_name || ' ' || a.email) like fold(${containing(search)}) or p.search_text like fold(${containing(search)})
          or exists (select 1 from jsonb_array_elements(drafts.draft->'children') c where fold((c->>'name') || ' ' || (c->>'nativeName')) like fold(${containing(search)})))`
  }`
}
const from = sql`drafts join accounts a on a.id = drafts.account_id left join persons p on p.account_id = a.id`

/**
 * Registrations that were begun and not sent, the longest untouched first, one more than a page. Of a draft it reads
 * only how far it got and for whom.
 */
export const listAbandoned = (
  db: Db,
  seen: Scope<'drafts'>,
  filter: Filter,
  after: readonly unknown[] | null,
  atMost: number = pageSize + 1,
): Promise<AbandonedRegistration[]> =>
  rows<AbandonedRegistration>(
    db,
    sql`
    select a.id as "accountId", coalesce(p.name, nullif(me.name, ''), a.display_name) as name, a.email, coalesce(nullif(p.phone, ''), me.phone, '') as phone, a.language,
      (select json_build_object('id', h.id, 'name', h.name) from household_members m join households h on h.id = m.household_id where m.person_id = p.id order by h.created_at limit 1) as household,
      coalesce((select json_agg(json_build_object('name', c->>'name', 'nativeName', c->>'nativeName')) from jsonb_array_elements(drafts.draft->'children') c where c->>'name' <> ''), '[]') as children,
      coalesce((select json_agg(json_build_object('name', x.name, 'nativeName', x.native_name) order by x.name) from (
        select distinct s.id, s.name, s.native_name from jsonb_array_elements(drafts.draft->'choices') c join sections s on s.id = (c->>'sectionId')::uuid) x), '[]') as sections,
      (select json_build_object('name', t.name, 'nativeName', t.native_name) from terms t where t.id = (drafts.draft->>'termId')::uuid) as term,
      coalesce(nullif(drafts.draft->>'at', ''), 'you') as at, ${asInstant(sql`drafts.started_at`)} as "startedAt", ${asInstant(sql`drafts.saved_at`)} as "savedAt",
      ${asInstant(sql`drafts.reminded_at`)} as "remindedAt", ${mayRemind(filter.now)} as "mayRemind"
    from ${from} left join lateral (select g->>'name' as name, g->>'phone' as phone from jsonb_array_elements(drafts.draft->'guardians') g where (g->>'isMe')::boolean limit 1) me on true
    where ${matching(seen, filter)} and ${after ? sql`(drafts.saved_at, drafts.account_id) > (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`}
    order by drafts.saved_at, drafts.account_id ${limitTo(atMost)}`,
  )

export const countAbandoned = async (db: Db, seen: Scope<'drafts'>, filter: Filter): Promise<number> =>
  (
    await rows<{ total: number }>(db, sql`select count(*)::int as total from ${from} where ${matching(seen, filter)}`)
  )[0]!.total

export type Reminded = { email: string; name: string; language: 'en' | 'zh'; startedAt: string; zone: string }
/** Those of the given families that may be reminded now. Records them as reminded from now on. */
export const takeReminded = async (
  db: Db,
  seen: Scope<'drafts'>,
  ids: readonly string[],
  now: Date,
): Promise<Reminded[]> => {
  await rows(
    db,
    sql`select 1 from drafts where ${seen} and ${oneOf(sql`drafts.account_id`, ids)} order by drafts.account_id for update`,
  )
  return rows<Reminded>(
    db,
    sql`
    with due as (
      select distinct on (coalesce(home.id, drafts.account_id)) drafts.account_id from drafts left join lateral (
        select m.household_id as id from persons p join household_members m on m.person_id = p.id where p.account_id = drafts.account_id order by m.household_id limit 1) home on true
      where ${seen} and ${oneOf(sql`drafts.account_id`, ids)} and ${mayRemind(now)} order by coalesce(home.id, drafts.account_id), drafts.saved_at desc
    ), taken as (
      update drafts set reminded_at = ${now.toISOString()}::timestamptz from due where drafts.account_id = due.account_id returning drafts.account_id, drafts.started_at
    )
    select a.email, coalesce(case when a.language = 'zh' then nullif(p.native_name, '') end, p.name, a.display_name) as name, a.language, ${asInstant(sql`taken.started_at`)} as "startedAt", (select zone from school) as zone
    from taken join accounts a on a.id = taken.account_id left join persons p on p.account_id = a.id where not a.is_disabled order by a.email`,
  )
}

/**
 * Records in the audit trail, at most once an hour, that a member of the office looked at the registrations that
 * families have begun.
 */
export const noteLook = async (db: Db, actor: Actor, address: string, at: Date): Promise<void> => {
  await rows(
    db,
    sql`
    insert into audit_entries (id, at, account_id, person_id, actor, action, input, outcome, operation_id, address, about)
    select ${newId()}::uuid, ${at.toISOString()}::timestamptz, ${actor.accountId}::uuid, ${actor.personId}::uuid, ${actor.email}, 'enrolments-abandoned', '{}', 'done', null, ${address}, '{}'
    where not exists (select 1 from audit_entries e where e.account_id = ${actor.accountId}::uuid and e.action = 'enrolments-abandoned' and e.at > ${at.toISOString()}::timestamptz - interval '1 hour')`,
  )
}
