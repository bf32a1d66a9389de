import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileNameHeader, type StoredFile } from '#contract/access/files.ts'
import { rows } from '#server/platform/db.ts'
import { school, type SmallSchool } from '#tests/school.ts'
import { serve, type Served, type SignedIn } from '#tests/served.ts'

let s: SmallSchool
let served: Served
let annHome: string
let mia: string
const seats: Record<'ida' | 'ann' | 'bob' | 'tom' | 'eve', SignedIn> = {} as never
type Seat = keyof typeof seats
beforeAll(async () => {
  s = await school()
  served = await serve(s)
  for (const [who, person] of Object.entries({ ida: s.ida, ann: s.ann, bob: s.bob, tom: s.tom, eve: s.eve }))
    seats[who as Seat] = await served.signIn(person.email)
  const [household] = await s.ann.call('parents-household', {})
  annHome = household!.id
  mia = household!.children.find(({ name }) => name === 'Mia Wang')!.id
})
afterAll(async () => {
  await served.close()
  await s.drop()
})

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(40, 7)])
const uploaded = async (who: Seat, name = 'shoes.png'): Promise<string> => {
  const answer = await fetch(`${served.origin}/files/uploads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${seats[who].idToken}`, [fileNameHeader]: name },
    body: new Uint8Array(png),
  })
  return ((await answer.json()) as StoredFile).id
}
const open = async (who: Seat, id: string): Promise<number> =>
  (await fetch(`${served.origin}/files/uploads/${id}`, { headers: { cookie: seats[who].cookie } })).status
const statuses = (id: string) =>
  Promise.all((['ida', 'ann', 'tom', 'bob', 'eve'] as const).map(async who => [who, await open(who, id)]))
const begin = (fileIds: string[], body = 'Are these hers?') =>
  s.ann.call('messages-startThread', {
    side: 'family',
    householdId: annHome,
    studentId: mia,
    sectionId: s.grade1.id,
    subject: 'Shoes',
    body,
    fileIds,
  })

describe('a photo in a conversation', () => {
  test('is visible only to those who can read the conversation, in the order in which it was sent', async () => {
    const [first, second] = [await uploaded('ann', 'left.png'), await uploaded('ann', 'right.png')]
    const { id } = await begin([second!, first!])
    const posts = (await s.tom.call('messages-posts', { threadId: id })).rows
    expect(posts.map(({ body, files }) => [body, files.map(({ name, type }) => [name, type])])).toEqual([
      [
        'Are these hers?',
        [
          ['right.png', 'image/png'],
          ['left.png', 'image/png'],
        ],
      ],
    ])
    // The office can read it, too; another family of the class and another teacher can't.
    expect(Object.fromEntries(await statuses(first!))).toEqual({ ida: 200, ann: 200, tom: 200, bob: 404, eve: 404 })
    const fromTom = await uploaded('tom', 'shelf.png')
    const answer = await s.tom.call('messages-reply', { threadId: id, body: '', fileIds: [fromTom] })
    expect(answer).toMatchObject({ body: '', files: [{ id: fromTom, name: 'shelf.png' }] })
    expect(await open('ann', fromTom)).toBe(200)
    expect(await open('bob', fromTom)).toBe(404)
  })

  test('is closed to a guardian who loses access to the child’s data', async () => {
    const { id } = await begin([], 'Hello')
    const fileId = await uploaded('tom')
    await s.tom.call('messages-reply', { threadId: id, body: 'Look', fileIds: [fileId] })
    expect(await open('ann', fileId)).toBe(200)
    const change = (access: boolean) =>
      s.database.db.execute(sql`update guardianships set has_data_access = ${access} where student_id = ${mia}::uuid`)
    await change(false)
    expect(await open('ann', fileId)).toBe(404)
    expect(await open('tom', fileId)).toBe(200)
    await change(true)
  })

  test('can be sent without text; lists and emails then give the number of files', async () => {
    const { id } = await begin([await uploaded('ann'), await uploaded('ann')], '')
    expect((await s.tom.call('messages-inbox', {})).rows.find(row => row.id === id)).toMatchObject({
      excerpt: '',
      files: 2,
    })
    expect((await s.ida.call('messages-threads', {})).rows.find(row => row.id === id)).toMatchObject({ files: 2 })
    const [letter] = await rows<{ text: string }>(
      s.database.db,
      sql`select text from mails where text like ${`%thread.${id}%`}`,
    )
    expect(letter!.text).toContain('2 files are attached')
  })

  test('stays when unattached files are cleaned up', async () => {
    const fileId = await uploaded('ann')
    await begin([fileId])
    await s.database.db.execute(sql`update files set created_at = created_at - interval '3 days'`)
    await uploaded('ann')
    expect(await open('tom', fileId)).toBe(200)
  })

  test('must be the writer’s own upload, and a message needs text or files', async () => {
    const fileId = await uploaded('bob')
    expect(await open('bob', fileId)).toBe(200)
    await expect(begin([fileId])).rejects.toMatchObject({
      details: { fields: [{ path: 'fileIds', message: 'file' }] },
    })
    await expect(begin([], '  ')).rejects.toMatchObject({ details: { fields: [{ path: 'body', message: 'empty' }] } })
    await expect(begin(Array.from({ length: 11 }, () => fileId))).rejects.toMatchObject({
      details: { fields: [{ path: 'fileIds', message: 'long' }] },
    })
  })
})
