import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, rows } from '#server/platform/db.ts'
import { sealedPrefix, unreadable } from '#server/platform/notes.ts'
import { sealWith } from '#server/platform/secrets.ts'
import { cardOf, mark, type NoteScene, noteScene, tells } from '#tests/noteScene.ts'
import { houseOn, school, type SmallSchool } from '#tests/school.ts'
import { rotateKey } from './rotation.ts'
import { noteColumns, sealNotes } from './sealing.ts'

let s: SmallSchool
let scene: NoteScene
beforeAll(async () => {
  s = await school()
  scene = await noteScene(s)
})
afterAll(() => s.drop())

/** Every column of every table with a text that `says` accepts, as read by someone with a copy of the database. */
const columnsSaying = async (says: (text: string) => boolean): Promise<string[]> => {
  const columns = await rows<{ table: string; column: string; isBytes: boolean }>(
    s.database.db,
    sql`select c.table_name as table, c.column_name as column, c.data_type = 'bytea' as "isBytes" from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema like ${`${s.schema}%`} and t.table_type = 'BASE TABLE' order by 1, 2`,
  )
  expect(columns.length).toBeGreaterThan(700)
  const found: string[] = []
  for (const { table, column, isBytes } of columns) {
    const name = sql.identifier(column)
    const texts = await rows<{ text: string | null }>(
      s.database.db,
      sql`select ${isBytes ? sql`encode(${name}, 'escape')` : sql`${name}::text`} as text from ${sql.identifier(table)}`,
    )
    if (texts.some(({ text }) => text !== null && says(text))) found.push(`${table}.${column}`)
  }
  return found
}
const sealedColumns = Object.entries(noteColumns).flatMap(([table, columns]) =>
  columns.map(column => `${table}.${column}`),
)

describe('a copy of the database', () => {
  test('reveals no note, and none has been lost', async () => {
    expect(await s.ann.call('students-get', { id: scene.mia })).toMatchObject(cardOf(2))
    expect((await s.ida.call('students-homes', { id: scene.mia })).custodyNote).toBe(`${mark} every second weekend`)
    expect(tells(JSON.stringify(await scene.eva.call('enrolments-draft', {})))).toBe(true)
    expect(tells(JSON.stringify(await s.ida.call('imports-rows', { id: scene.draftId })))).toBe(true)
    expect(scene.taken.marks.some(each => tells(JSON.stringify(each)))).toBe(true)
    expect(await columnsSaying(tells)).toEqual([])
  })

  test('has sealed notes in exactly these columns', async () => {
    expect((await columnsSaying(text => text.includes(sealedPrefix))).toSorted()).toEqual(sealedColumns.toSorted())
  })

  test('reveals nothing about the input through its checksums', async () => {
    // Otherwise someone who guesses a card's text could check it against the hash.
    const sent = JSON.stringify({ id: scene.mia, ...cardOf(2) })
    const hashes = await rows<{ hash: string }>(
      s.database.db,
      sql`select input_hash as hash from operations where name = 'students-changeMedical'`,
    )
    const guess = createHash('sha256').update(sent).digest('hex')
    expect(hashes.length).toBeGreaterThan(0)
    expect(hashes.map(({ hash }) => hash)).not.toContain(guess)
  })
})

