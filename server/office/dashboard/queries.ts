import { and, asc, desc, eq, inArray, lt, ne, sql, type SQL } from 'drizzle-orm'
import { currentTerms } from '#contract/school/terms.plain.ts'
import type { AttentionKey, DashboardRow, FigureKey, ListKey } from '#contract/office/dashboard.ts'
import type { Output } from '#contract/index.ts'
import { attentionKeys, moneyLists } from '#contract/office/dashboard.plain.ts'
import type { Term } from '#contract/school/terms.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { onePage } from '#server/platform/keys.ts'
import type { Scope } from '#server/platform/scope.ts'
import { waitingIn } from '#server/enrolment/enrolments/tables.ts'
import { termColumns, terms } from '#server/school/terms/tables.ts'
import {
  type Asked,
  chargesOf,
  countedClassesOf,
  learnersOf,
  moneyByMonth,
  namelessSeatsOf,
  sources,
} from './sourceQueries.ts'

type Attention = { key: AttentionKey; n: number; cents: number | null; since: string | null }
/**
 * What waits for the office, in one statement. Uses the numbers in `known` instead of counting them; leaves out empty
 * lists.
 */
export const listAttention = (
  db: Db,
  seen: Scope<'dashboard'>,
  keys: readonly AttentionKey[],
  asked: Asked,
  known: Partial<Record<AttentionKey, number>>,
): Promise<Attention[]> => {
  const counts = keys.map((key, index) =>
    known[key] !== undefined
      ? sql`select ${index}::int as rank, ${key} as key, ${known[key]}::int as n, null::bigint as cents, null::date as since`
      : sql`select ${index}::int as rank, ${key} as key, count(*)::int as n, ${moneyLists.includes(key) ? sql`sum(amount)::bigint` : sql`null::bigint`} as cents, min(on_day) as since from (${sources[key](asked)}) s`,
  )
  return counts.length === 0
    ? Promise.resolve([])
    : rows<Attention>(
        db,
        sql`select key, n, cents, since from (${sql.join(counts, sql` union all `)}) item where n > 0 and ${seen} order by rank`,
      )
}

/** The requested term; without an id, the current term that starts first or, without one, the newest. */
export const findTerm = async (db: Db, seen: Scope<'terms'>, id: string | undefined): Promise<Term | null> => {
  const [term] = await db
    .select(termColumns)
    .from(terms)
    .where(and(seen, id ? eq(terms.id, id) : undefined))
    .orderBy(
      desc(inArray(terms.status, [...currentTerms])),
      sql`case when ${inArray(terms.status, [...currentTerms])} then ${terms.startsOn} end asc`,
      desc(terms.startsOn),
    )
    .limit(1)
  return term ?? null
}

/**
 * The previous term that isn't a draft, and the next one while it is a draft or open for registration; null where there
 * is none.
 */
export const findNeighbours = async (db: Db, seen: Scope<'terms'>, of: Term) => {
  const names = { id: terms.id, name: terms.name, nativeName: terms.nativeName }
  const [[before], [next]] = await Promise.all([
    db
      .select(names)
      .from(terms)
      .where(and(seen, lt(terms.startsOn, of.startsOn), ne(terms.status, 'draft')))
      .orderBy(desc(terms.startsOn))
      .limit(1),
    db
      .select({
        ...names,
        startsOn: terms.startsOn,
        classes: sql<number>`(select count(*)::int from sections x where x.term_id = terms.id and x.status <> 'cancelled')`,
        run: sql<{
          promotion: 'draft' | 'reviewed' | 'applied' | 'undone'
          promotionId: string
        } | null>`(select json_build_object('promotionId', r.id, 'promotion', case when r.status = 'applied' and r.batch_id is null then 'undone' else r.status end)
          from promotion_runs r where r.to_term_id = terms.id order by r.created_at desc limit 1)`,
      })
      .from(terms)
      .where(and(seen, sql`${terms.startsOn} > ${of.startsOn}`, inArray(terms.status, ['draft', 'registration'])))
      .orderBy(asc(terms.startsOn))
      .limit(1),
  ])
  return { before: before ?? null, next: next ?? null }
}

type Figure = Output<'dashboard-figures'>['figures'][number]
type ClassFill = Output<'dashboard-figures'>['classes'][number]

/**
 * The figures of a term and of the previous one, and how full its classes are. One statement, which reads only once
 * what several figures count.
 */
