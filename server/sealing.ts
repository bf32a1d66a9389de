import { sql, type SQL } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { contract, type FunctionName } from '#contract/index.ts'
import { allFields, factOf, isSealed } from '#contract/studentFields.ts'
import { type Database, type Db, notesOf, rows } from '#server/platform/db.ts'
import { type Notes, sealedPrefix } from '#server/platform/notes.ts'
import { sealedNames } from '#server/people/students/tables.ts'
import { type Field, markedFieldsOf, recordOf, sealedTextsOf } from '#server/platform/offRecord.ts'

/** Every column that holds sealed notes (decision 85); a test finds those that are missing here. */
export const noteColumns = {
  students: sealedNames.map(toSnakeCase),
  drafts: ['draft'],
  confirmations: ['before', 'after'],
  imports: ['totals'],
  import_files: ['bytes'],
  import_rows: ['cells', 'report'],
  operations: ['answer'],
  batch_changes: ['before', 'after'],
} as const satisfies Record<string, readonly string[]>

type Row = Readonly<Record<string, unknown>>
const isPlain = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && !value.startsWith(sealedPrefix)
const objectIn = (value: unknown): Row => Object(value) as Row
const listIn = (value: unknown): readonly Row[] => (Array.isArray(value) ? (value as Row[]) : [])

/** An object with the notes among these members sealed. */
const withSealed = (notes: Notes, of: string | null, object: Row, names: readonly string[]): Row => {
  const plain = names.filter(name => isPlain(object[name]))
  return plain.length === 0
    ? object
    : { ...object, ...Object.fromEntries(plain.map(name => [name, notes.seal(of, String(object[name]))])) }
}
const idIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const fields: readonly string[] = allFields.filter(isSealed)
const facts: readonly string[] = [...new Set(allFields.filter(isSealed).map(factOf))]
/** Seals a value as JSON. In the files of a school that moves here, such a value is a text that contains the JSON. */
const sealJson = (notes: Notes, value: unknown): string => notes.seal(null, JSON.stringify(value))

/** Seals the notes in a row of each table; `id` is the row's id. What is already sealed stays as it is. */
const sealers: Record<string, (notes: Notes, row: Row, id: string | null) => Row> = {
  students: (notes, row, id) => withSealed(notes, id, row, noteColumns.students),
  drafts: (notes, row) => ({
    ...row,
    ...('draft' in row && {
      draft: {
        ...objectIn(row['draft']),
        children: listIn(objectIn(row['draft'])['children']).map(child =>
          withSealed(notes, idIn(child['studentId']), child, fields),
        ),
      },
    }),
  }),
  confirmations: (notes, row) => {
    const sealed = (entries: unknown): unknown =>
      Array.isArray(entries)
        ? listIn(entries).map(entry =>
            entry['part'] === 'child'
              ? { ...entry, facts: withSealed(notes, idIn(entry['id']), objectIn(entry['facts']), facts) }
              : entry,
          )
        : entries
    return { ...row, ...changed(row, 'before', sealed), ...changed(row, 'after', sealed) }
  },
  imports: (notes, row) => ({
    ...row,
    ...changed(row, 'totals', totals => {
      const { unused } = objectIn(totals)
      if (isPlain(unused)) return { ...objectIn(totals), unused: notes.seal(null, unused) }
      return Array.isArray(unused) ? { ...objectIn(totals), unused: sealJson(notes, unused) } : totals
    }),
  }),
  import_rows: (notes, row) => ({
    ...row,
    ...changed(row, 'cells', cells =>
      isPlain(cells) ? notes.seal(null, cells) : listIn(cells).length > 0 ? sealJson(notes, cells) : cells,
    ),
    ...changed(row, 'report', report => {
      const { group = null, ...rest } = objectIn(report)
      if (isPlain(rest['sealed'])) return { group, sealed: notes.seal(null, rest['sealed']) }
      return 'sealed' in rest || report === null ? report : { group, sealed: sealJson(notes, rest) }
    }),
  }),
}
const changed = (row: Row, name: string, change: (value: unknown) => unknown): Row =>
  name in row ? { [name]: change(row[name]) } : {}