describe('a sealed note', () => {
  test('is restored when its batch is undone', async () => {
    await s.ida.call('batches-undo', { id: scene.merged.batchId })
    expect(await s.ida.call('students-get', { id: scene.pair.keepId })).toMatchObject(cardOf(5))
    expect(await s.ida.call('students-get', { id: scene.pair.dropId })).toMatchObject(cardOf(6))
  })

  test('is joined with another when students are merged', async () => {
    const { mark: state } = await s.ida.call('duplicates-compare', scene.pair)
    const again = await s.ida.call('duplicates-merge', { ...scene.pair, choose: {}, mark: state })
    const { custodyNote } = await s.ida.call('students-homes', { id: scene.pair.keepId })
    expect(custodyNote).toBe(`${mark} custody 5\n${mark} custody 6`)
    scene.merged = again
  })

  test('can’t be opened by writing it into another field', async () => {
    const [kept] = await rows<{ text: string }>(
      s.database.db,
      sql`select custody_note as text from students where id = ${scene.mia}::uuid`,
    )
    expect(kept!.text.startsWith(sealedPrefix)).toBe(true)
    const write = (address: string) =>
      s.bob.call('parents-changeAddress', { householdId: s.bobRegistration.householdId, address })
    await expect(write(`My house ${kept!.text}`)).rejects.toMatchObject({ details: { fields: [{ path: 'address' }] } })
    await write('9 Hill Street')
    // Wherever it came from, a text that is not a note stays as it is.
    await s.database.db.execute(
      sql`update households set address = ${kept!.text} where id = ${s.bobRegistration.householdId}::uuid`,
    )
    const [home] = await s.bob.call('parents-household', {})
    expect(home!.address).toBe(kept!.text)
    await write('9 Hill Street')
  })

  test('that is copied into another student’s record is logged as read of the student it is about', async () => {
    const noteOf = async (id: string) =>
      (
        await rows<{ text: string }>(s.database.db, sql`select medical as text from students where id = ${id}::uuid`)
      )[0]!.text
    const write = (text: string) =>
      s.database.db.execute(sql`update students set medical = ${text} where id = ${scene.zoe}::uuid`)
    const own = await noteOf(scene.zoe)
    await write(await noteOf(scene.mia))
    const readings = async () =>
      (
        await rows<{ n: number }>(
          s.database.db,
          sql`select count(*)::int as n from audit_entries where outcome = 'read' and action = 'students-get' and ${scene.mia}::uuid = any(about)`,
        )
      )[0]!.n
    const before = await readings()
    expect((await s.ida.call('students-get', { id: scene.zoe })).medical).toBe(cardOf(2).medical)
    expect(await readings()).toBe(before + 1)
    await write(own)
  })

  test('is shown as unreadable under another key, and that text can’t overwrite it', async () => {
    const database = openDatabase(s.url, s.schema, { secrets: sealWith() })
    const other = houseOn({ ...s, database })
    const card = await other.person(s.ann.email).call('students-get', { id: scene.mia })
    expect(card.medical).toBe(unreadable)
    await expect(
      other.person(s.ann.email).call('students-changeMedical', { id: scene.mia, ...cardOf(2), medical: card.medical }),
    ).rejects.toMatchObject({ details: { fields: [{ path: 'medical' }] } })
    await database.close()
    expect(await s.ann.call('students-get', { id: scene.mia })).toMatchObject(cardOf(2))
  })
})

