import { and, inArray, sql } from 'drizzle-orm'
import type { EnrolmentType, PriceLine } from '#contract/enrolments.ts'
import { dayIn } from '#rules/calendar.ts'
import { price } from '#rules/pricing.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { findFamily, findPricing, findTerm, listCartSections, pricedAs } from '#server/slices/enrolments/acts.ts'

/** An enrolment that waits for the office's word. */
export type Waiting = {
  id: string
  studentId: string
  name: string
  nativeName: string
  birthOn: string
  householdId: string
  sectionId: string
  section: string
  sectionNativeName: string
  termId: string
  registrationId: string | null
  type: EnrolmentType
  createdAt: string
  /** It was charged with its registration, by an earlier rule of the house. */
  isCharged: boolean
}

/** Enrolments that wait, of those asked for; the oldest first. Locked until the transaction ends where it is said. */
export const findWaiting = (
  db: Db,
  seen: Scope<'enrolments'>,
  ids: readonly string[] | null,
  isLocked = false,
): Promise<Waiting[]> =>
  rows<Waiting>(
    db,
    sql`
    select enrolments.id, p.id as "studentId", coalesce(nullif(p.preferred_name, ''), p.name) as name, p.native_name as "nativeName",
      coalesce(p.birth_on::text, '') as "birthOn", st.household_id as "householdId", s.id as "sectionId", s.name as section,
      s.native_name as "sectionNativeName", s.term_id as "termId", enrolments.registration_id as "registrationId", enrolments.type,
      enrolments.created_at as "createdAt", exists (select 1 from charges c where c.enrolment_id = enrolments.id) as "isCharged"
    from enrolments join sections s on s.id = enrolments.section_id join students st on st.id = enrolments.student_id join persons p on p.id = st.id
    where ${and(seen, ids === null ? undefined : inArray(sql`enrolments.id`, [...ids]))} and enrolments.status = 'approval'
    order by enrolments.created_at, enrolments.id limit 500 ${isLocked ? sql`for update of enrolments` : sql``}`,
  )

type Seen = { households: Scope<'households'>; students: Scope<'students'>; terms: Scope<'terms'> }
/** One invoice to be: what a family asked for on one day. */
export type Bill = {
  householdId: string
  termId: string
  registrationId: string | null
  of: Waiting[]
  lines: PriceLine[]
  totalCents: number
  dueDays: number
}

/**
 * What approving these comes to, family by family, by the one pricing engine and as of the day on which each family
 * asked: what it was shown then is what it pays. What was charged before is not charged again.
 */
export const priceWaiting = async (db: Db, seen: Seen, waiting: readonly Waiting[]): Promise<Bill[]> => {
  const { pricing, zone } = await findPricing(db)
  const groups = Map.groupBy(
    waiting.filter(({ isCharged }) => !isCharged),
    each => `${each.householdId} ${each.termId} ${dayIn(zone, new Date(each.createdAt))}`,
  )
  const bills: Bill[] = []
  const before = new Map<string, { inFull: string | null; hasFee: boolean; sitting: Set<string> }>()
  // Families, not applications: what each owes follows from what it has.
  for (const of of groups.values()) {
    const { householdId, termId, registrationId, createdAt } = of[0]!
    const key = `${householdId} ${termId}`
    const family = await findFamily(
      db,
      seen.households,
      seen.students,
      termId,
      pricing.siblingProgrammeIds,
      householdId,
    )
    const term = await findTerm(db, seen.terms, termId)
    const sections = await listCartSections(
      db,
      termId,
      of.map(({ sectionId }) => sectionId),
      { now: new Date(createdAt), accountId: null },
    )
    if (!family || !term) continue
    const known = before.get(key) ?? {
      inFull: family.siblingInFull,
      hasFee: family.hasRegistrationFee,
      sitting: new Set<string>(),
    }
    const applied = new Set(waiting.map(({ studentId, sectionId }) => `${studentId} ${sectionId}`))
    const sits = ({ studentId }: Waiting): boolean =>
      known.sitting.has(studentId) ||
      family.children.some(
        ({ id, booked }) => id === studentId && booked.some(({ sectionId }) => !applied.has(`${id} ${sectionId}`)),
      )
    const priced = price({
      policy: pricing,
      term,
      today: dayIn(zone, new Date(createdAt)),
      choices: of.flatMap(each => {
        const section = sections.find(({ id }) => id === each.sectionId)
        const child = { key: each.studentId, name: each.name, birthOn: each.birthOn, hasClass: sits(each) }
        return section ? [{ child, section: pricedAs(section, each.type), type: each.type }] : []
      }),
      siblingInFull: known.inFull,
      isStaffFamily: family.isStaff,
      hasRegistrationFee: known.hasFee,
    })
    const { lines, totalCents } = priced
    bills.push({ householdId, termId, registrationId, of, lines, totalCents, dueDays: pricing.dueDays })
    const full = priced.lines.find(
      ({ kind, discounts }) => kind === 'tuition' && !discounts.some(({ rule }) => rule === 'sibling'),
    )
    before.set(key, {
      inFull: known.inFull ?? full?.childKey ?? null,
      hasFee: known.hasFee || priced.lines.some(({ kind }) => kind === 'registration'),
      sitting: new Set([...known.sitting, ...of.map(({ studentId }) => studentId)]),
    })
  }
  return bills
}
