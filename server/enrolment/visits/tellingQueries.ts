import { eq, sql } from 'drizzle-orm'
import { type Db, rows } from '#server/platform/db.ts'
import type { TwoNames } from '#server/platform/texts.ts'
import { visits } from './tables.ts'

type VisitToTell = {
  studentId: string
  householdId: string
  student: TwoNames
  section: TwoNames
  onDay: string
  startsAt: string
  room: string
  priceCents: number
  /** True once it was charged, even if the charge was reversed since. */
  isCharged: boolean
  kind: 'trial' | 'day'
}
/** A visit with what its family is told about it. */
export const findVisit = async (db: Db, id: string): Promise<VisitToTell> => {
  const [found] = await rows<VisitToTell>(
    db,
    sql`
    select p.id as "studentId", st.household_id, json_build_object('name', p.name, 'nativeName', p.native_name) as student,
      json_build_object('name', s.name, 'nativeName', s.native_name) as section, visits.on_day, s.starts_at,
      coalesce(r.name, '') as room, visits.price_cents::int as "priceCents", visits.charge_id is not null as "isCharged", visits.kind
    from visits join sections s on s.id = visits.section_id left join rooms r on r.id = s.room_id join students st on st.id = visits.student_id join persons p on p.id = st.id
    where visits.id = ${id}::uuid`,
  )
  return found!
}

/** Stores the charge of a visit. */
export const linkCharge = (db: Db, id: string, chargeId: string) =>
  db.update(visits).set({ chargeId }).where(eq(visits.id, id))
