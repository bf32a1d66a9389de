import { sql, type SQL } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { areas } from '#contract/areas.ts'
import { accounts } from '#server/access/identity/tables.ts'
import { orderText } from '#server/platform/nameOrder.ts'
import { slipsOf, wordsOf } from '#server/platform/search.ts'
import { day, id, instant } from '#server/platform/tables.ts'

/** Everybody the school knows, once: guardians, students, teachers, officers. */
export const persons = pgTable(
  'persons',
  {
    id: id(),
    accountId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    name: text().notNull(),
    nativeName: text().notNull().default(''),
    preferredName: text().notNull().default(''),
    email: text().notNull().default(''),
    phone: text().notNull().default(''),
    /** Further telephone numbers and extensions, as the office keeps them: "585-555-0100 (work)". */
    otherPhones: text().notNull().default(''),
    birthOn: day(),
    language: text().notNull().default('en'),
    /**
     * What searches look through: names in every script and by their sound, e-mail and telephone (platform/search.ts).
     */
    searchText: text()
      .notNull()
      .generatedAlwaysAs(sql`sought(name, native_name, preferred_name, email, phone)`),
    /** What lists are sorted by for readers of English and of Chinese (platform/nameOrder.ts). */
    nameOrder: orderText()
      .notNull()
      .generatedAlwaysAs(sql`name_order(name, native_name)`),
    nativeOrder: orderText()
      .notNull()
      .generatedAlwaysAs(sql`native_order(name, native_name)`),
    createdAt: instant()
      .notNull()
      .default(sql`now()`),
  },
  t => [
    uniqueIndex('persons_account').on(t.accountId),
    index('persons_email').on(t.email),
    index('persons_name_order').on(t.nameOrder, t.id),
    index('persons_native_order').on(t.nativeOrder, t.id),
    index('persons_name').on(t.name, t.id),
    index('persons_birth_on').on(t.birthOn, t.id),
    index('persons_sought').using('gin', t.searchText.op('gin_trgm_ops')),
  ],
)

/**
 * A role that somebody holds, from when to when; rows are ended, never removed. Access runs by the time of the world,
 * as sign-ins do: an end ahead is where the world's clock will stand when the school's day is over.
 */
export const roleGrants = pgTable(
  'role_grants',
  {
    id: id(),
    personId: uuid()
      .notNull()
      .references(() => persons.id),
    role: text({ enum: ['admin', 'parent', 'teacher'] }).notNull(),
    /** How far an administrator reaches (contract/areas.ts); means nothing for other roles. */
    area: text({ enum: areas }).notNull().default('all'),
    startsAt: instant().notNull(),
    endsAt: instant(),
  },
  t => [
    index('role_grants_person').on(t.personId),
    uniqueIndex('role_grants_live')
      .on(t.personId, t.role)
      .where(sql`ends_at is null`),
  ],
)

/** Whether a grant, named by its alias, holds now. */
export const isLive = (grant: string): SQL =>
  sql`(${sql.raw(grant)}.ends_at is null or ${sql.raw(grant)}.ends_at > now())`

/** Whether a person works for the school now. Such a person becomes somebody's account by an invitation alone. */
export const isStaff = (person: SQL): SQL =>
  sql`exists (select 1 from role_grants sg where sg.person_id = ${person} and sg.role in ('admin', 'teacher') and ${isLive('sg')})`

/** Whether a person is a teacher now. One who has stopped keeps their record and leaves lists and pickers. */
export const isTeaching = (person: SQL): SQL =>
  sql`exists (select 1 from role_grants g where g.person_id = ${person} and g.role = 'teacher' and ${isLive('g')})`

/** Whether the person `p` may be written to at all: staff, and guardians with access to the data of a student. */
export const isReachable =
  sql.raw(`(exists (select 1 from role_grants r where r.person_id = p.id and r.ends_at is null and r.role in ('teacher','admin'))
  or exists (select 1 from guardianships g where g.guardian_id = p.id and g.has_data_access))`)

const every = (conditions: readonly SQL[]): SQL => sql.join([...conditions], sql` and `)
const written = (words: ReturnType<typeof wordsOf>): SQL =>
  words.length === 0 ? sql`false` : every(words.map(({ pattern }) => sql`sp.search_text like fold(${pattern})`))

/** Whether all words of a search are found with a person. Everybody it holds for is looked up once, by index. */
export const matchesWords = (person: SQL, search: string): SQL =>
  search === '' ? sql`true` : sql`${person} in (select sp.id from persons sp where ${written(wordsOf(search))})`

/** Of a long word more has to be right: by the half it would be near to half the school. */
const nearly = (word: string): SQL =>
  word.length < 7
    ? sql`(fold(${word}) <% sp.search_text or sp.search_text ~ ${slipsOf(word)})`
    : sql`(fold(${word}) <% sp.search_text and word_similarity(fold(${word}), sp.search_text) >= 0.6)`

/** A telephone number to compare: numbers that only differ in how they are written are the same, so nine digits count. */
export const phoneNumber = (phone: SQL): SQL => sql`right(regexp_replace(${phone}, '[^0-9]', '', 'g'), 9)`

/**
 * Everybody whom a search of the office means, as a subquery of their ids. The office sees everybody: only where nobody
 * in the school is written so, those count who are written nearly so.
 */
export const peopleMeant = (search: string): SQL => {
  const words = wordsOf(search)
  const exact = written(words)
  if (!words.some(({ mayBeNear }) => mayBeNear)) return sql`select sp.id from persons sp where ${exact}`
  const near = every(
    words.map(({ pattern, word, mayBeNear }) =>
      mayBeNear
        ? sql`(sp.search_text like fold(${pattern}) or ${nearly(word)})`
        : sql`sp.search_text like fold(${pattern})`,
    ),
  )
  return sql`select sp.id from persons sp where ${exact}
    union all select sp.id from persons sp where ${near} and not exists (select 1 from persons sp where ${exact})`
}

/**
 * Where somebody who was found stands among all who were, to sort by: the name itself is what was searched for, it
 * begins so, one of its words does, it holds it, or it was found otherwise.
 */
export const fitOf = (name: SQL, nativeName: SQL, search: string): SQL =>
  sql`(select case
      when text in (one, other) then 1
      when starts_with(one, text) or starts_with(other, text) then 2
      when strpos(both_names, ' ' || text) > 0 then 3
      when strpos(both_names, text) > 0 then 4
      else 5 end
    from (select fold(${search}) as text, fold(${name}) as one, fold(${nativeName}) as other) names,
      lateral (select ' ' || one || ' ' || other as both_names) joined)`

/** Whether a search of the office means a person. */
export const matchesSearch = (person: SQL, search: string): SQL =>
  search === '' ? sql`true` : sql`${person} in (${peopleMeant(search)})`
