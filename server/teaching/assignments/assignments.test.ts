import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Input } from '#contract/index.ts'
import { family, school, type SmallSchool, sunday } from '#tests/school.ts'

let s: SmallSchool
let mia: string
let leo: string
let zoe: string
beforeAll(async () => {
  s = await school()
  ;[mia, leo] = (await s.ann.call('students-mine', {})).map(({ id }) => id) as [string, string]
  zoe = (await s.bob.call('students-mine', {}))[0]!.id
})
beforeEach(async () => {
  s.clock.now = sunday
  await s.database.db.execute(
    sql`truncate submission_turn_files, submission_turns, submission_files, submissions, assignment_files, assignments`,
  )
})
afterAll(() => s.drop())

const hours = (count: number) => new Date(sunday.getTime() + count * 60 * 60_000)
const homework = (over: Partial<Input<'assignments-create'>> = {}): Input<'assignments-create'> => ({
  sectionId: s.grade1.id,
  title: 'Write your name',
  nativeTitle: '写你的名字',
  instructions: 'Ten times.',
  kind: 'homework',
  takesText: true,
  takesFiles: true,
  due: { day: '2026-09-20', time: '14:00' },
  closes: null,
  maxPoints: 10,
  fileIds: [],
  status: 'published',
  publish: null,
  ...over,
})
const set = async (over: Partial<Input<'assignments-create'>> = {}) =>
  (await s.tom.call('assignments-create', homework(over))).id
const ofMia = (assignmentId: string) => ({ assignmentId, studentId: mia })
const turnIn = (assignmentId: string, text = '美雅') =>
  s.ann.call('assignments-turnIn', { ...ofMia(assignmentId), text, fileIds: [] })
const history = async (input: Input<'assignments-history'> = {}) =>
  (await s.ann.call('assignments-history', input)).rows.map(({ student, state }) => [student, state])
const notFound = { code: 'not-found' }
const reason = (name: string) => ({ details: { reason: name } })

