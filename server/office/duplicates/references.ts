import { sql, type SQL } from 'drizzle-orm'
import type { HangingKind } from '#contract/office/duplicates.ts'
import { type Db, rows } from '#server/platform/db.ts'

/** The tables whose rows are people and families: a merge moves whatever points to them. */
export const mergedTables = ['persons', 'students', 'teachers', 'households'] as const
export type MergedTable = (typeof mergedTables)[number]

/**
 * What a merge does with a foreign key to a record that goes:
 * `follow` it moves, and two that may not stand together refuse the merge;
 * `first` it moves, unless the record that stays has the same: then that one stays;
 * `joined` the two were brought together by a rule of their own before (joining.ts), and the rest moves;
 * `self` the row is the person as a student or teacher, and is carried over as such.
 */
type Treatment = { as: 'follow' | 'first' | 'joined' | 'self'; shown: HangingKind | null }

const follow = (shown: HangingKind): Treatment => ({ as: 'follow', shown })
const joined = (shown: HangingKind | null): Treatment => ({ as: 'joined', shown })
const work = follow('work')

/**
 * Every foreign key to people and families, by table and column. A test reads the database's own catalogue: a key that
 * is not here fails it, so that nobody forgets one.
 */
export const treatments: Record<string, Treatment> = {
  'absence_notices.answered_by': work,
  'absence_notices.filed_by': work,
  'absence_notices.student_id': follow('absences'),
  'applications.asked_by': work,
  'applications.decided_by': work,
  'assignments.created_by': work,
  'attendance.recorded_by': work,
  'attendance_revisions.recorded_by': work,
  'awards.awarded_by': work,
  'awards.household_id': follow('charges'),
  'awards.student_id': follow('charges'),
  'busy_times.teacher_id': follow('teaching'),
  'calendar_feeds.person_id': joined('settings'),
  'cancellations.made_by': work,
  'cancellations.restored_by': work,
  'change_requests.answered_by': work,
  'change_requests.household_id': joined('requests'),
  'change_requests.requested_by': joined('requests'),
  'change_requests.subject_id': joined('requests'),
  'card_checkouts.household_id': follow('payments'),
  'card_checkouts.started_by': work,
  'charge_runs.made_by': work,
  'charges.household_id': follow('charges'),
  'charges.student_id': follow('charges'),
  'claim_codes.person_id': { as: 'follow', shown: null },
  'confirmation_rounds.started_by': work,
  'confirmations.confirmed_by': work,
  'confirmations.household_id': { as: 'first', shown: 'requests' },
  'consents.household_id': follow('consents'),
  'consents.signed_by': follow('consents'),
  'consents.student_id': follow('consents'),
  'default_views.person_id': { as: 'first', shown: null },
  'duty_exemptions.household_id': follow('requests'),
  'duty_exemptions.made_by': work,
  'emergency_contacts.household_id': follow('contacts'),
  'enrolments.student_id': follow('classes'),
  'events.created_by': work,
  'family_views.person_id': work,
  'form_answers.answered_by': work,
  'form_answers.household_id': follow('requests'),
  'form_answers.student_id': follow('requests'),
  'family_claims.answered_by': work,
  'family_claims.person_id': follow('requests'),
  'grade_plans.changed_by': work,
  'grade_revisions.changed_by': work,
  'grades.changed_by': work,
  'guardianships.guardian_id': joined('children'),
  'guardianships.student_id': joined('guardians'),
  'household_members.household_id': joined('guardians'),
  'household_members.person_id': joined(null),
  'imports.started_by': work,
  'invoices.household_id': follow('charges'),
  'lottery_entries.student_id': follow('waitlist'),
  'lottery_tickets.household_id': follow('waitlist'),
  'leaving_requests.answered_by': work,
  'leaving_requests.requested_by': work,
  'notice_recipients.household_id': follow('messages'),
  'notice_recipients.person_id': joined('messages'),
  'notices.created_by': work,
  'notification_preferences.person_id': { as: 'first', shown: 'settings' },
  'payment_reminders.household_id': follow('payments'),
  'payment_reminders.sent_by': work,
  'payments.household_id': follow('payments'),
  'placements.decided_by': work,
  'placements.student_id': follow('classes'),
  'policy_versions.published_by': work,
  'pick_ups.added_by': work,
  'pick_ups.household_id': follow('pickUps'),
  'pick_ups.student_id': follow('pickUps'),
  'promotion_lines.student_id': follow('classes'),
  'promotion_runs.applied_by': work,
  'promotion_runs.created_by': work,
  'promotion_runs.reviewed_by': work,
  'refunds.approved_by': work,
  'refunds.household_id': follow('payments'),
  'refunds.moved_by': work,
  'refunds.requested_by': work,
  'registrations.household_id': follow('classes'),
  'role_grants.person_id': joined('roles'),
  'room_parents.appointed_by': work,
  'room_parents.person_id': { as: 'first', shown: 'roles' },
  'rsvps.by_id': work,
  'rsvps.household_id': joined('events'),
  'push_subscriptions.person_id': follow('settings'),
  'pushes.person_id': follow('messages'),
  'saved_views.person_id': { as: 'first', shown: 'settings' },
  'secrets.changed_by': work,
  'section_teachers.teacher_id': { as: 'first', shown: 'teaching' },
  'setting_versions.made_by': work,
  'settled_withdrawals.made_by': work,
  'slot_signups.person_id': joined('events'),
  'student_documents.added_by': work,
  'student_documents.student_id': follow('documents'),
  'badges.made_by': work,
  'badges.student_id': { as: 'first', shown: null },
  'students.household_id': follow('children'),
  'students.id': { as: 'self', shown: null },
  'submission_turns.by': work,
  'type_changes.made_by': work,
  'teachers.id': { as: 'self', shown: null },
  'thread_messages.author_id': follow('messages'),
  'thread_reads.person_id': joined(null),
  'threads.created_by': work,
  'threads.household_id': follow('messages'),
  'threads.student_id': follow('messages'),
  'visits.asked_by': work,
  'visits.decided_by': work,
  'visits.recorded_by': work,
  'visits.student_id': follow('classes'),
  'waitlist_entries.student_id': joined('waitlist'),
}

