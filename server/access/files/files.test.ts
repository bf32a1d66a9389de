import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileNameHeader, type StoredFile, uploadLimit } from '#contract/access/files.ts'
import { rows } from '#server/platform/db.ts'
import { school, type SmallSchool, sunday } from '#tests/school.ts'
import { serve, type Served, type SignedIn } from '#tests/served.ts'
import { nameFor, typeOf } from './content.ts'

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(40, 7)])
const text = (words: string) => Buffer.from(words, 'utf8')

describe('the type of a file', () => {
  const bytes = (latin: string) => Buffer.from(latin, 'latin1')
  test.each([
    ['image/png', png, 'x'],
    ['image/jpeg', bytes('\xff\xd8\xff\xe0 JFIF'), 'x.png'],
    ['image/webp', bytes('RIFF\x00\x00\x00\x00WEBPVP8 '), 'x'],
    ['image/gif', bytes('GIF89a...'), 'x'],
    ['application/pdf', bytes('%PDF-1.7 ...'), 'x'],
    ['audio/mpeg', bytes('ID3\x04...'), 'x'],
    ['audio/mpeg', bytes('\xff\xfb\x90\x64....'), 'x'],
    ['audio/mp4', bytes('\x00\x00\x00\x20ftypM4A \x00'), 'x'],
    ['video/mp4', bytes('\x00\x00\x00\x20ftypisom\x00'), 'x'],
    ['video/webm', bytes('\x1a\x45\xdf\xa3\x9fB\x86\x81\x01B\x82\x84webm'), 'x'],
    ['text/plain', text('一二三 and four\n'), 'homework.TXT'],
    [
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      bytes('PK\x03\x04....[Content_Types].xml....word/document.xml'),
      'x.docx',
    ],
  ])('%s is recognized by its content', (type, content, name) => expect(typeOf(content, name)).toBe(type))

  test.each([
    ['a program', bytes('MZ\x90\x00'), 'x.png'],
    ['a Unix program', bytes('\x7fELF'), 'x'],
    ['a web page', text('<!doctype html><script>1</script>'), 'x.txt'],
    ['a web page further down', text('hello <script>1</script>'), 'x.txt'],
    ['a drawing', text('<svg xmlns="…" onload="1"/>'), 'x.txt'],
    ['a script', text('#!/bin/sh\nrm'), 'x.txt'],
    ['words under another name', text('alert(1)'), 'x.js'],
    ['an archive', bytes('PK\x03\x04....a.exe'), 'x.docx'],
    ['a document with macros', bytes('PK\x03\x04[Content_Types].xml word/document.xml word/vbaProject.bin'), 'x.docx'],
    ['a picture of a phone that browsers do not show', bytes('\x00\x00\x00\x20ftypheic\x00'), 'x.heic'],
    ['control characters', text('a\0b'), 'x.txt'],
  ])('%s is refused', (_what, content, name) => expect(typeOf(content, name)).toBeNull())

  test('folders and control characters are removed from its name, and a wrong extension is corrected', () => {
    expect(nameFor('../../etc/作业 1.PNG', 'image/png')).toBe('作业 1.png')
    expect(nameFor('C:\\fake\\page.html', 'image/png')).toBe('page.html.png')
    expect(nameFor('', 'application/pdf')).toBe('file.pdf')
    expect(nameFor('..', 'text/plain')).toBe('file.txt')
    expect(nameFor(`${'长'.repeat(300)}.txt`, 'text/plain')).toHaveLength(114)
    expect(nameFor('a\u202egnp.exe', 'image/png')).toBe('agnp.exe.png')
  })
})

let s: SmallSchool
let served: Served
let ann: SignedIn
let bob: SignedIn
let tom: SignedIn
let eve: SignedIn
beforeAll(async () => {
  s = await school()
  served = await serve(s)
  ann = await served.signIn('ann@home.example')
  bob = await served.signIn('bob@home.example')
  tom = await served.signIn('tom@school.example')
  eve = await served.signIn('eve@school.example')
})
afterAll(async () => {
  await served.close()
  await s.drop()
})

