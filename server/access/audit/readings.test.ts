import { sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Callable, read } from '#contract/callable.ts'
import { contract, type FunctionName } from '#contract/index.ts'
import { sealedText } from '#contract/values.ts'
import { openDoor, registry } from '#server/door.ts'
import { answerMemory } from '#server/platform/answerMemory.ts'
import { openDatabase, rows } from '#server/platform/db.ts'
import { guest } from '#server/platform/actor.ts'
import { markedFieldsOf } from '#server/platform/offRecord.ts'
import { mark, type NoteScene, noteScene, tells } from '#tests/noteScene.ts'
import { houseOn, type Person, school, type SmallSchool } from '#tests/school.ts'
import { type Served, serve } from '#tests/served.ts'
import { testSeal } from '#tests/testKey.ts'
import { messages } from '#web/access/audit/readings.en.ts'
import { messages as zh } from '#web/access/audit/readings.zh.ts'

let s: SmallSchool
let served: Served
let scene: NoteScene
beforeAll(async () => {
  s = await school()
  served = await serve(s)
  scene = await noteScene(s)
})
afterAll(async () => {
  await served.close()
  await s.drop()
})

type Entry = { action: string; actor: string; accountId: string; about: string[]; input: object }
const readings = (): Promise<Entry[]> =>
  rows<Entry>(
    s.database.db,
    sql`select action, actor, account_id, about, input from audit_entries where outcome = 'read' order by at, id`,
  )
/** Runs `work` and returns its result with the entries that it added to the log. */
const logged = async <T>(work: () => Promise<T>): Promise<{ answer: T; entries: Entry[] }> => {
  const before = (await readings()).length
  const answer = await work()
  return { answer, entries: (await readings()).slice(before) }
}

/** A call of each function whose answer contains notes: the caller, the input, and the student whose notes they are. */
const calls: Partial<Record<FunctionName, () => [Person, object, string]>> = {
  'absences-roll': () => [s.tom, { meetingId: s.meetingId }, scene.mia],
  'absences-take': () => [
    s.tom,
    { meetingId: s.meetingId, marks: scene.marks, operationId: crypto.randomUUID() },
    scene.mia,
  ],
  'classes-members': () => [s.ida, { sectionId: s.grade1.id }, scene.mia],
  'classes-roster': () => [s.tom, { sectionId: s.grade1.id }, scene.mia],
  'confirmations-get': () => [s.ida, { roundId: scene.roundId, householdId: scene.home }, scene.nina],
  'duplicates-compare': () => [s.ida, { of: 'student', keepId: scene.mia, dropId: scene.nina }, scene.mia],
  'enrolments-draft': () => [s.ann, {}, scene.nina],
  'imports-families': () => [s.ida, { id: scene.draftId, part: 'asked' }, scene.draftId],
  'imports-get': () => [s.ida, { id: scene.draftId }, scene.draftId],
  'imports-rows': () => [s.ida, { id: scene.draftId }, scene.draftId],
  'parents-get': () => [s.ida, { id: scene.home }, scene.nina],
  'parents-household': () => [s.ann, {}, scene.mia],
  'students-get': () => [s.ann, { id: scene.mia }, scene.mia],
  'students-homes': () => [s.ida, { id: scene.mia }, scene.mia],
  'students-mine': () => [s.ann, {}, scene.mia],
}

describe('each function that returns notes', () => {
  test('is in this list, and has a name for the office', () => {
    const marked = Object.entries<Callable>(contract).flatMap(([name, { output }]) =>
      markedFieldsOf(output, true).some(field => field.isSealed) ? [name] : [],
    )
    expect(marked.length).toBeGreaterThan(10)
    // The cells of an import hold arbitrary text, so its handlers report the readings themselves.
    expect(Object.keys(calls).toSorted()).toEqual(
      [...marked, 'imports-families', 'imports-get', 'imports-rows'].toSorted(),
    )
    expect(Object.keys(calls).filter(name => !(name in messages.readings.of))).toEqual([])
  })

  test.each(Object.keys(calls))('%s leaves one entry: who read it, and whose notes', async name => {
    const [who, input, of] = calls[name as FunctionName]!()
    const { answer, entries } = await logged(() => who.call(name as 'students-get', input as { id: string }))
    expect(tells(JSON.stringify(answer))).toBe(true)
    const { accountId } = await who.actor()
    expect(entries).toEqual([
      { action: name, actor: who.email, accountId, about: expect.any(Array) as string[], input: {} },
    ])
    expect(entries[0]!.about).toContain(of)
    // The entries contain nothing of what was read.
    expect(tells(JSON.stringify(entries))).toBe(false)
  })
})