describe('what a teacher assigns', () => {
  test('is in the class’s list with counts, and in each family’s history', async () => {
    const id = await set()
    const { rows, total } = await s.tom.call('assignments-list', { sectionId: s.grade1.id })
    expect(total).toBe(1)
    expect(rows).toMatchObject([
      {
        id,
        status: 'published',
        due: { day: '2026-09-20', time: '14:00' },
        isDue: false,
        teacher: 'Tom Teacher',
        teacherNativeName: '',
        counts: { students: 3, toMark: 0, turnedIn: 0, missing: 0, returned: 0, excused: 0 },
      },
    ])
    expect(await history()).toEqual(
      expect.arrayContaining([
        ['Mia Wang', 'due'],
        ['Leo Wang', 'due'],
      ]),
    )
    expect(await history({ studentId: mia })).toEqual([['Mia Wang', 'due']])
    expect((await s.ida.call('assignments-list', { search: '名字' })).total).toBe(1)
    expect((await s.ida.call('assignments-list', { search: 'chess' })).total).toBe(0)
  })

  test('is closed to other teachers and other families', async () => {
    const id = await set()
    await turnIn(id)
    expect((await s.tom.call('assignments-get', { id })).work).toHaveLength(3)
    expect((await s.eve.call('assignments-list', {})).rows).toEqual([])
    expect((await s.eve.call('assignments-history', {})).rows).toEqual([])
    expect((await s.eve.call('assignments-toMark', {})).assignments).toEqual([])
    expect(await s.eve.call('assignments-current', { studentId: mia })).toEqual([])
    expect(await s.bob.call('assignments-current', { studentId: mia })).toEqual([])
    await expect(s.eve.call('assignments-get', { id })).rejects.toMatchObject(notFound)
    await expect(s.eve.call('assignments-submission', ofMia(id))).rejects.toMatchObject(notFound)
    await expect(s.eve.call('assignments-move', { id, to: 'closed' })).rejects.toMatchObject(notFound)
    await expect(s.eve.call('assignments-change', { id, ...homework() })).rejects.toMatchObject(notFound)
    await expect(s.eve.call('assignments-remove', { id })).rejects.toMatchObject(notFound)
    await expect(s.eve.call('assignments-create', homework())).rejects.toMatchObject(notFound)
    await expect(s.eve.call('assignments-meetings', { sectionId: s.grade1.id })).rejects.toMatchObject(notFound)
    await expect(s.eve.call('assignments-return', { ...ofMia(id), feedback: 'x', points: null })).rejects.toMatchObject(
      notFound,
    )
    await expect(s.eve.call('assignments-excuse', ofMia(id))).rejects.toMatchObject(notFound)
    await expect(s.bob.call('assignments-submission', ofMia(id))).rejects.toMatchObject(notFound)
    await expect(s.bob.call('assignments-takeBack', ofMia(id))).rejects.toMatchObject(notFound)
    await expect(s.bob.call('assignments-turnIn', { ...ofMia(id), text: 'x', fileIds: [] })).rejects.toMatchObject(
      notFound,
    )
    expect((await s.bob.call('assignments-history', {})).rows.map(({ student }) => student)).toEqual(['Zoe Li'])
  })

  test('is hidden from a guardian without data access', async () => {
    const id = await set()
    expect(await history({ studentId: mia })).toHaveLength(1)
    const access = (has: boolean) =>
      s.database.db.execute(sql`update guardianships set has_data_access = ${has} where student_id = ${mia}::uuid`)
    await access(false)
    expect(await history({ studentId: mia })).toEqual([])
    await expect(s.ann.call('assignments-submission', ofMia(id))).rejects.toMatchObject(notFound)
    await expect(turnIn(id)).rejects.toMatchObject(notFound)
    await access(true)
  })

  test('needs a way to answer, a closing time after the due time, and a future time if it is scheduled', async () => {
    const field = (path: string, message: string) => ({ details: { fields: [{ path, message }] } })
    await expect(set({ takesText: false, takesFiles: false })).rejects.toMatchObject(field('takesText', 'answer'))
    await expect(set({ closes: { day: '2026-09-19', time: '14:00' } })).rejects.toMatchObject(field('closes', 'before'))
    await expect(set({ status: 'scheduled' })).rejects.toMatchObject(field('publish', 'empty'))
    await expect(set({ status: 'scheduled', publish: { day: '2026-09-13', time: '14:00' } })).rejects.toMatchObject(
      field('publish', 'past'),
    )
  })

  test('must be due in the future and after it is published, and can be changed later with the same due time', async () => {
    const field = (message: string) => ({ details: { fields: [{ path: 'due', message }] } })
    const change = (id: string, over: Partial<Input<'assignments-create'>>) => {
      const { sectionId: _, status: __, publish: ___, ...settings } = homework(over)
      return s.tom.call('assignments-change', { id, ...settings })
    }
    const past = { due: { day: '2026-09-13', time: '14:00' } }
    for (const status of ['published', 'draft'] as const)
      await expect(set({ ...past, status })).rejects.toMatchObject(field('past'))
    const publish = { day: '2026-09-20', time: '14:00' }
    await expect(set({ status: 'scheduled', publish })).rejects.toMatchObject(field('early'))
    const planned = await set({ status: 'scheduled', publish: { day: '2026-09-19', time: '14:00' } })
    const sooner = { due: { day: '2026-09-18', time: '14:00' } }
    await expect(change(planned, sooner)).rejects.toMatchObject(field('early'))
    const draft = await set({ status: 'draft' })
    const out = await set()
    s.clock.now = new Date('2026-09-21T12:00:00Z')
    await expect(s.tom.call('assignments-move', { id: draft, to: 'published' })).rejects.toMatchObject(
      reason('DUE_PASSED'),
    )
    await expect(change(out, sooner)).rejects.toMatchObject(field('past'))
    expect(await change(out, { title: 'Write both names' })).toMatchObject({ title: 'Write both names' })
  })

  test('is published on its own at its scheduled time', async () => {
    const id = await set({ status: 'scheduled', publish: { day: '2026-09-13', time: '18:00' } })
    expect((await s.tom.call('assignments-list', { view: 'planned' })).rows).toMatchObject([{ status: 'scheduled' }])
    expect(await history()).toEqual([])
    await expect(s.ann.call('assignments-submission', ofMia(id))).rejects.toMatchObject(notFound)
    await expect(turnIn(id)).rejects.toMatchObject(notFound)
    s.clock.now = hours(4)
    expect(await history({ studentId: mia })).toEqual([['Mia Wang', 'due']])
    expect((await s.tom.call('assignments-get', { id })).assignment.status).toBe('published')
    expect((await turnIn(id)).work.status).toBe('turned-in')
  })

  test('as a draft is seen by no family, can be removed, and moves only as allowed', async () => {
    const id = await set({ status: 'draft' })
    expect(await history()).toEqual([])
    await expect(s.tom.call('assignments-move', { id, to: 'closed' })).rejects.toMatchObject(reason('MOVE_NOT_ALLOWED'))
    await s.tom.call('assignments-move', { id, to: 'published' })
    await expect(s.tom.call('assignments-remove', { id })).rejects.toMatchObject(reason('MOVE_NOT_ALLOWED'))
    await s.tom.call('assignments-move', { id, to: 'draft' })
    await s.tom.call('assignments-move', { id, to: 'published' })
    await turnIn(id)
    await expect(s.tom.call('assignments-move', { id, to: 'draft' })).rejects.toMatchObject(reason('ALREADY_BEGUN'))
    const gone = await set({ status: 'draft' })
    await s.tom.call('assignments-remove', { id: gone })
    await expect(s.tom.call('assignments-get', { id: gone })).rejects.toMatchObject(notFound)
  })

  test('is copied to another class as a draft, by people who work on both', async () => {
    const id = await set()
    const due = { day: '2026-09-27', time: '16:05' }
    await expect(s.tom.call('assignments-copy', { id, sectionId: s.chess.id, due })).rejects.toMatchObject(notFound)
    const copy = await s.ida.call('assignments-copy', { id, sectionId: s.chess.id, due })
    expect(copy).toMatchObject({ section: 'Chess', title: 'Write your name', status: 'draft', due })
  })

  test('is due at the next meeting by default', async () => {
    const meetings = await s.tom.call('assignments-meetings', { sectionId: s.grade1.id })
    expect(meetings).toHaveLength(6)
    expect(meetings[0]).toEqual({ day: '2026-09-20', time: '14:00' })
  })

  test('before a child joined isn’t missing for that child', async () => {
    await set({ due: { day: '2026-09-13', time: '15:00' } })
    s.clock.now = hours(48)
    const may = await s.newcomer('cat@home.example', 'Cat')
    await s.register(
      may,
      family(
        { name: 'Cat Wu' },
        [{ key: 'ivy', name: 'Ivy Wu', birthOn: '2019-01-01' }],
        [{ childKey: 'ivy', sectionId: s.grade1.id }],
        s.term.id,
      ),
      { now: hours(48) },
    )
    expect((await may.call('assignments-history', {})).rows).toEqual([])
    expect(await history({ state: 'missing' })).toHaveLength(2)
    await s.database.db.execute(
      sql`update enrolments set status = 'withdrawn' where student_id = (select id from persons where name = 'Ivy Wu')`,
    )
  })
})

