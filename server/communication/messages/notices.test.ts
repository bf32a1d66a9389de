import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#contract/index.ts'
import { rows } from '#server/platform/db.ts'
import { writeKey } from '#server/platform/keys.ts'
import { school, type SmallSchool, sunday } from '#tests/school.ts'
import { deliverNotice } from './jobs.ts'

let s: SmallSchool
let familyOf: Record<'ann' | 'bob', string>
beforeAll(async () => {
  s = await school()
  const [ann] = await s.ann.call('parents-household', {})
  const [bob] = await s.bob.call('parents-household', {})
  familyOf = { ann: ann!.id, bob: bob!.id }
})
afterAll(() => s.drop())

const later = (seconds: number) => ({ now: new Date(sunday.getTime() + seconds * 1000) })
const draft = (over: Partial<Input<'messages-createNotice'>> = {}): Input<'messages-createNotice'> => ({
  subject: 'Snow',
  body: 'No school on Sunday.',
  nativeSubject: '',
  nativeBody: '',
  audience: [{ kind: 'class', sectionId: s.grade1.id }],
  byEmail: true,
  isUrgent: false,
  needsAnswer: false,
  ...over,
})
const mailsTo = (email: string, containing: string) =>
  rows<{ subject: string; text: string; html: string }>(
    s.database.db,
    sql`select subject, text, html from mails where "to" = ${email} and text like ${`%${containing}%`} order by queued_at, id`,
  )
/** Writes and sends a notice and lets the undo period pass. */
const sent = async (over: Partial<Input<'messages-createNotice'>> = {}, agreedPeople = 2) => {
  const { id } = await s.ida.call('messages-createNotice', draft(over))
  await s.ida.call('messages-sendNotice', { id, agreedPeople, at: null })
  await s.jobs.drain(later(11).now)
  return id
}

describe('whom an audience reaches', () => {
  test('each person once, with how they can be reached', async () => {
    const audience = await s.ida.call('messages-audience', {
      audience: [{ kind: 'class', sectionId: s.grade1.id }, { kind: 'everyone' }],
    })
    expect(audience).toMatchObject({ people: 5, households: 2, withMail: 5, unreachable: 0, total: 5, next: null })
    expect(audience.rows.map(({ name, household }) => [name, household !== ''])).toEqual([
      ['Bob Li', true],
      ['Ida Office', false],
      ['Eve Teacher', false],
      ['Tom Teacher', false],
      ['Ann Wang', true],
    ])
  })

  test('a teacher writes to their own class, its families and guardians, and to no one else', async () => {
    const own = [
      { kind: 'class' as const, sectionId: s.grade1.id },
      { kind: 'household' as const, householdId: familyOf.ann },
      { kind: 'person' as const, personId: (await s.ann.actor()).personId! },
    ]
    expect((await s.tom.call('messages-audience', { audience: own })).people).toBe(2)
    for (const part of [...own, { kind: 'everyone' as const }, { kind: 'unpaid' as const }]) {
      await expect(s.eve.call('messages-audience', { audience: [part] })).rejects.toMatchObject({ code: 'not-found' })
      await expect(s.eve.call('messages-createNotice', draft({ audience: [part] }))).rejects.toMatchObject({
        code: 'not-found',
      })
    }
    expect((await s.tom.call('messages-find', { search: 'wang' })).map(({ kind, name }) => [kind, name])).toEqual([
      ['household', expect.any(String)],
      ['person', 'Ann Wang'],
    ])
    expect(await s.eve.call('messages-find', { search: 'wang' })).toEqual([])
    expect((await s.ida.call('messages-find', { search: '王美' })).map(({ id }) => id)).toEqual([familyOf.ann])
  })
})

