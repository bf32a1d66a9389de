import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createZstdDecompress } from 'node:zlib'
import { Decrypter } from 'age-encryption'
import { sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract, type FunctionName, type Input, type ReadName } from '#contract/index.ts'
import { exportSchool } from '#server/many/acts.ts'
import { rows } from '#server/platform/db.ts'
import { type BarredScene, barredScene, mark } from '#tests/barredScene.ts'
import { guardianReads } from '#tests/guardianReads.ts'
import { beside, type TwoSchools } from '#tests/manySchools.ts'
import { houseOn, type Person } from '#tests/school.ts'

/**
 * Two schools on one host and in one database, with the same people under the same ids and addresses. At Oak everything
 * about Mia carries a mark (barredScene.ts); Elm has a Mia, too, and no mark. Every request sent to both must return
 * the mark at Oak, and never at Elm.
 */
let scene: BarredScene
let two: TwoSchools
let elm: ReturnType<typeof houseOn>
beforeAll(async () => {
  scene = await barredScene()
  two = await beside(scene.s)
  const { elmDatabase: database, elmSchema: schema } = two
  elm = houseOn({ database, schema, url: scene.s.url, drop: async () => undefined })
  elm.clock.now = scene.s.clock.now
})
afterAll(async () => {
  await two.close()
  await scene.served.close()
  await scene.s.drop()
})

const answerTo = async (who: Person, name: FunctionName, ask: object): Promise<string> => {
  try {
    return JSON.stringify(await who.call(name, ask as Input<FunctionName>))
  } catch (error) {
    // Missing data and other schools' data give the same answer.
    return String(error)
  }
}

test('both schools have the same people under the same ids', async () => {
  const people = (db: TwoSchools['elmDatabase']['db']) =>
    rows<{ id: string }>(
      db,
      sql`select id from persons where name in ('Mia Wang', 'Ann Wang', 'Ida Office') order by id`,
    )
  const there = await people(two.elmDatabase.db)
  expect(there).toHaveLength(3)
  expect(await people(scene.s.database.db)).toEqual(there)
})

describe('what a guardian reads', () => {
  const reads = guardianReads(() => scene)
  /** Functions whose answers carry no mark. */
  const unmarked = ['visits-children', 'promotions-places', 'enrolments-heldPrice']
  const names = (Object.keys(reads) as ReadName[]).filter(
    name => reads[name]?.about === 'child' && !unmarked.includes(name),
  )
  test.each(names)('%s', async name => {
    const line = reads[name] as { ask?: () => object }
    const ask = line.ask?.() ?? {}
    expect(await answerTo(scene.people.ann, name, ask)).toContain(mark)
    expect(await answerTo(elm.person('ann@home.example'), name, ask)).not.toContain(mark)
  })
})

test('answers without a mark are each school’s own, too', async () => {
  const ann = elm.person('ann@home.example')
  expect(await scene.people.ann.call('promotions-places', {})).toHaveLength(2)
  expect(await ann.call('promotions-places', {})).toEqual([])
  const held = { id: scene.heldId }
  expect(await scene.people.ann.call('enrolments-heldPrice', held)).toMatchObject({ lines: expect.any(Array) })
  await expect(ann.call('enrolments-heldPrice', held)).rejects.toMatchObject({ code: 'not-found' })
  await two.elmDatabase.db.execute(sql`update persons set phone = '+1 555 0999' where name = 'Ann Wang'`)
  expect(await scene.people.ann.call('visits-children', {})).toMatchObject({ phone: '+1 555 0100' })
  expect(await ann.call('visits-children', {})).toMatchObject({ phone: '+1 555 0999' })
})

