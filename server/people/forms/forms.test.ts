import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#contract/index.ts'
import { family, school, type SmallSchool } from '#tests/school.ts'
import { serve } from '#tests/served.ts'

let s: SmallSchool
const students: Record<string, string> = {}
beforeAll(async () => {
  s = await school()
  for (const { id, name } of (await s.ida.call('students-list', {})).rows) students[name.split(' ')[0]!] = id
})
afterAll(() => s.drop())

const field = (over: Partial<Input<'forms-create'>> = {}): Input<'forms-create'> => ({
  about: 'student',
  kind: 'text',
  label: 'T-shirt size',
  nativeLabel: 'T恤尺码',
  help: '',
  nativeHelp: '',
  options: [],
  isRequired: false,
  isAsked: true,
  teachersSee: false,
  termId: null,
  ...over,
})
const labels = (answers: { field: { label: string } }[]) => answers.map(each => each.field.label)
const notFound = { details: { reason: 'NOT_FOUND' } }

describe('the school’s own fields', () => {
  let shirt = ''
  let behaviour = ''
  test('are added by the office, in both languages, and a choice needs options', async () => {
    await expect(s.ida.call('forms-create', field({ kind: 'choice' }))).rejects.toMatchObject({
      details: { fields: [{ path: 'options', message: 'options' }] },
    })
    const options = ['S', 'M', 'L'].map(label => ({ key: label, label, nativeLabel: '' }))
    shirt = (await s.ida.call('forms-create', field({ kind: 'choice', options, teachersSee: true }))).id
    behaviour = (await s.ida.call('forms-create', field({ label: 'Office note', isAsked: false }))).id
    expect((await s.ann.call('forms-asked', { termId: null })).map(({ label }) => label)).toEqual(['T-shirt size'])
  })

  test('are seen by families if they are asked, by their teachers if allowed, and all by the office', async () => {
    const mia = { studentId: students['Mia']! }
    expect(labels(await s.ida.call('forms-answers', mia))).toEqual(['T-shirt size', 'Office note'])
    expect(labels(await s.ann.call('forms-answers', mia))).toEqual(['T-shirt size'])
    expect(labels(await s.tom.call('forms-answers', mia))).toEqual(['T-shirt size'])
    expect(await s.bob.call('forms-answers', mia)).toEqual([])
    expect(await s.eve.call('forms-answers', mia)).toEqual([])
    // A guardian without data access gets nothing, though Ann is allowed to see it.
    await s.database.db.execute(
      sql`update guardianships set has_data_access = false where student_id = ${students['Mia']}::uuid`,
    )
    expect(await s.ann.call('forms-answers', mia)).toEqual([])
    await expect(s.ann.call('forms-answer', { ...mia, values: { [shirt]: 'S' } })).rejects.toMatchObject(notFound)
    await s.database.db.execute(
      sql`update guardianships set has_data_access = true where student_id = ${students['Mia']}::uuid`,
    )
  })

  test('check answers, keep every answer on record, and show it only to people who may see it', async () => {
    const mia = { studentId: students['Mia']! }
    await expect(s.ann.call('forms-answer', { ...mia, values: { [shirt]: 'XXL' } })).rejects.toMatchObject({
      details: { fields: [{ path: `values.${shirt}`, message: 'choose' }] },
    })
    expect(await s.ann.call('forms-answer', { ...mia, values: { [shirt]: 'S' } })).toEqual({ changed: 1 })
    expect(await s.ann.call('forms-answer', { ...mia, values: { [shirt]: 'S' } })).toEqual({ changed: 0 })
    await s.ida.call('forms-answer', { ...mia, values: { [shirt]: 'M' } })
    await s.ida.call('forms-answer', { ...mia, values: { [behaviour]: 'Met the nurse' } })
    const told = async (who: SmallSchool['ann']) =>
      (await who.call('forms-answers', mia)).map(each => [each.field.label, each.value, each.answeredBy])
    const size = ['T-shirt size', 'M', 'Ida Office']
    expect(await told(s.ida)).toEqual([size, ['Office note', 'Met the nurse', 'Ida Office']])
    for (const who of [s.ann, s.tom]) expect(await told(who)).toEqual([size])
    // Another family, and a teacher of another class, reach neither the answers nor their history.
    for (const who of [s.bob, s.eve]) expect(await told(who)).toEqual([])
    for (const who of [s.ann, s.bob, s.tom, s.eve])
      await expect(who.call('forms-history', { fieldId: behaviour, ...mia })).rejects.toMatchObject({
        details: { reason: 'ROLE_NEEDED' },
      })
    expect(
      (await s.ida.call('forms-history', { fieldId: shirt, ...mia })).map(({ value, answeredBy }) => [
        value,
        answeredBy,
      ]),
    ).toEqual([
      ['M', 'Ida Office'],
      ['S', 'Ann Wang'],
    ])
    await expect(s.ann.call('forms-answer', { ...mia, values: { [behaviour]: 'x' } })).rejects.toMatchObject(notFound)
    await expect(s.bob.call('forms-answer', { ...mia, values: { [shirt]: 'S' } })).rejects.toMatchObject(notFound)
    await expect(s.tom.call('forms-answer', { ...mia, values: { [shirt]: 'S' } })).rejects.toMatchObject({
      code: 'permission-denied',
    })
  })

  test('keep their kind once answered, and archive removed options', async () => {
    const options = ['S', 'L'].map(label => ({ key: label, label, nativeLabel: '' }))
    await expect(s.ida.call('forms-change', { id: shirt, ...field({ kind: 'text' }) })).rejects.toMatchObject({
      details: { reason: 'FIELD_IN_USE' },
    })
    await s.ida.call('forms-change', { id: shirt, ...field({ kind: 'choice', options, teachersSee: true }) })
    const found = (await s.ida.call('forms-fields', {})).find(({ id }) => id === shirt)!
    expect(found.options.map(({ key, isArchived }) => [key, isArchived])).toEqual([
      ['S', false],
      ['L', false],
      ['M', true],
    ])
    expect(found.answers).toBe(1)
    await s.ida.call('forms-order', { ids: [behaviour, shirt] })
    expect((await s.ida.call('forms-fields', {})).map(({ id }) => id)).toEqual([behaviour, shirt])
    await s.ida.call('forms-archive', { id: behaviour })
    expect(labels(await s.ida.call('forms-answers', { studentId: students['Mia']! }))).toEqual(['T-shirt size'])
    await s.ida.call('forms-restore', { id: behaviour })
  })

  test('are asked when a family registers, and only once', async () => {
    const instrument = await s.ida.call('forms-create', field({ label: 'School in the week', isRequired: true }))
    const heard = await s.ida.call('forms-create', field({ about: 'registration', label: 'How did you find us?' }))
    const home = await s.ida.call('forms-create', field({ about: 'household', label: 'Languages at home' }))
    const dee = await s.newcomer('dee@home.example', 'Dee')
    const draft = family(
      { name: 'Dee' },
      [{ key: 'd', name: 'Dan', birthOn: '2019-01-01' }],
      [{ childKey: 'd', sectionId: s.chess.id }],
      s.term.id,
    )
    await expect(s.register(dee, draft)).rejects.toMatchObject({
      details: { fields: [{ path: `children.0.answers.${instrument.id}`, message: 'empty' }] },
    })
    await s.register(dee, {
      ...draft,
      answers: { [heard.id]: 'A friend', [home.id]: ' English, 中文 ' },
      children: draft.children.map(child => ({ ...child, answers: { [instrument.id]: 'Oak School' } })),
    } as typeof draft)
    const [household] = await dee.call('parents-household', {})
    const known = await dee.call('forms-answers', { householdId: household!.id })
    expect(known.map(each => [each.field.label, each.value])).toEqual([
      ['How did you find us?', 'A friend'],
      ['Languages at home', 'English, 中文'],
    ])
    const again = (await dee.call('enrolments-draft', {})).draft!
    expect(again.children[0]!.answers).toEqual({ [instrument.id]: 'Oak School' })
    expect(again.answers).toEqual({ [home.id]: 'English, 中文' })
    expect(await s.ann.call('forms-answers', { householdId: household!.id })).toEqual([])
    expect(await s.tom.call('forms-answers', { householdId: household!.id })).toEqual([])
  })
})

