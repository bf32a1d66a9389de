import { and, eq, sql, type SQL } from 'drizzle-orm'
import { undrawnLotteries, type Lottery, type LotteryStatus } from '#contract/enrolment/lotteries.ts'
import { enrollableSections } from '#contract/enrolment/classes.ts'
import { registrableTerms, type TermStatus } from '#contract/school/terms.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { asInstant } from '#server/platform/tables.ts'
import { isShown } from '#server/enrolment/classes/tables.ts'
import { newestSetting } from '#server/school/config/acts.ts'
import { effectiveCutoff } from '#server/enrolment/classes/acts.ts'
import { school } from '#server/school/config/tables.ts'
import { freeSeatsIn, heldIn, isOnWaitlist } from '#server/enrolment/enrolments/tables.ts'
import { terms } from '#server/school/terms/tables.ts'
import { isDrawnBy, lotteries, lotterySections } from './tables.ts'

export type About = Omit<Lottery, 'usesPriorities' | 'families' | 'children' | 'demand' | 'classes'> & {
  classes: (Lottery['classes'][number] & Pick<DrawnSection, 'cutoff'>)[]
  /** The first day of the term. */
  startsOn: string
}

const classesOf = (now: Date): SQL => sql`(
  select coalesce(json_agg(json_build_object('sectionId', s.id, 'code', d.code, 'name', s.name, 'nativeName', s.native_name, 'crayon', s.crayon, 'weekday', s.weekday,
    'startsAt', s.starts_at, 'endsAt', s.ends_at, 'ageFrom', s.age_from, 'ageTo', s.age_to, 'cutoff', ${effectiveCutoff('s')}, 'seats', coalesce(d.seats, ${freeSeatsIn('s', now)})) order by d.code), '[]')
  from lottery_sections d join sections s on s.id = d.section_id where d.lottery_id = lotteries.id)`

const aboutColumns = (now: Date): SQL => sql`
  lotteries.id, lotteries.name, lotteries.native_name, json_build_object('id', terms.id, 'name', terms.name, 'nativeName', terms.native_name) as term,
  lotteries.status, ${asInstant(sql`lotteries.opens_at`)} as "opensAt", ${asInstant(sql`lotteries.closes_at`)} as "closesAt", lotteries.confirm_hours,
  case when not lotteries.uses_priorities then '[]'::jsonb when lotteries.fingerprint is not null then to_jsonb(lotteries.priorities)
    else coalesce(${newestSetting('registration')} -> 'priorities', '[]'::jsonb) end as priorities,
  lotteries.public_source, lotteries.commitment, lotteries.fingerprint, ${asInstant(sql`lotteries.drawn_at`)} as "drawnAt", ${classesOf(now)} as classes`

/** Lotteries with their public facts, newest first. */
export const listAbout = (db: Db, seen: Scope<'lotteries'>, now: Date, only: { id?: string } = {}): Promise<About[]> =>
  rows<About>(
    db,
    sql`
    select ${aboutColumns(now)}, terms.starts_on from lotteries join terms on terms.id = lotteries.term_id
    where ${and(seen, only.id ? eq(lotteries.id, only.id) : undefined)} order by lotteries.created_at desc, lotteries.id desc limit 200`,
  )

