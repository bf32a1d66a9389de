import { and, eq, inArray, sql } from 'drizzle-orm'
import type { SectionStatus } from '#contract/enrolment/classes.ts'
import type { PricingPolicy } from '#contract/school/config.ts'
import type { EnrolmentStatus } from '#contract/enrolment/enrolments.ts'
import { fieldsIn } from '#contract/studentFields.ts'
import type { EnrolmentType } from '#contract/values.plain.ts'
import type { Output } from '#contract/index.ts'
import type { Term } from '#contract/school/terms.ts'
import { ageDayOf } from '#rules/fit.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { oneOf } from '#server/platform/keys.ts'
import { prepared } from '#server/platform/prepared.ts'
import type { Scope } from '#server/platform/scope.ts'
import { effectiveCutoff } from '#server/enrolment/classes/acts.ts'
import { lessonsIn } from '#server/enrolment/classes/tables.ts'
import { newestSetting, settingOf } from '#server/school/config/acts.ts'
import { school } from '#server/school/config/tables.ts'
import { drawOf, wishedIn } from '#server/enrolment/lotteries/tables.ts'
import type { FamilyOnRecord } from '#server/people/parents/acts.ts'
import { columnAsText, hasSpot, isSeenWhole, members } from '#server/people/students/tables.ts'
import { otherTermOf, termColumns, terms } from '#server/school/terms/tables.ts'
import { isOnPickUpList } from '#server/people/parents/tables.ts'
import { isTeaching } from '#server/access/users/tables.ts'
import { drafts, enrolments, heldIn, isOnWaitlist, isSeated, registrations, seatedIn, waitingIn } from './tables.ts'
import type { TwoNames } from '#server/platform/texts.ts'

export const removeDraft = async (db: Db, own: Scope<'drafts'>): Promise<void> => {
  await db.delete(drafts).where(own)
}

const holdAccount = prepared<{ id: string }, 'accountId'>(
  ({ accountId }) => sql`select id from accounts where id = ${accountId}::uuid for update`,
)
/**
 * Locks an account, so that its submissions take turns, such as those of two tabs. The statement is sent before the
 * promise is awaited, so that a transaction can send along the reads that must come after the lock.
 */
export const lockAccount = async (db: Db, accountId: string): Promise<void> => {
  await holdAccount(db, { accountId })
}

export const findTerm = async (db: Db, seen: Scope<'terms'>, id: string): Promise<Term | null> => {
  const [term] = await db
    .select(termColumns)
    .from(terms)
    .where(and(seen, eq(terms.id, id)))
  return term ?? null
}

export const findPricing = async (
  db: Db,
): Promise<{ pricing: PricingPolicy; zone: string; currency: string; name: string; nativeName: string }> => {
  const [found] = await db
    .select({
      pricing: sql<unknown>`${newestSetting('pricing')}`,
      zone: school.zone,
      currency: school.currency,
      name: school.name,
      nativeName: school.nativeName,
    })
    .from(school)
  if (!found) throw new Error('there is no school yet')
  return { ...found, pricing: settingOf('pricing', found.pricing) }
}

export type CartSection = TwoNames & {
  id: string
  programmeId: string
  status: SectionStatus
  weekday: number
  startsAt: string
  endsAt: string
  ageFrom: number | null
  ageTo: number | null
  capacity: number
  seated: number
  waiting: number
  /** The number of seats in other carts. */
  held: number
  /** Whether a lottery gives its seats: `open` takes entries, `shut` does not. */
  draw: 'open' | 'shut' | null
  /** The keys of the children in the caller's cart who have a seat held. */
  mine: string[]
  needsApproval: boolean
  tuitionCents: number
  booksCents: number
  auditCents: number | null
  /** The day on which ages are counted. */
  ageDay: string
  /** The number of its meetings that take place, and of those from today on. */
  sessions: { left: number; all: number }
}

const holdSections = prepared<{ id: string }, 'ids'>(
  ({ ids }) => sql`select id from sections where id = any(${ids}::uuid[]) order by id for no key update`,
)
/**
 * Locks the rows of classes until the transaction ends. They are always locked in the same order and before their
 * enrolments or waitlist entries, which rules out deadlocks. The statement is sent before the promise is awaited, as
 * for an account.
 */
