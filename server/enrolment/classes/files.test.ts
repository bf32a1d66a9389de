import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { school, type SmallSchool, blankCard } from '#tests/school.ts'
import { type Served, serve } from '#tests/served.ts'
import { glyphsOf, piecesOf } from '#tests/pdf.ts'
import { visibleStudents } from '#server/people/students/policy.ts'
import { openedOf } from '#server/people/students/tables.ts'
import { listClassLists } from './classListQueries.ts'
import { workedSections } from '#server/people/teachers/policy.ts'

let s: SmallSchool
let served: Served
const cookies: Record<string, string> = {}
beforeAll(async () => {
  s = await school()
  served = await serve(s)
  for (const who of ['ida', 'tom', 'eve', 'ann'] as const) cookies[who] = (await served.signIn(s[who].email)).cookie
  const [mia] = await s.ann.call('students-mine', {})
  await s.ann.call('students-changeMedical', {
    ...blankCard,
    id: mia!.id,
    allergies: 'Peanuts',
  })
  // Bob is a guardian of Mia without data access and must not pick her up.
  await s.database.db.execute(sql`
    insert into guardianships (student_id, guardian_id, relationship, has_data_access, may_pick_up) select ${mia!.id}::uuid, id, 'father', false, false from persons where email = 'bob@home.example'`)
})
afterAll(async () => {
  await served.close()
  await s.drop()
})

const get = (query: string, who: string) =>
  fetch(`${served.origin}/files/class-lists.pdf?${query}`, { headers: { cookie: cookies[who] ?? '' } })
const post = (fields: Record<string, string>, who: string) =>
  fetch(`${served.origin}/files/labels.pdf`, {
    method: 'POST',
    headers: { cookie: cookies[who] ?? '' },
    body: new URLSearchParams(fields),
  })
/** The number of sheets in a PDF. */
const sheetsOf = async (answer: Response): Promise<number> => {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const text = Buffer.from(await answer.arrayBuffer()).toString('latin1')
  expect(text.startsWith('%PDF')).toBe(true)
  return text.match(/\/Type \/Page\b/g)?.length ?? 0
}
/** The text of a PDF, as it is drawn. */
const textOf = async (answer: Response): Promise<string> => {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return glyphsOf(Buffer.from(await answer.arrayBuffer()))
    .map(({ text }) => text)
    .join('')
}