/** Lotteries for the office, with the number of wishes for each class and the results. */
export const listLotteries = (
  db: Db,
  seen: Scope<'lotteries'>,
  now: Date,
  only: { id?: string } = {},
): Promise<Lottery[]> =>
  rows<Lottery>(
    db,
    sql`
    select ${aboutColumns(now)}, lotteries.uses_priorities, e.families, e.children,
      (select coalesce(json_agg(json_build_object('sectionId', d.section_id,
          'first', (select count(*)::int from lottery_entries n join lottery_tickets k on k.id = n.ticket_id where k.lottery_id = lotteries.id and n.withdrawn_at is null and n.ranks[1] = d.section_id),
          'any', (select count(*)::int from lottery_entries n join lottery_tickets k on k.id = n.ticket_id where k.lottery_id = lotteries.id and n.withdrawn_at is null and d.section_id = any (n.ranks)),
          'offered', (select count(*)::int from waitlist_entries w where w.section_id = d.section_id and w.status = 'offered' and ${isDrawnBy('lotteries')}),
          'accepted', (select count(*)::int from waitlist_entries w where w.section_id = d.section_id and w.status = 'accepted' and ${isDrawnBy('lotteries')}),
          'waiting', (select count(*)::int from waitlist_entries w where w.section_id = d.section_id and w.status = 'waiting' and ${isDrawnBy('lotteries')})
        ) order by d.code), '[]') from lottery_sections d where d.lottery_id = lotteries.id) as demand
    from lotteries join terms on terms.id = lotteries.term_id
      cross join lateral (
        select count(distinct k.id)::int as families, count(*)::int as children from lottery_entries n join lottery_tickets k on k.id = n.ticket_id
        where k.lottery_id = lotteries.id and n.withdrawn_at is null and cardinality(n.ranks) > 0
      ) e
    where ${and(seen, only.id ? eq(lotteries.id, only.id) : undefined)} order by lotteries.created_at desc, lotteries.id desc limit 200`,
  )

export type LockedLottery = {
  id: string
  status: LotteryStatus
  termId: string
  name: string
  nativeName: string
  opensAt: Date
  closesAt: Date
  confirmHours: number
  usesPriorities: boolean
  publicSource: string
  secret: string | null
  commitment: string | null
  fingerprint: string | null
  publicValue: string | null
  termStatus: TermStatus
  /** The first day of the term, by which ages are counted. */
  startsOn: string
}
const lockedColumns = {
  id: lotteries.id,
  status: lotteries.status,
  termId: lotteries.termId,
  name: lotteries.name,
  nativeName: lotteries.nativeName,
  opensAt: lotteries.opensAt,
  closesAt: lotteries.closesAt,
  confirmHours: lotteries.confirmHours,
  usesPriorities: lotteries.usesPriorities,
  publicSource: lotteries.publicSource,
  secret: lotteries.secret,
  commitment: lotteries.commitment,
  fingerprint: lotteries.fingerprint,
  publicValue: lotteries.publicValue,
  termStatus: terms.status,
  startsOn: terms.startsOn,
}

/** A lottery with its secret, for the drawing and its check only. */
export const findLottery = async (db: Db, seen: Scope<'lotteries'>, id: string): Promise<LockedLottery | null> => {
  const [found] = await db
    .select(lockedColumns)
    .from(lotteries)
    .innerJoin(terms, eq(terms.id, lotteries.termId))
    .where(and(seen, eq(lotteries.id, id)))
  return found ?? null
}

/** The same, locked until the transaction ends: entering, closing and drawing take turns. */
export const lockLottery = async (db: Db, seen: Scope<'lotteries'>, id: string): Promise<LockedLottery | null> => {
  const [found] = await db
    .select(lockedColumns)
    .from(lotteries)
    .innerJoin(terms, eq(terms.id, lotteries.termId))
    .where(and(seen, eq(lotteries.id, id)))
    .for('update', { of: lotteries })
  return found ?? null
}

export const insertLottery = async (db: Db, values: typeof lotteries.$inferInsert): Promise<string> =>
  (await db.insert(lotteries).values(values).returning({ id: lotteries.id }))[0]!.id
export const updateLottery = async (
  db: Db,
  id: string,
  values: Partial<typeof lotteries.$inferInsert>,
): Promise<void> => {
  await db.update(lotteries).set(values).where(eq(lotteries.id, id))
}

/** The ids of a lottery's classes, which are locked before the lottery. */
export const listSectionIds = async (db: Db, lotteryId: string): Promise<string[]> =>
  (
    await db
      .select({ id: lotterySections.sectionId })
      .from(lotterySections)
      .where(eq(lotterySections.lotteryId, lotteryId))
  ).map(({ id }) => id)

/** Replaces the classes of a lottery and gives them letters in this order. */
export const replaceSections = async (db: Db, lotteryId: string, sectionIds: readonly string[]): Promise<void> => {
  await db.delete(lotterySections).where(eq(lotterySections.lotteryId, lotteryId))
  await db
    .insert(lotterySections)
    .values(sectionIds.map((sectionId, index) => ({ lotteryId, sectionId, code: String.fromCodePoint(65 + index) })))
}

