import { sql, type SQL } from 'drizzle-orm'
import type { Extent } from '#contract/exchange/oneroster.ts'
import type { Scope } from '#server/platform/scope.ts'
import { isLive } from '#server/access/users/tables.ts'
import { isEnrolled } from '#server/enrolment/enrolments/tables.ts'
import { isCurrentTerm } from '#server/school/terms/tables.ts'
import { isAnnounced } from '#server/enrolment/classes/tables.ts'

/** `shown` is what programs read: every term and class that was ever published. */
export type Reach = Extent | 'shown'

/** The school's sourcedId. The school has no row id, so it is derived from the moment of its creation. */
export const schoolId: SQL = sql`md5('lantern-school-' || extract(epoch from school.created_at))::uuid`
const derived = (...parts: SQL[]): SQL => sql`md5(concat_ws('-', ${sql.join(parts, sql`, `)}))::uuid`

const termsOf: Record<Reach, SQL> = {
  all: sql`true`,
  current: isCurrentTerm('t'),
  shown: sql`t.status <> 'draft'`,
}
const sectionsOf: Record<Reach, SQL> = {
  all: sql`s.status <> 'cancelled'`,
  current: isAnnounced('s'),
  shown: isAnnounced('s'),
}

const surnames =
  '欧阳|司马|上官|诸葛|司徒|东方|夏侯|皇甫|尉迟|公孙|慕容|令狐|长孙|宇文|司空|端木|歐陽|司馬|諸葛|東方|長孫'
const han = sql`p.name ~ '^[\\u3400-\\u9fff]{2,}$'`
const hanFamily = sql`case when length(p.name) > 2 and p.name ~ ${`^(${surnames})`} then 2 else 1 end`

/**
 * The standard requires both parts of a name: the family name is the last word, or the Han family name; a dash where
 * there is none.
 */
const familyName = sql`case when ${han} then left(p.name, ${hanFamily}) when p.name ~ '\\s' then regexp_replace(p.name, '^.*\\s', '') else '-' end`
const givenName = sql`case when ${han} then substr(p.name, ${hanFamily} + 1) when p.name ~ '\\s' then regexp_replace(p.name, '\\s+\\S+$', '') else p.name end`

/**
 * An upper bound for the last change of the roster, from the audit trail, since rows have no time of change. A program
 * that asks for changes since its last visit gets too much rather than too little.
 */
const lastChange = sql`coalesce((
  select a.at from audit_entries a where a.action !~ '^(absences|assignments|audit|events|files|grades|identity|messages|payments)-|-export$|^oneroster-(token|upload|createClient|revokeClient)$' and a.outcome <> 'read'
  order by a.at desc limit 1), school.created_at)`

/** A grade in the CEDS vocabulary, as a list of one or none; equals `gradeToCeds` for the usual notations. */
const ceds = sql`case when st.grade ~ '^0*([1-9]|1[0-3])$' then array[lpad(ltrim(st.grade, '0'), 2, '0')]
  when lower(st.grade) in ('k', 'kg', 'kindergarten') then array['KG'] when lower(st.grade) in ('pre-k', 'prek') then array['PK'] else '{}'::text[] end`

/**
 * A household is often named after a guardian. The name is left out where that guardian may not see the child's data.
 */
const householdName = sql`case when h.id is null or exists (
    select 1 from household_members m join persons q on q.id = m.person_id where m.household_id = h.id and q.name = h.name
      and not exists (select 1 from guardianships g where g.guardian_id = q.id and g.student_id = st.id and g.has_data_access)) then '' else h.name end`

/**
 * True where a student, named by its alias, is part of the roster: through a place in one of its classes or, except for
 * `current`, by not being archived.
 */
const isPupil = (student: string, reach: Reach): SQL => sql`(${
  reach === 'current' ? sql`false` : sql`${sql.raw(student)}.archived_at is null`
} or exists (
    select 1 from enrolments e join sections s on s.id = e.section_id join terms t on t.id = s.term_id
    where e.student_id = ${sql.raw(student)}.id and ${isEnrolled('e')} and ${sectionsOf[reach]} and ${termsOf[reach]}))`

const isTeacher = (reach: Reach): SQL => sql`(exists (
    select 1 from role_grants g join teachers tt on tt.id = g.person_id and tt.archived_at is null where g.person_id = p.id and g.role = 'teacher' and ${isLive('g')})
  or exists (select 1 from section_teachers d join sections s on s.id = d.section_id join terms t on t.id = s.term_id
    where d.teacher_id = p.id and ${sectionsOf[reach]} and ${termsOf[reach]}))`

/**
 * The roster as relations for a `with`, one for each file and with its name: the export writes them out, programs read
 * them page by page. A guardian without access to a child's data is not an agent of that child, nor a user because of
 * it. What belongs to a person is looked up by index, so that one person costs little and the cost of all is
 * proportional, whatever a program filters by.
 */
