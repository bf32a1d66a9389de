import { sql } from 'drizzle-orm'
import { isSeated, seatedIn } from '#server/enrolment/enrolments/tables.ts'
import { type Db, inPieces, rows } from '#server/platform/db.ts'
import { isEnrollable } from '#server/enrolment/classes/tables.ts'
import { hasSpot } from '#server/people/students/tables.ts'
import { recordFaults } from './tables.ts'

type Fault = Omit<typeof recordFaults.$inferSelect, 'id' | 'foundAt'>

/** The number of students whom the office knowingly put into a full class (decision 55). */
const overrides = sql`(select count(*) from audit_entries a where a.action = 'enrolments-enrol' and a.about @> array[x.id] and a.input -> 'overrides' @> '["full"]')`
/**
 * True where an import was applied after the class was created. It may have overfilled the class, since the office had
 * answered its questions.
 */
const imported = sql`exists (select 1 from audit_entries a where a.action = 'imports-apply' and a.at >= x.created_at)`

/** Columns with lists of ids, which no foreign key protects: table, column, and the table that the ids refer to. */
const listed = [
  ['leaving_requests', 'leaves', 'enrolments'],
  ['lottery_entries', 'ranks', 'sections'],
  ['notice_recipients', 'student_ids', 'students'],
  ['form_fields', 'section_ids', 'sections'],
  ['form_fields', 'course_ids', 'courses'],
  ['promo_codes', 'programme_ids', 'programmes'],
] as const

const dangling = sql.join(
  listed.map(
    ([table, column, to]) => sql`
    select 'reference' as kind, 'jobs' as target, '00000000-0000-8000-8000-000000000003'::uuid as target_id, ${`${table}.${column}: `} || count(*) || ${` without ${to}`} as name
    from ${sql.identifier(table)} t, unnest(t.${sql.identifier(column)}) as of(id) where not exists (select 1 from ${sql.identifier(to)} o where o.id = of.id) having count(*) > 0`,
  ),
  sql` union all `,
)

/** True for a charge `c` for what the school keeps of another one on its invoice, made with that one's reversal. */
const isKept = sql`(c.enrolment_id is null and exists (select 1 from charge_reversals v join charges o on o.id = v.charge_id
  where o.invoice_id = c.invoice_id and v.created_at = c.created_at))`

/**
 * Records that break an invariant of seats, invoices, files or references. It checks the whole school, so it has no
 * scope.
 */
export const findRecordFaults = async (db: Db): Promise<Fault[]> => {
  // No timeout, because every file is read.
  await db.execute(sql`set local statement_timeout = 0`)
  return rows<Fault>(
    db,
    sql`
    select 'class-beyond-capacity' as kind, 'class' as target, x.id as target_id, x.name from sections x
      where ${isEnrollable('x')} and ${seatedIn('x')} > x.capacity + ${overrides} and not ${imported}
    union all select 'two-places-in-class', 'student', p.id, p.name from persons p join (
        select e.student_id from enrolments e where ${isSeated} group by e.student_id, e.section_id having count(*) > 1) twice on twice.student_id = p.id
    union all select 'place-without-class', 'student', p.id, p.name from enrolments e join sections x on x.id = e.section_id and x.status in ('draft', 'cancelled')
      join persons p on p.id = e.student_id where ${hasSpot('e')}
    union all select 'invoice-lines', 'account', i.household_id, i.number::text from invoices i,
        lateral (select coalesce(sum((l ->> 'netCents')::bigint), 0) as net, coalesce(sum((l ->> 'amountCents')::bigint), 0) as asked, count(*) as n from jsonb_array_elements(i.lines) l) lines,
        lateral (select coalesce(sum(c.amount_cents), 0) as asked, count(*) as n from charges c where c.invoice_id = i.id and not ${isKept}) made
      where lines.net <> i.total_cents or lines.asked <> made.asked or lines.n <> made.n
    union all select 'file-changed', 'jobs', f.id, f.name from files f where f.sha256 <> encode(sha256(f.bytes), 'hex') or f.size <> length(f.bytes)
    union all ${dangling}
    order by 1, 4, 3`,
  )
}

/** Replaces the faults found before with those found now. */
export const keepRecordFaults = async (db: Db, found: readonly Fault[], at: Date): Promise<void> => {
  await db.delete(recordFaults)
  await inPieces(
    found.map(fault => ({ ...fault, foundAt: at })),
    piece => db.insert(recordFaults).values(piece),
  )
}
