import { afterAll, beforeAll, expect, test } from 'vitest'
import { openedOf } from './tables.ts'
import {
  allFields,
  eachField,
  factOf,
  type FieldPlace,
  fieldsIn,
  isIn,
  partsOf,
  type StudentField,
  studentFacts,
  studentFields,
} from '#contract/studentFields.ts'
import { plainFields } from '#contract/exchange/imports.ts'
import { listClassLists } from '#server/enrolment/classes/classListQueries.ts'
import { workedSections } from '#server/people/teachers/policy.ts'
import { visibleStudents } from '#server/people/students/policy.ts'
import { school, type SmallSchool } from '#tests/school.ts'
import { personFields } from '#web/words/personFields.en.ts'

let s: SmallSchool
let home: string
beforeAll(async () => {
  s = await school()
  home = s.annRegistration.householdId
})
afterAll(() => s.drop())

/** A value for a field; a different one for each `turn`. */
const valueOf = (field: StudentField, turn: number): string =>
  ({
    name: `Nina Wang${'ab'[turn] ?? turn}`,
    line: `${field} ${turn}`,
    text: `${field}\n${turn}`,
    day: `2017-05-0${turn + 1}`,
    phone: `+1 555 010${turn}`,
  })[studentFields[field].type]
const written = (place: FieldPlace, turn: number) => eachField(fieldsIn(place), field => valueOf(field, turn))
const factIn = (values: Record<StudentField, string>, fact: (typeof studentFacts)[number]) =>
  partsOf(fact)
    .map(field => values[field])
    .join(' ')

/** A child of Ann's with every field filled. */
const addChild = async (turn: number, householdId = home) => {
  const office = eachField(fieldsIn('office'), field => valueOf(field, turn))
  const { id } = await s.ida.call('students-create', { householdId, ...office })
  await s.ida.call('students-changeMedical', { id, ...eachField(fieldsIn('card'), field => valueOf(field, turn)) })
  return id
}
const all = (turn: number) => eachField(allFields, field => valueOf(field, turn))

test('every field is saved and read back, whether the office or the family enters it', async () => {
  const id = await addChild(1)
  expect(await s.ida.call('students-get', { id })).toMatchObject(all(1))
  await s.ida.call('students-change', { id, ...eachField(fieldsIn('office'), field => valueOf(field, 2)) })
  await s.ann.call('students-changeMedical', { id, ...eachField(fieldsIn('card'), field => valueOf(field, 2)) })
  expect((await s.ann.call('students-mine', {})).find(child => child.id === id)).toMatchObject(all(2))
  const [household] = await s.ann.call('parents-household', {})
  expect(household!.children.find(child => child.id === id)).toMatchObject(written('family', 2))
  const { draft } = await s.ann.call('enrolments-draft', {})
  expect(draft!.children.find(child => child.studentId === id)).toMatchObject(written('registration', 2))
})

test('every field shows in the yearly confirmation, one by one', async () => {
  const id = await addChild(3)
  const { id: roundId } = await s.ida.call('confirmations-start', { dueOn: '2026-10-31' })
  await s.ida.call('students-change', { id, ...eachField(fieldsIn('office'), field => valueOf(field, 4)) })
  await s.ann.call('students-changeMedical', { id, ...eachField(fieldsIn('card'), field => valueOf(field, 4)) })
  const { changes } = await s.ida.call('confirmations-get', { roundId, householdId: home })
  expect(changes.find(change => change.id === id)!.facts).toEqual(
    studentFacts.map(field => ({ field, before: factIn(all(3), field), after: factIn(all(4), field) })),
  )
})

