import { afterAll, beforeAll, expect, test } from 'vitest'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
let mia: string
beforeAll(async () => {
  s = await school()
  mia = (await s.ann.call('students-mine', {})).find(({ name }) => name === 'Mia Wang')!.id
})
afterAll(() => s.drop())

const guardian = (name: string) => ({
  name,
  nativeName: '',
  email: '',
  phone: '+1 555 0177',
  language: 'en' as const,
  relationship: 'father' as const,
  hasDataAccess: true,
  mayPickUp: false,
})

test('a student’s guardians are listed with the home they live in, the billed home first', async () => {
  const home = s.annRegistration.householdId
  const first = await s.ida.call('students-homes', { id: mia })
  expect(first).toMatchObject({
    custodyNote: '',
    homes: [{ householdId: home, isBilled: true, guardians: [{ name: 'Ann Wang' }] }],
  })
  // The father has his own household and joins the child's.
  const father = await s.ida.call('parents-create', {
    name: 'Dan Wang',
    address: '5 Elm',
    guardian: { ...guardian('Dan Wang'), email: 'dan@home.example' },
  })
  await s.ida.call('parents-addGuardian', {
    householdId: home,
    guardian: { ...guardian('Dan Wang'), email: 'dan@home.example' },
  })
  await s.ida.call('duplicates-find', { of: 'household', search: 'Dan', besides: home })
  const joined = await s.ida.call('students-homes', { id: mia })
  expect(joined.homes.flatMap(({ guardians }) => guardians.map(({ name }) => name))).toEqual(['Ann Wang', 'Dan Wang'])
  // Once he is no longer a member of the first household, he is listed with his own.
  await s.database.pool.query('delete from household_members where household_id = $1 and person_id = $2', [
    home,
    father.guardianId,
  ])
  const apart = await s.ida.call('students-homes', { id: mia })
  expect(
    apart.homes.map(({ name, isBilled, guardians }) => [name, isBilled, guardians.map(each => each.name)]),
  ).toEqual([
    ['Ann Wang', true, ['Ann Wang']],
    ['Dan Wang', false, ['Dan Wang']],
  ])
  await s.database.pool.query(`update persons set native_name = '王丹' where name = 'Dan Wang'`)
  const named = await s.ida.call('students-homes', { id: mia })
  expect(named.homes.map(({ nativeName }) => nativeName)).toEqual(['', '王丹'])
})

test('a teacher sees the emergency contacts of both homes, once the second guardian may pick the child up', async () => {
  const { homes } = await s.ida.call('students-homes', { id: mia })
  const second = homes.find(({ isBilled }) => !isBilled)!
  await s.ida.call('parents-addContact', {
    householdId: second.householdId,
    name: 'Aunt Lin',
    phone: '+1 555 0166',
    relationship: 'aunt',
  })
  const contacts = async () => {
    const { marks } = await s.tom.call('absences-roll', { meetingId: s.meetingId })
    return marks.find(({ name }) => name === 'Mia Wang')!.contacts.map(({ name }) => name)
  }
  const before = await contacts()
  expect(before).not.toContain('Aunt Lin')
  await s.database.pool.query('update guardianships set may_pick_up = true where student_id = $1', [mia])
  expect(await contacts()).toEqual(['Aunt Lin', ...before].toSorted())
})

test('only the office sees the custody note', async () => {
  await s.ida.call('students-changeCustody', { id: mia, note: 'Every second weekend with the father.' })
  expect((await s.ida.call('students-homes', { id: mia })).custodyNote).toBe('Every second weekend with the father.')
  for (const who of [s.ann, s.tom]) {
    await expect(who.call('students-homes', { id: mia })).rejects.toThrow('role')
    await expect(who.call('students-changeCustody', { id: mia, note: 'x' })).rejects.toThrow('role')
    expect(JSON.stringify(await who.call('students-get', { id: mia }))).not.toContain('second weekend')
  }
})

test('emergency contacts are listed with their home, without a phone number if blocked from pick-up', async () => {
  const home = s.annRegistration.householdId
  const contactsOf = async (student: string) =>
    (await s.ida.call('students-homes', { id: student })).homes.find(each => each.isBilled)!.contacts
  expect(await contactsOf(mia)).toMatchObject([{ name: 'Grandma', phone: '+1 555 0199', isBarred: false }])
  const leo = (await s.ann.call('students-mine', {})).find(({ name }) => name === 'Leo Wang')!.id
  await s.ida.call('parents-denyPickUp', {
    householdId: home,
    studentId: mia,
    name: 'grandma',
    phone: '',
    relationship: '',
    fromDay: '2026-09-01',
    toDay: null,
  })
  expect(await contactsOf(mia)).toMatchObject([{ name: 'Grandma', phone: '', isBarred: true }])
  // Nothing was said about her brother.
  expect(await contactsOf(leo)).toMatchObject([{ name: 'Grandma', phone: '+1 555 0199', isBarred: false }])
})
