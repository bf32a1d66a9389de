import { sql, type SQL } from 'drizzle-orm'
import type { Extent } from '#contract/oneroster.ts'
import type { Scope } from '#server/platform/scope.ts'
import { isLive } from '#server/slices/users/tables.ts'

/** `shown` is what programs read: every term and class that was ever published. */
export type Reach = Extent | 'shown'

/** The day that stands for an unknown birthday, see seats; it leaves as none. */
export const unknownBirth = '1900-01-01'

/** The school's own sourcedId: it has no row id, but the moment at which it began. */
export const schoolId: SQL = sql`md5('lantern-school-' || extract(epoch from school.created_at))::uuid`
const derived = (...parts: SQL[]): SQL => sql`md5(concat_ws('-', ${sql.join(parts, sql`, `)}))::uuid`

const termsOf: Record<Reach, SQL> = {
  all: sql`true`,
  current: sql`t.status in ('registration','active','grading')`,
  shown: sql`t.status <> 'draft'`,
}
const sectionsOf: Record<Reach, SQL> = {
  all: sql`s.status <> 'cancelled'`,
  current: sql`s.status in ('published','open','running','ended')`,
  shown: sql`s.status in ('published','open','running','ended')`,
}

const surnames =
  '欧阳|司马|上官|诸葛|司徒|东方|夏侯|皇甫|尉迟|公孙|慕容|令狐|长孙|宇文|司空|端木|歐陽|司馬|諸葛|東方|長孫'
const han = sql`p.name ~ '^[\\u3400-\\u9fff]{2,}$'`
const hanFamily = sql`case when length(p.name) > 2 and p.name ~ ${`^(${surnames})`} then 2 else 1 end`

/** The standard wants both parts of a name: the last word, or the Han family name, is the family's; a dash where there is none. */
const familyName = sql`case when ${han} then left(p.name, ${hanFamily}) when p.name ~ '\\s' then regexp_replace(p.name, '^.*\\s', '') else '-' end`
const givenName = sql`case when ${han} then substr(p.name, ${hanFamily} + 1) when p.name ~ '\\s' then regexp_replace(p.name, '\\s+\\S+$', '') else p.name end`

/** A grade in the CEDS vocabulary, as a list of one or none; the same as `gradeToCeds` for what schools write mostly. */
const ceds = sql`case when pupil.grade ~ '^0*([1-9]|1[0-3])$' then array[lpad(ltrim(pupil.grade, '0'), 2, '0')]
  when lower(pupil.grade) in ('k', 'kg', 'kindergarten') then array['KG'] when lower(pupil.grade) in ('pre-k', 'prek') then array['PK'] else '{}'::text[] end`

/**
 * The roster as relations for a `with`, one for each file and named like it: the export writes them out, programs
 * read them in pages. A guardian without access to a child's data is no agent of it, and no user on its account.
 */