export const lockSections = async (db: Db, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await holdSections(db, { ids: [...ids] })
}

/**
 * Chosen classes of a term with the numbers of enrolled and waiting students, and of seats in carts of accounts other
 * than `accountId`.
 */
export const listCartSections = async (
  db: Db,
  termId: string,
  ids: readonly string[],
  { now, accountId }: { now: Date; accountId: string | null },
): Promise<CartSection[]> =>
  ids.length === 0
    ? []
    : (
        await rows<Omit<CartSection, 'ageDay'> & { cutoff: string | null; startsOn: string }>(
          db,
          sql`
        select s.id, s.name, s.native_name, ${otherTermOf('t')} as "otherTerm", c.programme_id, s.status, s.weekday, s.starts_at, s.ends_at, s.age_from, s.age_to,
          s.capacity, s.needs_approval, s.tuition_cents, s.books_cents, s.audit_cents,
          ${effectiveCutoff('s')} as cutoff, t.starts_on,
          ${seatedIn('s')} as seated,
          ${waitingIn('s')} as waiting,
          ${heldIn('s', now, accountId)} as held, ${drawOf('s', now)} as draw,
          (select coalesce(json_agg(h.child_key), '[]') from seat_holds h where h.section_id = s.id and h.account_id = ${accountId}::uuid and h.expires_at > ${now.toISOString()}::timestamptz) as mine,
          ${lessonsIn('s', now)} as sessions
        from sections s join courses c on c.id = s.course_id join terms t on t.id = s.term_id where s.term_id = ${termId}::uuid and ${inArray(sql`s.id`, [...ids])}`,
        )
      ).map(({ cutoff, startsOn, ...section }) => ({ ...section, ageDay: ageDayOf(cutoff, startsOn) }))

type Member = FamilyOnRecord['members'][number] & { relationship: string | null }
type Child = FamilyOnRecord['children'][number] & {
  seated: string[]
  waiting: string[]
  booked: { sectionId: string; weekday: number; startsAt: string; endsAt: string }[]
}
/** A family on file, with what its registration for a term depends on. */
export type KnownFamily = Omit<FamilyOnRecord, 'members' | 'children'> & {
  members: Member[]
  children: Child[]
  address: string
  isStaff: boolean
  hasRegistrationFee: boolean
  siblingInFull: string | null
  contacts: { id: string; name: string; phone: string; relationship: string; mayPickUp: boolean }[]
}

/**
 * What the school knows of the caller's household, with the seats that its children have in a term; null for a new
 * family. Notes on the children's health are sealed.
 * Includes only children whose record the caller may see: a barred guardian learns nothing by registering again.
 */
