import { randomInt } from 'node:crypto'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { leftOutReasons, OfficeEntry, Together } from '#contract/enrolment/lotteries.ts'
import type { waitingPriorities } from '#contract/settings.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { onePage } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { asInstant } from '#server/platform/tables.ts'
import { isOnWaitlist, isSeated, priorityFacts, waitingPosition } from '#server/enrolment/enrolments/tables.ts'
import { matchesSearch } from '#server/access/users/tables.ts'
import { hasSpot } from '#server/people/students/tables.ts'
import { isDrawnBy, lotteryEntries, lotteryTickets } from './tables.ts'

type LeftOut = { sectionId: string; reason: (typeof leftOutReasons)[number] }
type Line = { sectionId: string; place: number }

/** What decides whether a child's wish is possible: the child's age, and their classes with times. */
const standing = sql`
  coalesce(p.birth_on::text, '') as "birthOn",
  (select coalesce(json_agg(json_build_object('termId', x.term_id, 'weekday', x.weekday, 'startsAt', x.starts_at, 'endsAt', x.ends_at)), '[]')
    from enrolments e join sections x on x.id = e.section_id where e.student_id = students.id and ${hasSpot('e')}) as booked,
  (select coalesce(json_agg(i.section_id), '[]') from (
    select e.section_id from enrolments e where e.student_id = students.id and ${isSeated}
    union select w.section_id from waitlist_entries w where w.student_id = students.id and ${isOnWaitlist('w')}) i) as "isIn"`
export type Standing = {
  birthOn: string
  booked: { termId: string; weekday: number; startsAt: string; endsAt: string }[]
  isIn: string[]
}

export type KeptEntry = {
  lotteryId: string
  ticket: number
  place: number
  together: Together
  ranks: string[]
  leftOut: LeftOut[]
  won: {
    sectionId: string
    offerId: string
    status: 'offered' | 'accepted' | 'declined' | 'expired' | 'removed' | 'waiting'
    expiresAt: string | null
  } | null
  /** The waitlists that the draw has put the child on, and those of them that have offered it a spot since. */
  lines: { sectionId: string; place: number | null; status: 'waiting' | 'offered' | 'accepted' }[]
}
export type FamilyChild = Standing & {
  id: string
  householdId: string
  name: string
  nativeName: string
  entries: KeptEntry[]
}

/** A caller's children with their lottery entries, eldest first. */
export const listChildren = (
  db: Db,
  cared: Scope<'students'>,
  entered: Scope<'lottery_entries'>,
): Promise<FamilyChild[]> =>
  rows<FamilyChild>(
    db,
    sql`
    select students.id, students.household_id, p.name, p.native_name, ${standing},
      (select coalesce(json_agg(json_build_object('lotteryId', k.lottery_id, 'ticket', k.number, 'place', lottery_entries.place, 'together', k.together,
          'ranks', lottery_entries.ranks, 'leftOut', lottery_entries.left_out,
          'won', (select json_build_object('sectionId', w.section_id, 'offerId', w.id, 'status', w.status, 'expiresAt', ${asInstant(sql`w.expires_at`)}) from waitlist_entries w
            where w.student_id = students.id and w.section_id = lottery_entries.won_section_id and ${isDrawnBy('l')}),
          'lines', (select coalesce(json_agg(json_build_object('sectionId', w.section_id, 'status', w.status, 'place', case when w.status = 'waiting' then ${waitingPosition} end)), '[]') from waitlist_entries w
            where w.student_id = students.id and w.section_id = any (lottery_entries.ranks)
              and w.status in ('waiting', 'offered', 'accepted') and ${isDrawnBy('l')} and w.section_id is distinct from lottery_entries.won_section_id)
          )), '[]')
        from lottery_entries join lottery_tickets k on k.id = lottery_entries.ticket_id join lotteries l on l.id = k.lottery_id
        where lottery_entries.student_id = students.id and lottery_entries.withdrawn_at is null and ${entered}) as entries
    from students join persons p on p.id = students.id where ${cared} and students.archived_at is null order by p.birth_on, p.name, students.id`,
  )

/** A family's ticket in a locked lottery. Creates it where there is none, with a random number that reveals nothing. */
export const takeTicket = async (
  db: Db,
  lotteryId: string,
  householdId: string,
  together: Together | null,
): Promise<string> => {
  const [known] = await db
    .select({ id: lotteryTickets.id })
    .from(lotteryTickets)
    .where(and(eq(lotteryTickets.lotteryId, lotteryId), eq(lotteryTickets.householdId, householdId)))
  if (known) {
    if (together) await db.update(lotteryTickets).set({ together }).where(eq(lotteryTickets.id, known.id))
    return known.id
  }
  for (;;) {
    const values = {
      id: newId(),
      lotteryId,
      householdId,
      number: randomInt(10_000, 100_000),
      together: together ?? 'alone',
    }
    const [made] = await db
      .insert(lotteryTickets)
      .values(values)
      .onConflictDoNothing()
      .returning({ id: lotteryTickets.id })
    if (made) return made.id
  }
}