describe('the log of readings', () => {
  test('has no entry for an answer without notes', async () => {
    const { answer, entries } = await logged(async () => [
      await s.bob.call('students-mine', {}),
      await s.bob.call('parents-household', {}),
      await s.ida.call('students-get', { id: scene.zoe }),
      await s.ida.call('students-list', {}),
    ])
    expect(JSON.stringify(answer)).toContain('Zoe Li')
    expect(entries).toEqual([])
    expect((await logged(() => s.bob.call('students-get', { id: scene.mia }).catch(() => null))).entries).toEqual([])
  })

  test('names only the students whose notes were read', async () => {
    const { entries } = await logged(() => s.tom.call('classes-roster', { sectionId: s.grade1.id }))
    expect(entries[0]!.about).toEqual([scene.mia])
  })

  test('includes the retry of a write, whose answer is read again', async () => {
    const input = { meetingId: s.meetingId, marks: scene.marks }
    const { answer, entries } = await logged(() => s.tom.call('absences-take', input, { operationId: scene.rollId }))
    expect(answer).toEqual(scene.taken)
    expect(entries.map(({ action }) => action)).toEqual(['absences-take'])
  })

  test('names the officer who views as a family, not the family', async () => {
    const { personId } = await s.ann.actor()
    const { viewId } = await s.ida.call('parents-viewAs', { id: personId! })
    const actor = await s.ida.actor()
    const { entries } = await logged(() =>
      s.door.call({ name: 'students-get', data: { id: scene.mia }, actor, viewAs: viewId, address: '' }),
    )
    expect(entries).toMatchObject([{ actor: s.ida.email, accountId: actor.accountId, input: { viewedAs: personId } }])
  })

  test('has an entry for each caller who got a shared answer', async () => {
    let runs = 0
    const note = s.database.secrets.notes.seal(scene.mia, mark)
    const shared = read({
      by: ['guest'],
      isShared: true,
      input: z.object({}),
      output: z.object({ note: sealedText(z.string()) }),
    })
    const handlers = {
      'config-shared': async () => {
        runs += 1
        return { note }
      },
    }
    const door = openDoor({
      ...s,
      registry: registry({ 'config-shared': shared }, handlers),
      clock: () => s.clock.now,
      memory: answerMemory(() => 0),
    })
    const ask = () => door.call({ name: 'config-shared', data: {}, actor: guest, address: '' })
    const { answer, entries } = await logged(async () => [await ask(), await ask()])
    expect([answer, runs]).toEqual([[{ note: mark }, { note: mark }], 1])
    expect(entries.map(({ about }) => about)).toEqual([[scene.mia], [scene.mia]])
  })

  test('is written before the answer is given', async () => {
    await s.database.pool.query(
      `create function break_off() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$;
       create trigger break_off before insert on audit_entries for each row when (new.outcome = 'read') execute function break_off()`,
    )
    await expect(s.ann.call('students-get', { id: scene.mia })).rejects.toMatchObject({ code: 'internal' })
    await s.database.pool.query('drop function break_off cascade')
    expect(tells(JSON.stringify(await s.ann.call('students-get', { id: scene.mia })))).toBe(true)
  })

  test('doesn’t block access to a child’s allergies while the disk is full', async () => {
    const room = { isFull: () => true }
    const database = openDatabase(s.url, s.schema, { secrets: testSeal, room: room as never })
    const full = houseOn({ ...s, database })
    const { answer } = await logged(() => full.person(s.ann.email).call('students-get', { id: scene.mia }))
    expect(tells(JSON.stringify(answer))).toBe(true)
    await database.close()
  })
})