describe('what a family does', () => {
  test('keeps a draft that the teacher does not see, and turns it in', async () => {
    const id = await set()
    const draft = { ...ofMia(id), text: 'half', fileIds: [] }
    expect(await s.ann.call('assignments-saveDraft', draft)).toMatchObject({
      isOpen: true,
      work: { status: 'draft', text: 'half' },
    })
    const workOf = async () => (await s.tom.call('assignments-get', { id })).work.find(each => each.studentId === mia)
    expect(await workOf()).toMatchObject({ status: 'draft', state: 'due', text: '', turns: [] })
    expect(await turnIn(id, 'whole')).toMatchObject({ isOpen: false, work: { text: 'whole', isLate: false } })
    expect(await workOf()).toMatchObject({
      status: 'turned-in',
      text: 'whole',
      turns: [{ kind: 'turned-in', by: 'Ann Wang', text: 'whole' }],
    })
    expect((await s.tom.call('assignments-toMark', {})).assignments).toMatchObject([{ counts: { toMark: 1 } }])
    await expect(s.ann.call('assignments-saveDraft', draft)).rejects.toMatchObject(reason('MOVE_NOT_ALLOWED'))
  })

  test('an empty answer can’t be turned in', async () => {
    const id = await set()
    await expect(turnIn(id, ' ')).rejects.toMatchObject(reason('NOTHING_TO_TURN_IN'))
    const onlyFiles = await set({ takesText: false })
    await expect(turnIn(onlyFiles, 'words')).rejects.toMatchObject(reason('NOTHING_TO_TURN_IN'))
  })

  test('is late after the due time, and refused after closing', async () => {
    const id = await set({ closes: { day: '2026-09-22', time: '14:00' } })
    s.clock.now = new Date('2026-09-21T12:00:00Z')
    expect(await history({ studentId: mia })).toEqual([['Mia Wang', 'missing']])
    expect((await turnIn(id)).work.isLate).toBe(true)
    s.clock.now = new Date('2026-09-23T12:00:00Z')
    await expect(
      s.ann.call('assignments-turnIn', { assignmentId: id, studentId: leo, text: 'x', fileIds: [] }),
    ).rejects.toMatchObject(reason('ASSIGNMENT_CLOSED'))
    expect((await s.tom.call('assignments-get', { id })).assignment).toMatchObject({
      status: 'closed',
      counts: { turnedIn: 1, missing: 2 },
    })
    // Once it is open again, it takes work again; a later due time makes late work punctual.
    await s.tom.call('assignments-move', { id, to: 'published' })
    const {
      sectionId: _,
      status: __,
      publish: ___,
      ...settings
    } = homework({ due: { day: '2026-09-27', time: '14:00' } })
    await s.tom.call('assignments-change', { id, ...settings })
    const work = (await s.tom.call('assignments-get', { id })).work.map(({ name, state, isLate }) => [
      name,
      state,
      isLate,
    ])
    expect(work).toEqual([
      ['Zoe Li', 'due', false],
      ['Leo Wang', 'due', false],
      ['Mia Wang', 'turned-in', false],
    ])
  })

  test('takes work back until the teacher has marked it', async () => {
    const id = await set()
    await turnIn(id)
    const back = await s.ann.call('assignments-takeBack', ofMia(id))
    expect(back).toMatchObject({ isOpen: true, work: { status: 'draft', text: '美雅', turnedInAt: null } })
    await turnIn(id)
    await s.tom.call('assignments-return', { ...ofMia(id), feedback: 'Good', points: 9.5 })
    await expect(s.ann.call('assignments-takeBack', ofMia(id))).rejects.toMatchObject(reason('MOVE_NOT_ALLOWED'))
  })
})