export type Candidate = {
  id: string
  isOpen: boolean
  /** True where someone is on its waitlist or has it in a cart. */
  isWanted: boolean
  isDrawn: boolean
}
/** Classes of a term that a lottery is planned for, with what prevents it, such as another lottery than `lotteryId`. */
export const listCandidates = (
  db: Db,
  termId: string,
  ids: readonly string[],
  lotteryId: string | null,
  now: Date,
): Promise<Candidate[]> =>
  rows<Candidate>(
    db,
    sql`
    select s.id, ${isShown('s')} as "isOpen",
      (${heldIn('s', now)} > 0 or exists (select 1 from waitlist_entries w where w.section_id = s.id and ${isOnWaitlist('w')})) as "isWanted",
      exists (select 1 from lottery_sections d join lotteries l on l.id = d.lottery_id
        where d.section_id = s.id and l.id is distinct from ${lotteryId}::uuid and l.status in (${sql.join(
          undrawnLotteries.map(status => sql`${status}`),
          sql`, `,
        )})) as "isDrawn"
    from sections s where s.term_id = ${termId}::uuid and ${oneOf(sql`s.id`, ids)}`,
  )

/** The status of a term, which decides whether it can have a lottery; null where there is no such term. */
export const findTermStatus = async (db: Db, termId: string): Promise<TermStatus | null> => {
  const [found] = await db.select({ status: terms.status }).from(terms).where(eq(terms.id, termId))
  return found?.status ?? null
}
export const takesFamilies = (status: TermStatus): boolean => registrableTerms.includes(status)

export type DrawnSection = {
  sectionId: string
  code: string
  weekday: number
  startsAt: string
  endsAt: string
  ageFrom: number | null
  ageTo: number | null
  /** The age cutoff ('MM-DD'), the class's own or the school's. */
  cutoff: string | null
  /** The number of free seats or, after the drawing, of the seats drawn for. */
  seats: number
  isOver: boolean
  isOpen: boolean
}
/** The classes of a lottery as the drawing needs them, by letter. */
export const listDrawnSections = (db: Db, lotteryId: string, now: Date): Promise<DrawnSection[]> =>
  rows<DrawnSection>(
    db,
    sql`
    select d.section_id, d.code, s.weekday, s.starts_at, s.ends_at, s.age_from, s.age_to, ${effectiveCutoff('s')} as cutoff,
      coalesce(d.seats, ${freeSeatsIn('s', now)}) as seats, s.status in ('cancelled', 'ended') as "isOver",
      s.status in (${sql.join(
        enrollableSections.map(status => sql`${status}`),
        sql`, `,
      )}) as "isOpen"
    from lottery_sections d join sections s on s.id = d.section_id where d.lottery_id = ${lotteryId}::uuid order by d.code`,
  )

/** Stores the number of seats that each class was drawn for. */
export const keepSeats = async (
  db: Db,
  lotteryId: string,
  seats: readonly { sectionId: string; seats: number }[],
): Promise<void> => {
  await rows(
    db,
    sql`
    update lottery_sections set seats = n.seats from jsonb_to_recordset(${JSON.stringify(seats)}::jsonb) as n("sectionId" uuid, seats int)
    where lottery_id = ${lotteryId}::uuid and section_id = n."sectionId"`,
  )
}

/** The open lotteries of classes, always in the same order, so that two families who enter several can't deadlock. */
export const listOpenFor = (
  db: Db,
  sectionIds: readonly string[],
): Promise<{ lotteryId: string; sectionIds: string[] }[]> =>
  rows(
    db,
    sql`
    select d.lottery_id, json_agg(d.section_id) as "sectionIds" from lottery_sections d join lotteries l on l.id = d.lottery_id
    where ${oneOf(sql`d.section_id`, sectionIds)} and l.status = 'open' group by d.lottery_id order by d.lottery_id`,
  )

/** The school's name, time zone and currency, for letters. */
export const findSchool = async (db: Db) =>
  (
    await db
      .select({ school: school.name, nativeSchool: school.nativeName, zone: school.zone, currency: school.currency })
      .from(school)
  )[0]!
