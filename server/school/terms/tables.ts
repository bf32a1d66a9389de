import { sql, type SQL } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { currentTerms, isTermOver, offDays, sessionDateStatuses, termStatuses } from '#contract/school/terms.ts'
import { day, hasStatus, id, instant } from '#server/platform/tables.ts'

export const terms = pgTable(
  'terms',
  {
    id: id(),
    name: text().notNull(),
    nativeName: text().notNull().default(''),
    startsOn: day().notNull(),
    endsOn: day().notNull(),
    weekdays: integer().array().notNull(),
    earlyBirdOn: day(),
    status: text({ enum: termStatuses }).notNull(),
    createdAt: instant().notNull(),
  },
  t => [index('terms_starts_on').on(t.startsOn.desc())],
)

/** Days in a term on which the school is closed. */
export const closures = pgTable(
  'closures',
  {
    id: id(),
    termId: uuid()
      .notNull()
      .references(() => terms.id, { onDelete: 'cascade' }),
    onDay: day().notNull(),
    reason: text().notNull(),
    nativeReason: text().notNull().default(''),
  },
  t => [uniqueIndex('closures_term_day').on(t.termId, t.onDay)],
)

/** Days on which the school meets. */
export const sessionDates = pgTable(
  'session_dates',
  {
    id: id(),
    termId: uuid()
      .notNull()
      .references(() => terms.id, { onDelete: 'cascade' }),
    onDay: day().notNull(),
    status: text({ enum: sessionDateStatuses }).notNull().default('scheduled'),
    /** Why it is canceled. */
    note: text().notNull().default(''),
    nativeNote: text().notNull().default(''),
    /** True for a day outside the term's plan, used to make up canceled lessons. A new plan doesn't affect it. */
    isExtra: boolean().notNull().default(false),
    /** The number of times it was canceled or restored. Calendar programs keep the version with the higher number. */
    sequence: integer().notNull().default(0),
    /** The sequence last told to families, from before cancellations stored that themselves. */
    toldSequence: integer().notNull().default(0),
    changedAt: instant()
      .notNull()
      .default(sql`now()`),
  },
  t => [uniqueIndex('session_dates_term_day').on(t.termId, t.onDay), index('session_dates_day').on(t.onDay)],
)

/** A condition: true if the term with this alias is current (contract/school/terms.plain.ts). */
export const isCurrentTerm = (term: string): SQL => hasStatus(term, currentTerms)

/** The names of the term with this alias, as JSON; null for the current term, of several the first to start. */
export const otherTermOf = (term: string): SQL => sql`case when ${sql.raw(term)}.id is distinct from
  (select c.id from terms c where ${isCurrentTerm('c')} order by c.starts_on, c.id limit 1)
  then json_build_object('name', ${sql.raw(term)}.name, 'nativeName', ${sql.raw(term)}.native_name) end`

/** The same for the term of a class: `termId` is the column that holds its id. */
export const otherTermFor = (termId: string) =>
  sql<{
    name: string
    nativeName: string
  } | null>`(select ${otherTermOf('own_term')} from terms own_term where own_term.id = ${sql.raw(termId)})`

/** A condition: true if the term with this alias is planned or current, so not over. */
export const isTermUnfinished = (term: string): SQL =>
  hasStatus(
    term,
    termStatuses.filter(status => !isTermOver(status)),
  )

/** A condition: true if the school day with the alias `day` was canceled, even if it was made up since. */
export const isDayOff = (day: string): SQL<boolean> => hasStatus(day, offDays)

/** A condition: true if only single lessons are made up on the school day `day`. */
export const isMakeUpOnly = (day: string): SQL<boolean> =>
  sql.raw(`(${day}.is_extra and not exists (
    select 1 from cancellations c where c.make_up_date_id = ${day}.id and c.kind = 'day' and c.restored_at is null))`) as SQL<boolean>

/**
 * A condition: true if the school day `day` counts among a term's lessons. Canceled days don't, nor do days on which
 * only single lessons are made up.
 */
export const isLessonDay = (day: string): SQL => sql`(not ${isDayOff(day)} and not ${isMakeUpOnly(day)})`

/**
 * A condition: true if the school day `day` is scheduled and still ahead at an instant, which it is until the first of
 * its lessons begins.
 */
export const isAhead = (day: string, now: Date): SQL<boolean> => {
  const [d, at] = [sql.raw(day), sql`${now.toISOString()}::timestamptz`]
  return sql<boolean>`(${d}.status = 'scheduled' and ${d}.on_day >= (select (${at} at time zone zone)::date from school)
    and not exists (select 1 from meetings m where m.session_date_id = ${d}.id and m.starts_at <= ${at}))`
}

/** The public columns of a term, with the number of days on which it meets. */
export const termColumns = {
  id: terms.id,
  name: terms.name,
  nativeName: terms.nativeName,
  startsOn: terms.startsOn,
  endsOn: terms.endsOn,
  weekdays: terms.weekdays,
  earlyBirdOn: terms.earlyBirdOn,
  status: terms.status,
  sessionCount: sql<number>`(select count(*)::int from session_dates d where d.term_id = terms.id and ${isLessonDay('d')})`,
}