describe('a notice', () => {
  test('goes out once, after a pause, to each in their language, and shows who has read it', async () => {
    const annId = (await s.ann.actor()).personId!
    await s.database.db.execute(sql`update persons set language = 'zh' where id = ${annId}::uuid`)
    const { id } = await s.ida.call(
      'messages-createNotice',
      draft({
        subject: 'Gala of {student}',
        body: 'Dear {name}, come to {class}.\nBring tea.',
        nativeSubject: '{student}的晚会',
        nativeBody: '{name}，{class}见。',
        needsAnswer: true,
      }),
    )
    const planned = await s.ida.call('messages-sendNotice', { id, agreedPeople: 2, at: null })
    expect(planned.status).toBe('scheduled')
    expect((await s.ann.call('messages-inbox', {})).rows).toEqual([])
    await s.jobs.drain(later(9).now)
    expect((await s.ida.call('messages-notice', { id })).status).toBe('scheduled')
    await s.jobs.drain(later(11).now)
    const notice = await s.ida.call('messages-notice', { id })
    expect(notice).toMatchObject({
      status: 'sent',
      people: 2,
      households: 2,
      groups: 2,
      read: 0,
      mailed: 2,
      failed: 0,
      kept: 2,
    })

    const [mail, ...more] = await mailsTo('ann@home.example', 'Bring tea')
    expect(more).toEqual([])
    expect(mail!.subject).toBe('王美雅和王乐的晚会')
    expect(mail!.text).toMatch(/^Ann Wang，一年级见。[\s\S]*Dear Ann Wang, come to Grade 1\.\nBring tea\./)
    expect(mail!.html).toContain('Grade 1.<br>Bring tea.')
    expect(mail!.text).toContain(`/messages?open=notice.${id}`)
    expect((await mailsTo('bob@home.example', 'come to')).map(({ subject }) => subject)).toEqual(['Gala of Zoe Li'])

    // A queue may run a job twice.
    const tools = { database: s.database, settings: s.settings, enqueue: s.jobs.enqueue, touch: async () => undefined }
    await deliverNotice.run(
      { noticeId: id, sendAt: planned.sendAt! },
      { ...tools, now: later(12).now, signal: AbortSignal.timeout(5000) },
    )
    expect(await mailsTo('ann@home.example', 'Bring tea')).toHaveLength(1)

    const inbox = await s.ann.call('messages-inbox', {})
    expect(inbox.rows).toMatchObject([
      { kind: 'notice', id, subject: 'Gala of Mia Wang and Leo Wang', isUnread: true, isUnconfirmed: true },
    ])
    expect(await s.ann.call('messages-waiting', {})).toEqual({ unread: 1, open: 0 })
    await s.ann.call('messages-read', { kind: 'notice', id })
    expect(await s.ann.call('messages-waiting', {})).toEqual({ unread: 0, open: 0 })
    expect(await s.ann.call('messages-confirm', { id })).toMatchObject({
      body: 'Dear Ann Wang, come to Grade 1.\nBring tea.',
      confirmedAt: expect.any(String),
    })
    expect(await s.ida.call('messages-notice', { id })).toMatchObject({ read: 1, confirmed: 1 })
    const groups = (state?: 'read' | 'unread' | 'failed') =>
      s.ida
        .call('messages-delivery', { id, ...(state && { state }) })
        .then(page => page.rows.map(({ people }) => people.map(({ name, mail: how }) => [name, how])))
    expect(await groups('read')).toEqual([[['Ann Wang', 'kept']]])
    expect(await groups('unread')).toEqual([[['Bob Li', 'kept']]])
    expect(await groups('failed')).toEqual([])
    expect((await s.ida.call('messages-delivery', { id, search: 'bob' })).total).toBe(1)
    // Sorted by family name; the next page continues after the last row.
    const { rows: all } = await s.ida.call('messages-delivery', { id })
    expect(all.map(({ name }) => name)).toEqual(['Bob Li', 'Ann Wang'])
    const after = writeKey([all[0]!.name, all[0]!.id])
    expect((await s.ida.call('messages-delivery', { id, after })).rows).toEqual(all.slice(1))

    // The reminder goes only to families in which nobody has confirmed.
    expect(await s.ida.call('messages-remind', { id })).toEqual({ people: 1, households: 1 })
    expect((await mailsTo('bob@home.example', 'come to')).map(({ subject }) => subject)).toEqual([
      'Gala of Zoe Li',
      'Reminder: Gala of Zoe Li',
    ])
    expect(await mailsTo('ann@home.example', 'Bring tea')).toHaveLength(1)
  })

  test('undone in time reaches no one', async () => {
    const { id } = await s.ida.call('messages-createNotice', draft({ subject: 'Undone' }))
    await s.ida.call('messages-sendNotice', { id, agreedPeople: 2, at: null })
    expect((await s.ida.call('messages-unscheduleNotice', { id })).status).toBe('draft')
    await s.jobs.drain(later(60).now)
    expect(await s.ida.call('messages-notice', { id })).toMatchObject({ status: 'draft', people: 0, sendAt: null })
    await s.ida.call('messages-removeNotice', { id })
    await expect(s.ida.call('messages-notice', { id })).rejects.toMatchObject({ code: 'not-found' })
  })

  test('waits for its time on the school’s clock', async () => {
    const texts = { subject: 'Monday', body: 'Bring tea.', nativeSubject: '周一', nativeBody: '请带茶。' }
    const { id } = await s.ida.call('messages-createNotice', draft(texts))
    const at = { day: '2026-09-14', time: '09:00' }
    expect((await s.ida.call('messages-sendNotice', { id, agreedPeople: 2, at })).sendAt).toBe(
      '2026-09-14T13:00:00.000Z',
    )
    await s.jobs.drain(new Date('2026-09-14T12:59:59Z'))
    expect((await s.ida.call('messages-notice', { id })).status).toBe('scheduled')
    await s.jobs.drain(new Date('2026-09-14T13:00:00Z'))
    expect((await s.ida.call('messages-notice', { id })).status).toBe('sent')
    expect((await s.ida.call('messages-notices', { search: 'monday' })).rows).toMatchObject([
      { id, people: 2, excerpt: 'Bring tea.', nativeExcerpt: '请带茶。' },
    ])
  })

  test('is refused if it is incomplete, reaches no one, is in the past or reaches other people than agreed', async () => {
    const refused = async (
      over: Partial<Input<'messages-createNotice'>>,
      agreedPeople = 2,
      at: { day: string; time: string } | null = null,
    ) => {
      const { id } = await s.ida.call('messages-createNotice', draft(over))
      return s.ida.call('messages-sendNotice', { id, agreedPeople, at }).then(
        () => null,
        (error: { details: { reason: string; fields?: { path: string; message: string }[] } }) =>
          error.details.fields?.map(({ path, message }) => `${path} ${message}`).join() ?? error.details.reason,
      )
    }
    expect(await refused({ body: '' })).toBe('body empty')
    expect(await refused({ nativeSubject: '下雪' })).toBe('nativeBody empty')
    expect(await refused({ subject: '', body: '' })).toBe('subject empty,body empty')
    expect(await refused({ audience: [] })).toBe('audience required')
    expect(await refused({ audience: [{ kind: 'class', sectionId: s.chess.id }] }, 0)).toBe('audience nobody')
    expect(await refused({}, 2, { day: '2026-09-13', time: '09:00' })).toBe('at past')
    expect(await refused({}, 3)).toBe('AUDIENCE_CHANGED')
    await expect(s.ida.call('messages-createNotice', draft({ nativeBody: '{nmae}' }))).rejects.toMatchObject({
      details: { fields: [{ path: 'nativeBody', message: 'placeholder' }] },
    })
  })

  test('marks its other language as out of date after a change, and refuses a second change of the same version', async () => {
    const { id, version } = await s.ida.call(
      'messages-createNotice',
      draft({ nativeSubject: '雪', nativeBody: '停课。' }),
    )
    const input = draft({ body: 'No school on Monday.', nativeSubject: '雪', nativeBody: '停课。' })
    const changed = await s.ida.call('messages-changeNotice', { id, version, ...input })
    expect(changed.isNativeStale).toBe(true)
    await expect(s.ida.call('messages-changeNotice', { id, version, ...input })).rejects.toMatchObject({
      details: { reason: 'CHANGED_MEANWHILE' },
    })
    const next = { id, version: changed.version, ...input }
    expect(await s.ida.call('messages-changeNotice', { ...next, isNativeChecked: true })).toMatchObject({
      isNativeStale: false,
    })
  })

  test('disappears from everyone’s messages when it is recalled', async () => {
    const id = await sent({ subject: 'Wrong' })
    const subjects = async () => (await s.bob.call('messages-inbox', {})).rows.map(({ subject }) => subject)
    expect(await subjects()).toContain('Wrong')
    expect((await s.ida.call('messages-recallNotice', { id })).status).toBe('recalled')
    expect(await subjects()).not.toContain('Wrong')
    await expect(s.bob.call('messages-received', { id })).rejects.toMatchObject({ code: 'not-found' })
    await expect(s.bob.call('messages-confirm', { id })).rejects.toMatchObject({ code: 'not-found' })
    await expect(s.ida.call('messages-recallNotice', { id })).rejects.toMatchObject({
      details: { reason: 'MOVE_NOT_ALLOWED' },
    })
  })

  test('is not emailed if email is off, but always if it is urgent', async () => {
    await sent({ body: 'Quiet words', byEmail: false })
    expect(await mailsTo('bob@home.example', 'Quiet words')).toEqual([])
    await sent({ body: 'Loud words', byEmail: false, isUrgent: true })
    expect((await mailsTo('bob@home.example', 'Loud words')).map(({ subject }) => subject)).toEqual(['Urgent: Snow'])
  })
})