/** Restores the state that an earlier version left: every note in plain text. */
const unseal = async (): Promise<void> => {
  const { notes } = s.database.secrets
  const opened = (text: string) => notes.open(text)
  for (const [table, columns] of Object.entries(noteColumns))
    for (const column of columns) {
      const [of, name] = [sql.identifier(table), sql.identifier(column)]
      const found = await rows<{ place: string; value: unknown }>(
        s.database.db,
        sql`select ctid::text as place, ${name} as value from ${of} where ${name} is not null`,
      )
      for (const { place, value } of found) {
        const plain = Buffer.isBuffer(value)
          ? (notes.readFile(value) ?? value)
          : typeof value === 'string' && table === 'students'
            ? opened(value)
            : JSON.stringify(asBefore(value, opened))
        await s.database.db.execute(sql`update ${of} set ${name} = ${plain} where ctid = ${place}::tid`)
      }
    }
  await s.database.transaction(async db => {
    await db.execute(sql`select set_config('lantern.erasing', 'on', true)`)
    await db.execute(
      sql`update audit_entries set input = input || ${JSON.stringify({ medical: `${mark} in the trail` })}::jsonb where action = 'students-changeMedical'`,
    )
    await db.execute(
      sql`insert into audit_entries (id, at, actor, action, input, outcome) values (gen_random_uuid(), '2020-01-01', 'x', 'students-ofBefore', ${JSON.stringify({ allergies: mark })}::jsonb, 'done')`,
    )
  })
  await s.database.db.execute(sql`update migrations set at = now() where tag = '0027_sealed-notes'`)
  // A process of the earlier version may have answered calls after that.
  await s.database.db.execute(sql`update operations set at = now() + interval '1 hour'`)
}
/** Lists and objects that are now sealed as one text used to be stored as JSON. */
const asBefore = (value: unknown, opened: (text: string) => string): unknown => {
  if (typeof value === 'string') {
    const text = opened(value)
    return text !== value && /^[[{]/.test(text) ? JSON.parse(text) : text
  }
  if (Array.isArray(value)) return value.map(each => asBefore(each, opened))
  if (value === null || typeof value !== 'object') return value
  const { sealed, ...rest } = value as Record<string, unknown>
  const members = Object.fromEntries(Object.entries(rest).map(([name, each]) => [name, asBefore(each, opened)]))
  return sealed === undefined ? members : { ...members, ...(asBefore(sealed, opened) as object) }
}

describe('a school from before sealing', () => {
  test('is sealed, resumes after an interruption, and can still be read and undone', async () => {
    await unseal()
    const plain = await columnsSaying(tells)
    expect(plain).toEqual([...sealedColumns, 'audit_entries.input'].toSorted())
    expect(await s.ann.call('students-get', { id: scene.mia })).toMatchObject(cardOf(2))

    await s.database.pool.query(
      `create function break_off() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$;
       create trigger break_off before update on import_rows for each row execute function break_off()`,
    )
    await expect(sealNotes(s.database)).rejects.toThrow()
    const half = await columnsSaying(tells)
    expect(half).not.toContain('students.medical')
    expect(half).toContain('import_rows.cells')
    await s.database.pool.query('drop function break_off cascade')

    expect(await sealNotes(s.database)).toBeGreaterThan(0)
    expect(await columnsSaying(tells)).toEqual([])
    // Later starts read nothing again.
    const reading = () => Promise.reject(new Error('something is left to be sealed'))
    expect(await sealNotes({ ...s.database, transaction: reading })).toBe(0)
    expect(await s.ann.call('students-get', { id: scene.mia })).toMatchObject(cardOf(2))
    expect(tells(JSON.stringify(await s.ida.call('imports-families', { id: scene.draftId, part: 'asked' })))).toBe(true)
    const { changes } = await s.ida.call('confirmations-get', { roundId: scene.roundId, householdId: scene.home })
    expect(tells(JSON.stringify(changes))).toBe(true)
    await s.ida.call('batches-undo', { id: scene.merged.batchId })
    expect(await s.ida.call('students-get', { id: scene.pair.dropId })).toMatchObject(cardOf(6))
  })

  test('keeps in its audit trail everything that isn’t a note', async () => {
    const [entry] = await rows<{ input: object }>(
      s.database.db,
      sql`select input from audit_entries where action = 'students-changeMedical' and outcome = 'done' limit 1`,
    )
    expect(entry!.input).toMatchObject({ id: expect.any(String) as string, medical: '…' })
  })
})

test('after a change of key everything opens, and a batch can still be undone', async () => {
  const { secrets } = s.database
  const to = sealWith()
  await expect(rotateKey(s.database, sealWith(), to)).rejects.toThrow('nothing was changed')
  // A note sealed with a lost key stays, and does not block the others.
  const gone = sealWith().notes.seal(scene.zoe, mark)
  await s.database.db.execute(sql`update students set medical = ${gone} where id = ${scene.zoe}::uuid`)
  expect(await rotateKey(s.database, secrets, to)).toBeGreaterThan(10)
  // Run again after an interruption, it finds everything done.
  expect(await rotateKey(s.database, secrets, to)).toBe(0)
  const database = openDatabase(s.url, s.schema, { secrets: to })
  const rotated = houseOn({ ...s, database })
  const ida = rotated.person(s.ida.email)
  expect(await ida.call('students-get', { id: scene.mia })).toMatchObject(cardOf(2))
  expect((await ida.call('students-get', { id: scene.zoe })).medical).toBe(unreadable)
  expect(tells(JSON.stringify(await ida.call('imports-rows', { id: scene.draftId })))).toBe(true)
  await ida.call('imports-read', { id: scene.draftId, headerRow: 1 })
  await ida.call('batches-undo', { id: scene.batchId })
  expect((await s.ida.call('students-get', { id: scene.mia })).medical).toBe(unreadable)
  await database.close()
})
