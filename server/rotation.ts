import { sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { type Database, type Db, rows } from '#server/platform/db.ts'
import { sealedNotes, sealedPrefix } from '#server/platform/notes.ts'
import type { Seal } from '#server/platform/secrets.ts'
import { secrets } from '#server/school/config/tables.ts'
import { secondFactors, signingKeys } from '#server/access/identity/tables.ts'
import { noteColumns } from './sealing.ts'

/** Every column that holds sealed secrets; a test finds those that are missing here. */
const sealed: { of: PgTable; in: string }[] = [
  { of: secrets, in: 'sealed' },
  { of: secondFactors, in: 'sealed' },
  { of: signingKeys, in: 'private_jwk' },
]

/** True if the current key opens what is sealed in a database; null if nothing is sealed. */
export const keyFits = async ({ db, secrets: seal }: Database): Promise<boolean | null> => {
  let fits: boolean | null = null
  for (const { of, in: name } of sealed) {
    const column = sql.identifier(name)
    const [found] = await rows<{ sealed: string }>(
      db,
      sql`select ${column} as sealed from ${of} where ${column} <> '' limit 1`,
    )
    if (!found) continue
    fits = await seal.read(found.sealed).then(
      () => true,
      () => false,
    )
    if (!fits) return false
  }
  return fits
}

/**
 * Seals everything in the database with another key, in one transaction. Returns how many secrets and how many rows
 * with notes were sealed again, in total. What is already sealed with the new key stays, so that an interrupted
 * rotation can be run again. Throws an error with one sentence, and changes nothing, if a secret opens with neither
 * key, or if nothing at all opens.
 */
export const rotateKey = (database: Database, from: Seal, to: Seal): Promise<number> =>
  database.transaction(async db => {
    let n = 0
    for (const { of, in: name } of sealed) {
      const { name: tableName } = getTableConfig(of)
      const [table, column] = [sql.identifier(tableName), sql.identifier(name)]
      const found = await rows<{ sealed: string }>(
        db,
        sql`select ${column} as sealed from ${table} where ${column} <> '' for update`,
      )
      for (const { sealed: before } of found) {
        const opened = await from.read(before).catch(() => null)
        if (opened) {
          const after = await to.seal(opened.name, opened.secret)
          await db.execute(sql`update ${table} set ${column} = ${after} where ${column} = ${before}`)
          n += 1
        } else
          await to.read(before).catch(() => {
            throw unopened(tableName)
          })
      }
    }
    let lost: string | null = null
    let known = n
    for (const [table, columns] of Object.entries(noteColumns))
      for (const column of columns) {
        const found = await rotateNotes(db, table, column, from, to)
        n += found.n
        known += found.known
        if (found.isLost) lost ??= table
      }
    // Notes sealed with a lost key stay as they are. If nothing opens at all, the given key is the wrong one.
    if (lost !== null && known === 0) throw unopened(lost)
    return n
  })

const unopened = (table: string): Error =>
  new Error(
    `Neither the current key nor the new one opens everything in the table ${table}, so nothing was changed. Check SECRET_KEY.`,
  )

/**
 * Does the same for the notes in a column, anywhere in its texts or JSON. Returns the number of rows written, the
 * number of notes that one of the keys opens, and whether there is a note that neither opens.
 */
const rotateNotes = async (
  db: Db,
  table: string,
  column: string,
  from: Seal,
  to: Seal,
): Promise<{ n: number; known: number; isLost: boolean }> => {
  const [of, name] = [sql.identifier(table), sql.identifier(column)]
  const isBytes = column === 'bytes'
  const text = isBytes ? sql`encode(${name}, 'escape')` : sql`${name}::text`
  const isSealed = isBytes ? sql`starts_with(${text}, ${sealedPrefix})` : sql`strpos(${text}, ${sealedPrefix}) > 0`
  const found = await rows<{ place: string; text: string }>(
    db,
    sql`select ctid::text as place, ${text} as text from ${of} where ${isSealed} for update`,
  )
  let [n, known, isLost] = [0, 0, false]
  for (const { place, text: before } of found) {
    const after = before.replaceAll(sealedNotes, sealed => {
      const note = from.notes.read(sealed)
      if (note || to.notes.read(sealed)) known += 1
      else isLost = true
      return note ? to.notes.seal(note.of, note.content) : sealed
    })
    if (after === before) continue
    const value = isBytes ? Buffer.from(after, 'latin1') : after
    await db.execute(sql`update ${of} set ${name} = ${value} where ctid = ${place}::tid`)
    n += 1
  }
  return { n, known, isLost }
}