/**
 * Columns that may name people or families without a foreign key. In an `id`, a list of `ids` or `json` the id of the
 * record that stays takes the other's place; what `stays` is history, names nobody, or belongs to no person.
 */
export const looseColumns: Record<string, 'id' | 'ids' | 'json' | 'stays'> = {
  'audit_entries.about': 'stays',
  'audit_entries.account_id': 'stays',
  'audit_entries.input': 'stays',
  'audit_entries.operation_id': 'stays',
  'audit_entries.person_id': 'stays',
  'batch_changes.after': 'stays',
  'batch_changes.before': 'stays',
  'batch_changes.key': 'stays',
  'batches.account_id': 'stays',
  'batches.slices': 'stays',
  'change_requests.after': 'stays',
  'change_requests.before': 'stays',
  'confirmations.after': 'stays',
  'confirmations.before': 'stays',
  'discounts.source_id': 'stays',
  'drafts.draft': 'json',
  'events.audience': 'json',
  'form_answers.value': 'stays',
  'form_fields.course_ids': 'stays',
  'form_fields.options': 'stays',
  'form_fields.section_ids': 'stays',
  'grade_scales.steps': 'stays',
  'import_mappings.columns': 'stays',
  'import_rows.cells': 'stays',
  'import_rows.report': 'json',
  'imports.columns': 'stays',
  'imports.counts': 'stays',
  'imports.day_example': 'stays',
  'imports.heading_rows': 'stays',
  'imports.sheets': 'stays',
  'imports.totals': 'stays',
  'invoices.lines': 'json',
  'kept_apart.one_id': 'stays',
  'kept_apart.other_id': 'stays',
  'leaving_requests.leaves': 'stays',
  'lottery_entries.left_out': 'stays',
  'lottery_entries.lines': 'stays',
  'lottery_entries.ranks': 'stays',
  'notice_recipients.facts': 'stays',
  'notice_recipients.student_ids': 'ids',
  'notices.audience': 'json',
  'oneroster_ids.our_id': 'id',
  'operations.answer': 'stays',
  'operations.operation_id': 'stays',
  'promo_codes.programme_ids': 'stays',
  'promotion_runs.batch_id': 'stays',
  'pushes.about': 'stays',
  'registrations.answer': 'json',
  'retention_runs.counts': 'stays',
  'setting_versions.value': 'stays',
  'settled_withdrawals.policy': 'stays',
}

export type Reference = { table: string; column: string; to: MergedTable }
const namesOf = (tables: readonly MergedTable[]): SQL => sql.raw(`'${tables.join("','")}'`)

/** Every foreign key to one of these tables, as the database knows them. */
export const listReferences = (db: Db, to: readonly MergedTable[]): Promise<Reference[]> =>
  rows<Reference>(
    db,
    sql`
    select t.relname as "table", a.attname as "column", f.relname as "to"
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class f on f.oid = c.confrelid
      join pg_attribute a on a.attrelid = t.oid and a.attnum = any (c.conkey)
    where c.contype = 'f' and t.relnamespace = current_schema()::regnamespace and f.relnamespace = t.relnamespace and f.relname in (${namesOf(to)})
    order by 1, 2`,
  )

/** Columns that could name a record without a foreign key: ids, lists of ids, and JSON. */
export const listLooseColumns = async (db: Db): Promise<string[]> =>
  (
    await rows<{ name: string }>(
      db,
      sql`
      select t.relname || '.' || a.attname as name from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      where t.relkind = 'r' and t.relnamespace = current_schema()::regnamespace and a.atttypid in ('uuid'::regtype, 'uuid[]'::regtype, 'jsonb'::regtype)
        and not exists (select 1 from pg_constraint c where c.conrelid = t.oid and c.contype in ('f', 'p') and a.attnum = any (c.conkey) and (c.contype = 'f' or cardinality(c.conkey) = 1))
      order by 1`,
    )
  ).map(({ name }) => name)