describe('files', () => {
  const get = async (email: string, path: string) => {
    const { cookie } = await served.signIn(email)
    const { answer, entries } = await logged(() => fetch(`${served.origin}${path}`, { headers: { cookie } }))
    expect([path, answer.status]).toEqual([path, 200])
    return { bytes: Buffer.from(await answer.arrayBuffer()), entries }
  }

  test('with notes are logged as readings', async () => {
    const list = await get('tom@school.example', `/files/class-lists.pdf?section=${s.grade1.id}`)
    expect(list.entries).toMatchObject([{ action: 'class-lists-export', actor: s.tom.email, about: [scene.mia] }])
    const roll = await get('tom@school.example', `/files/class-lists.pdf?section=${s.grade1.id}&kind=roll`)
    expect(roll.entries).toEqual([])

    const out = await get('ida@school.example', `/files/import-rejected.csv?id=${scene.draftId}`)
    expect(tells(out.bytes.toString('utf8'))).toBe(true)
    expect(out.entries).toMatchObject([{ action: 'import-rejected-export', about: [scene.draftId] }])

    const own = await get('ann@home.example', '/files/my-data.zip')
    expect(tells(Buffer.from(unzipSync(own.bytes)['json/children.json']!).toString('utf8'))).toBe(true)
    expect(new Set(own.entries.map(({ action }) => action))).toEqual(
      new Set(['parents-household', 'students-mine', 'students-get']),
    )

    const all = await get('ida@school.example', '/files/school.zip')
    const files = unzipSync(all.bytes)
    expect(tells(Buffer.from(files['json/people/students.json']!).toString('utf8'))).toBe(true)
    expect(Buffer.from(files['json/people/students.json']!).toString('utf8')).not.toContain('sealed1.')
    expect(all.entries).toMatchObject([{ action: 'school-export', actor: s.ida.email }])
    expect(all.entries[0]!.about).toEqual(expect.arrayContaining([scene.mia, scene.nina]))
  })
})

describe('the office', () => {
  test('sees who read whose notes, can search by either, and finds none among the changes', async () => {
    await s.tom.call('classes-roster', { sectionId: s.grade1.id })
    const { rows: all, total } = await s.ida.call('audit-list', { readings: true })
    expect(total).toBeGreaterThan(20)
    expect(all[0]).toMatchObject({
      action: 'classes-roster',
      actor: s.tom.email,
      students: [{ id: scene.mia, name: 'Mia Wang' }],
    })
    const ofMia = await s.ida.call('audit-list', { readings: true, search: 'Mia Wang' })
    expect(ofMia.rows.every(({ students }) => students.some(({ id }) => id === scene.mia))).toBe(true)
    expect(ofMia.total).toBeGreaterThan(5)
    expect((await s.ida.call('audit-list', { readings: true, search: 'Zoe Li' })).total).toBe(0)
    expect((await s.ida.call('audit-list', { readings: true, search: s.tom.email })).rows[0]!.action).toBe(
      'classes-roster',
    )

    const changes = await s.ida.call('audit-list', { search: 'classes-roster' })
    expect(changes.total).toBe(0)
    expect((await s.ida.call('audit-list', {})).rows.every(({ outcome }) => outcome === 'done')).toBe(true)
    const names = (list: { action: string }[]) => list.map(({ action }) => action)
    expect(names(await s.ida.call('audit-actions', { readings: true }))).toContain('classes-roster')
    expect(names(await s.ida.call('audit-actions', {}))).not.toContain('classes-roster')
    await expect(s.tom.call('audit-list', { readings: true })).rejects.toMatchObject({ code: 'permission-denied' })
  })

  test('can download the readings as a file', async () => {
    const { cookie } = await served.signIn('ida@school.example')
    const text = async (query: string) =>
      (await fetch(`${served.origin}/files/audit.csv${query}`, { headers: { cookie } })).text()
    expect(await text('?readings=true&action=classes-roster')).toContain('Mia Wang')
    expect(await text('?action=classes-roster')).not.toContain('Mia Wang')
  })

  test('finds the words and the school’s time of the screen in the file', async () => {
    const { cookie } = await served.signIn('ida@school.example')
    const text = async (query: string) =>
      (await fetch(`${served.origin}/files/audit.csv${query}`, { headers: { cookie } })).text()
    const [{ at } = { at: '' }] = (await s.ida.call('audit-list', { readings: true, action: 'classes-roster' })).rows
    const file = await text('?readings=true&action=classes-roster&lang=en')
    const hour = new Intl.DateTimeFormat('sv', { timeZone: 'America/New_York', dateStyle: 'short', timeStyle: 'short' })
    expect(file).toContain(hour.format(new Date(at)))
    expect(file).toContain('Class roster viewed')
    expect(await text('?readings=true&action=classes-roster&lang=zh')).toContain(zh.readings.of['classes-roster'])
  })

  test('can’t change or delete readings', async () => {
    for (const statement of [
      "update audit_entries set about = '{}', action = 'x' where outcome = 'read'",
      "delete from audit_entries where outcome = 'read'",
    ])
      await expect(s.database.pool.query(statement)).rejects.toThrow('keeps its rows as they were written')
  })
})
