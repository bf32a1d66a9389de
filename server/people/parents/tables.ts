import { sql, type SQL } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { changeKinds, changeStatuses, type ChangeValues } from '#contract/people/parents.record.ts'
import { pickUpRules, relationships } from '#contract/people/students.plain.ts'
import { allConsentLevels } from '#contract/school/policies.ts'
import { policies, policyVersions } from '#server/school/policies/tables.ts'
import { containing } from '#server/platform/keys.ts'
import { accounts } from '#server/access/identity/tables.ts'
import { orderText } from '#server/platform/nameOrder.ts'
import { day, id, instant } from '#server/platform/tables.ts'
import { peopleMeant, persons, phoneNumber } from '#server/access/users/tables.ts'

/** A family that is billed together. */
export const households = pgTable(
  'households',
  {
    id: id(),
    name: text().notNull(),
    address: text().notNull().default(''),
    /** The sort key of lists: a family's name is that of an adult, or a last name (platform/nameOrder.ts). */
    nameOrder: orderText()
      .notNull()
      .generatedAlwaysAs(sql`name_order(name, '')`),
    createdAt: instant().notNull(),
    /** When all personal data was erased from the family's record. Its charges and payments stay. */
    erasedAt: instant(),
    archivedAt: instant(),
  },
  t => [
    index('households_name').on(t.name, t.id),
    index('households_name_order').on(t.nameOrder, t.id),
    // The text that a search for a family's own name compares.
    index('households_sought').using('gin', sql`fold(name) gin_trgm_ops`),
  ],
)

/** The adults of a household. */
export const householdMembers = pgTable(
  'household_members',
  {
    householdId: uuid()
      .notNull()
      .references(() => households.id),
    personId: uuid()
      .notNull()
      .references(() => persons.id),
    contactOrder: integer().notNull().default(1),
    /** Their relationship to the household's children, unless a child has another on record. */
    relationship: text({ enum: relationships }).notNull().default('guardian'),
    hasDataAccess: boolean().notNull().default(true),
    mayPickUp: boolean().notNull().default(true),
  },
  t => [primaryKey({ columns: [t.householdId, t.personId] }), index('household_members_person').on(t.personId)],
)

export const emergencyContacts = pgTable(
  'emergency_contacts',
  {
    id: id(),
    householdId: uuid()
      .notNull()
      .references(() => households.id),
    name: text().notNull(),
    phone: text().notNull(),
    relationship: text().notNull().default(''),
  },
  t => [index('emergency_contacts_household').on(t.householdId)],
)

/**
 * What a household consented to, for itself or for one of its children: the policy, the level, the version of the text
 * and the signer. Rows are added, never changed; the newest that applies to a child counts.
 */
export const consents = pgTable(
  'consents',
  {
    id: id(),
    householdId: uuid()
      .notNull()
      .references(() => households.id),
    studentId: uuid().references(() => persons.id),
    kind: text()
      .notNull()
      .references(() => policies.kind),
    level: text({ enum: allConsentLevels }).notNull(),
    version: text().notNull(),
    /** The version of the text that was signed. */
    versionId: uuid().references(() => policyVersions.id),
    signedName: text().notNull(),
    signedBy: uuid().references(() => persons.id),
    signedAt: instant().notNull(),
  },
  t => [
    index('consents_household').on(t.householdId, t.kind, t.signedAt.desc()),
    index('consents_student').on(t.studentId),
    index('consents_signed_by').on(t.signedBy),
    index('consents_kind').on(t.kind, t.householdId),
    index('consents_version').on(t.versionId),
  ],
)

/**
 * The latest photo consent for a child, given for the child or the whole household, as a column; null if there is none.
 */
export const photoConsentOf = (student: SQL, household: SQL): SQL<string | null> => sql<string | null>`(
  select c.level from consents c where c.household_id = ${household} and c.kind = 'photo' and (c.student_id is null or c.student_id = ${student})
  order by c.signed_at desc, c.id desc limit 1)`

/**
 * Other people who may pick up the children, or are blocked from it. An entry ends after its last day, and a removed
 * one stays on record.
 */
export const pickUps = pgTable(
  'pick_ups',
  {
    id: id(),
    householdId: uuid()
      .notNull()
      .references(() => households.id),
    /** One child, or null for all children of the household. */
    studentId: uuid().references(() => persons.id),
    name: text().notNull(),
    phone: text().notNull().default(''),
    relationship: text().notNull().default(''),
    rule: text({ enum: pickUpRules }).notNull(),
    fromDay: day().notNull(),
    toDay: day(),
    addedBy: uuid().references(() => persons.id),
    removedAt: instant(),
    createdAt: instant().notNull(),
  },
  t => [
    index('pick_ups_household').on(t.householdId, t.fromDay),
    index('pick_ups_student').on(t.studentId),
    index('pick_ups_added_by').on(t.addedBy),
  ],
)

