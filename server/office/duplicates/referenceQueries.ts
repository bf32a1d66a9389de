import { sql, type SQL } from 'drizzle-orm'
import type { HangingKind } from '#contract/office/duplicates.ts'
import { type Db, rows } from '#server/platform/db.ts'
import { looseColumns, type MergedTable, treatments } from './references.ts'

export type Reference = { table: string; column: string; to: MergedTable }
const namesOf = (tables: readonly MergedTable[]): SQL => sql.raw(`'${tables.join("','")}'`)

/** Every foreign key to one of these tables, from the database catalog. */
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

/** Columns that could refer to a record without a foreign key: ids, lists of ids, and JSON. */
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

/** The columns of each unique index of these tables, without partial indexes, which have their own rules. */
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

/** Moves every reference from the record that goes to the one that stays, in two statements for all tables. */
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
  // A statement can change a row only once, so duplicates are deleted by a statement of their own first.
  for (const steps of [same, moves]) {
    const named = steps.map((step, index) => sql`s${sql.raw(String(index))} as (${step})`)
    if (named.length > 0) await rows(db, sql`with ${all(named, sql`, `)} select 1`)
  }
}

/** Replaces the id of the record that goes by the one that stays, in lists and JSON. */
export const replaceLoose = async (db: Db, { keepId, dropId }: { keepId: string; dropId: string }): Promise<void> => {
  const types = { id: 'uuid', ids: 'uuid[]', json: 'jsonb' } as const
  const steps = Object.entries(looseColumns).flatMap(([path, as], index) => {
    const [table = '', column = ''] = path.split('.')
    if (as === 'stays') return []
    return sql`s${sql.raw(String(index))} as (update ${name(table)} set ${name(column)} = replace(${name(column)}::text, ${dropId}, ${keepId})::${sql.raw(types[as])} where position(${dropId} in ${name(column)}::text) > 0)`
  })
  await rows(db, sql`with ${all(steps, sql`, `)} select 1`)
}

/** The number of rows of each group that refer to each of two records. */
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