describe('what a teacher answers', () => {
  test('is feedback and points, which can be followed by a request to resubmit', async () => {
    const id = await set()
    await turnIn(id, 'first')
    await expect(s.tom.call('assignments-return', { ...ofMia(id), feedback: '', points: 11 })).rejects.toMatchObject({
      details: { fields: [{ path: 'points', message: 'points' }] },
    })
    await s.tom.call('assignments-return', { ...ofMia(id), feedback: '很好', points: 8 })
    expect(await history({ state: 'returned' })).toEqual([['Mia Wang', 'returned']])
    expect((await s.ann.call('assignments-submission', ofMia(id))).work).toMatchObject({ points: 8, feedback: '很好' })
    await s.tom.call('assignments-askAgain', { ...ofMia(id), feedback: 'Mind the strokes' })
    await s.tom.call('assignments-move', { id, to: 'closed' })
    expect(await history({ state: 'open' })).toEqual(
      expect.arrayContaining([
        ['Mia Wang', 'resubmit'],
        ['Leo Wang', 'missing'],
      ]),
    )
    // What the family changes now stays private until it is turned in again; closing doesn't prevent a requested
    // resubmission.
    await s.ann.call('assignments-saveDraft', { ...ofMia(id), text: 'second', fileIds: [] })
    expect((await s.tom.call('assignments-submission', ofMia(id))).work.text).toBe('first')
    s.clock.now = new Date('2026-09-25T12:00:00Z')
    expect((await turnIn(id, 'second')).work).toMatchObject({ status: 'turned-in', isLate: false })
    const back = await s.ann.call('assignments-takeBack', ofMia(id))
    expect(back).toMatchObject({ isOpen: true, work: { status: 'resubmit-requested' } })
    const { work } = await turnIn(id, 'third')
    expect(work.turns.map(({ kind }) => kind)).toEqual([
      'turned-in',
      'returned',
      'resubmit-requested',
      'turned-in',
      'reclaimed',
      'turned-in',
    ])
  })

  test('an excuse settles the work, and can be undone', async () => {
    const id = await set()
    await s.tom.call('assignments-excuse', ofMia(id))
    expect(await history({ state: 'done' })).toEqual([['Mia Wang', 'excused']])
    await expect(turnIn(id)).rejects.toMatchObject(reason('MOVE_NOT_ALLOWED'))
    await s.tom.call('assignments-unexcuse', ofMia(id))
    expect(await history({ studentId: mia })).toEqual([['Mia Wang', 'due']])
    await turnIn(id)
    await s.tom.call('assignments-excuse', ofMia(id))
    expect((await s.tom.call('assignments-unexcuse', ofMia(id))).work.status).toBe('turned-in')
    await expect(s.tom.call('assignments-unexcuse', ofMia(id))).rejects.toMatchObject(reason('MOVE_NOT_ALLOWED'))
  })

  test('goes to several students at once, also for work on paper, and to all or none', async () => {
    const id = await set()
    await turnIn(id)
    await s.tom.call('assignments-excuse', { assignmentId: id, studentId: zoe })
    const all = { assignmentId: id, feedback: 'Thank you', points: 10 }
    await expect(
      s.tom.call('assignments-returnAll', { ...all, studentIds: [mia, crypto.randomUUID()] }),
    ).rejects.toMatchObject(notFound)
    await expect(s.tom.call('assignments-returnAll', { ...all, studentIds: [mia, leo, zoe] })).rejects.toMatchObject(
      reason('MOVE_NOT_ALLOWED'),
    )
    const { assignment, work } = await s.tom.call('assignments-returnAll', { ...all, studentIds: [mia, leo] })
    expect(assignment.counts).toMatchObject({ toMark: 0, returned: 2, excused: 1 })
    expect(work.map(({ name, points }) => [name, points])).toEqual([
      ['Zoe Li', null],
      ['Leo Wang', 10],
      ['Mia Wang', 10],
    ])
  })
})

