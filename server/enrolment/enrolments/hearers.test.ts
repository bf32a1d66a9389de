import { afterAll, beforeAll, expect, test } from 'vitest'
import { announce, type Live, startLive } from '#server/platform/live.ts'
import { family, type Person, school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
let live: Live
beforeAll(async () => {
  s = await school()
  live = await startLive(s.database, s.schema)
})
afterAll(async () => {
  await live.close()
  await s.drop()
})

/** Collects every slice that the open screens of these people are told of from now on. */
const hearing = async (people: readonly Person[]): Promise<Set<string>[]> => {
  const all = await Promise.all(
    people.map(async who => {
      const heard = new Set<string>()
      live.join({ actor: await who.actor(), tell: news => news.forEach(({ slice }) => heard.add(slice)) })
      return heard
    }),
  )
  // Everything announced before this call has arrived once this notice does.
  await announce(s.database.pool, [{ slices: ['config'] }], s.schema)
  await expect.poll(() => all.every(heard => heard.has('config'))).toBe(true)
  for (const heard of all) heard.clear()
  return all
}
const choosing = (name: string, sectionId: string) =>
  family(
    { name },
    [{ key: 'c', name: `${name} Jr.`, birthOn: '2018-08-01' }],
    [{ childKey: 'c', sectionId }],
    s.term.id,
  )

test('a registration notifies the people it concerns; everyone else only learns that seats changed', async () => {
  const full = await s.ida.call(
    'classes-create',
    s.section({ name: 'Full', startsAt: '17:00', endsAt: '17:50', capacity: 1, teacherIds: [] }),
  )
  await s.ida.call('classes-move', { id: full.id, to: 'open' })
  const [seated, waiting, neighbour] = await Promise.all(
    ['seated', 'waiting', 'neighbour'].map(name => s.newcomer(`${name}@home.example`, name)),
  )
  await s.register(seated!, choosing('Seated', full.id))
  await s.register(waiting!, choosing('Waiting', full.id))
  await s.register(neighbour!, choosing('Neighbour', s.chess.id))

  const [office, teacher, inLine, others] = await hearing([s.ida, s.eve, waiting!, neighbour!])
  const late = await s.newcomer('late@home.example', 'Late')
  await s.register(late, choosing('Late', full.id))
  await expect.poll(() => [...office!]).toEqual(expect.arrayContaining(['terms', 'students', 'payments', 'parents']))
  await expect.poll(() => [...inLine!]).toEqual(expect.arrayContaining(['classes', 'enrolments', 'parents']))
  await expect.poll(() => [...others!]).toEqual(['classes'])
  expect([...teacher!]).toEqual(['classes'])

  const [own, herTeacher, stillOthers] = await hearing([late, s.eve, neighbour!])
  await s.register(late, choosing('Late', s.chess.id))
  await expect.poll(() => [...own!]).toEqual(expect.arrayContaining(['students', 'payments', 'parents']))
  await expect.poll(() => [...herTeacher!]).toEqual(expect.arrayContaining(['students', 'absences']))
  await expect.poll(() => [...stillOthers!]).toEqual(['classes'])
})

test('a change to one student notifies only the office, the family and the teachers; a new term, the office', async () => {
  const [own, neighbour] = await Promise.all(['own', 'next'].map(name => s.newcomer(`${name}@home.example`, name)))
  const { personId } = await s.eve.actor()
  const choir = await s.ida.call(
    'classes-create',
    s.section({ name: 'Choir', startsAt: '15:00', endsAt: '15:50', teacherIds: [personId!] }),
  )
  await s.ida.call('classes-move', { id: choir.id, to: 'open' })
  await s.register(own!, choosing('Own', choir.id))
  await s.register(neighbour!, choosing('Next', s.grade1.id))
  const { members } = await s.ida.call('classes-members', { sectionId: choir.id })
  const { enrolmentId: id } = members.find(({ name }) => name === 'Own Jr.')!
  const [office, family, teacher, others] = await hearing([s.ida, own!, s.eve, neighbour!])
  await s.ida.call('enrolments-move', { id, to: 'completed', note: '' })
  await s.ida.call('enrolments-move', { id, to: 'active', note: '' })
  await s.ida.call('terms-create', {
    name: 'Draft',
    nativeName: '',
    startsOn: '2027-02-01',
    endsOn: '2027-05-30',
    weekdays: [7],
    earlyBirdOn: null,
    closures: [],
  })
  const all = ['students', 'parents', 'classes']
  await expect.poll(() => [...office!]).toEqual(expect.arrayContaining([...all, 'terms', 'windows']))
  await expect.poll(() => [...family!]).toEqual(expect.arrayContaining(all))
  await expect.poll(() => [...teacher!]).toEqual(expect.arrayContaining(['students', 'classes']))
  await announce(s.database.pool, [{ slices: ['config'] }], s.schema)
  await expect.poll(() => [...others!]).toEqual(['config'])

  const { totalCents, freeCents } = await s.ida.call('leavings-preview', { enrolmentId: id })
  const [ownTeacher, stillOthers] = await hearing([s.eve, neighbour!])
  await s.ida.call('leavings-withdraw', {
    enrolmentId: id,
    agreedCents: totalCents,
    agreedFreeCents: freeCents,
    back: 'credit',
    note: '',
  })
  await expect.poll(() => [...ownTeacher!]).toEqual(expect.arrayContaining(['teachers', 'students', 'classes']))
  await announce(s.database.pool, [{ slices: ['config'] }], s.schema)
  await expect.poll(() => [...stillOthers!].sort()).toEqual(['classes', 'config'])
})

test('who begins or ceases to teach a class learns of its rolls, homework and grades at once', async () => {
  const [tom, eve] = await Promise.all([s.tom.actor(), s.eve.actor()])
  const times = { name: 'Covered', startsAt: '18:00', endsAt: '18:50' }
  const values = (...teacherIds: (string | null)[]) => s.section({ ...times, teacherIds: teacherIds.map(id => id!) })
  const { id } = await s.ida.call('classes-create', values(tom.personId))
  const taught = ['absences', 'assignments', 'grades']
  const [own, cover] = await hearing([s.tom, s.eve])
  await s.ida.call('classes-change', { id, ...values(tom.personId, eve.personId) })
  await expect.poll(() => [...cover!]).toEqual(expect.arrayContaining(taught))
  await announce(s.database.pool, [{ slices: ['config'] }], s.schema)
  await expect.poll(() => [...own!]).toContain('config')
  expect([...own!]).not.toContain('grades')
  cover!.clear()
  await s.ida.call('classes-change', { id, ...values(tom.personId) })
  await expect.poll(() => [...cover!]).toEqual(expect.arrayContaining(taught))
})
