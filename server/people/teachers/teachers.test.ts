import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mails } from '#server/platform/tables.ts'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

test('the office lists, finds and adds teachers, each email once', async () => {
  const { rows, total } = await s.ida.call('teachers-list', { search: 'tom' })
  expect(total).toBe(1)
  expect(rows[0]).toMatchObject({ name: 'Tom Teacher', studentCount: 3, sections: [{ name: 'Grade 1' }] })
  await s.ida.call('teachers-create', {
    name: 'Fay Teacher',
    nativeName: '费老师',
    email: 'fay@school.example',
    phone: '',
  })
  expect((await s.ida.call('teachers-list', { search: '费老' })).rows.map(({ name }) => name)).toEqual(['Fay Teacher'])
  expect((await s.person('fay@school.example').actor()).roles).toEqual(expect.arrayContaining([]) as unknown)
  await expect(
    s.ida.call('teachers-create', { name: 'Fay Twice', nativeName: '', email: 'fay@school.example', phone: '' }),
  ).rejects.toMatchObject({ details: { reason: 'ALREADY_EXISTS', fields: [{ path: 'email' }] } })
})
test('the list says who has no account, as after an import, which invites nobody', async () => {
  const [fay] = (await s.ida.call('teachers-list', { search: 'fay' })).rows
  expect(fay!.hasAccount).toBe(true)
  await s.database.db.execute(sql`update persons set account_id = null where id = ${fay!.id}::uuid`)
  const listed = (await s.ida.call('teachers-list', {})).rows
  expect(listed.filter(({ hasAccount }) => !hasAccount).map(({ name }) => name)).toEqual(['Fay Teacher'])
})
test('a person already on record becomes a teacher and stays one person', async () => {
  const before = (await s.ida.call('users-list', { search: 'ann' })).total
  await s.ida.call('teachers-create', { name: 'Ann Wang', nativeName: '', email: 'ann@home.example', phone: '' })
  expect((await s.ann.actor()).roles).toEqual(['parent', 'teacher'])
  expect((await s.ida.call('users-list', { search: 'ann' })).total).toBe(before)
})
test('a teacher’s day lists their own meetings: today’s, the next and those without a roll', async () => {
  expect(await s.tom.call('teachers-today', {})).toMatchObject({
    today: '2026-09-13',
    meetings: [{ section: 'Grade 1', studentCount: 3, isRollTaken: false }],
    next: [{ onDay: '2026-09-20' }],
    missing: [],
  })
  expect(await s.tom.call('teachers-today', {}, { now: new Date('2026-09-21T12:00:00Z') })).toMatchObject({
    meetings: [],
    next: [{ onDay: '2026-09-27' }],
    missing: [{ onDay: '2026-09-13' }, { onDay: '2026-09-20' }],
  })
  expect((await s.eve.call('teachers-today', {})).meetings.map(({ section }) => section)).toEqual(['Chess'])
})

test('a lesson before any student joined the class asks for no attendance, of its teacher or of the office', async () => {
  const later = { now: new Date('2026-09-21T12:00:00Z') }
  const asked = async () => [
    (await s.tom.call('teachers-today', {}, later)).missing.map(({ onDay, studentCount }) => [onDay, studentCount]),
    (await s.ida.call('dashboard-list', { key: 'rolls' }, later)).rows
      .filter(({ name }) => name === 'Grade 1')
      .map(({ onDay }) => onDay),
    (await s.ida.call('terms-figures', {}, later)).missingRolls
      .filter(({ section }) => section === 'Grade 1')
      .map(({ onDay }) => onDay),
  ]
  expect(await asked()).toEqual([
    [
      ['2026-09-13', 3],
      ['2026-09-20', 3],
    ],
    ['2026-09-13', '2026-09-20'],
    ['2026-09-20', '2026-09-13'],
  ])
  const joined = (at: string, and = sql``) =>
    s.database.db.execute(
      sql`update enrolments set created_at = ${at}::timestamptz where section_id = (select section_id from meetings where id = ${s.meetingId}::uuid) ${and}`,
    )
  await joined('2026-09-16T12:00:00Z')
  expect(await asked()).toEqual([[['2026-09-20', 3]], ['2026-09-20'], ['2026-09-20']])
  await joined('2026-09-12T12:00:00Z', sql`and student_id = (select id from persons where name = 'Mia Wang')`)
  expect(await asked()).toEqual([
    [
      ['2026-09-13', 1],
      ['2026-09-20', 3],
    ],
    ['2026-09-13', '2026-09-20'],
    ['2026-09-20', '2026-09-13'],
  ])
  await joined('2026-09-12T12:00:00Z')
})