export const roster = (reach: Reach, seen: Scope<'roster'>): SQL => sql`
  place as (select ${schoolId} as id, school.name, school.native_name, school.zone, school.created_at from school where ${seen}),
  span as (
    select t.*, extract(year from t.starts_on)::int + case when extract(month from t.starts_on) >= 7 then 1 else 0 end as school_year
    from terms t, place where ${termsOf[reach]}),
  "orgs" as (
    select place.id as "sourcedId", place.created_at as modified, place.name, 'school' as type, null::text as identifier, null::uuid as "parentSourcedId" from place),
  "academicSessions" as (
    select span.id as "sourcedId", span.created_at as modified, span.name as title, 'term' as type, span.starts_on as "startDate", span.ends_on + 1 as "endDate",
      ${derived(sql`'school-year'`, sql`place.id`, sql`span.school_year`)} as "parentSourcedId", span.school_year::text as "schoolYear", '{}'::uuid[] as children,
      span.native_name as "nativeName", array_to_string(span.weekdays, ',') as weekdays
    from span, place
    union all select ${derived(sql`'school-year'`, sql`place.id`, sql`span.school_year`)}, min(span.created_at), (span.school_year - 1) || '–' || span.school_year, 'schoolYear',
      min(span.starts_on), max(span.ends_on) + 1, null, span.school_year::text, array_agg(span.id order by span.starts_on, span.id), '', ''
    from span, place group by place.id, span.school_year),
  klass as (
    select s.*, t.starts_on as from_day, t.ends_on as to_day from sections s join span t on t.id = s.term_id where ${sectionsOf[reach]}),
  "courses" as (
    select c.id as "sourcedId", place.created_at as modified, c.name as title, place.id as "orgSourcedId", c.native_name as "nativeName", g.name as programme,
      g.native_name as "programmeNativeName", c.level, c.description
    from courses c join programmes g on g.id = c.programme_id, place
    where ${reach === 'current' ? sql`false` : sql`c.archived_at is null`} or exists (select 1 from klass where klass.course_id = c.id)),
  "classes" as (
    select k.id as "sourcedId", k.created_at as modified, k.name as title, k.course_id as "courseSourcedId", 'scheduled' as "classType", coalesce(r.name, '') as location,
      place.id as "schoolSourcedId", k.term_id as "termSourcedId", k.native_name as "nativeName", k.weekday, k.starts_at as "startsAt", k.ends_at as "endsAt",
      k.capacity, k.crayon
    from klass k left join rooms r on r.id = k.room_id, place),
  pupil as (
    select st.* from students st, place
    where ${reach === 'current' ? sql`false` : sql`st.archived_at is null`} or exists (
      select 1 from enrolments e join klass on klass.id = e.section_id where e.student_id = st.id and e.status in ('active','completed'))),
  care as (
    select g.* from guardianships g join pupil on pupil.id = g.student_id where g.has_data_access),
  duty as (
    select st.section_id, st.teacher_id from section_teachers st join klass on klass.id = st.section_id),
  part as (
    select g.person_id, 'siteAdministrator' as role, 1 as rank from role_grants g, place where g.role = 'admin' and ${isLive('g')}
    union select g.person_id, 'teacher', 2 from role_grants g join teachers tt on tt.id = g.person_id and tt.archived_at is null, place
      where g.role = 'teacher' and ${isLive('g')}
    union select duty.teacher_id, 'teacher', 2 from duty
    union all select care.guardian_id, case when bool_or(care.relationship in ('mother','father')) then 'parent'
        when bool_or(care.relationship = 'guardian') then 'guardian' else 'relative' end, 3
      from care where care.guardian_id <> care.student_id group by care.guardian_id
    union all select pupil.id, 'student', 4 from pupil),
  "roles" as (
    select ${derived(sql`'role'`, sql`part.person_id`, sql`part.role`)} as "sourcedId", place.created_at as modified, part.person_id as "userSourcedId",
      case when part.rank = min(part.rank) over (partition by part.person_id) then 'primary' else 'secondary' end as "roleType", part.role, place.id as "orgSourcedId"
    from part, place),
  agent as (
    select care.student_id as of_id, care.guardian_id as agent_id, care.contact_order as place_no, care.relationship from care where care.guardian_id <> care.student_id
    union all select care.guardian_id, care.student_id, 100, '' from care where care.guardian_id <> care.student_id),
  agents as (
    select of_id, array_agg(agent_id order by place_no, agent_id) as ids, string_agg(relationship, ',' order by place_no, agent_id) as relationships
    from agent group by of_id),
  parts as (
    select "userSourcedId" as person_id, jsonb_agg(jsonb_build_object('roleType', "roleType", 'role', role) order by "roleType", role) as roles,
      array_agg(role order by "roleType", role) as names
    from "roles" group by "userSourcedId"),
  "users" as (
    select p.id as "sourcedId", p.created_at as modified, case when a.is_disabled then 'false' else 'true' end as "enabledUser", coalesce(a.email, p.id::text) as username,
      ${givenName} as "givenName", ${familyName} as "familyName", p.email, p.phone, coalesce(agents.ids, '{}') as agents, coalesce(pupil.grade, '') as grade, ${ceds} as ceds,
      p.preferred_name as "preferredGivenName", place.id as "primaryOrgSourcedId", parts.roles, parts.names as role_names, p.name, p.native_name as "nativeName", p.language,
      pupil.household_id as household, coalesce(h.name, '') as "householdName", case when pupil.id is null then '' else coalesce(agents.relationships, '') end as relationships,
      case when exists (select 1 from care where care.student_id = p.id and care.guardian_id = p.id) then 'true' else '' end as "ownGuardian"
    from parts join persons p on p.id = parts.person_id left join accounts a on a.id = p.account_id left join agents on agents.of_id = p.id
      left join pupil on pupil.id = p.id left join households h on h.id = pupil.household_id, place),
  "demographics" as (
    select p.id as "sourcedId", p.created_at as modified, nullif(p.birth_on, ${unknownBirth}::date) as "birthDate"
    from pupil join persons p on p.id = pupil.id),
  "enrollments" as (
    select e.id as "sourcedId", coalesce(e.ended_at, e.created_at) as modified, e.section_id as "classSourcedId", place.id as "schoolSourcedId", e.student_id as "userSourcedId",
      'student' as role, 'false' as "primary", greatest((e.created_at at time zone place.zone)::date, k.from_day) as "beginDate", k.to_day + 1 as "endDate"
    from enrolments e join klass k on k.id = e.section_id, place where e.status in ('active','completed')
    union all select ${derived(sql`'duty'`, sql`duty.section_id`, sql`duty.teacher_id`)}, k.created_at, duty.section_id, place.id, duty.teacher_id,
      'teacher', case when duty.teacher_id = (select min(d.teacher_id::text)::uuid from duty d where d.section_id = duty.section_id) then 'true' else 'false' end, k.from_day, k.to_day + 1
    from duty join klass k on k.id = duty.section_id, place)`
