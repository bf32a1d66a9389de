import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
let annHome: string
let mia: string
beforeAll(async () => {
  s = await school()
  const [household] = await s.ann.call('parents-household', {})
  annHome = household!.id
  mia = household!.children.find(({ name }) => name === 'Mia Wang')!.id
})
afterAll(() => s.drop())

const mailsTo = async (email: string) =>
  (
    await rows<{ n: number }>(
      s.database.db,
      sql`select count(*)::int as n from mails where "to" = ${email} and text like '%=thread.%'`,
    )
  )[0]!.n
const askTom = () =>
  s.ann.call('messages-startThread', {
    side: 'family',
    householdId: annHome,
    studentId: mia,
    sectionId: s.grade1.id,
    subject: 'Homework',
    body: 'Which page is it?',
  })

describe('a family and a teacher', () => {
  test('write to each other; one email goes out until it is read', async () => {
    const contacts = await s.ann.call('messages-contacts', {})
    expect(contacts.map(({ student, section, teachers }) => [student?.name, section?.name, teachers.length])).toEqual([
      [undefined, undefined, 0],
      ['Mia Wang', 'Grade 1', 1],
      ['Leo Wang', 'Grade 1', 1],
    ])
    const { id, status, side } = await askTom()
    expect([status, side]).toEqual(['open', 'family'])
    expect(await s.tom.call('messages-waiting', {})).toEqual({ unread: 1, open: 0 })
    expect((await s.tom.call('messages-inbox', {})).rows).toMatchObject([
      {
        kind: 'thread',
        id,
        from: 'Ann Wang',
        about: { name: 'Mia Wang' },
        isUnread: true,
        excerpt: 'Which page is it?',
      },
    ])
    await s.ann.call('messages-reply', { threadId: id, body: 'Found it is not.' })
    expect(await mailsTo('tom@school.example')).toBe(1)
    await s.tom.call('messages-read', { kind: 'thread', id })
    expect(await s.tom.call('messages-waiting', {})).toEqual({ unread: 0, open: 0 })
    await s.ann.call('messages-reply', { threadId: id, body: 'Hello?' })
    expect(await mailsTo('tom@school.example')).toBe(2)

    const answer = await s.tom.call('messages-reply', { threadId: id, body: 'Page 12.' })
    expect(answer).toMatchObject({ side: 'school', isMine: true, author: 'Tom Teacher' })
    expect(await mailsTo('ann@home.example')).toBe(1)
    expect((await s.ann.call('messages-thread', { id })).status).toBe('answered')
    const posts = await s.ann.call('messages-posts', { threadId: id })
    expect(posts.rows.map(({ body, isMine }) => [body, isMine])).toEqual([
      ['Page 12.', false],
      ['Hello?', true],
      ['Found it is not.', true],
      ['Which page is it?', true],
    ])
    expect((await s.ann.call('messages-threads', { search: 'page 12' })).total).toBe(1)
    expect((await s.ann.call('messages-threads', { status: 'open' })).total).toBe(0)
  })

  test('are listed under the other person’s name, no matter who wrote last', async () => {
    const lineOf = async (caller: 'ann' | 'tom', id: string) => {
      const { rows: lines } = await s[caller].call('messages-inbox', {})
      const { from, excerpt, isMine } = lines.find(line => line.id === id)!
      return { from, excerpt, isMine }
    }
    const { id } = await askTom()
    expect(await lineOf('ann', id)).toEqual({ from: 'Tom Teacher', excerpt: 'Which page is it?', isMine: true })
    expect(await lineOf('tom', id)).toEqual({ from: 'Ann Wang', excerpt: 'Which page is it?', isMine: false })
    await s.tom.call('messages-reply', { threadId: id, body: 'Page 12.' })
    expect(await lineOf('tom', id)).toEqual({ from: 'Ann Wang', excerpt: 'Page 12.', isMine: true })
    expect(await lineOf('ann', id)).toEqual({ from: 'Tom Teacher', excerpt: 'Page 12.', isMine: false })
    const begun = await s.tom.call('messages-startThread', {
      side: 'school',
      householdId: annHome,
      studentId: mia,
      sectionId: s.grade1.id,
      subject: 'Reading',
      body: 'Mia reads well.',
    })
    expect((await lineOf('tom', begun.id)).from).toBe('Ann Wang')
    const toOffice = await s.ann.call('messages-startThread', {
      side: 'family',
      householdId: annHome,
      studentId: null,
      sectionId: null,
      subject: 'Our address',
      body: 'We have moved.',
    })
    expect((await lineOf('ann', toOffice.id)).from).toBe('')
    await s.ida.call('messages-reply', { threadId: toOffice.id, body: 'Thank you.' })
    expect((await lineOf('ann', toOffice.id)).from).toBe('Ida Office')
  })

  test('the school closes a conversation, and another message reopens it', async () => {
    const { id } = await askTom()
    expect((await s.tom.call('messages-moveThread', { id, to: 'closed' })).status).toBe('closed')
    await expect(s.ann.call('messages-moveThread', { id, to: 'open' })).rejects.toMatchObject({
      details: { reason: 'ROLE_NEEDED' },
    })
    await s.ann.call('messages-reply', { threadId: id, body: 'One more thing' })
    expect((await s.tom.call('messages-thread', { id })).status).toBe('open')
  })

  test('a teacher writes first only to families of their own class', async () => {
    const input = {
      side: 'school' as const,
      householdId: annHome,
      studentId: mia,
      subject: 'Well done',
      body: 'Mia read.',
    }
    const thread = await s.tom.call('messages-startThread', { ...input, sectionId: s.grade1.id })
    expect([thread.status, thread.side]).toEqual(['answered', 'school'])
    expect(await s.ann.call('messages-thread', { id: thread.id })).toMatchObject({ side: 'family' })
    for (const sectionId of [s.grade1.id, s.chess.id, null])
      await expect(s.eve.call('messages-startThread', { ...input, sectionId })).rejects.toMatchObject({
        code: expect.stringMatching(/permission-denied|not-found/),
      })
  })
})