export const findFamily = async (
  db: Db,
  mine: Scope<'households'>,
  cared: Scope<'students'>,
  termId: string | null,
  siblingProgrammeIds: readonly string[],
  householdId?: string,
  /** Enrolments that are about to end; their seats are left out. */
  exceptEnrolmentIds: readonly string[] = [],
): Promise<KnownFamily | null> => {
  const counts = exceptEnrolmentIds.length === 0 ? sql`true` : sql`not ${oneOf(sql`e.id`, exceptEnrolmentIds)}`
  const [family] = await rows<KnownFamily>(
    db,
    sql`
    select households.id as "householdId", households.address,
      ${isSeenWhole(sql`households.id`, cared)} as "isWhole",
      exists (select 1 from household_members m where m.household_id = households.id and ${isTeaching(sql`m.person_id`)}) as "isStaff",
      exists (select 1 from invoices i join charges c on c.invoice_id = i.id where i.household_id = households.id and i.term_id = ${termId}::uuid and c.kind = 'registration') as "hasRegistrationFee",
      (select e.student_id::text from students s join enrolments e on e.student_id = s.id join sections x on x.id = e.section_id join courses c on c.id = x.course_id
        where s.household_id = households.id and x.term_id = ${termId}::uuid and ${isSeated} and e.status not in ('held','approval') and ${counts}
          and ${siblingProgrammeIds.length === 0 ? sql`true` : inArray(sql`c.programme_id`, [...siblingProgrammeIds])}
          and not exists (select 1 from charges h join discounts d on d.charge_id = h.id where h.enrolment_id = e.id and d.rule = 'sibling')
        order by e.created_at, e.id limit 1) as "siblingInFull",
      coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name, 'nativeName', p.native_name, 'email', p.email, 'phone', p.phone,
          'relationship', g.relationship, 'hasDataAccess', coalesce(g.access, true), 'mayPickUp', coalesce(g.pick_up, true)) order by m.contact_order, p.name)
        from household_members m join persons p on p.id = m.person_id
        left join lateral (select min(gs.relationship) as relationship, bool_or(gs.has_data_access) as access, bool_or(gs.may_pick_up) as pick_up
          from guardianships gs join students s on s.id = gs.student_id where gs.guardian_id = p.id and s.household_id = households.id) g on true
        where m.household_id = households.id), '[]') as members,
      coalesce((select json_agg(json_build_object('id', p.id, ${members(fieldsIn('registration'), columnAsText)},
          'seated', (select coalesce(json_agg(e.section_id), '[]') from enrolments e where e.student_id = students.id and ${isSeated}),
          'waiting', (select coalesce(json_agg(i.section_id), '[]') from (select w.section_id from waitlist_entries w where w.student_id = students.id and ${isOnWaitlist('w')}
            union all select x.section_id from ${wishedIn(sql`students.id`)} x) i),
          'booked', (select coalesce(json_agg(json_build_object('sectionId', x.id, 'weekday', x.weekday, 'startsAt', x.starts_at, 'endsAt', x.ends_at)), '[]')
            from enrolments e join sections x on x.id = e.section_id where e.student_id = students.id and x.term_id = ${termId}::uuid and ${hasSpot('e')} and ${counts})
          ) order by p.birth_on, p.name)
        from students join persons p on p.id = students.id where students.household_id = households.id and ${cared}), '[]') as children,
      coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name, 'phone', c.phone, 'relationship', c.relationship,
          'mayPickUp', ${isOnPickUpList(sql`households.id`, sql`c.name`)}) order by c.name)
        from emergency_contacts c where c.household_id = households.id), '[]') as contacts
    from households where ${and(mine, householdId ? sql`households.id = ${householdId}::uuid` : undefined)} order by households.created_at limit 1`,
  )
  return family ?? null
}

export const findRegistration = async (
  db: Db,
  accountId: string,
  termId: string,
  fingerprint: string,
): Promise<Output<'enrolments-submit'> | null> => {
  const [found] = await db
    .select({ answer: registrations.answer })
    .from(registrations)
    .where(
      and(
        eq(registrations.accountId, accountId),
        eq(registrations.termId, termId),
        eq(registrations.fingerprint, fingerprint),
      ),
    )
  return found ? (found.answer as Output<'enrolments-submit'>) : null
}

export const insertRegistration = async (db: Db, values: typeof registrations.$inferInsert): Promise<void> => {
  await db.insert(registrations).values(values)
}
export const updateAnswer = async (db: Db, id: string, answer: Output<'enrolments-submit'>): Promise<void> => {
  await db.update(registrations).set({ answer }).where(eq(registrations.id, id))
}

/**
 * The people whose screens a registration changes: the family, the guardians who may see its children, the teachers of
 * its classes, and families on the same waitlists, whose positions may have changed.
 */
export const listHearers = async (db: Db, registrationId: string): Promise<string[]> => {
  const of = sql`registration_id = ${registrationId}::uuid`
  const hearers = await rows<{ id: string }>(
    db,
    sql`
    with home as (select household_id from registrations where id = ${registrationId}::uuid),
    children as (
      select s.id from home join students s on s.household_id = home.household_id
      union select other.student_id from waitlist_entries mine join waitlist_entries other on other.section_id = mine.section_id
        and ${isOnWaitlist('other')} where mine.${of}
    )
    select person_id as id from home join household_members using (household_id)
    union select g.guardian_id from children join guardianships g on g.student_id = children.id and g.has_data_access
    union select t.teacher_id from enrolments e join section_teachers t on t.section_id = e.section_id where e.${of}`,
  )
  return hearers.map(({ id }) => id)
}

export const insertEnrolments = async (
  db: Db,
  values: {
    id: string
    studentId: string
    sectionId: string
    registrationId: string | null
    type?: EnrolmentType
    status: EnrolmentStatus
    createdAt: Date
  }[],
): Promise<void> => {
  if (values.length > 0) await db.insert(enrolments).values(values)
}