/** The members that hold notes, as written in JSON, for finding the rows to check. */
const members = [...new Set([...fields, ...facts, ...noteColumns.students])].join('|')
const speaks = (json: SQL): SQL => sql`${json}::text ~ ${`"(${members})": "(?!${sealedPrefix.replace('.', '\\.')}|")`}`
/** A condition that JSON which should be one sealed text is something else. */
const isUnsealed = (json: SQL): SQL => sql`not starts_with(${json} #>> '{}', ${sealedPrefix})`
const isPlainImport = (totals: SQL): SQL => isUnsealed(sql`${totals}->'unused'`)
const isPlainRow = (cells: SQL, report: SQL): SQL => sql`((${cells} <> '[]' and ${isUnsealed(cells)})
  or (${report} <> 'null' and (${report}->>'sealed' is null or ${isUnsealed(sql`${report}->'sealed'`)})))`
/** Conditions that find rows which may hold a note in plain text. A false match is checked in vain but does no harm. */
const suspects: Record<string, SQL> = {
  students: sql.join(
    noteColumns.students.map(
      name => sql`(${sql.identifier(name)} <> '' and not starts_with(${sql.identifier(name)}, ${sealedPrefix}))`,
    ),
    sql` or `,
  ),
  // One of the household's consents has the same name as a note, so only the children are checked.
  drafts: speaks(sql`(draft->'children')`),
  confirmations: sql`${speaks(sql`before`)} or ${speaks(sql`after`)}`,
  imports: isPlainImport(sql`totals`),
  import_rows: isPlainRow(sql`cells`, sql`report`),
}
/** The same for a row changed by a batch: `side` is the row before or after, or the part of it that changed. */
const isSuspect = (side: SQL): SQL => sql`(case t.table_name
  when 'imports' then ${isPlainImport(sql`(${side}->'totals')`)}
  when 'import_rows' then ${isPlainRow(sql`(${side}->'cells')`, sql`(${side}->'report')`)}
  else ${speaks(side)} end)`

const rowsAtOnce = 500

type Kept = { place: string; row: Row; id: string | null }
/**
 * Processes rows in pieces, each in its own transaction, so that an interrupted run continues where it ended. Returns
 * how many rows were sealed.
 */
const inPieces = async (
  database: Database,
  from: SQL,
  seal: (db: Db, found: Kept) => Promise<boolean>,
): Promise<number> => {
  let n = 0
  for (let after = '(0,0)'; ;) {
    const last = await database.transaction(async db => {
      const found = await rows<Kept>(
        db,
        sql`select t.ctid::text as place, to_jsonb(t) as row, to_jsonb(t)->>'id' as id from ${from} and t.ctid > ${after}::tid order by t.ctid limit ${rowsAtOnce}`,
      )
      for (const each of found) if (await seal(db, each)) n += 1
      return found.at(-1)?.place
    })
    if (last === undefined) return n
    after = last
  }
}

const writeRow = async (db: Db, table: string, place: string, before: Row, after: Row): Promise<boolean> => {
  const different = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  )
  if (different.length === 0) return false
  const of = sql.identifier(table)
  // All columns in one statement, because an update moves the row to another place (`ctid`).
  const columns = different.map(([name]) => sql`${sql.identifier(name)} = x.${sql.identifier(name)}`)
  await db.execute(
    sql`update ${of} t set ${sql.join(columns, sql`, `)}
      from jsonb_populate_record(null::${of}, ${JSON.stringify(Object.fromEntries(different))}::jsonb) x where t.ctid = ${place}::tid`,
  )
  return true
}

/**
 * A condition that JSON holds a note in plain text at one of these paths; `blank` is the text that stands for a note
 * left out.
 */
const tellsAt = (json: SQL, notes: readonly Field[], blank = ''): SQL => {
  const places = notes.map(({ path }) => `$${path.map(step => (step === '*' ? '[*]' : `."${step}"`)).join('')}`)
  const isNote = `@ != "" && @ != "${blank}" && !(@ starts with "${sealedPrefix}")`
  const tells = [...new Set(places)].map(
    place => sql`jsonb_path_exists(${json}, ${`${place} ? (${isNote})`}::jsonpath)`,
  )
  return sql`(${sql.join(tells, sql` or `)})`
}

/** The writes with notes in their input or answer, with the paths of the notes. */
const writes = Object.entries(contract).filter(([, { kind }]) => kind === 'write')
const withNotes = (side: 'input' | 'output') =>
  writes.flatMap(([name, of]) => {
    const notes = markedFieldsOf(of[side], side === 'output').filter(field => field.isSealed)
    return notes.length > 0 ? [[name, notes] as const] : []
  })