test('an urgent message stays above newer ones until it is read; the second page continues after the first', async () => {
  for (const { kind, id } of (await s.bob.call('messages-inbox', {})).rows)
    await s.bob.call('messages-read', { kind, id })
  const urgent = await sent({ subject: 'Pick-up', isUrgent: true })
  await sent({ subject: 'Newer' })
  const subjects = async () => (await s.bob.call('messages-inbox', {})).rows.map(({ subject }) => subject)
  expect((await subjects())[0]).toBe('Pick-up')
  await s.bob.call('messages-read', { kind: 'notice', id: urgent })
  expect((await subjects())[0]).toBe('Newer')
  for (let more = 0; more < 51; more += 1) await sent({ subject: `Many ${more}`, byEmail: false })
  const first = await s.bob.call('messages-inbox', {})
  const second = await s.bob.call('messages-inbox', { after: first.next! })
  const ids = [...first.rows, ...second.rows].map(({ id }) => id)
  expect([first.rows.length, new Set(ids).size, second.next]).toEqual([50, first.total, null])
})

describe('refused access', () => {
  test('another teacher and a family the notice wasn’t sent to reach nothing', async () => {
    const { id } = await s.tom.call(
      'messages-createNotice',
      draft({ subject: 'Only Wangs', audience: [{ kind: 'household', householdId: familyOf.ann }] }),
    )
    await s.tom.call('messages-sendNotice', { id, agreedPeople: 1, at: null })
    await s.jobs.drain(later(11).now)
    expect((await s.tom.call('messages-notices', {})).rows.map(notice => notice.id)).toEqual([id])
    expect((await s.ida.call('messages-notice', { id })).status).toBe('sent')
    expect((await s.eve.call('messages-notices', {})).rows).toEqual([])
    const reads = ['messages-notice', 'messages-delivery'] as const
    for (const name of reads) await expect(s.eve.call(name, { id })).rejects.toMatchObject({ code: 'not-found' })
    const writes = ['messages-recallNotice', 'messages-remind', 'messages-removeNotice'] as const
    for (const name of writes) await expect(s.eve.call(name, { id })).rejects.toMatchObject({ code: 'not-found' })
    expect(await s.ann.call('messages-received', { id })).toMatchObject({ subject: 'Only Wangs' })
    await expect(s.bob.call('messages-received', { id })).rejects.toMatchObject({ code: 'not-found' })
    await expect(s.bob.call('messages-read', { kind: 'notice', id })).rejects.toMatchObject({ code: 'not-found' })
  })

  test('a guardian without data access gets nothing, and loses what they had', async () => {
    const id = await sent({ subject: 'For parents' })
    const bob = (await s.bob.actor()).personId!
    const access = (has: boolean) =>
      s.database.db.execute(sql`update guardianships set has_data_access = ${has} where guardian_id = ${bob}::uuid`)
    expect(await s.bob.call('messages-received', { id })).toBeTruthy()
    await access(false)
    expect((await s.bob.call('messages-inbox', {})).rows).toEqual([])
    await expect(s.bob.call('messages-received', { id })).rejects.toMatchObject({ code: 'not-found' })
    expect((await s.ida.call('messages-audience', { audience: [{ kind: 'person', personId: bob }] })).people).toBe(0)
    expect(await s.ida.call('messages-find', { search: 'bob' })).toEqual([])
    const before = await mailsTo('bob@home.example', '')
    await s.ida.call('messages-remind', { id })
    await sent({ subject: 'Later', audience: [{ kind: 'everyone' }] }, 4)
    expect(await mailsTo('bob@home.example', '')).toHaveLength(before.length)
    await access(true)
  })
})