export type Wishes = { studentId: string; ranks: string[] }

/** Stores children's wishes on a ticket; a child keeps the number that it was first given. */
export const putEntries = async (db: Db, ticketId: string, children: readonly Wishes[], at: Date): Promise<void> => {
  const known = await db
    .select({ id: lotteryEntries.id, studentId: lotteryEntries.studentId, place: lotteryEntries.place })
    .from(lotteryEntries)
    .where(eq(lotteryEntries.ticketId, ticketId))
  const last = Math.max(0, ...known.map(({ place }) => place))
  const fresh = children.filter(({ studentId }) => !known.some(each => each.studentId === studentId))
  const changed = children.flatMap(({ studentId, ranks }) => {
    const entry = known.find(each => each.studentId === studentId)
    return entry ? [{ id: entry.id, ranks }] : []
  })
  if (fresh.length > 0)
    await db
      .insert(lotteryEntries)
      .values(fresh.map((child, index) => ({ ticketId, ...child, place: last + index + 1, enteredAt: at })))
  if (changed.length > 0)
    await rows(
      db,
      sql`
      update lottery_entries set ranks = array(select jsonb_array_elements_text(n.ranks)::uuid), withdrawn_at = null
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as n(id uuid, ranks jsonb) where lottery_entries.id = n.id`,
    )
}

/** Withdraws the entries of a lottery that the caller may change. */
export const withdrawEntries = async (
  db: Db,
  mine: Scope<'lottery_entries'>,
  lotteryId: string,
  at: Date,
): Promise<void> => {
  await db
    .update(lotteryEntries)
    .set({ withdrawnAt: at })
    .where(
      and(
        mine,
        isNull(lotteryEntries.withdrawnAt),
        sql`${lotteryEntries.ticketId} in (select k.id from lottery_tickets k where k.lottery_id = ${lotteryId}::uuid)`,
      ),
    )
}

/** The wishes of children in a lottery so far. */
export const listWishes = (db: Db, lotteryId: string, studentIds: readonly string[]): Promise<Wishes[]> =>
  db
    .select({ studentId: lotteryEntries.studentId, ranks: lotteryEntries.ranks })
    .from(lotteryEntries)
    .innerJoin(lotteryTickets, eq(lotteryTickets.id, lotteryEntries.ticketId))
    .where(
      and(
        eq(lotteryTickets.lotteryId, lotteryId),
        isNull(lotteryEntries.withdrawnAt),
        inArray(lotteryEntries.studentId, [...studentIds]),
      ),
    )

export type EnteredChild = Standing & {
  id: string
  ticketId: string
  ticket: number
  place: number
  together: Together
  priority: number
  studentId: string
  ranks: string[]
  turn: number | null
  wonSectionId: string | null
  lines: Line[]
}
/** All children entered in a lottery, by number. */
export const listEntered = (db: Db, lotteryId: string): Promise<EnteredChild[]> =>
  rows<EnteredChild>(
    db,
    sql`
    select n.id, n.ticket_id, k.number as ticket, n.place, k.together, k.priority, n.student_id, n.ranks, k.turn,
      n.won_section_id, n.lines, ${standing}
    from lottery_tickets k join lottery_entries n on n.ticket_id = k.id join students on students.id = n.student_id join persons p on p.id = n.student_id
    where k.lottery_id = ${lotteryId}::uuid and n.withdrawn_at is null order by k.number, n.place`,
  )

/** Stores the wishes that count and those left out, once entries are closed. */
export const settleEntries = async (
  db: Db,
  entries: readonly { id: string; ranks: string[]; leftOut: LeftOut[] }[],
): Promise<void> => {
  if (entries.length > 0)
    await rows(
      db,
      sql`
      update lottery_entries set ranks = array(select jsonb_array_elements_text(n.ranks)::uuid), left_out = n."leftOut"
      from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as n(id uuid, ranks jsonb, "leftOut" jsonb) where lottery_entries.id = n.id`,
    )
}

/** True if a condition about the entry `n` holds for any child that the family of the ticket `k` has entered. */
const holdsForAny = (fact: SQL): SQL =>
  sql`exists (select 1 from lottery_entries n where n.ticket_id = k.id and n.withdrawn_at is null and ${fact})`

type TicketFacts = { ticketId: string } & Record<(typeof waitingPriorities)[number], boolean>
/**
 * The facts that may give each family of a lottery priority, as defined in contract/settings.plain.ts. A family has a
 * priority through any of its entered children.
 */
export const listFacts = (db: Db, lotteryId: string): Promise<TicketFacts[]> =>
  rows<TicketFacts>(
    db,
    sql`
    select k.id as "ticketId", ${holdsForAny(priorityFacts.staff(sql`n.student_id`))} as staff,
      exists (select 1 from lottery_sections d join sections s on s.id = d.section_id join courses c on c.id = s.course_id
        where d.lottery_id = l.id and ${holdsForAny(priorityFacts.sibling(sql`n.student_id`))}) as sibling,
      ${holdsForAny(priorityFacts.returning(sql`n.student_id`))} as returning
    from lottery_tickets k join lotteries l on l.id = k.lottery_id join terms t on t.id = l.term_id where k.lottery_id = ${lotteryId}::uuid`,
  )