test('identity fields change only with the office’s approval', async () => {
  const id = await addChild(5)
  const change = { kind: 'child' as const, studentId: id, ...eachField(fieldsIn('review'), field => valueOf(field, 6)) }
  const { id: request } = await s.ann.call('parents-requestChange', { change })
  expect(await s.ann.call('students-get', { id })).toMatchObject(all(5))
  expect(await s.ida.call('parents-answerChange', { id: request, to: 'approved', note: '' })).toMatchObject({
    before: written('review', 5),
    after: written('review', 6),
  })
  expect(await s.ann.call('students-get', { id })).toMatchObject({ ...all(5), ...written('review', 6) })
})

test('every field is compared and chosen when students are merged; related ones come from one side', async () => {
  const pair = { of: 'student' as const, keepId: await addChild(7), dropId: await addChild(8) }
  const { fields, mark } = await s.ida.call('duplicates-compare', pair)
  expect(new Set(fields.map(({ key }) => key))).toEqual(new Set(studentFacts))
  const choose = Object.fromEntries(studentFacts.map((fact, index) => [fact, index % 2 === 0 ? 'keep' : 'drop']))
  const { id } = await s.ida.call('duplicates-merge', { ...pair, choose, mark })
  const turnOf = (field: StudentField) => (choose[factOf(field)] === 'keep' ? 7 : 8)
  expect(await s.ida.call('students-get', { id })).toMatchObject(
    eachField(allFields, field => valueOf(field, turnOf(field))),
  )
})

test('every field is recognized by an import under its own name', async () => {
  const textOf = (field: StudentField) => (field === 'name' ? 'Olga Wells' : valueOf(field, 1).replace('\n', ' '))
  const spelled: Partial<Record<StudentField, string>> = {
    name: 'Student name',
    nativeName: 'Chinese name',
    preferredName: 'Preferred name',
    birthOn: 'Date of birth',
    grade: 'Grade',
    doctorName: 'Doctor name',
    doctorPhone: 'Doctor phone',
  }
  const headings = allFields.map(field => spelled[field] ?? `Student ${personFields[field]}`)
  const cells = { nativeName: '王奥佳', preferredName: 'Olly', grade: '3', doctorPhone: '+1 617 555 0100' }
  const values = eachField(allFields, field => (field in cells ? cells[field as keyof typeof cells] : textOf(field)))
  expect(plainFields.filter(field => field in spelled)).toEqual([])
  const sheet = [headings, allFields.map(field => values[field])].map(row => row.join(',')).join('\n')
  const started = { fileName: 'one.csv', bytes: Buffer.from(sheet).toString('base64') }
  const { id } = await s.ida.call('imports-start', started)
  const { counts } = await s.ida.call('imports-get', { id })
  await s.ida.call('imports-apply', { id, counts })
  const [olga] = (await s.ida.call('students-list', { search: 'Olga' })).rows
  expect(await s.ida.call('students-get', { id: olga!.id })).toMatchObject({
    ...values,
    doctorPhone: expect.stringContaining('0100') as string,
  })
})

test('fields reach teachers where the table says so', async () => {
  const [mia] = (await s.ann.call('students-mine', {})).filter(({ name }) => name === 'Mia Wang')
  await s.ann.call('students-changeMedical', {
    id: mia!.id,
    ...eachField(fieldsIn('card'), field => valueOf(field, 1)),
  })
  const tom = await s.tom.actor()
  const seen = visibleStudents(tom, s.clock.now)
  const of = { sectionIds: [s.grade1.id] }
  const [list] = await listClassLists(s.database.db, 'en', workedSections(tom), seen, of, '2026-09-13')
  const listed = list!.students.find(({ id }) => id === mia!.id)
  const known = (place: FieldPlace) =>
    eachField(
      fieldsIn(place).filter(field => isIn('card', field)),
      field => valueOf(field, 1),
    )
  expect(openedOf(s.database.db, listed!)).toMatchObject(known('classList'))
  const roster = await s.tom.call('classes-roster', { sectionId: s.grade1.id })
  expect(roster.find(({ studentId }) => studentId === mia!.id)).toMatchObject(known('roll'))
})