describe('templates', () => {
  const text = { subject: 'Due', body: '{balance} until {dueOn}', nativeSubject: '', nativeBody: '' }

  test('are made, found, changed, archived and restored, but not under a name that is taken', async () => {
    const { id } = await s.ida.call('messages-createTemplate', { name: 'Payment', ...text })
    const names = async (isArchived = false) =>
      (await s.tom.call('messages-templates', { isArchived })).rows.map(({ name }) => name)
    expect(await names()).toEqual(['Payment'])
    await s.ida.call('messages-changeTemplate', { id, name: 'Payment due', ...text })
    expect((await s.ida.call('messages-templates', { search: 'due' })).total).toBe(1)
    await s.ida.call('messages-archiveTemplate', { id })
    expect([await names(), await names(true)]).toEqual([[], ['Payment due']])
    const other = await s.ida.call('messages-createTemplate', { name: 'payment DUE', ...text })
    await expect(s.ida.call('messages-restoreTemplate', { id })).rejects.toMatchObject({
      details: { fields: [{ path: 'name', message: 'taken' }] },
    })
    await s.ida.call('messages-changeTemplate', { id: other.id, name: 'Reminder', ...text })
    expect(await s.ida.call('messages-restoreTemplate', { id })).toMatchObject({ ...text, isArchived: false })
    expect([await names(), await names(true)]).toEqual([['Payment due', 'Reminder'], []])
  })

  test('refuse an unknown placeholder, at its field', async () => {
    await expect(
      s.ida.call('messages-createTemplate', { name: 'Wrong', ...text, body: '{amount}' }),
    ).rejects.toMatchObject({ details: { fields: [{ path: 'body', message: 'placeholder' }] } })
  })
})

test('a person who wants no email reads the notice in the application; an urgent one is emailed all the same', async () => {
  await s.ann.call('parents-changePreference', { category: 'notices', mail: 'off' })
  const quiet = await sent({ body: 'A quiet word about the library.' })
  expect(await mailsTo('bob@home.example', 'quiet word')).toHaveLength(1)
  expect(await mailsTo('ann@home.example', 'quiet word')).toEqual([])
  expect((await s.ann.call('messages-inbox', {})).rows.map(({ id }) => id)).toContain(quiet)
  await sent({ body: 'A loud word about the storm.', isUrgent: true })
  expect(await mailsTo('ann@home.example', 'loud word')).toHaveLength(1)
})