/** The columns of each unique index of these tables; one that is for some rows only has rules of its own. */
const listUniques = (db: Db, tables: readonly string[]): Promise<{ table: string; columns: string[] }[]> =>
  rows(
    db,
    sql`
    select t.relname as "table", array_agg(a.attname::text) as columns
    from pg_index i join pg_class t on t.oid = i.indrelid join pg_attribute a on a.attrelid = t.oid and a.attnum = any (i.indkey)
    where i.indisunique and i.indexprs is null and i.indpred is null and t.relnamespace = current_schema()::regnamespace and t.relname in (select jsonb_array_elements_text(${JSON.stringify(tables)}::jsonb))
    group by i.indexrelid, t.relname`,
  )

const name = (text: string): SQL => sql`${sql.identifier(text)}`
const all = (parts: SQL[], by: SQL): SQL => sql.join(parts, by)

/** Moves everything that points to the record that goes to the one that stays, all tables in one statement. */
export const moveReferences = async (
  db: Db,
  to: readonly MergedTable[],
  { keepId, dropId }: { keepId: string; dropId: string },
): Promise<void> => {
  const found = (await listReferences(db, to)).filter(
    ({ table, column }) => treatments[`${table}.${column}`]?.as !== 'self',
  )
  const first = found.filter(({ table, column }) => treatments[`${table}.${column}`]?.as === 'first')
  const uniques = await listUniques(
    db,
    first.map(({ table }) => table),
  )
  const same = first.flatMap(({ table, column }) =>
    uniques
      .filter(unique => unique.table === table && unique.columns.includes(column))
      .map(({ columns }) => {
        const others = columns.filter(each => each !== column)
        const matches = others.map(each => sql`k.${name(each)} = d.${name(each)}`)
        return sql`delete from ${name(table)} d using ${name(table)} k where d.${name(column)} = ${dropId}::uuid and k.${name(column)} = ${keepId}::uuid${matches.length > 0 ? sql` and ${all(matches, sql` and `)}` : sql.empty()}`
      }),
  )
  const byTable = [...Map.groupBy(found, ({ table }) => table)]
  const moves = byTable.map(([table, columns]) => {
    const sets = columns.map(
      ({ column }) =>
        sql`${name(column)} = case when ${name(column)} = ${dropId}::uuid then ${keepId}::uuid else ${name(column)} end`,
    )
    const points = columns.map(({ column }) => sql`${name(column)} = ${dropId}::uuid`)
    return sql`update ${name(table)} set ${all(sets, sql`, `)} where ${all(points, sql` or `)}`
  })
  // A statement may change a row once only, so what gives way has gone before.
  for (const steps of [same, moves]) {
    const named = steps.map((step, index) => sql`s${sql.raw(String(index))} as (${step})`)
    if (named.length > 0) await rows(db, sql`with ${all(named, sql`, `)} select 1`)
  }
}

/** Writes the id that stays where the other stands in lists and JSON. */
export const replaceLoose = async (db: Db, { keepId, dropId }: { keepId: string; dropId: string }): Promise<void> => {
  const types = { id: 'uuid', ids: 'uuid[]', json: 'jsonb' } as const
  const steps = Object.entries(looseColumns).flatMap(([path, as], index) => {
    const [table = '', column = ''] = path.split('.')
    if (as === 'stays') return []
    return sql`s${sql.raw(String(index))} as (update ${name(table)} set ${name(column)} = replace(${name(column)}::text, ${dropId}, ${keepId})::${sql.raw(types[as])} where position(${dropId} in ${name(column)}::text) > 0)`
  })
  await rows(db, sql`with ${all(steps, sql`, `)} select 1`)
}

/** How many rows of each group hang on each of two records. */
export const countHanging = async (
  db: Db,
  to: readonly MergedTable[],
  ids: readonly [string, string],
): Promise<{ what: HangingKind; counts: [number, number] }[]> => {
  const found = await listReferences(db, to)
  const counted = found.flatMap(({ table, column }) => {
    const shown = treatments[`${table}.${column}`]?.shown
    return shown ? [{ table, column, shown }] : []
  })
  const through = (what: HangingKind, table: string) =>
    sql`select ${what}::text as what, e.student_id as of from ${name(table)} x join enrolments e on e.id = x.enrolment_id where e.student_id in (${ids[0]}::uuid, ${ids[1]}::uuid)`
  const parts = [
    ...counted.map(
      ({ table, column, shown }) =>
        sql`select ${shown}::text as what, ${name(column)} as of from ${name(table)} where ${name(column)} in (${ids[0]}::uuid, ${ids[1]}::uuid)`,
    ),
    ...(to.includes('students')
      ? [through('attendance', 'attendance'), through('grades', 'grades'), through('homework', 'submissions')]
      : []),
  ]
  const hanging = await rows<{ what: HangingKind; one: number; other: number }>(
    db,
    sql`select what, count(*) filter (where of = ${ids[0]}::uuid)::int as one, count(*) filter (where of = ${ids[1]}::uuid)::int as other
      from (${all(parts, sql` union all `)}) h group by what order by what`,
  )
  return hanging.map(({ what, one, other }) => ({ what, counts: [one, other] }))
}