describe('the office', () => {
  test('answers families, writes first, and reads other conversations without replying', async () => {
    const asked = await s.ann.call('messages-startThread', {
      side: 'family',
      householdId: annHome,
      studentId: null,
      sectionId: null,
      subject: 'Invoice',
      body: 'May I pay later?',
    })
    expect((await s.ida.call('messages-waiting', {})).open).toBe(1)
    expect((await s.ida.call('messages-threads', { status: 'open' })).rows.map(({ id }) => id)).toContain(asked.id)
    await s.ida.call('messages-reply', { threadId: asked.id, body: 'Of course.' })
    expect((await s.ida.call('messages-waiting', {})).open).toBe(0)
    const first = await s.ida.call('messages-startThread', {
      side: 'school',
      householdId: annHome,
      studentId: null,
      sectionId: null,
      subject: 'Form',
      body: 'Please bring it.',
    })
    expect((await s.ann.call('messages-inbox', {})).rows.map(({ id }) => id)).toContain(first.id)

    const { id } = await askTom()
    expect(await s.ida.call('messages-thread', { id })).toMatchObject({ side: null })
    await expect(s.ida.call('messages-reply', { threadId: id, body: 'Me too' })).rejects.toMatchObject({
      code: 'not-found',
    })
  })
})

describe('refused access', () => {
  test('another family and another teacher can’t use the conversation', async () => {
    const { id } = await askTom()
    expect(await s.tom.call('messages-thread', { id })).toBeTruthy()
    for (const stranger of [s.bob, s.eve]) {
      await expect(stranger.call('messages-thread', { id })).rejects.toMatchObject({ code: 'not-found' })
      await expect(stranger.call('messages-posts', { threadId: id })).rejects.toMatchObject({ code: 'not-found' })
      await expect(stranger.call('messages-reply', { threadId: id, body: 'Hi' })).rejects.toMatchObject({
        code: 'not-found',
      })
      await expect(stranger.call('messages-read', { kind: 'thread', id })).rejects.toMatchObject({ code: 'not-found' })
      expect((await stranger.call('messages-threads', {})).rows).toEqual([])
    }
    const input = { side: 'family' as const, householdId: annHome, subject: 'x', body: 'y' }
    for (const more of [
      { studentId: null, sectionId: null },
      { studentId: mia, sectionId: s.grade1.id },
    ])
      await expect(s.bob.call('messages-startThread', { ...input, ...more })).rejects.toMatchObject({
        code: 'not-found',
      })
    await expect(
      s.ann.call('messages-startThread', { ...input, studentId: mia, sectionId: s.chess.id }),
    ).rejects.toMatchObject({ code: 'not-found' })
  })

  test('a guardian without data access is no longer a member and gets no email', async () => {
    const { id } = await askTom()
    const ann = (await s.ann.actor()).personId!
    const access = (has: boolean) =>
      s.database.db.execute(sql`update guardianships set has_data_access = ${has} where guardian_id = ${ann}::uuid`)
    await access(false)
    const before = await mailsTo('ann@home.example')
    await s.tom.call('messages-reply', { threadId: id, body: 'Secret' })
    expect(await mailsTo('ann@home.example')).toBe(before)
    expect((await s.ann.call('messages-inbox', {})).rows).toEqual([])
    await expect(s.ann.call('messages-thread', { id })).rejects.toMatchObject({ code: 'not-found' })
    expect(await s.ann.call('messages-contacts', {})).toEqual([])
    const { members } = await s.tom.call('messages-thread', { id })
    expect(members.map(({ name }) => name)).toEqual(['Tom Teacher'])
    await access(true)
  })
})