const upload = (who: SignedIn | null, body: Buffer, name = 'picture.png', headers: Record<string, string> = {}) =>
  fetch(`${served.origin}/files/uploads`, {
    method: 'POST',
    headers: {
      [fileNameHeader]: encodeURIComponent(name),
      ...(who ? { authorization: `Bearer ${who.idToken}` } : {}),
      ...headers,
    },
    body: new Uint8Array(body),
  })
const stored = async (who: SignedIn, body = png, name?: string) =>
  (await (await upload(who, body, name)).json()) as StoredFile
const open = (who: SignedIn | null, id: string, headers: Record<string, string> = {}) =>
  fetch(`${served.origin}/files/uploads/${id}`, { headers: { ...(who ? { cookie: who.cookie } : {}), ...headers } })
const statusOf = async (who: SignedIn | null, id: string) => (await open(who, id)).status
const reasonOf = async (answer: Response) =>
  ((await answer.json()) as { error: { details?: { reason?: string } } }).error.details?.reason

describe('an upload', () => {
  test('is stored, and its sender can open it again', async () => {
    const file = await stored(ann, png, '我的作业.png')
    expect(file).toMatchObject({ name: '我的作业.png', type: 'image/png', size: png.length })
    const answer = await open(ann, file.id)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `inline; filename="____.png"; filename*=UTF-8''${encodeURIComponent('我的作业')}.png`,
      'content-security-policy': "sandbox; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    expect(Buffer.from(await answer.arrayBuffer()).equals(png)).toBe(true)
  })

  test('can be opened only by its sender while it is attached to nothing', async () => {
    const { id } = await stored(ann)
    expect([
      await statusOf(ann, id),
      await statusOf(bob, id),
      await statusOf(tom, id),
      await statusOf(null, id),
    ]).toEqual([200, 404, 404, 403])
    expect(await statusOf(ann, 'no-id')).toBe(404)
  })

  test('other than a picture or PDF is downloaded, not shown, and can be read in ranges', async () => {
    const { id } = await stored(ann, text('一二三'), 'words.txt')
    const answer = await open(ann, id)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/)
    const part = await open(ann, id, { range: 'bytes=3-5' })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 3-5/9', '二'])
  })

  test('needs the token, since a cookie alone is refused, and needs a role', async () => {
    const answer = await upload(null, png, 'x.png', { cookie: ann.cookie })
    expect([answer.status, await reasonOf(answer)]).toEqual([401, 'SIGN_IN_NEEDED'])
    const newcomer = await s.newcomer('new@home.example')
    const refused = await upload(await served.signIn(newcomer.email), png)
    expect([refused.status, await reasonOf(refused)]).toEqual([403, 'ROLE_NEEDED'])
  })

  test('that is a program, empty or too large is refused with a reason', async () => {
    expect(await reasonOf(await upload(ann, text('MZ\x90'), 'x.exe'))).toBe('FILE_TYPE')
    expect(await reasonOf(await upload(ann, Buffer.alloc(0)))).toBe('FILE_EMPTY')
    const large = Buffer.concat([png, Buffer.alloc(uploadLimit)])
    expect(await reasonOf(await upload(ann, large))).toBe('FILE_TOO_LARGE')
    expect((await upload(ann, Buffer.concat([png, Buffer.alloc(uploadLimit - png.length)]))).status).toBe(200)
  })

  test('must fit within the person’s quota', async () => {
    await s.database.db.execute(
      sql`insert into files (id, name, type, size, bytes, uploaded_by, created_at) select gen_random_uuid(), 'x.png', 'image/png', ${200 * 1024 * 1024 - 10}, '', id, ${sunday.toISOString()}::timestamptz from accounts where email = 'eve@school.example'`,
    )
    expect(await reasonOf(await upload(eve, png))).toBe('FILE_QUOTA')
    expect((await upload(tom, png)).status).toBe(200)
  })
})