/** A condition: true if the pick-up entry `u` is in force on a day. */
export const holdsOn = (day: SQL): SQL =>
  sql`(u.removed_at is null and u.from_day <= ${day} and (u.to_day is null or u.to_day >= ${day}))`

/**
 * The people who must not pick up a child on a day: guardians without the right, and people whom the office has
 * blocked.
 */
export const barredPeople = (student: SQL, household: SQL, day: SQL): SQL => sql`(
  select g.name, g.native_name, g.phone from guardianships gs join persons g on g.id = gs.guardian_id where gs.student_id = ${student} and not gs.may_pick_up
  union select u.name, '', u.phone from pick_ups u where u.household_id = ${household} and (u.student_id is null or u.student_id = ${student}) and u.rule = 'deny' and ${holdsOn(day)})`

/** A condition: true if the emergency contact `c` is one of them, by name or phone number. */
export const isBarredContact = (student: SQL, household: SQL, day: SQL): SQL =>
  sql`exists (select 1 from ${barredPeople(student, household, day)} b where lower(c.name) in (lower(b.name), lower(b.native_name)) or b.phone <> '' and ${phoneNumber(sql`c.phone`)} = ${phoneNumber(sql`b.phone`)})`

/** A condition: true if the pick-up entry `u` allows pick-up of all children of a household, without an end date. */
export const isStanding = sql`(u.removed_at is null and u.rule = 'allow' and u.student_id is null and u.to_day is null)`

/**
 * A condition: true if a name is on a household's pick-up list for all of its children and without an end date, and
 * isn't blocked.
 */
export const isOnPickUpList = (household: SQL, name: SQL): SQL => sql`(
  exists (select 1 from pick_ups u where u.household_id = ${household} and lower(u.name) = lower(${name}) and ${isStanding})
  and not exists (select 1 from pick_ups u where u.household_id = ${household} and lower(u.name) = lower(${name}) and u.rule = 'deny' and u.removed_at is null))`

/** A household's native name: that of the adult it is named after, or ''. */
export const nativeHousehold = (household: SQL, name: SQL): SQL<string> => sql<string>`coalesce((
  select hp.native_name from household_members hm join persons hp on hp.id = hm.person_id where hm.household_id = ${household} and hp.name = ${name}
  order by hm.contact_order, hp.id limit 1), '')`

/** A change that a family requested from the office, with the old and the new values. */
export const changeRequests = pgTable(
  'change_requests',
  {
    id: id(),
    householdId: uuid()
      .notNull()
      .references(() => households.id),
    kind: text({ enum: changeKinds }).notNull(),
    /** The child or guardian; null for the household itself and for a guardian to be added. */
    subjectId: uuid().references(() => persons.id),
    requestedBy: uuid()
      .notNull()
      .references(() => persons.id),
    before: jsonb().$type<ChangeValues>().notNull(),
    after: jsonb().$type<ChangeValues>().notNull(),
    status: text({ enum: changeStatuses }).notNull(),
    note: text().notNull().default(''),
    answeredBy: uuid().references(() => persons.id),
    answeredAt: instant(),
    createdAt: instant().notNull(),
  },
  t => [
    index('change_requests_status').on(t.status, t.createdAt, t.id),
    index('change_requests_household').on(t.householdId, t.createdAt),
    index('change_requests_subject').on(t.subjectId),
    index('change_requests_answered_by').on(t.answeredBy),
    // One open request per subject, but several guardians may be added at a time.
    uniqueIndex('change_requests_open')
      .on(t.requestedBy, t.kind, sql`coalesce(subject_id, household_id)`)
      .where(sql`status = 'filed' and kind <> 'guardian-add'`),
    index('change_requests_requested_by').on(t.requestedBy),
  ],
)

/**
 * The ids of families that match an office search, as a subquery: by their own name, by one of their adults or by one
 * of their children.
 */
export const familiesMeant = (search: string): SQL => sql`
  with people as materialized (${peopleMeant(search)})
  select h.id from households h where fold(h.name) like fold(${containing(search)})
  union all select m.household_id from household_members m where m.person_id in (select id from people)
  union all select st.household_id from students st where st.id in (select id from people)`

/** A condition: true if a family matches an office search. */
export const familyMatches = (household: SQL, search: string): SQL =>
  search === '' ? sql`true` : sql`${household} in (${familiesMeant(search)})`

/** Each time that an administrator viewed as a guardian. Times are actual times, not the school's clock. */
export const familyViews = pgTable(
  'family_views',
  {
    id: id(),
    viewerId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    personId: uuid()
      .notNull()
      .references(() => persons.id),
    startedAt: instant()
      .notNull()
      .default(sql`now()`),
    endedAt: instant(),
  },
  t => [index('family_views_viewer').on(t.viewerId), index('family_views_person').on(t.personId)],
)