test('a class list shows guardians with data access, allergies, contacts and who is blocked from pick-up', async () => {
  const [list] = await listClassLists(
    s.database.db,
    'en',
    workedSections(await s.tom.actor()),
    visibleStudents(await s.tom.actor(), s.clock.now),
    { sectionIds: [s.grade1.id] },
    '2026-09-13',
  )
  expect(list!.students.map(({ name }) => name)).toEqual(['Zoe Li', 'Leo Wang', 'Mia Wang'])
  expect(openedOf(s.database.db, list!.students[2]!)).toMatchObject({
    nativeName: '王美雅',
    allergies: 'Peanuts',
    barred: [expect.stringContaining('Bob')],
    guardians: [{ name: expect.stringContaining('Ann') as string, phone: '+1 555 0100' }],
    contacts: [{ name: 'Grandma', phone: '+1 555 0199' }],
  })
  expect(list!.meetings).toHaveLength(14)
})
test('too many labels at once are refused with a hint to select fewer', async () => {
  const ids = Array.from({ length: 30_000 }, () => s.term.id).join()
  const answer = await post({ of: 'students', kind: 'badge', sheet: 'letter30', ids }, 'ida')
  expect([answer.status, await answer.text()]).toEqual([413, expect.stringMatching(/select fewer records/)])
})
test('class lists and roll sheets are PDFs, one sheet per class, for the office and the class’s teacher', async () => {
  for (const kind of ['list', 'roll'])
    for (const who of ['ida', 'tom'])
      expect(await sheetsOf(await get(`section=${s.grade1.id}&kind=${kind}&lang=zh`, who)), kind).toBe(1)
  for (const [lang, times] of [
    ['en', '2:00 PM–3:50 PM'],
    ['zh', '14:00–15:50'],
  ] as const)
    expect(await textOf(await get(`section=${s.grade1.id}&lang=${lang}`, 'tom'))).toContain(times)
  expect(await sheetsOf(await get(`term=${s.term.id}&lang=en`, 'ida'))).toBe(2)
  // For a term, a teacher gets their own classes.
  expect(await sheetsOf(await get(`term=${s.term.id}&lang=en`, 'eve'))).toBe(1)
  expect((await get(`section=${s.grade1.id}`, 'eve')).status).toBe(404)
  for (const who of ['ann', 'nobody']) expect((await get(`section=${s.grade1.id}`, who)).status).toBe(403)
  for (const wrong of ['', 'section=1', `section=${s.grade1.id}&kind=other`])
    expect((await get(wrong, 'ida')).status).toBe(400)
  expect((await s.ida.call('audit-list', { search: 'class-lists-export' })).total).toBe(8)
})
test('a roll sheet marks a child with an allergy and one who must not be handed to someone', async () => {
  const [leo] = (await s.ann.call('students-mine', {})).filter(({ name }) => name === 'Leo Wang')
  const sheet = async () => textOf(await get(`section=${s.grade1.id}&kind=roll&lang=en`, 'tom'))
  expect((await sheet()).match(/!/g)).toHaveLength(2)
  await s.ida.call('parents-denyPickUp', {
    householdId: s.annRegistration.householdId,
    studentId: leo!.id,
    name: 'Stranger',
    phone: '',
    relationship: '',
    fromDay: '2026-09-01',
    toDay: null,
  })
  const marked = await sheet()
  // Mia, Leo and the legend. The name of the person is on the class list alone.
  expect(marked.match(/!/g)).toHaveLength(3)
  expect(marked).toContain('pick-up block')
  expect(marked).not.toContain('Stranger')
})
test('a roll sheet has a long name on two lines, so that siblings can be told apart', async () => {
  const long = 'Alexandrina Featherstonehaugh de la Cruz'
  await s.database.db.execute(sql`update persons set name = ${long} where name = 'Mia Wang'`)
  const sheet = await textOf(await get(`section=${s.grade1.id}&kind=roll&lang=en`, 'tom'))
  await s.database.db.execute(sql`update persons set name = 'Mia Wang' where name = ${long}`)
  expect(sheet).toMatch(/Alexandrina ?Featherstonehaugh ?de ?la ?Cruz/)
  expect(sheet).not.toContain('…')
})
test('a class with a long name has all of it on its list, within the sheet and clear of the term', async () => {
  const name =
    'Advanced Chinese Language and Culture for Heritage Speakers with Calligraphy, Poetry Recitation and Painting, Part 2'
  await s.database.db.execute(sql`update sections set name = ${name} where id = ${s.grade1.id}`)
  for (const [kind, width] of [
    ['list', 612],
    ['roll', 792],
  ] as const) {
    const answer = await get(`section=${s.grade1.id}&kind=${kind}&lang=en`, 'tom')
    const pieces = await piecesOf(Buffer.from(await answer.arrayBuffer()))
    for (const piece of pieces) expect([piece.text, piece.x + piece.width <= width - 35]).toEqual([piece.text, true])
    const term = pieces.find(({ text }) => text === s.term.name)!
    const besideIt = pieces.filter(({ y, x }) => y === term.y && x < term.x)
    expect(besideIt.length).toBeGreaterThan(0)
    for (const piece of besideIt) expect(piece.x + piece.width).toBeLessThan(term.x)
    expect(pieces.map(({ text }) => text).join(' ')).toContain('Part 2')
  }
  await s.database.db.execute(sql`update sections set name = 'Grade 1' where id = ${s.grade1.id}`)
})
test('the phone number after an Arabic name keeps its order', async () => {
  const contact = sql`update emergency_contacts set name =`
  await s.database.db.execute(sql`${contact} ${'محمد'} where name = 'Grandma'`)
  expect(await textOf(await get(`section=${s.grade1.id}&lang=en`, 'tom'))).toMatch(/دمحم \+1.555.0199/)
  await s.database.db.execute(sql`${contact} 'Grandma' where name = ${'محمد'}`)
})
test('labels have each family’s address once, and only the office can print them', async () => {
  const students = await s.ida.call('students-select', {})
  const all = { of: 'students', sheet: 'letter30', lang: 'en', ids: students.map(({ id }) => id).join() }
  expect(await sheetsOf(await post({ ...all, kind: 'address' }, 'ida'))).toBe(1)
  expect(await sheetsOf(await post({ ...all, kind: 'badge', sheet: 'a4x24', start: '23' }, 'ida'))).toBe(2)
  const families = (await s.ida.call('parents-select', {})).map(({ id }) => id).join()
  expect(await sheetsOf(await post({ ...all, of: 'families', ids: families, kind: 'address' }, 'ida'))).toBe(1)
  for (const who of ['ann', 'tom']) expect((await post({ ...all, kind: 'badge' }, who)).status).toBe(403)
  for (const wrong of [{ start: '31' }, { sheet: 'none' }, { ids: 'x' }])
    expect((await post({ ...all, kind: 'badge', ...wrong }, 'ida')).status).toBe(400)
  expect(
    await rows(
      s.database.db,
      sql`select input->>'rows' as n from audit_entries where action = 'labels-export' order by at, id limit 1`,
    ),
  ).toEqual([{ n: '2' }])
})

