import { sql, type SQL } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { areas } from '#contract/areas.ts'
import { accounts } from '#server/access/identity/tables.ts'
import { containing } from '#server/platform/keys.ts'
import { orderText } from '#server/platform/nameOrder.ts'
import { slipsOf, type Word, wordsOf } from '#server/platform/search.ts'
import { day, id, instant } from '#server/platform/tables.ts'

/** Everyone the school knows, once: guardians, students, teachers, officers. */
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
    /** Further phone numbers and extensions, as the office enters them: "585-555-0100 (work)". */
    otherPhones: text().notNull().default(''),
    birthOn: day(),
    language: text().notNull().default('en'),
    /**
     * The text that searches match: names in every script and by sound, email and phone number (platform/search.ts).
     */
    searchText: text()
      .notNull()
      .generatedAlwaysAs(sql`sought(name, native_name, preferred_name, email, phone)`),
    /** The sort keys of lists for readers of English and of Chinese (platform/nameOrder.ts). */
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
 * The roles that people hold or held. Rows are ended, never deleted. Access uses real time, as sign-ins do: a future
 * end is the real time at which the school's day will be over.
 */
export const roleGrants = pgTable(
  'role_grants',
  {
    id: id(),
    personId: uuid()
      .notNull()
      .references(() => persons.id),
    role: text({ enum: ['admin', 'parent', 'teacher'] }).notNull(),
    /** An administrator's area (contract/areas.ts). It has no meaning for other roles. */
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

/** A condition that a grant, named by its alias, holds now. */
export const isLive = (grant: string): SQL =>
  sql`(${sql.raw(grant)}.ends_at is null or ${sql.raw(grant)}.ends_at > now())`

/** A condition that a person works for the school now. Only an invitation links an account to such a person. */
export const isStaff = (person: SQL): SQL =>
  sql`exists (select 1 from role_grants sg where sg.person_id = ${person} and sg.role in ('admin', 'teacher') and ${isLive('sg')})`

/** A condition that a person is a teacher now. A former teacher keeps their record but leaves lists and pickers. */
export const isTeaching = (person: SQL): SQL =>
  sql`exists (select 1 from role_grants g where g.person_id = ${person} and g.role = 'teacher' and ${isLive('g')})`

/**
 * A condition that the person `p` may be written to at all: staff, and guardians with access to the data of a student.
 */
export const isReachable =
  sql.raw(`(exists (select 1 from role_grants r where r.person_id = p.id and r.ends_at is null and r.role in ('teacher','admin'))
  or exists (select 1 from guardianships g where g.guardian_id = p.id and g.has_data_access))`)

const every = (conditions: readonly SQL[]): SQL => sql.join([...conditions], sql` and `)
/**
 * A condition that a person has a word. The folded word is a subquery so that it is computed once, and so that the plan
 * is the same for every word and can be kept. For one or two characters anywhere in a text, the whole index would be
 * read, so those are looked for in each row.
 */
const hasWord = ({ text }: Word): SQL =>
  [...text].length < 3 && !text.startsWith(' ')
    ? sql`strpos(sp.search_text, (select fold(${text}))) > 0`
    : sql`sp.search_text like (select fold(${containing(text)}))`
const written = (words: readonly Word[]): SQL => (words.length === 0 ? sql`false` : every(words.map(hasWord)))

/** A condition that a person matches all words of a search. The matching people are looked up once, by index. */
export const matchesWords = (person: SQL, search: string): SQL =>
  search === '' ? sql`true` : sql`${person} in (select sp.id from persons sp where ${written(wordsOf(search))})`

/** A long word must match more closely: at the default threshold it would match half the school. */
const nearly = (word: string): SQL =>
  word.length < 7
    ? sql`((select fold(${word})) <% sp.search_text or sp.search_text ~ ${slipsOf(word)})`
    : sql`((select fold(${word})) <% sp.search_text and word_similarity((select fold(${word})), sp.search_text) >= 0.6)`

/** A phone number for comparison: its last nine digits, so that numbers that differ only in formatting are equal. */
export const phoneNumber = (phone: SQL): SQL => sql`right(regexp_replace(${phone}, '[^0-9]', '', 'g'), 9)`

/**
 * A subquery of the ids of all people that a search of the office matches. Near matches count only if nobody in the
 * school matches exactly. It may be used only for the office, which sees everyone.
 */
export const peopleMeant = (search: string): SQL => {
  const words = wordsOf(search)
  const exact = written(words)
  if (!words.some(({ mayBeNear }) => mayBeNear)) return sql`select sp.id from persons sp where ${exact}`
  const near = every(
    words.map(each => (each.mayBeNear ? sql`(${hasWord(each)} or ${nearly(each.text)})` : hasWord(each))),
  )
  return sql`with exact as materialized (select sp.id from persons sp where ${exact})
    select id from exact union all select sp.id from persons sp where ${near} and not exists (select 1 from exact)`
}

/**
 * The rank of a person among the search results, for sorting: the name equals the search, begins with it, has a word
 * that begins with it, contains it, or was found another way.
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

/** A condition that a search of the office matches a person. */
export const matchesSearch = (person: SQL, search: string): SQL =>
  search === '' ? sql`true` : sql`${person} in (${peopleMeant(search)})`