test('a term that is over asks its teachers for no rolls until the office reopens it', async () => {
  const later = { now: new Date('2026-09-21T12:00:00Z') }
  const missing = async () => (await s.tom.call('teachers-today', {}, later)).missing.length
  expect(await missing()).toBe(2)
  for (const to of ['active', 'grading', 'closed'] as const)
    await s.ida.call('terms-move', { id: s.term.id, to }, later)
  expect(await missing()).toBe(0)
  await s.ida.call('terms-move', { id: s.term.id, to: 'grading' }, later)
  expect(await missing()).toBe(2)
  await s.ida.call('terms-move', { id: s.term.id, to: 'active' }, later)
})

test('a person who stops teaching leaves the lists, and returns with the role', async () => {
  const id = (await s.eve.actor()).accountId!
  const names = async () => [
    (await s.ida.call('teachers-list', { search: 'eve' })).total,
    (await s.ida.call('classes-parts', {})).teachers.filter(({ name }) => name === 'Eve Teacher').length,
  ]
  expect(await names()).toEqual([1, 1])
  await s.ida.call('users-endRole', { id, role: 'teacher' })
  expect(await names()).toEqual([0, 0])
  await s.ida.call('users-grantRole', { id, role: 'teacher' })
  expect(await names()).toEqual([1, 1])
})

test('the office changes a teacher and resends the invitation', async () => {
  const { id } = await s.ida.call('teachers-create', {
    name: 'Gus Teacher',
    nativeName: '',
    email: 'gus@school.example',
    phone: '',
  })
  const letters = () => s.database.db.$count(mails, eq(mails.to, 'gus@school.example'))
  await s.ida.call('teachers-change', {
    id,
    name: 'Gus Teacher',
    nativeName: '高老师',
    email: 'gus@school.example',
    phone: '',
  })
  await expect(
    s.ida.call('teachers-change', { id, name: 'Gus', nativeName: '', email: 'other@school.example', phone: '' }),
  ).rejects.toMatchObject({ details: { fields: [{ path: 'email', message: 'account' }] } })
  await s.database.db.delete(mails)
  await s.ida.call('teachers-resendInvitation', { id })
  expect(await letters()).toBe(1)
  expect(await s.ida.call('teachers-get', { id })).toMatchObject({
    nativeName: '高老师',
    taught: [],
    isVerified: false,
  })
  for (const who of [s.ann, s.tom])
    await expect(who.call('teachers-get', { id })).rejects.toMatchObject({ details: { reason: 'ROLE_NEEDED' } })
})
test('an archived teacher is in no list or picker and has no role until restored', async () => {
  const [gus] = (await s.ida.call('teachers-list', { search: 'gus' })).rows
  const seen = async () => [
    (await s.ida.call('teachers-list', { search: 'gus' })).total,
    (await s.ida.call('teachers-list', { view: 'archived' })).total,
    (await s.ida.call('classes-parts', {})).teachers.filter(({ id }) => id === gus!.id).length,
    (await s.person('gus@school.example').actor()).roles.length,
  ]
  expect(await seen()).toEqual([1, 0, 1, 1])
  const { archived } = await s.ida.call('teachers-archive', { ids: [gus!.id] })
  expect(await seen()).toEqual([0, 1, 0, 0])
  expect(await s.ida.call('teachers-restore', { ids: archived })).toMatchObject({ restored: archived })
  expect(await seen()).toEqual([1, 0, 1, 1])
})

test('making a teacher requires a sign-in within the last five minutes, like every role', async () => {
  const make = async (signedInAt: Date | null, email: string) =>
    s.door.call({
      name: 'teachers-create',
      data: { operationId: randomUUID(), name: 'Tea Cher', nativeName: '', email, phone: '' },
      actor: { ...(await s.ida.actor()), signedInAt },
      address: '127.0.0.1',
    })
  for (const at of [null, new Date(Date.now() - 301_000)])
    await expect(make(at, 'tea@school.example')).rejects.toMatchObject({ details: { reason: 'RECENT_SIGN_IN_NEEDED' } })
  expect(await make(new Date(Date.now() - 290_000), 'tea@school.example')).toMatchObject({ name: 'Tea Cher' })
})