describe('what the office reads', () => {
  const names = (Object.keys(contract) as FunctionName[]).filter(
    (name): name is ReadName => contract[name].kind === 'read' && contract[name].by.some(role => role === 'admin'),
  )
  test('is from its own school, function by function', async () => {
    const asks: object[] = [
      {},
      { search: 'Mia' },
      { id: scene.mia },
      { studentId: scene.mia },
      { householdId: scene.home },
      { sectionId: scene.s.grade1.id },
      { sectionId: scene.violin.id },
      { id: scene.violin.id },
      { id: scene.notice.id },
      { id: scene.thread.id },
      { threadId: scene.thread.id },
      { id: scene.event.id },
      { termId: scene.s.term.id },
    ]
    const showing = new Set<string>()
    const leaking: string[] = []
    for (const name of names)
      for (const ask of asks) {
        if ((await answerTo(scene.s.ida, name, ask)).includes(mark)) showing.add(name)
        if ((await answerTo(elm.person('ida@school.example'), name, ask)).includes(mark)) leaking.push(name)
      }
    expect(leaking).toEqual([])
    expect(showing.size, [...showing].join(' ')).toBeGreaterThan(20)
  })
})

describe('files', () => {
  const paths: Record<string, () => string> = {
    'an upload': () => `/files/uploads/${scene.file.id}`,
    'a receipt': () => `/files/receipts/${scene.paymentId}.pdf`,
    'an entry of the calendar': () => `/files/dates/event-${scene.event.id}.ics`,
  }
  test.each(Object.entries(paths))('%s', async (_what, path) => {
    const [at, other] = [await two.oak.signIn('ann@home.example'), await two.elm.signIn('ann@home.example')]
    expect((await two.oak.get(path(), { cookie: at.cookie })).status).toBe(200)
    expect((await two.elm.get(path(), { cookie: other.cookie })).status).toBe(404)
  })

  test('a download of a person’s own data', async () => {
    const dataOf = async (at: TwoSchools['oak']) => {
      const { cookie } = await at.signIn('ann@home.example')
      const { status, body } = await at.get('/files/my-data.zip', { cookie })
      expect(status).toBe(200)
      return Object.values(unzipSync(new Uint8Array(body)))
        .map(bytes => Buffer.from(bytes).toString())
        .join('\n')
    }
    expect(await dataOf(two.oak)).toContain(mark)
    expect(await dataOf(two.elm)).not.toContain(mark)
  })
})

describe('backups', () => {
  test('contain one school’s data and key only', async () => {
    const contentsOf = async (host: string) => {
      const file = join(two.folder, `${host}.backup`)
      await exportSchool(two.desk, host, file)
      const decrypter = new Decrypter()
      decrypter.addPassphrase(two.environment.BACKUP_PASSPHRASE)
      const plain = await decrypter.decrypt(Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>)
      return text(Readable.fromWeb(plain).pipe(createZstdDecompress()))
    }
    const [oak, other] = [await contentsOf('oak.example'), await contentsOf('elm.example')]
    expect(oak).toContain(mark)
    expect(other).toContain('Mia Wang')
    expect(other).not.toContain(mark)
    // It does not contain the key of the host or of the other school either.
    const keyIn = (contents: string) => /"key": "([^"]+)"/.exec(contents)?.[1]
    expect(keyIn(other)).toMatch(/^[\w+/]{43}=$/)
    expect(keyIn(other)).not.toBe(keyIn(oak))
    expect(keyIn(other)).not.toBe(two.environment.SECRET_KEY)
  })

  test('that a school takes are in its own folder', async () => {
    const taken = async (at: TwoSchools['oak']) => {
      const { idToken } = await at.signIn('ida@school.example')
      const answer = await at.call('backups-status', {}, idToken)
      expect(answer.status, answer.text).toBe(200)
      return answer.text
    }
    expect(await taken(two.oak)).toContain('/school"')
    expect(await taken(two.elm)).toContain(`/${two.elmSchema}"`)
  })
})

test('Oak’s emails and change log are only in Oak’s tables', async () => {
  const counts = async (db: TwoSchools['elmDatabase']['db']) => {
    const [found] = await rows<Record<string, number>>(
      db,
      sql`select (select count(*) from mails where text like ${`%${mark}%`})::int as mails,
        (select count(*) from audit_entries where input::text like ${`%${mark}%`})::int as audit`,
    )
    return found!
  }
  const oak = await counts(scene.s.database.db)
  expect(oak['mails']).toBeGreaterThan(0)
  expect(oak['audit']).toBeGreaterThan(0)
  expect(await counts(two.elmDatabase.db)).toEqual({ mails: 0, audit: 0 })
})