export const findFigures = async (
  db: Db,
  seen: Scope<'dashboard'>,
  keys: readonly FigureKey[],
  asked: Asked,
  beforeId: string | null,
): Promise<{ figures: Figure[]; classes: ClassFill[] }> => {
  const sumOf = (key: FigureKey, when: Asked): SQL =>
    when.termId === null ? sql`null` : sql`(select coalesce(sum(amount), 0)::bigint from (${sources[key](when)}) s)`
  const before = { ...asked, termId: beforeId }
  const nowRead = {
    ...asked,
    read: { seats: namelessSeatsOf(asked), classes: sql`classes`, learners: sql`learners`, charges: sql`charged` },
  }
  const beforeRead = {
    ...before,
    read: {
      seats: namelessSeatsOf(before),
      classes: sql`classes_before`,
      learners: sql`learners_before`,
      charges: sql`charged_before`,
    },
  }
  const figures = keys.map(
    key =>
      sql`json_build_object('key', ${key}::text, 'now', ${sumOf(key, nowRead)}, 'before', ${sumOf(key, beforeRead)})`,
  )
  const [found] = await rows<{ figures: Figure[]; classes: ClassFill[] }>(
    db,
    sql`
    with classes as materialized ${countedClassesOf(asked)}, learners as materialized ${learnersOf(asked)}, charged as materialized (select * from ${chargesOf(asked)} c),
      classes_before as materialized ${countedClassesOf(before)}, learners_before as materialized ${learnersOf(before)}, charged_before as materialized (select * from ${chargesOf(before)} c)
    select json_build_array(${sql.join(figures, sql`, `)}) as figures,
      coalesce((select json_agg(c) from (
        select x.id, x.name, x.native_name as "nativeName", x.crayon, p.name as programme, p.native_name as "programmeNativeName", x.weekday, coalesce((select r.name from rooms r where r.id = x.room_id), '') as room, x.starts_at as "startsAt",
          x.ends_at as "endsAt", x.capacity, x.minimum,
          x.taken as enrolled,
          ${waitingIn('x')} as waiting
        from classes x join courses c on c.id = x.course_id join programmes p on p.id = c.programme_id
        where x.status <> 'draft'
        order by x.weekday, x.starts_at, c.level nulls last, x.name, x.id
      ) c), '[]') as classes
    where ${seen}`,
  )
  return found ?? { figures: [], classes: [] }
}

/** Attendance of a term by week, from the counts stored with its lessons. */
export const listAttendance = (db: Db, seen: Scope<'dashboard'>, termId: string) =>
  rows<Output<'dashboard-charts'>['attendance'][number]>(
    db,
    sql`
    select min(d.on_day) as week, sum(m.present_count)::int as present, sum(m.present_count + m.absent_count)::int as marked
    from session_dates d join meetings m on m.session_date_id = d.id join sections x on x.id = m.section_id and x.status not in ('draft','cancelled')
    where ${seen} and d.term_id = ${termId}::uuid and m.present_count + m.absent_count > 0 group by date_trunc('week', d.on_day) order by 1`,
  )

export const listMoney = (db: Db, _seen: Scope<'dashboard'>, asked: Asked) =>
  rows<Output<'dashboard-charts'>['money'][number]>(db, moneyByMonth(asked))

const isWork = (key: ListKey): boolean => attentionKeys.some(each => each === key)
/** The day that a row is listed by; null in lists that are by name alone. Work that waits comes oldest first. */
export const placedOn = (key: ListKey, { onDay }: DashboardRow): string | null => (isWork(key) ? onDay : null)

/** The rows behind a number, one more than a page, with their count and the sum that is the number. */
export const listRows = async (
  db: Db,
  seen: Scope<'dashboard'>,
  key: ListKey,
  asked: Asked,
  after: readonly unknown[] | null,
): Promise<{ found: DashboardRow[]; total: number; sum: number }> => {
  const last = sql`'infinity'::date`
  const day = isWork(key) ? sql`coalesce(on_day, ${last})` : last
  const [answer] = await rows<{ found: DashboardRow[]; total: number; sum: number }>(
    db,
    sql`
    with source as materialized (select * from (${sources[key](asked)}) s where ${seen})
    select (select count(*)::int from source) as total, (select coalesce(sum(amount), 0)::bigint from source) as sum,
      coalesce((select json_agg(r) from (
        select id, target, target_id as "targetId", other_id as "otherId", name, native_name as "nativeName", about, about_native as "aboutNativeName", crayon, on_day as "onDay", amount
        from source where ${after ? sql`(${day}, name, id) > (coalesce(${after[0]}::date, ${last}), ${after[1]}, ${after[2]}::uuid)` : sql`true`} order by ${day}, name, id ${onePage}
      ) r), '[]') as found`,
  )
  return answer!
}