test('the summary counts each state, and the share turned in on time', async () => {
  expect(await s.ann.call('assignments-summary', {})).toMatchObject({ onTimePercent: null })
  const id = await set()
  await turnIn(id)
  s.clock.now = new Date('2026-09-21T12:00:00Z')
  await s.tom.call('assignments-returnAll', { assignmentId: id, studentIds: [mia], feedback: '', points: null })
  expect(await s.ann.call('assignments-summary', { isFamily: true })).toEqual({
    sections: [expect.objectContaining({ sectionId: s.grade1.id })],
    states: { due: 0, missing: 1, resubmit: 0, 'turned-in': 0, returned: 1, excused: 0 },
    onTimePercent: 50,
  })
  expect(await s.tom.call('assignments-summary', { sectionId: s.grade1.id })).toMatchObject({ onTimePercent: 33 })
  expect((await s.tom.call('assignments-summary', { isFamily: true })).onTimePercent).toBeNull()
})

test('current work is what is due, missing or done, in order of due time', async () => {
  const id = await set()
  await set({ title: 'Much later', due: { day: '2026-11-01', time: '14:00' } })
  await set({ title: 'Long ago', due: { day: '2026-09-13', time: '14:20' } })
  s.clock.now = new Date('2026-09-19T12:00:00Z')
  await turnIn(id)
  const week = await s.ann.call('assignments-current', {})
  expect(week.map(({ student, title, state }) => [student, title, state])).toEqual([
    ['Leo Wang', 'Long ago', 'missing'],
    ['Mia Wang', 'Long ago', 'missing'],
    ['Leo Wang', 'Write your name', 'due'],
    ['Mia Wang', 'Write your name', 'turned-in'],
  ])
  expect(await s.tom.call('assignments-current', { studentId: mia })).toHaveLength(2)
})

test('a long history continues on a second page', async () => {
  for (let index = 0; index < 27; index += 1) await set({ title: `Number ${index}` })
  const first = await s.ann.call('assignments-history', {})
  const second = await s.ann.call('assignments-history', { after: first.next! })
  expect([first.rows.length, first.total, second.rows.length, second.next]).toEqual([50, 54, 4, null])
  const keys = [...first.rows, ...second.rows].map(({ assignmentId, studentId }) => `${assignmentId} ${studentId}`)
  expect(new Set(keys).size).toBe(54)
})