test('each question is a column in the students’ file, for officers who may see its answers', async () => {
  const served = await serve(s)
  try {
    const { cookie } = await served.signIn('ida@school.example')
    const answer = await fetch(`${served.origin}/files/students.csv?lang=en`, { headers: { cookie } })
    const [head = '', ...lines] = (await answer.text()).split('\r\n')
    expect(head).toContain('T-shirt size')
    const size = head.split(',').indexOf('T-shirt size')
    expect(lines.find(line => line.startsWith('Mia Wang'))!.split(',')[size]).toBe('M')
    // A treasurer has the same file without the school's own questions: their area doesn't include the answers.
    const treasurer = await s.officer('treasurer')
    await expect(treasurer.call('forms-answers', { studentId: students['Mia']! })).rejects.toMatchObject({
      details: { reason: 'AREA_NEEDED' },
    })
    const theirs = await fetch(`${served.origin}/files/students.csv?lang=en`, {
      headers: { cookie: (await served.signIn(treasurer.email)).cookie },
    })
    const [theirHead = '', ...theirLines] = (await theirs.text()).split('\r\n')
    expect(theirLines.map(line => line.split(',')[0])).toEqual(lines.map(line => line.split(',')[0]))
    for (const label of ['T-shirt size', 'Office note', 'School in the week']) {
      expect(head).toContain(label)
      expect(theirHead).not.toContain(label)
    }
    // The file contains only the selected columns.
    const chosen = await fetch(`${served.origin}/files/students.csv?lang=en&columns=name`, { headers: { cookie } })
    expect((await chosen.text()).split('\r\n')[0]).toBe('Name,Native name')
  } finally {
    await served.close()
  }
})