export const roster = (reach: Reach, seen: Scope<'roster'>): SQL => sql`
  place as (select ${schoolId} as id, school.name, school.zone, ${lastChange} as modified from school where ${seen}),
  span as not materialized (
    select t.*, extract(year from t.starts_on)::int + case when extract(month from t.starts_on) >= 7 then 1 else 0 end as school_year
    from terms t, place where ${termsOf[reach]}),
  klass as not materialized (
    select s.*, t.starts_on as from_day, t.ends_on as to_day from sections s join terms t on t.id = s.term_id, place where ${sectionsOf[reach]} and ${termsOf[reach]}),
  "orgs" as not materialized (
    select place.id as "sourcedId", place.modified, place.name, 'school' as type, null::text as identifier, null::uuid as "parentSourcedId" from place),
  "academicSessions" as not materialized (
    select span.id as "sourcedId", place.modified, span.name as title, 'term' as type, span.starts_on as "startDate", span.ends_on + 1 as "endDate",
      ${derived(sql`'school-year'`, sql`place.id`, sql`span.school_year`)} as "parentSourcedId", span.school_year::text as "schoolYear", '{}'::uuid[] as children,
      span.native_name as "nativeName", array_to_string(span.weekdays, ',') as weekdays
    from span, place
    union all select ${derived(sql`'school-year'`, sql`place.id`, sql`span.school_year`)}, place.modified, (span.school_year - 1) || '–' || span.school_year, 'schoolYear',
      min(span.starts_on), max(span.ends_on) + 1, null, span.school_year::text, array_agg(span.id order by span.starts_on, span.id), '', ''
    from span, place group by place.id, place.modified, span.school_year),
  "courses" as not materialized (
    select c.id as "sourcedId", place.modified, c.name as title, place.id as "orgSourcedId", c.native_name as "nativeName", g.name as programme,
      g.native_name as "programmeNativeName", c.level, c.description
    from courses c join programmes g on g.id = c.programme_id, place
    where ${reach === 'current' ? sql`false` : sql`c.archived_at is null`} or exists (select 1 from klass where klass.course_id = c.id)),
  "classes" as not materialized (
    select k.id as "sourcedId", place.modified, k.name as title, k.course_id as "courseSourcedId", 'scheduled' as "classType", coalesce(r.name, '') as location,
      place.id as "schoolSourcedId", k.term_id as "termSourcedId", k.native_name as "nativeName", k.weekday, k.starts_at as "startsAt", k.ends_at as "endsAt",
      k.capacity, k.crayon
    from klass k left join rooms r on r.id = k.room_id, place),
  "users" as not materialized (
    select p.id as "sourcedId", place.modified, case when a.is_disabled then 'false' else 'true' end as "enabledUser", coalesce(a.email, p.id::text) as username,
      ${givenName} as "givenName", ${familyName} as "familyName", p.email, p.phone, coalesce(up.ids, '{}') || coalesce(down.ids, '{}') as agents,
      coalesce(st.grade, '') as grade, ${ceds} as ceds, p.preferred_name as "preferredGivenName", place.id as "primaryOrgSourcedId", part.names as role_names,
      p.name, p.native_name as "nativeName", p.language, st.household_id as household, ${householdName} as "householdName", coalesce(up.relationships, '') as relationships,
      case when exists (select 1 from guardianships g where g.student_id = st.id and g.guardian_id = st.id and g.has_data_access) then 'true' else '' end as "ownGuardian"
    from persons p cross join place left join accounts a on a.id = p.account_id left join students st on st.id = p.id and ${isPupil('st', reach)}
      left join households h on h.id = st.household_id
      cross join lateral (
        select array_agg(g.guardian_id order by g.contact_order, g.guardian_id) as ids, string_agg(g.relationship, ',' order by g.contact_order, g.guardian_id) as relationships
        from guardianships g where g.student_id = st.id and g.has_data_access and g.guardian_id <> g.student_id) up
      cross join lateral (
        select array_agg(g.student_id order by g.student_id) as ids, case when bool_or(g.relationship in ('mother','father')) then 'parent'
          when bool_or(g.relationship = 'guardian') then 'guardian' when count(*) > 0 then 'relative' end as role
        from guardianships g join students c on c.id = g.student_id and ${isPupil('c', reach)}
        where g.guardian_id = p.id and g.has_data_access and g.guardian_id <> g.student_id) down
      cross join lateral (
        select array_remove(array[
          case when exists (select 1 from role_grants g where g.person_id = p.id and g.role = 'admin' and ${isLive('g')}) then 'siteAdministrator' end,
          case when ${isTeacher(reach)} then 'teacher' end, down.role, case when st.id is not null then 'student' end], null) as names) part
    where cardinality(part.names) > 0),
  "roles" as not materialized (
    select ${derived(sql`'role'`, sql`u."sourcedId"`, sql`held.role`)} as "sourcedId", u.modified, u."sourcedId" as "userSourcedId",
      case when held.no = 1 then 'primary' else 'secondary' end as "roleType", held.role, u."primaryOrgSourcedId" as "orgSourcedId"
    from "users" u cross join lateral unnest(u.role_names) with ordinality held(role, no)),
  "demographics" as not materialized (
    select p.id as "sourcedId", place.modified, p.birth_on as "birthDate"
    from students st join persons p on p.id = st.id, place where ${isPupil('st', reach)}),
  "enrollments" as not materialized (
    select e.id as "sourcedId", place.modified, e.section_id as "classSourcedId", place.id as "schoolSourcedId", e.student_id as "userSourcedId",
      'student' as role, 'false' as "primary", greatest((e.created_at at time zone place.zone)::date, k.from_day) as "beginDate", k.to_day + 1 as "endDate"
    from enrolments e join klass k on k.id = e.section_id, place where ${isEnrolled('e')}
    union all select ${derived(sql`'duty'`, sql`d.section_id`, sql`d.teacher_id`)}, place.modified, d.section_id, place.id, d.teacher_id, 'teacher',
      case when d.teacher_id = (select min(o.teacher_id::text)::uuid from section_teachers o where o.section_id = d.section_id) then 'true' else 'false' end, k.from_day, k.to_day + 1
    from section_teachers d join klass k on k.id = d.section_id, place)`