test('turning work in notifies only the child, who may have a badge, their guardians and the class’s teacher', async () => {
  const id = await set()
  const heard: string[] = []
  const client = await s.database.pool.connect()
  client.on('notification', ({ payload }) => heard.push(payload ?? ''))
  await client.query('listen lantern_live')
  await turnIn(id)
  await client.query('select 1')
  await client.query('unlisten lantern_live')
  client.removeAllListeners('notification')
  client.release()
  const touches = heard.map(each => JSON.parse(each) as { schema: string; slices: string[]; people: string[] })
  const people = [mia, ...(await Promise.all([s.ann.actor(), s.tom.actor()])).map(({ personId }) => personId)]
  expect(touches.filter(({ schema }) => schema === s.schema)).toMatchObject([{ slices: ['assignments'] }])
  expect(new Set(touches.find(({ schema }) => schema === s.schema)!.people)).toEqual(new Set(people))
})

test('nothing is assigned in a term that is over', async () => {
  const draft = await set({ status: 'draft' })
  const closed = await set()
  await s.tom.call('assignments-move', { id: closed, to: 'closed' })
  const over = { details: { fields: [{ path: 'sectionId', message: 'over' }] } }
  const status = async (to: string) =>
    s.database.db.execute(sql`update terms set status = ${to} where id = ${s.term.id}::uuid`)
  for (const to of ['closed', 'archived']) {
    await status(to)
    await expect(set()).rejects.toMatchObject(over)
    await expect(s.tom.call('assignments-move', { id: draft, to: 'published' })).rejects.toMatchObject(over)
    await expect(s.tom.call('assignments-move', { id: closed, to: 'published' })).rejects.toMatchObject(over)
    await expect(
      s.tom.call('assignments-copy', { id: draft, sectionId: s.grade1.id, due: { day: '2026-09-27', time: '14:00' } }),
    ).rejects.toMatchObject(over)
  }
  await status('registration')
  expect(await s.tom.call('assignments-move', { id: draft, to: 'published' })).toMatchObject({ status: 'published' })
})

test('a class that is over publishes nothing and asks for nothing, and goes on if it is reopened', async () => {
  type To = Input<'terms-move'>['to']
  const term = async (...states: To[]) => {
    for (const to of states) await s.ida.call('terms-move', { id: s.term.id, to })
  }
  const move = (to: Input<'classes-move'>['to']) => s.ida.call('classes-move', { id: s.grade1.id, to })
  const shown = async () =>
    (await s.ann.call('assignments-history', { studentId: mia })).rows.map(({ title, state }) => [title, state])
  const open = async (assignmentId: string) => (await s.ann.call('assignments-submission', ofMia(assignmentId))).isOpen
  const planned = await set({
    title: 'Next week',
    status: 'scheduled',
    publish: { day: '2026-09-15', time: '14:00' },
  })
  const due = await set({ title: 'Due ahead' })
  const overdue = await set({ title: 'Overdue', due: { day: '2026-09-13', time: '18:00' } })
  const again = await set({ title: 'Again' })
  await turnIn(again)
  await s.tom.call('assignments-askAgain', { ...ofMia(again), feedback: 'Once more' })
  const before = [
    ['Due ahead', 'due'],
    ['Again', 'resubmit'],
    ['Overdue', 'missing'],
  ]
  const over = [
    ['Due ahead', 'excused'],
    ['Again', 'returned'],
    ['Overdue', 'missing'],
  ]
  const same = (rows: string[][]) => [...rows].sort((one, other) => one[0]!.localeCompare(other[0]!))
  s.clock.now = hours(24)
  expect(same(await shown())).toEqual(same(before))
  expect(await open(due)).toBe(true)
  await term('active', 'grading', 'closed')
  expect(same(await shown())).toEqual(same(over))
  // Neither the time of publication nor the due time changes anything.
  s.clock.now = hours(24 * 10)
  expect(same(await shown())).toEqual(same(over))
  expect((await s.tom.call('assignments-get', { id: planned })).assignment).toMatchObject({
    status: 'draft',
    publish: null,
    isOver: true,
  })
  for (const id of [due, overdue, again]) {
    expect(await open(id)).toBe(false)
    await expect(turnIn(id)).rejects.toMatchObject(reason('ASSIGNMENT_CLOSED'))
  }
  await expect(s.tom.call('assignments-askAgain', { ...ofMia(again), feedback: 'Again' })).rejects.toMatchObject(
    reason('ASSIGNMENT_CLOSED'),
  )
  s.clock.now = hours(25)
  await term('grading')
  expect(same(await shown())).toEqual(same(before))
  expect(await open(due)).toBe(true)
  s.clock.now = hours(24 * 3)
  expect(same(await shown())).toEqual(same(before))
  await term('active')
  // The same for a class that ends by itself.
  await move('running')
  await move('ended')
  expect(same(await shown())).toEqual(same(over))
  await term('grading', 'closed', 'grading', 'active')
  expect(same(await shown())).toEqual(same(over))
  await move('running')
  expect(same(await shown())).toEqual(same(before))
  await move('open')
})

