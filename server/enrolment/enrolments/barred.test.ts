import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { type BarredScene, barredScene } from '#tests/barredScene.ts'
import { family } from '#tests/school.ts'

/** Rex is a guardian of Mia and Leo, without access to their data; Ned is his own child. */
let scene: BarredScene
beforeAll(async () => {
  scene = await barredScene()
})
afterAll(async () => {
  await scene.served.close()
  await scene.s.drop()
})

const registering = (name: string, birthOn: string, sectionId: string, nativeName = '') =>
  family(
    { name: 'Rex Barr' },
    [{ key: 'child', name, birthOn, nativeName }],
    [{ childKey: 'child', sectionId }],
    scene.s.term.id,
  )

test.each([
  ['name and birthday', 'Mia Wang', '2019-03-01', ''],
  ['the name in other letters', ' mia WANG', '2018-12-12', ''],
  ['the other script', 'M', '2018-12-12', '王美雅'],
  ['the birthday', 'Amy', '2019-03-01', ''],
])('a child with %s of one barred to the guardian needs approval', async (_what, name, birthOn, nativeName) => {
  const { s } = scene
  const draft = registering(name, birthOn, s.chess.id, nativeName)
  const { choices } = await scene.people.rex.call('enrolments-quote', { draft })
  // It only says that the school must confirm the place.
  expect(choices).toMatchObject([{ outcome: 'approval', reasons: ['class'] }])
})

test('any other child is quoted a seat, and so is the same child when its mother registers it', async () => {
  const { s } = scene
  const free = await s.ida.call('classes-create', s.section({ name: 'Painting', startsAt: '08:00', endsAt: '08:50' }))
  await s.ida.call('classes-move', { id: free.id, to: 'open' })
  const quoted = async (who: 'rex' | 'ann', draft: ReturnType<typeof family>) =>
    (await scene.people[who].call('enrolments-quote', { draft })).choices[0]!.outcome
  expect(await quoted('rex', registering('Ivy Barr', '2019-04-04', free.id))).toBe('seat')
  expect(await quoted('ann', registering('Leo Wang', '2020-05-01', free.id))).toBe('seat')
  expect(await quoted('rex', registering('Leo Wang', '2020-05-01', free.id))).toBe('approval')
})

test('a registration for such a child waits for the office, which sees why; the guardian doesn’t', async () => {
  const { s } = scene
  const draft = registering('Mia Wang', '2019-03-01', s.chess.id)
  const { totalCents } = await scene.people.rex.call('enrolments-quote', { draft })
  const answer = await scene.people.rex.call('enrolments-submit', { draft, agreedCents: totalCents })
  expect(answer).toMatchObject({ invoiceId: null, outcomes: [{ outcome: 'approval', reasons: ['class'] }] })
  const found = await rows<{ status: string; n: number }>(
    s.database.db,
    sql`select e.status, count(*)::int as n from enrolments e join applications a on a.enrolment_id = e.id where 'guardian' = any(a.reasons) group by e.status`,
  )
  expect(found).toEqual([{ status: 'approval', n: 1 }])
  const waiting = (await s.ida.call('applications-list', { kind: 'class' })).rows.filter(({ reasons }) =>
    reasons.some(({ reason, isMet }) => reason === 'guardian' && !isMet),
  )
  expect(waiting).toMatchObject([{ student: 'Mia Wang' }])
  const mine = await scene.people.rex.call('applications-mine', {})
  expect(mine.map(({ reasons }) => reasons)).toEqual([['class']])
})

test('a trial for such a child needs approval', async () => {
  const { s } = scene
  const open = await s.ida.call(
    'classes-create',
    s.section({ name: 'Clay', startsAt: '07:00', endsAt: '07:50', trialCents: 0, trialNeedsApproval: false }),
  )
  await s.ida.call('classes-move', { id: open.id, to: 'open' })
  const { days } = await scene.people.rex.call('visits-days', { sectionId: open.id })
  const trial = async (name: string, birthOn: string) =>
    (
      await scene.people.rex.call('visits-ask', {
        sectionId: open.id,
        onDay: days[0]!.onDay,
        kind: 'trial',
        studentId: null,
        child: { name, nativeName: '', birthOn, allergies: '' },
        guardian: { name: 'Rex Barr', phone: '+1 555 0177' },
        note: '',
        agreedCents: 0,
      })
    ).status
  expect(await trial('Ola Barr', '2018-05-05')).toBe('approved')
  expect(await trial('Leo Wang', '2020-05-01')).toBe('asked')
})