const set = async (fileIds: string[], more: object = {}) =>
  s.tom.call('assignments-create', {
    sectionId: s.grade1.id,
    title: 'Write',
    nativeTitle: '',
    instructions: '',
    kind: 'homework',
    takesText: true,
    takesFiles: true,
    due: { day: '2026-09-20', time: '14:00' },
    closes: null,
    maxPoints: 10,
    fileIds,
    status: 'published',
    publish: null,
    ...more,
  })
const miaOf = async () => (await s.ann.call('students-mine', {}))[0]!.id

describe('an attached file', () => {
  test('of an assignment is open to its class once it is published', async () => {
    const sheet = await stored(tom, png, 'sheet.png')
    const { id } = await set([sheet.id], { status: 'draft' })
    expect([await statusOf(tom, sheet.id), await statusOf(ann, sheet.id)]).toEqual([200, 404])
    await s.tom.call('assignments-move', { id, to: 'published' })
    expect([await statusOf(ann, sheet.id), await statusOf(bob, sheet.id), await statusOf(eve, sheet.id)]).toEqual([
      200, 200, 404,
    ])
  })

  test('of a family’s work is theirs until turned in, then also the teacher’s, and never another family’s', async () => {
    const { id: assignmentId } = await set([])
    const { id } = await stored(ann, png, 'mine.png')
    const work = { assignmentId, studentId: await miaOf(), text: '', fileIds: [id] }
    await s.ann.call('assignments-saveDraft', work)
    expect([await statusOf(ann, id), await statusOf(tom, id)]).toEqual([200, 404])
    await s.ann.call('assignments-turnIn', work)
    expect([await statusOf(tom, id), await statusOf(bob, id), await statusOf(eve, id)]).toEqual([200, 404, 404])
  })

  test('is closed to a guardian without data access', async () => {
    const sheet = await stored(tom, png, 'sheet.png')
    await set([sheet.id])
    expect(await statusOf(bob, sheet.id)).toBe(200)
    const change = (access: boolean) =>
      s.database.db.execute(
        sql`update guardianships set has_data_access = ${access} where guardian_id = (select p.id from persons p join accounts a on a.id = p.account_id where a.email = 'bob@home.example')`,
      )
    await change(false)
    expect(await statusOf(bob, sheet.id)).toBe(404)
    await change(true)
  })

  test('must be one’s own: someone else’s upload can’t be attached to make it readable', async () => {
    const { id } = await stored(bob)
    await expect(set([id])).rejects.toMatchObject({ details: { fields: [{ path: 'fileIds', message: 'file' }] } })
    const { id: assignmentId } = await set([])
    await expect(
      s.ann.call('assignments-saveDraft', { assignmentId, studentId: await miaOf(), text: '', fileIds: [id] }),
    ).rejects.toMatchObject({ details: { fields: [{ path: 'fileIds', message: 'file' }] } })
  })

  test('is kept, while one left unattached for a day is deleted at the next upload', async () => {
    const kept = await stored(bob, png, 'kept.png')
    const lost = await stored(bob, png, 'lost.png')
    const { id: assignmentId } = await set([])
    const [zoe] = await s.bob.call('students-mine', {})
    await s.bob.call('assignments-saveDraft', { assignmentId, studentId: zoe!.id, text: '', fileIds: [kept.id] })
    s.clock.now = new Date(sunday.getTime() + 25 * 60 * 60_000)
    await stored(bob, png, 'new.png')
    s.clock.now = sunday
    const left = await rows<{ name: string }>(
      s.database.db,
      sql`select name from files where id in (${kept.id}::uuid, ${lost.id}::uuid)`,
    )
    expect(left).toEqual([{ name: 'kept.png' }])
  })
})