test('what was scheduled before classes made drafts of it at their end isn’t published after the term', async () => {
  const shown = async () => (await s.ann.call('assignments-history', { studentId: mia })).rows.map(({ title }) => title)
  const publish = (day: string) => ({ status: 'scheduled' as const, publish: { day, time: '14:00' } })
  const due = { day: '2027-01-10', time: '18:00' }
  await set({ title: 'Within the term', ...publish('2026-12-20'), due })
  const after = await set({ title: 'After the term', ...publish('2026-12-21'), due })
  const later = { now: new Date('2026-12-22T12:00:00Z') }
  s.clock.now = later.now
  expect(await shown()).toEqual(expect.arrayContaining(['Within the term', 'After the term']))
  // The class ended without making drafts of them.
  await s.database.db.execute(sql`update terms set status = 'closed' where id = ${s.term.id}::uuid`)
  expect(await shown()).toContain('Within the term')
  expect(await shown()).not.toContain('After the term')
  await expect(s.ann.call('assignments-submission', ofMia(after))).rejects.toMatchObject(reason('NOT_FOUND'))
  expect((await s.tom.call('assignments-get', { id: after })).assignment).toMatchObject({ status: 'scheduled' })
  await s.database.db.execute(sql`update terms set status = 'registration' where id = ${s.term.id}::uuid`)
})

test('a family reads what became of the work of a class that the child has left, and changes nothing', async () => {
  const returned = await set({ title: 'Returned' })
  const asked = await set({ title: 'Asked again' })
  const waiting = await set({ title: 'Waiting' })
  const untouched = await set({ title: 'Untouched' })
  for (const id of [returned, asked, waiting]) await turnIn(id)
  await s.tom.call('assignments-return', { ...ofMia(returned), feedback: '很好', points: 8 })
  await s.tom.call('assignments-askAgain', { ...ofMia(asked), feedback: 'Mind the strokes' })
  const place = sql`section_id = ${s.grade1.id}::uuid and student_id = ${mia}::uuid`
  await s.database.db.execute(sql`update enrolments set status = 'withdrawn', ended_at = now() where ${place}`)
  await set({ title: 'After Mia left' })
  const mine = (await s.ann.call('assignments-history', { studentId: mia })).rows.map(row => [row.title, row.state])
  expect(new Map(mine as [string, string][])).toEqual(
    new Map([
      ['Returned', 'returned'],
      ['Asked again', 'returned'],
      ['Waiting', 'turned-in'],
    ]),
  )
  expect(await history({ studentId: mia, state: 'open' })).toEqual([])
  // The list can still be narrowed to the class.
  expect((await s.ann.call('assignments-summary', { studentId: mia })).sections).toMatchObject([
    { sectionId: s.grade1.id },
  ])
  expect(await s.ann.call('assignments-submission', ofMia(returned))).toMatchObject({
    isOpen: false,
    work: { isEnrolled: false, points: 8, feedback: '很好' },
  })
  // There is nothing to do again: neither to hand in, to take back, nor to ask for.
  expect(await s.ann.call('assignments-submission', ofMia(asked))).toMatchObject({ isOpen: false })
  await expect(turnIn(asked, 'again')).rejects.toMatchObject(notFound)
  await expect(turnIn(untouched)).rejects.toMatchObject(notFound)
  await expect(s.ann.call('assignments-takeBack', ofMia(waiting))).rejects.toMatchObject(notFound)
  await expect(s.tom.call('assignments-askAgain', { ...ofMia(returned), feedback: 'Once more' })).rejects.toMatchObject(
    reason('MOVE_NOT_ALLOWED'),
  )
  // What was turned in can still be excused, and no longer.
  expect((await s.tom.call('assignments-excuse', ofMia(waiting))).work).toMatchObject({ status: 'excused' })
  expect(await history({ studentId: mia, state: 'done' })).toContainEqual(['Mia Wang', 'excused'])
  expect((await s.tom.call('assignments-unexcuse', ofMia(waiting))).work).toMatchObject({ status: 'turned-in' })
  // It is still answered, and still closed to others.
  await s.tom.call('assignments-return', { ...ofMia(waiting), feedback: 'Well done', points: 9 })
  expect((await s.ann.call('assignments-submission', ofMia(waiting))).work).toMatchObject({ feedback: 'Well done' })
  await expect(s.bob.call('assignments-submission', ofMia(waiting))).rejects.toMatchObject(notFound)
  const access = (has: boolean) =>
    s.database.db.execute(sql`update guardianships set has_data_access = ${has} where student_id = ${mia}::uuid`)
  await access(false)
  expect(await history({ studentId: mia })).toEqual([])
  await expect(s.ann.call('assignments-submission', ofMia(waiting))).rejects.toMatchObject(notFound)
  await access(true)
  await s.database.db.execute(sql`update enrolments set status = 'active', ended_at = null where ${place}`)
})

