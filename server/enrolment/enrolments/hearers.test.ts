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

/** Everything that the open screens of these people hear from now on. */
const hearing = async (people: readonly Person[]): Promise<Set<string>[]> => {
  const all = await Promise.all(
    people.map(async who => {
      const heard = new Set<string>()
      live.join({ actor: await who.actor(), tell: news => news.forEach(({ slice }) => heard.add(slice)) })
      return heard
    }),
  )
  // What was announced until now comes before this.
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

test('a registration is heard by those whom it concerns; everybody else hears that seats have changed', async () => {
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