test('an address label shrinks rather than losing lines of the address', async () => {
  const address =
    '99999 Some Extremely Long Street Name With Many Words\nApartment 1234567, Another Building\nA Far City, New Jersey 01234\nUnited States of America'
  const { householdId } = s.annRegistration
  const label = { of: 'families', kind: 'address', sheet: 'letter30', lang: 'en', ids: householdId }
  const [before] = await rows<{ address: string }>(
    s.database.db,
    sql`select address from households where id = ${householdId}::uuid`,
  )
  const set = (text: string) =>
    s.database.db.execute(sql`update households set address = ${text} where id = ${householdId}::uuid`)
  await set(address)
  const printed = await textOf(await post(label, 'ida'))
  await set(before!.address)
  expect(printed).toMatch(/Another ?Building.*United ?States ?of ?America/)
})

test('class lists, roll sheets and labels never show the name of a guardian without data access', async () => {
  const { householdId } = s.annRegistration
  // The family would call Rexford first, and he may pick up the children: nothing but his missing access hides him.
  const { id: rex } = await s.ida.call('parents-addGuardian', {
    householdId,
    guardian: {
      name: 'Rexford',
      nativeName: '',
      email: 'rex@home.example',
      phone: '+1 555 0177',
      language: 'en',
      relationship: 'father',
      hasDataAccess: false,
      mayPickUp: true,
    },
  })
  await s.database.db.execute(sql`update household_members set contact_order = -1 where person_id = ${rex}::uuid`)
  const students = (await s.ann.call('students-mine', {})).map(({ id }) => id).join()
  const label = { kind: 'address', sheet: 'letter30', lang: 'en' }
  const papers = async () => ({
    list: await textOf(await get(`section=${s.grade1.id}&lang=en`, 'tom')),
    roll: await textOf(await get(`section=${s.grade1.id}&kind=roll&lang=en`, 'tom')),
    ofStudents: await textOf(await post({ ...label, of: 'students', ids: students }, 'ida')),
    ofFamilies: await textOf(await post({ ...label, of: 'families', ids: householdId }, 'ida')),
    badges: await textOf(await post({ ...label, of: 'students', kind: 'badge', ids: students }, 'ida')),
  })
  const named = async (name: string) =>
    Object.entries(await papers()).flatMap(([paper, text]) => (text.includes(name) ? [paper] : []))
  expect(await named('Rexford')).toEqual([])
  expect(await named('Ann')).toEqual(['list', 'ofStudents', 'ofFamilies'])
  // With access, he is the first on each of them.
  await s.database.db.execute(sql`update guardianships set has_data_access = true where guardian_id = ${rex}::uuid`)
  expect(await named('Rexford')).toEqual(['list', 'ofStudents', 'ofFamilies'])
  expect(await named('Ann')).toEqual(['list'])
})