test('a child who joins a class again goes on with the work of the first stay', async () => {
  const returned = await set({ title: 'Returned' })
  const asked = await set({ title: 'Asked again' })
  const waiting = await set({ title: 'Waiting' })
  const over = await set({ title: 'Over', due: { day: '2026-09-14', time: '14:00' } })
  const untouched = await set({ title: 'Untouched' })
  for (const id of [returned, asked, waiting, over]) await turnIn(id)
  await s.tom.call('assignments-return', { ...ofMia(returned), feedback: '很好', points: 8 })
  await s.tom.call('assignments-askAgain', { ...ofMia(asked), feedback: 'Mind the strokes' })
  const place = sql`section_id = ${s.grade1.id}::uuid and student_id = ${mia}::uuid`
  await s.database.db.execute(sql`update enrolments set status = 'withdrawn', ended_at = now() where ${place}`)
  s.clock.now = hours(48)
  await s.database.db.execute(
    sql`insert into enrolments (id, student_id, section_id, status, created_at) values (gen_random_uuid(), ${mia}::uuid, ${s.grade1.id}::uuid, 'active', ${s.clock.now.toISOString()}::timestamptz)`,
  )
  const states = async () =>
    Object.fromEntries(
      (await s.ann.call('assignments-history', { studentId: mia })).rows.map(row => [row.title, row.state]),
    )
  expect(await states()).toEqual({
    Returned: 'returned',
    'Asked again': 'resubmit',
    Waiting: 'turned-in',
    Over: 'turned-in',
    Untouched: 'due',
  })
  expect((await s.ann.call('assignments-submission', ofMia(returned))).work).toMatchObject({ points: 8, text: '美雅' })
  // The teacher sees each student once, and marks what waited.
  const { work } = await s.tom.call('assignments-get', { id: over })
  expect(work.filter(({ studentId }) => studentId === mia)).toMatchObject([{ isEnrolled: true, text: '美雅' }])
  await s.tom.call('assignments-return', { ...ofMia(over), feedback: 'Well done', points: 9 })
  expect((await s.ann.call('assignments-submission', ofMia(over))).work).toMatchObject({ feedback: 'Well done' })
  // The family takes back what waits, turns in again what was asked for, and begins what is new.
  await s.ann.call('assignments-takeBack', ofMia(waiting))
  await turnIn(asked, '王美雅')
  await turnIn(untouched)
  expect(await states()).toMatchObject({ Waiting: 'due', 'Asked again': 'turned-in', Untouched: 'turned-in' })
  expect((await s.ann.call('assignments-submission', ofMia(waiting))).work).toMatchObject({ text: '美雅' })
  await expect(s.bob.call('assignments-submission', ofMia(returned))).rejects.toMatchObject(notFound)
  await s.database.db.execute(sql`truncate submission_turn_files, submission_turns, submission_files, submissions`)
  await s.database.db.execute(sql`delete from enrolments where ${place} and status = 'active'`)
  await s.database.db.execute(sql`update enrolments set status = 'active', ended_at = null where ${place}`)
})
