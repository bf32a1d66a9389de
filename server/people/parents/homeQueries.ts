import { sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/index.ts'
import type { Db } from '#server/platform/db.ts'
import { prepared } from '#server/platform/prepared.ts'
import type { Scope } from '#server/platform/scope.ts'
import { noticeOf, ownCodeOf } from '#server/teaching/absences/tables.ts'
import { isEnrollable, meetingStatus, teachersOf } from '#server/enrolment/classes/tables.ts'
import { isEnrolled, isOnWaitlist, waitingPosition } from '#server/enrolment/enrolments/tables.ts'
import { hasAsked } from '#server/enrolment/leavings/tables.ts'
import { isCurrent, isSignedBy, newestVersion } from '#server/school/policies/acts.ts'
import { accountOf, storedAccount } from '#server/money/payments/tables.ts'
import { isInClass, isSeenWhole, isWaiting } from '#server/people/students/tables.ts'
import { isCurrentTerm } from '#server/school/terms/tables.ts'

type Home = Output<'parents-home'>
type ToDo = Home['toDo'][number] & { turn: number }
type Child = Home['children'][number] & {
  householdId: string
  isWaiting: boolean
  hasVisits: boolean
  hasAsked: boolean
}
type Household = {
  id: string
  name: string
  hasAddress: boolean
  lacksContact: boolean
  hasToConfirm: boolean
  hasFiled: boolean
  hasUnsigned: boolean
  /** Null if it has to be added up. */
  account: Omit<Account, 'owing'> | null
}
type Me = {
  name: string
  nativeName: string
  hasPhone: boolean
  hasDraft: boolean
  isRegistering: boolean
  today: string
}
type Account = { balance: number; due: number; overdue: number; dueOn: string | null; owing: string | null }

type Values = Record<'person' | 'account', SQL>
type Scopes = {
  mine: Scope<'students'>
  homes: Scope<'households'>
  requests: Scope<'change_requests'>
}

/** A condition: true if the office has an open change request for the household. */
const isFiled = sql`change_requests.household_id = households.id and change_requests.status = 'filed'`
const uuids = (ids: SQL) => sql`${ids}::uuid[]`

const dayAt = (now: SQL) => sql`(${now}::timestamptz at time zone coalesce((select zone from school), 'UTC'))::date`

/** The caller's facts, and the school's facts that matter to everyone. */
const findMe = prepared<Me, 'person' | 'account' | 'now'>(
  ({ person, account, now }) => sql`
  select coalesce(p.name, '') as name, coalesce(p.native_name, '') as native_name, coalesce(p.phone, '-') <> '' as has_phone,
    exists (select 1 from drafts where drafts.account_id = ${account}::uuid) as has_draft,
    exists (select 1 from terms where terms.status = 'registration') as is_registering,
    ${dayAt(now)} as today
  from (values (${person}::uuid)) me (id) left join persons p on p.id = me.id`,
)

const sectionColumns = sql`sec.id as section_id, sec.name, sec.native_name, sec.crayon, sec.room_id, sec.starts_at, sec.ends_at`

/** Looked up one at a time: for a long list of children, the planner would otherwise read all classes. */
const sectionOf = (id: SQL) => sql`lateral (select * from sections where sections.id = ${id} offset 0)`

type Coming = Record<'children' | 'today', SQL>
const isComing = sql`${isEnrollable('sec')} and exists (select 1 from terms t where t.id = sec.term_id and ${isCurrentTerm('t')})`
const meeting = sql`m.id as meeting_id, m.on_day, m.session_date_id, m.cancelled_at, m.ends_at as over_at`
/** The next meeting of each of the children's classes. */
const inClasses = ({ children, today }: Coming) => sql`
  select e.student_id, e.id as enrolment_id, ${sectionColumns}, ${meeting}, null as code, null as visit
  from enrolments e join ${sectionOf(sql`e.section_id`)} sec on ${isComing} join lateral (
    select * from meetings where meetings.section_id = e.section_id and meetings.on_day >= ${today}::date order by meetings.on_day fetch first row with ties) m on true
  where e.student_id = any(${uuids(children)}) and ${isEnrolled('e')}`
const onVisits = ({ children, today }: Coming) => sql`
  select v.student_id, null::uuid, ${sectionColumns}, ${meeting}, v.code, v.kind
  from visits v join ${sectionOf(sql`v.section_id`)} sec on ${isComing} join meetings m on m.section_id = v.section_id and m.on_day = v.on_day
  where v.student_id = any(${uuids(children)}) and v.status = 'approved' and v.on_day >= ${today}::date`

/** The meetings on the children's next day that has any, today included. */
const meetingsOf = (from: (value: Coming) => SQL) =>
  prepared<Home['meetings'][number], keyof Coming>(
    value => sql`
  select x.meeting_id, x.student_id, x.section_id, x.name as section, x.native_name, x.crayon, coalesce((select r.name from rooms r where r.id = x.room_id), '') as room,
    taught.text as teacher, taught.native_text as teacher_native,
    x.on_day, x.starts_at, x.ends_at, ${meetingStatus('x', 'd')} as status, x.visit, coalesce(a.code, x.code) as code,
    ${ownCodeOf(sql`a.own_code_id`)} as own_code, ${noticeOf(sql`x.student_id`, { section: sql`x.section_id`, day: sql`x.on_day`, endsAt: sql`x.over_at` })} as notice
  from (select each.*, min(on_day) over () as next_day from (${from(value)}) each) x
    join session_dates d on d.id = x.session_date_id cross join lateral ${teachersOf(sql`x.section_id`)} taught left join attendance a on a.meeting_id = x.meeting_id and a.enrolment_id = x.enrolment_id
  where x.on_day = x.next_day order by x.starts_at, x.name, x.student_id`,
  )
/** `ofAll` includes visits, which few children have. */
const listMeetings = {
  ofClasses: meetingsOf(inClasses),
  ofAll: meetingsOf(value => sql`${inClasses(value)} union all ${onVisits(value)}`),
}

const findAccount = prepared<Account, 'households' | 'today'>(({ households, today }) =>
  accountOf(uuids(households), sql`${today}::date`),
)

const listWaiting = prepared<Home['waiting'][number], 'children'>(
  ({ children }) => sql`
  select p.name as student, sec.name as section, sec.native_name, ${waitingPosition} as position
  from waitlist_entries w join persons p on p.id = w.student_id join sections sec on sec.id = w.section_id
  where w.student_id = any(${uuids(children)}) and ${isOnWaitlist('w')} order by w.joined_at`,
)

const listUnseated = prepared<{ id: string }, 'children'>(
  ({ children }) =>
    sql`select students.id from students where students.id = any(${uuids(children)}) and not ${isInClass}`,
)

/** A condition: true if a household still has to sign the policy. */
const isUnsigned = (household: SQL) => sql`${isCurrent} and not ${isSignedBy(household, 'few')}`

/** The policies that at least one of the households still has to sign. */
const listUnsigned = prepared<{ id: string; of: string; ofNative: string }, 'households'>(
  ({ households }) => sql`
  select v.id, policies.title as of, policies.native_title as of_native from policies cross join lateral ${newestVersion('v')}
  where exists (select 1 from unnest(${uuids(households)}) home (id) where ${isUnsigned(sql`home.id`)})`,
)

/** What the households have to pay together, from their stored accounts; null if one has to be added up. */
const together = (homes: readonly Household[]): Account | null =>
  homes.reduce<Account | null>(
    (all, { id, account }) =>
      all && account
        ? {
            balance: all.balance + account.balance,
            due: all.due + account.due,
            overdue: all.overdue + account.overdue,
            dueOn: [all.dueOn, account.dueOn].filter(each => each !== null).sort()[0] ?? null,
            owing: account.due > 0 && (all.owing === null || id < all.owing) ? id : all.owing,
          }
        : null,
    { balance: 0, due: 0, overdue: 0, dueOn: null, owing: null },
  )

/** Orders to-dos by turn, then by `of`, then by id. */
const inTurn = (one: ToDo, other: ToDo): number =>
  one.turn - other.turn || Number(one.of > other.of) - Number(one.of < other.of) || (one.id < other.id ? -1 : 1)

/**
 * The family's home page: children, the next day with classes, the balance, what is due, waitlist positions, and
 * to-dos. The scopes limit the rows; what they return is looked up by id. It takes two rounds of small statements, each
 * round sent together; the first decides which statements the second needs.
 */
export const homeOf = (scopesOf: (value: Values) => Scopes) => {
  const listChildren = prepared<Child, 'person' | 'account'>(
    value => sql`select students.id, p.name, p.native_name, students.household_id, ${isWaiting} as is_waiting,
        ${hasAsked(sql`students.id`)} as has_asked,
        exists (select 1 from visits v where v.student_id = students.id and v.status = 'approved') as has_visits
      from students join persons p on p.id = students.id where ${scopesOf(value).mine} order by p.birth_on, p.name`,
  )
  const listHouseholds = prepared<Household, 'person' | 'account' | 'now'>(
    value =>
      sql`select households.id, households.name, households.address <> '' as has_address,
        not exists (select 1 from emergency_contacts c where c.household_id = households.id)
          and ${isSeenWhole(sql`households.id`, scopesOf(value).mine)} as lacks_contact,
        exists (select 1 from confirmations c join confirmation_rounds r on r.id = c.round_id and r.ended_at is null
          where c.household_id = households.id and c.confirmed_at is null) as has_to_confirm,
        exists (select 1 from change_requests where ${isFiled}) as has_filed,
        exists (select 1 from policies where ${isUnsigned(sql`households.id`)}) as has_unsigned, ${storedAccount(dayAt(value.now))} as account
      from households where ${scopesOf(value).homes}`,
  )
  const listFiled = prepared<{ id: string; of: string }, 'person' | 'account' | 'households'>(
    value => sql`select households.id, households.name as of from households
      where households.id = any(${uuids(value.households)}) and exists (select 1 from change_requests where ${isFiled} and ${scopesOf(value).requests})`,
  )

  return async (db: Db, actor: { personId: string | null; accountId: string | null }, now: Date): Promise<Home> => {
    const by = { person: actor.personId, account: actor.accountId }
    const [found, children, homes] = await Promise.all([
      findMe(db, { ...by, now: now.toISOString() }),
      listChildren(db, by),
      listHouseholds(db, { ...by, now: now.toISOString() }),
    ])
    const me = found[0]!
    const ofChildren = { children: children.map(({ id }) => id) }
    const ofHomes = { households: homes.map(({ id }) => id) }
    const idle = me.isRegistering && !me.hasDraft ? children.filter(child => !child.isWaiting) : []
    const listNext = children.some(({ hasVisits }) => hasVisits) ? listMeetings.ofAll : listMeetings.ofClasses
    const stored = together(homes)
    const [meetings, addedUp, waiting, unseated, unsigned, filed] = await Promise.all([
      listNext(db, { ...ofChildren, today: me.today }),
      stored ? [] : findAccount(db, { ...ofHomes, today: me.today }),
      children.some(child => child.isWaiting) ? listWaiting(db, ofChildren) : [],
      idle.length > 0 ? listUnseated(db, { children: idle.map(({ id }) => id) }) : [],
      homes.some(({ hasUnsigned }) => hasUnsigned) ? listUnsigned(db, ofHomes) : [],
      homes.some(({ hasFiled }) => hasFiled) ? listFiled(db, { ...by, ...ofHomes }) : [],
    ])
    const account = stored ?? addedUp[0]!
    const toDo: ToDo[] = []
    const add = (turn: number, kind: ToDo['kind'], id: string | null, of = '', ofNative = '') => {
      if (id !== null) toDo.push({ turn, kind, id, of, ofNative })
    }
    add(1, 'pay', account.owing)
    for (const { id, of, ofNative } of unsigned) add(2, 'sign', id, of, ofNative)
    if (me.hasDraft) add(4, 'draft', actor.accountId)
    for (const { id } of unseated) {
      const child = children.find(each => each.id === id)!
      add(5, 'classes', id, child.name, child.nativeName)
    }
    if (!me.hasPhone) add(6, 'phone', actor.personId, me.name, me.nativeName)
    for (const { id, name, hasAddress, lacksContact, hasToConfirm } of homes) {
      if (hasToConfirm) add(1, 'confirm', id, name)
      if (lacksContact) add(3, 'contact', id, name)
      if (!hasAddress) add(7, 'address', id, name)
    }
    for (const { id, of } of filed) add(8, 'request', id, of)
    // Only the household that pays for the class sees the request.
    for (const { id, name, nativeName, householdId, hasAsked } of children)
      if (hasAsked && homes.some(home => home.id === householdId)) add(8, 'leaving', id, name, nativeName)
    return {
      today: me.today,
      name: me.name,
      children: children.map(({ id, name, nativeName }) => ({ id, name, nativeName })),
      day: meetings[0]?.onDay ?? null,
      meetings,
      balanceCents: account.balance,
      dueCents: account.due,
      overdueCents: Math.max(0, Math.min(account.overdue, account.balance)),
      dueOn: account.dueOn,
      waiting,
      toDo: toDo.toSorted(inTurn),
    }
  }
}