/** The writes that get notes as input. */
const asked = new Map(withNotes('input'))
/** The writes whose answers contain notes; an answer is kept for a repeated request. */
const answering = new Map(withNotes('output'))
const anyOf = (functions: typeof asked, tells: (name: string, notes: readonly Field[]) => SQL): SQL =>
  sql`(${sql.join(
    [...functions].map(([name, notes]) => tells(name, notes)),
    sql` or `,
  )})`

type Place = { from: SQL; seal: (db: Db, found: Kept) => Promise<boolean> }

/** Removes notes from audit trail entries that were written before the trail left them out. */
const blankTrail: Place = {
  // For functions that no longer exist, it is unknown where their input had notes.
  from: sql`audit_entries t where (
      ${anyOf(asked, (name, notes) => sql`(t.action = ${name} and ${tellsAt(sql`t.input`, notes, '…')})`)}
      or (t.action not in ${writes.map(([name]) => name)} and ${speaks(sql`t.input`)}))
    and t.erased_at is null and t.at < (select m.at from migrations m where m.tag = ${'0027_sealed-notes'})`,
  async seal(db, { place, row }) {
    const before = row['input']
    const action = String(row['action']) as FunctionName
    const after = asked.has(action) ? recordOf(contract[action].input)(before) : {}
    if (JSON.stringify(before) === JSON.stringify(after)) return false
    await db.execute(sql`select set_config('lantern.erasing', 'on', true)`)
    await db.execute(
      sql`update audit_entries set input = ${JSON.stringify(after)}::jsonb, erased_at = now() where ctid = ${place}::tid`,
    )
    await db.execute(sql`select set_config('lantern.erasing', '', true)`)
    return true
  },
}

/** All places where notes may be in plain text, and how to seal each row there. */
const placesFor = (notes: Notes): Place[] => [
  ...Object.entries(suspects).map(([table, where]): Place => ({
    from: sql`${sql.identifier(table)} t where (${where})`,
    seal: (db, { place, row, id }) => writeRow(db, table, place, row, sealers[table]!(notes, row, id)),
  })),
  {
    from: sql`import_files t where length(bytes) > 0 and not starts_with(encode(substr(bytes, 1, ${sealedPrefix.length}), 'escape'), ${sealedPrefix})`,
    async seal(db, { place }) {
      const [found] = await rows<{ bytes: Buffer }>(db, sql`select bytes from import_files where ctid = ${place}::tid`)
      const sealed = Buffer.from(notes.seal(null, found!.bytes), 'latin1')
      await db.execute(sql`update import_files set bytes = ${sealed} where ctid = ${place}::tid`)
      return true
    },
  },
  {
    from: sql`operations t where ${anyOf(answering, (name, notes) => sql`(t.name = ${name} and ${tellsAt(sql`t.answer`, notes)})`)}`,
    seal(db, { place, row }) {
      const sealed = (text: unknown) => (isPlain(text) ? notes.seal(null, text) : text)
      const answer = sealedTextsOf(contract[String(row['name']) as FunctionName].output)!(row['answer'], sealed)
      return writeRow(db, 'operations', place, row, { answer })
    },
  },
  {
    // Undoing compares what a batch left with what is there now; sealing gives the same text for both.
    from: sql`batch_changes t where t.table_name in ${Object.keys(sealers)} and (${isSuspect(sql`t.before`)} or ${isSuspect(sql`t.after`)})`,
    seal(db, { place, row }) {
      const seal = sealers[String(row['table_name'])]!
      const id = idIn(objectIn(row['key'])['id'])
      const sealed = (side: unknown) => (side === null ? null : seal(notes, objectIn(side), id))
      const after = { before: sealed(row['before']), after: sealed(row['after']) }
      return writeRow(db, 'batch_changes', place, row, after)
    },
  },
  blankTrail,
]

/**
 * Seals every note that is in plain text in the database: from an earlier version, or from the files of a school that
 * moved here. The key isn't in the database, so no migration can do this. It runs before anything else at each start,
 * where one query usually finds nothing to do, and continues where it was interrupted. Returns how many rows it sealed.
 */
export const sealNotes = async (database: Database): Promise<number> => {
  // With a full disk reads go on, and so does a start.
  if (database.isFull()) return 0
  const places = placesFor(notesOf(database.db))
  const each = places.map(({ from }) => sql`exists (select from ${from})`)
  const [found] = await rows<{ left: boolean[] }>(database.db, sql`select array[${sql.join(each, sql`, `)}] as left`)
  let n = 0
  for (const [at, { from, seal }] of places.entries()) if (found!.left[at]) n += await inPieces(database, from, seal)
  return n
}