export const setPriorities = async (
  db: Db,
  tickets: readonly { ticketId: string; priority: number }[],
): Promise<void> => {
  if (tickets.length > 0)
    await rows(
      db,
      sql`
      update lottery_tickets set priority = n.priority from jsonb_to_recordset(${JSON.stringify(tickets)}::jsonb) as n("ticketId" uuid, priority int)
      where lottery_tickets.id = n."ticketId"`,
    )
}

export type Result = { id: string; ticketId: string; turn: number; wonSectionId: string | null; lines: Line[] }
/** Stores the results of the drawing next to the data that it was made from. */
export const keepResults = async (db: Db, results: readonly Result[]): Promise<void> => {
  if (results.length === 0) return
  const given = sql`jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as n(id uuid, "ticketId" uuid, turn int, "wonSectionId" uuid, lines jsonb)`
  await rows(
    db,
    sql`
    with turns as (
      update lottery_tickets set turn = n.turn from (select distinct "ticketId", turn from ${given}) n where lottery_tickets.id = n."ticketId"
    )
    update lottery_entries set won_section_id = n."wonSectionId", lines = n.lines from ${given} where lottery_entries.id = n.id`,
  )
}

type Listed = Omit<OfficeEntry, 'number' | 'ranks' | 'leftOut' | 'won' | 'lines'> & {
  ticket: number
  place: number
  ranks: string[]
  leftOut: LeftOut[]
  wonSectionId: string | null
  lines: Line[]
}
/** Entered children by name: in the drawn order or, before the drawing, by number. */
export const listOffice = (
  db: Db,
  seen: Scope<'lottery_entries'>,
  lotteryId: string,
  search: string,
  after: readonly unknown[] | null,
): Promise<Listed[]> =>
  rows<Listed>(
    db,
    sql`
    select lottery_entries.id, k.number as ticket, lottery_entries.place, p.id as "studentId", p.name as student, p.native_name, h.name as household, k.together,
      lottery_entries.ranks, lottery_entries.left_out, k.turn, lottery_entries.won_section_id, lottery_entries.lines,
      (select w.status from waitlist_entries w where w.student_id = lottery_entries.student_id and w.section_id = lottery_entries.won_section_id and ${isDrawnBy('l')}) as status
    from lottery_entries join lottery_tickets k on k.id = lottery_entries.ticket_id join lotteries l on l.id = k.lottery_id join households h on h.id = k.household_id join persons p on p.id = lottery_entries.student_id
    where ${seen} and k.lottery_id = ${lotteryId}::uuid and lottery_entries.withdrawn_at is null and ${matchesSearch(sql`p.id`, search)}
      and ${after ? sql`(coalesce(k.turn, 0), k.number, lottery_entries.place) > (${after[0]}::int, ${after[1]}::int, ${after[2]}::int)` : sql`true`}
    order by coalesce(k.turn, 0), k.number, lottery_entries.place ${onePage}`,
  )
export const countOffice = async (
  db: Db,
  seen: Scope<'lottery_entries'>,
  lotteryId: string,
  search: string,
): Promise<number> =>
  (
    await rows<{ total: number }>(
      db,
      sql`
      select count(*)::int as total from lottery_entries join lottery_tickets k on k.id = lottery_entries.ticket_id join persons p on p.id = lottery_entries.student_id
      where ${seen} and k.lottery_id = ${lotteryId}::uuid and lottery_entries.withdrawn_at is null and ${matchesSearch(sql`p.id`, search)}`,
    )
  )[0]!.total

export type Reader = {
  id: string
  email: string
  name: string
  nativeName: string
  language: string
  children: {
    name: string
    nativeName: string
    won: { name: string; nativeName: string } | null
    lines: { name: string; nativeName: string; place: number }[]
  }[]
}
/** Guardians of the entered children, each with the children whose data they may see and their results. */
export const listReaders = (db: Db, lotteryId: string): Promise<Reader[]> =>
  rows<Reader>(
    db,
    sql`
    select g.id, g.email, g.name, g.native_name, g.language,
      json_agg(json_build_object('name', p.name, 'nativeName', p.native_name,
        'won', (select json_build_object('name', s.name, 'nativeName', s.native_name) from sections s where s.id = n.won_section_id),
        'lines', (select coalesce(json_agg(json_build_object('name', s.name, 'nativeName', s.native_name, 'place', x.place) order by array_position(n.ranks, s.id)), '[]')
          from jsonb_to_recordset(n.lines) as x("sectionId" uuid, place int) join sections s on s.id = x."sectionId")) order by n.place) as children
    from lottery_tickets k join lottery_entries n on n.ticket_id = k.id join guardianships gs on gs.student_id = n.student_id and gs.has_data_access
      join persons g on g.id = gs.guardian_id join persons p on p.id = n.student_id
    where k.lottery_id = ${lotteryId}::uuid and n.withdrawn_at is null and cardinality(n.ranks) > 0 group by g.id order by g.id`,
  )