test('a teacher calls in sick: the office sees the lessons and gets an email, and again if it is withdrawn', async () => {
  const away = async (now = s.clock.now) =>
    (await s.ida.call('dashboard-list', { key: 'away' }, { now })).rows.map(({ name, about, onDay }) => [
      name,
      about,
      onDay,
    ])
  const letters = async () => {
    const kept = await s.database.db.select().from(mails).where(eq(mails.to, 'office@school.example'))
    return kept.map(({ subject }) => subject).filter(subject => subject.includes('Tom Teacher'))
  }
  await s.database.db.execute(sql`update school set email = 'office@school.example'`)
  expect(await away()).toEqual([])
  const absence = await s.tom.call('teachers-reportAbsence', { onDay: '2026-09-20' })
  expect(absence).toMatchObject({ onDay: '2026-09-20', reportedAt: s.clock.now.toISOString() })
  // A repeated request changes nothing.
  expect(await s.tom.call('teachers-reportAbsence', { onDay: '2026-09-20' })).toEqual(absence)
  expect((await s.tom.call('teachers-today', {})).absences).toEqual([absence])
  expect(await away()).toEqual([['Grade 1', 'Tom Teacher', '2026-09-20']])
  // The row leads to the lesson itself, which the office can cancel.
  const [row] = (await s.ida.call('dashboard-list', { key: 'away' })).rows
  const { days } = await s.ida.call('events-calendar', { from: '2026-09-20', to: '2026-09-20' })
  expect(row).toMatchObject({ target: 'lesson', targetId: s.grade1.id, otherId: days[0]!.sessionDateId })
  expect(row!.otherId).not.toBeNull()
  const { items } = await s.ida.call('dashboard-attention', {})
  expect(items[0]).toMatchObject({ key: 'away', n: 1, since: '2026-09-20' })
  expect(await letters()).toEqual([expect.stringMatching(/^Tom Teacher is out sick on September 20, 2026/)])
  // The lesson is over, so nothing is left to do.
  expect(await away(new Date('2026-09-21T12:00:00Z'))).toEqual([])
  await expect(s.eve.call('teachers-withdrawAbsence', { id: absence.id })).rejects.toMatchObject({ code: 'not-found' })
  await s.tom.call('teachers-withdrawAbsence', { id: absence.id })
  expect(await away()).toEqual([])
  expect((await s.tom.call('teachers-today', {})).absences).toEqual([])
  expect(await letters()).toHaveLength(2)
})

test('no one calls in sick for a day without a lesson, and the office can’t do it', async () => {
  await expect(s.tom.call('teachers-reportAbsence', { onDay: '2026-09-14' })).rejects.toMatchObject({
    details: { reason: 'NO_LESSON' },
  })
  await expect(s.tom.call('teachers-reportAbsence', { onDay: '2026-09-06' })).rejects.toMatchObject({
    details: { reason: 'NO_LESSON' },
  })
  await expect(s.ida.call('teachers-reportAbsence', { onDay: '2026-09-20' })).rejects.toMatchObject({
    details: { reason: 'ROLE_NEEDED' },
  })
})

test('a class in a planned term is visible to its teacher and not to families', async () => {
  const term = await s.ida.call('terms-create', {
    name: 'Spring 2027',
    nativeName: '',
    startsOn: '2027-02-07',
    endsOn: '2027-06-06',
    weekdays: [7],
    earlyBirdOn: null,
    closures: [],
  })
  const { id } = await s.ida.call('classes-create', s.section({ name: 'Grade 2', termId: term.id }))
  expect((await s.ida.call('terms-list', {})).find(each => each.id === term.id)).toMatchObject({ status: 'draft' })
  const taughtBy = async (who: typeof s.tom) =>
    (await who.call('classes-list', {})).filter(each => each.id === id).map(each => [each.status, each.termStartsOn])
  expect(await taughtBy(s.tom)).toEqual([['draft', '2027-02-07']])
  expect(await taughtBy(s.eve)).toEqual([])
  expect((await s.ida.call('teachers-list', { search: 'tom' })).rows[0]!.sections.map(each => each.name)).toContain(
    'Grade 2',
  )
  const catalogue = await s.ann.call('classes-catalogue', { termId: term.id }).catch(() => ({ sections: [] }))
  expect(catalogue.sections).toEqual([])
  expect((await s.ann.call('terms-list', {})).map(each => each.id)).not.toContain(term.id)
})
