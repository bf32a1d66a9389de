import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input, Output } from '#contract/index.ts'
import { rows } from '#server/platform/db.ts'
import { type Person, school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
let letters: Output<'grades-scales'>[number]
let final: string
let homework: string
let students: Record<'mia' | 'leo' | 'zoe', string>
let quiz: string

const steps = [
  { label: 'A', nativeLabel: '优', fromPercent: 90 },
  { label: 'B', nativeLabel: '良', fromPercent: 80 },
  { label: 'C', nativeLabel: '', fromPercent: 0 },
]
const letterScale = { name: 'Letters', nativeName: '等级', kind: 'letter' as const, steps, isDefault: true }
const category = (name: string, weightPercent: number, dropLowest = 0, id: string | null = null) => ({
  id,
  name,
  nativeName: '',
  weightPercent,
  dropLowest,
})

const book = (who: Person = s.tom) => who.call('grades-book', { sectionId: s.grade1.id })
const cellOf = async (who: string, assessmentId = quiz) =>
  (await book()).cells.find(cell => cell.enrolmentId === who && cell.assessmentId === assessmentId)
type Cells = Input<'grades-enter'>['cells']
/** Enters points for students, with the current versions of the cells. */
const enter = async (
  points: Record<string, number | 'x' | null>,
  { by = s.tom, reason = '', note = '', assessmentId = quiz } = {},
) => {
  const { cells } = await book()
  const wanted: Cells = Object.entries(points).map(([enrolmentId, value]) => ({
    assessmentId,
    enrolmentId,
    points: value === 'x' ? null : value,
    isExcused: value === 'x',
    note,
    version: cells.find(cell => cell.enrolmentId === enrolmentId && cell.assessmentId === assessmentId)?.version ?? 0,
  }))
  return by.call('grades-enter', { sectionId: s.grade1.id, cells: wanted, reason })
}
const make = async (name: string, categoryId = homework, maxPoints = 10) =>
  (
    await s.tom.call('grades-createAssessment', {
      sectionId: s.grade1.id,
      categoryId,
      name,
      nativeName: '',
      onDay: '2026-09-20',
      maxPoints,
    })
  ).id

beforeAll(async () => {
  s = await school()
  letters = await s.ida.call('grades-createScale', letterScale)
  const plan = await s.tom.call('grades-plan', {
    sectionId: s.grade1.id,
    scaleId: letters.id,
    categories: [category('Final', 60), category('Homework', 40)],
    reason: '',
  })
  ;[final, homework] = plan.categories.map(({ id }) => id) as [string, string]
  quiz = await make('Quiz 1')
  const found = (await book()).rows
  students = {
    leo: found[1]!.enrolmentId,
    mia: found[2]!.enrolmentId,
    zoe: found[0]!.enrolmentId,
  }
})
afterAll(() => s.drop())

describe('a grade from the teacher to the family', () => {
  test('an empty gradebook has no plan, no assessments and no students', async () => {
    expect(await s.eve.call('grades-book', { sectionId: s.chess.id })).toMatchObject({
      plan: null,
      scale: null,
      categories: [],
      assessments: [],
      rows: [],
    })
  })

  test('the teacher and the office see the same gradebook, drafts included', async () => {
    const { cells } = await enter({ [students.mia]: 9, [students.leo]: 'x', [students.zoe]: 7.5 })
    expect(
      cells.map(({ points, isExcused, status, version, changedBy }) => [points, isExcused, status, version, changedBy]),
    ).toEqual([
      [9, false, 'draft', 1, 'Tom Teacher'],
      [null, true, 'draft', 1, 'Tom Teacher'],
      [7.5, false, 'draft', 1, 'Tom Teacher'],
    ])
    const seen = await book(s.ida)
    expect(seen).toEqual(await book())
    expect(seen.rows.map(({ name, percent, step }) => [name, percent, step?.label ?? null])).toEqual([
      ['Zoe Li', 75, 'C'],
      ['Leo Wang', null, null],
      ['Mia Wang', 90, 'A'],
    ])
  })

  test('families see nothing of drafts', async () => {
    const mine = await s.ann.call('grades-mine', {})
    expect(mine.map(({ sections }) => sections.map(({ name, percent, grades }) => [name, percent, grades]))).toEqual([
      [['Grade 1', null, []]],
      [['Grade 1', null, []]],
    ])
  })

  test('families see published grades, each only their own child’s', async () => {
    const { assessments, releasedCount } = await s.tom.call('grades-release', { assessmentIds: [quiz] })
    expect([assessments[0]!.status, releasedCount]).toEqual(['released', 3])
    const [mia, leo] = await s.ann.call('grades-mine', {})
    expect(mia!.sections[0]).toMatchObject({
      percent: 90,
      step: { label: 'A', nativeLabel: '优' },
      scaleKind: 'letter',
      categories: [
        { name: 'Final', percent: null },
        { name: 'Homework', weightPercent: 40, percent: 90 },
      ],
      grades: [{ name: 'Quiz 1', points: 9, maxPoints: 10, isDropped: false, amendedAt: null, reason: '' }],
    })
    expect(leo!.sections[0]).toMatchObject({ percent: null, grades: [{ points: null, isExcused: true }] })
    const others = await s.bob.call('grades-mine', {})
    expect(others.map(({ sections }) => sections.map(({ percent }) => percent))).toEqual([[75]])
    expect(JSON.stringify(others)).not.toContain(students.mia)
  })

  test('families read that a result is final once the term is closed', async () => {
    const isFinal = async () => (await s.ann.call('grades-mine', {}))[0]!.sections[0]!.isFinal
    const move = (to: string) =>
      s.database.db.execute(sql`update terms set status = ${to} where id = ${s.term.id}::uuid`)
    expect(await isFinal()).toBe(false)
    await move('closed')
    expect(await isFinal()).toBe(true)
    await move('registration')
  })

  test('publishing is refused if nothing is left to publish', async () => {
    await expect(s.tom.call('grades-release', { assessmentIds: [quiz] })).rejects.toMatchObject({
      details: { reason: 'NOTHING_TO_RELEASE' },
    })
  })

  test('publishing can be undone as long as nothing was amended', async () => {
    const { assessments } = await s.tom.call('grades-takeBack', { assessmentIds: [quiz] })
    expect(assessments[0]).toMatchObject({ status: 'draft', releasedAt: null })
    expect((await s.ann.call('grades-mine', {}))[0]!.sections[0]!.grades).toEqual([])
    await s.tom.call('grades-release', { assessmentIds: [quiz] })
  })

  test('changing a published grade needs a reason, which families can read', async () => {
    await expect(enter({ [students.mia]: 9.5 })).rejects.toMatchObject({
      details: { reason: 'REASON_NEEDED', fields: [{ path: 'reason', message: 'empty' }] },
    })
    const { cells } = await enter({ [students.mia]: 9.5 }, { reason: 'A point was overlooked' })
    expect(cells).toMatchObject([{ status: 'amended', reason: 'A point was overlooked', version: 5 }])
    const [mia] = await s.ann.call('grades-mine', {})
    expect(mia!.sections[0]!.grades).toMatchObject([{ points: 9.5, reason: 'A point was overlooked' }])
    expect(mia!.sections[0]!.grades[0]!.amendedAt).not.toBeNull()
    await expect(s.tom.call('grades-takeBack', { assessmentIds: [quiz] })).rejects.toMatchObject({
      details: { reason: 'ALREADY_AMENDED' },
    })
  })

  test('every step stays in the history, newest first', async () => {
    await s.database.db.execute(sql`update persons set native_name = '汤老师' where name = 'Tom Teacher'`)
    const history = await s.tom.call('grades-history', { sectionId: s.grade1.id, enrolmentId: students.mia })
    expect(history[0]).toMatchObject({ changedBy: 'Tom Teacher', changedByNativeName: '汤老师' })
    expect(history.map(({ status, points, reason }) => [status, points, reason])).toEqual([
      ['amended', 9.5, 'A point was overlooked'],
      ['released', 9, ''],
      ['draft', 9, ''],
      ['released', 9, ''],
      ['draft', 9, ''],
    ])
    expect(await s.eve.call('grades-history', { sectionId: s.grade1.id, enrolmentId: students.mia })).toEqual([])
  })
})

describe('entering', () => {
  test('a cell changed by someone else is refused, and no other cell is saved', async () => {
    const id = await make('Race')
    await enter({ [students.zoe]: 5 }, { assessmentId: id, by: s.ida })
    const cell = { assessmentId: id, isExcused: false, note: '', version: 0 }
    await expect(
      s.tom.call('grades-enter', {
        sectionId: s.grade1.id,
        reason: '',
        cells: [
          { ...cell, enrolmentId: students.mia, points: 4 },
          { ...cell, enrolmentId: students.zoe, points: 6 },
        ],
      }),
    ).rejects.toMatchObject({
      details: { reason: 'CHANGED_MEANWHILE', fields: [{ path: 'cells.1.points', message: 'changed' }] },
    })
    expect(await cellOf(students.mia, id)).toBeUndefined()
    await s.database.db.execute(sql`update persons set native_name = '艾达' where name = 'Ida Office'`)
    expect(await cellOf(students.zoe, id)).toMatchObject({
      points: 5,
      changedBy: 'Ida Office',
      changedByNativeName: '艾达',
    })
  })

  test('a draft can be cleared, and entering the same value changes nothing', async () => {
    const id = await make('Cleared')
    await enter({ [students.zoe]: 5 }, { assessmentId: id })
    expect((await enter({ [students.zoe]: 5 }, { assessmentId: id })).cells).toEqual([])
    expect((await enter({ [students.zoe]: null }, { assessmentId: id })).cells).toMatchObject([
      { status: 'none', version: 0 },
    ])
    expect(await cellOf(students.zoe, id)).toBeUndefined()
    const kept = await rows<{ status: string }>(
      s.database.db,
      sql`select status from grade_revisions where assessment_id = ${id}::uuid order by changed_at, id`,
    )
    expect(kept.map(({ status }) => status)).toEqual(['draft', 'none'])
  })

  test('points above the maximum, negative points and unknown students are refused', async () => {
    await expect(enter({ [students.leo]: 5, [students.zoe]: 10.5 }, { reason: 'x' })).rejects.toMatchObject({
      details: { fields: [{ path: 'cells.1.points', message: 'points' }] },
    })
    await expect(enter({ [students.leo]: -1 })).rejects.toMatchObject({ code: 'invalid-argument' })
    await expect(enter({ [crypto.randomUUID()]: 5 })).rejects.toMatchObject({
      details: { reason: 'NOT_ON_ROSTER', fields: [{ path: 'cells.0.enrolmentId', message: 'roster' }] },
    })
  })

  test('a grade entered later is published later', async () => {
    const id = await make('Late')
    await enter({ [students.mia]: 8 }, { assessmentId: id })
    await s.tom.call('grades-release', { assessmentIds: [id] })
    await enter({ [students.zoe]: 6 }, { assessmentId: id })
    const seen = async () => (await s.bob.call('grades-mine', {}))[0]!.sections[0]!.grades.map(({ name }) => name)
    expect(await seen()).not.toContain('Late')
    expect((await s.tom.call('grades-release', { assessmentIds: [id] })).releasedCount).toBe(1)
    expect(await seen()).toContain('Late')
    expect(await cellOf(students.mia, id)).toMatchObject({ status: 'released', version: 2 })
  })
})

describe('how a class is graded', () => {
  const plan = async (over: Partial<Input<'grades-plan'>> = {}) => {
    const { categories, scale } = await book()
    return s.tom.call('grades-plan', {
      sectionId: s.grade1.id,
      scaleId: scale?.id ?? null,
      categories,
      reason: '',
      ...over,
    })
  }
  test('weights must add up to 100', async () => {
    await expect(plan({ categories: [category('All', 99)] })).rejects.toMatchObject({
      details: { reason: 'WEIGHTS', fields: [{ path: 'categories', message: 'weights' }] },
    })
  })
  test('names change freely; weights need a reason after publishing, which families can read', async () => {
    await plan({ categories: [category('Exam', 60, 0, final), category('Homework', 40, 0, homework)] })
    const other = { categories: [category('Exam', 50, 0, final), category('Homework', 50, 0, homework)] }
    await expect(plan(other)).rejects.toMatchObject({ details: { reason: 'REASON_NEEDED' } })
    await plan({ ...other, reason: 'As agreed at the parents’ evening' })
    const [mia] = await s.ann.call('grades-mine', {})
    expect(mia!.sections[0]).toMatchObject({ planReason: 'As agreed at the parents’ evening' })
    expect(mia!.sections[0]!.planChangedAt).not.toBeNull()
  })
  test('a category with assessments can’t be removed; one without can', async () => {
    await expect(plan({ categories: [category('Exam', 100, 0, final)], reason: 'x' })).rejects.toMatchObject({
      details: { reason: 'CATEGORY_IN_USE' },
    })
    const { categories } = await plan({ categories: [category('Homework', 100, 0, homework)], reason: 'No exam' })
    expect(categories).toHaveLength(1)
    final = (
      await plan({ categories: [category('Homework', 50, 0, homework), category('Exam', 50)], reason: 'An exam' })
    ).categories[1]!.id
  })
  test('an assessment must be within the term and in a category of its class', async () => {
    const input = { categoryId: homework, name: 'Late', nativeName: '', onDay: '2027-06-01', maxPoints: 10 }
    await expect(s.tom.call('grades-createAssessment', { sectionId: s.grade1.id, ...input })).rejects.toMatchObject({
      details: { fields: [{ path: 'onDay', message: 'outside' }] },
    })
    await expect(
      s.eve.call('grades-createAssessment', { sectionId: s.chess.id, ...input, onDay: '2026-09-20' }),
    ).rejects.toMatchObject({ details: { fields: [{ path: 'categoryId' }] } })
  })
  test('a published assessment keeps its category and points, and can’t be removed', async () => {
    const { id, name: _, ...rest } = (await book()).assessments.find(each => each.id === quiz)!
    const values = { categoryId: rest.categoryId, nativeName: '', onDay: rest.onDay, maxPoints: rest.maxPoints }
    expect(await s.tom.call('grades-changeAssessment', { id, ...values, name: 'First quiz' })).toMatchObject({
      name: 'First quiz',
      status: 'released',
    })
    for (const change of [{ maxPoints: 20 }, { categoryId: final }])
      await expect(
        s.tom.call('grades-changeAssessment', { id, ...values, ...change, name: 'First quiz' }),
      ).rejects.toMatchObject({ details: { reason: 'ALREADY_RELEASED' } })
    await expect(s.tom.call('grades-removeAssessment', { id })).rejects.toMatchObject({
      details: { reason: 'ALREADY_RELEASED' },
    })
  })
  test('a draft assessment can be removed and restored with its grades', async () => {
    const id = await make('Mistake')
    await enter({ [students.zoe]: 5 }, { assessmentId: id })
    const { categoryId, onDay } = (await book()).assessments.find(each => each.id === id)!
    const values = { categoryId, name: 'Mistake', nativeName: '', onDay }
    await expect(s.tom.call('grades-changeAssessment', { id, ...values, maxPoints: 4 })).rejects.toMatchObject({
      details: { fields: [{ path: 'maxPoints', message: 'graded' }] },
    })
    await s.tom.call('grades-removeAssessment', { id })
    expect((await book()).assessments.map(each => each.id)).not.toContain(id)
    expect(await cellOf(students.zoe, id)).toBeUndefined()
    await s.tom.call('grades-restoreAssessment', { id })
    expect(await cellOf(students.zoe, id)).toMatchObject({ points: 5 })
  })
  test('a closed term takes no more grades', async () => {
    for (const to of ['active', 'grading', 'closed'] as const) await s.ida.call('terms-move', { id: s.term.id, to })
    await expect(enter({ [students.mia]: 1 }, { reason: 'Too late' })).rejects.toMatchObject({
      details: { reason: 'TERM_CLOSED' },
    })
    await s.ida.call('terms-move', { id: s.term.id, to: 'grading' })
    await expect(enter({ [students.mia]: 9 }, { reason: 'In time' })).resolves.toBeTruthy()
  })
})

describe('scales', () => {
  test('labels of a scale in use can change, thresholds can’t', async () => {
    const { isDefault, ...scale } = letterScale
    const renamed = steps.map(step => ({ ...step, label: `${step.label}!` }))
    expect(
      await s.ida.call('grades-changeScale', { id: letters.id, ...scale, steps: renamed, isDefault }),
    ).toMatchObject({ isLocked: true, sectionCount: 1, isDefault: true })
    const moved = steps.with(0, { ...steps[0]!, fromPercent: 85 })
    await expect(
      s.ida.call('grades-changeScale', { id: letters.id, ...scale, steps: moved, isDefault }),
    ).rejects.toMatchObject({ details: { reason: 'SCALE_IN_USE' } })
  })
  test('there is one default, names are unique, and steps go down to 0', async () => {
    const pass = {
      name: 'Pass / fail',
      nativeName: '通过',
      kind: 'pass' as const,
      steps: [
        { label: 'Pass', nativeLabel: '通过', fromPercent: 60 },
        { label: 'Fail', nativeLabel: '不通过', fromPercent: 0 },
      ],
      isDefault: true,
    }
    const made = await s.ida.call('grades-createScale', pass)
    expect((await s.tom.call('grades-scales', {})).map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['Pass / fail', true],
      ['Letters', false],
    ])
    await expect(s.ida.call('grades-createScale', { ...pass, name: 'PASS / FAIL' })).rejects.toMatchObject({
      details: { fields: [{ path: 'name', message: 'taken' }] },
    })
    await expect(
      s.ida.call('grades-createScale', { ...pass, name: 'Odd', steps: pass.steps.toReversed() }),
    ).rejects.toMatchObject({ details: { fields: [{ path: 'steps.1.fromPercent', message: 'lower' }] } })
    expect(await s.ida.call('grades-archiveScale', { id: made.id })).toMatchObject({ isDefault: false })
    await expect(
      s.eve.call('grades-plan', {
        sectionId: s.chess.id,
        scaleId: made.id,
        categories: [category('All', 100)],
        reason: '',
      }),
    ).rejects.toMatchObject({ details: { fields: [{ path: 'scaleId' }] } })
    expect(await s.ida.call('grades-restoreScale', { id: made.id })).toMatchObject({ archivedAt: null })
    await s.eve.call('grades-plan', {
      sectionId: s.chess.id,
      scaleId: made.id,
      categories: [category('All', 100)],
      reason: '',
    })
  })
})

describe('access to grades', () => {
  test('another teacher can’t open or change the gradebook', async () => {
    expect(await book(s.tom)).toBeTruthy()
    await expect(book(s.eve)).rejects.toMatchObject({ code: 'not-found' })
    const notFound = { code: 'not-found' }
    await expect(enter({ [students.zoe]: 1 }, { by: s.eve, reason: 'x' })).rejects.toMatchObject(notFound)
    await expect(s.eve.call('grades-release', { assessmentIds: [quiz] })).rejects.toMatchObject(notFound)
    await expect(s.eve.call('grades-takeBack', { assessmentIds: [quiz] })).rejects.toMatchObject(notFound)
    await expect(s.eve.call('grades-removeAssessment', { id: quiz })).rejects.toMatchObject(notFound)
    await expect(
      s.eve.call('grades-plan', {
        sectionId: s.grade1.id,
        scaleId: null,
        categories: [category('All', 100)],
        reason: '',
      }),
    ).rejects.toMatchObject(notFound)
    // An assessment of their own gives a teacher no access to another class.
    const { categories } = await s.eve.call('grades-book', { sectionId: s.chess.id })
    const own = await s.eve.call('grades-createAssessment', {
      sectionId: s.chess.id,
      categoryId: categories[0]!.id,
      name: 'Tournament',
      nativeName: '',
      onDay: '2026-09-20',
      maxPoints: 10,
    })
    await expect(
      s.eve.call('grades-enter', {
        sectionId: s.chess.id,
        cells: [{ assessmentId: own.id, enrolmentId: students.zoe, points: 1, isExcused: false, note: '', version: 0 }],
        reason: '',
      }),
    ).rejects.toMatchObject({ details: { reason: 'NOT_ON_ROSTER' } })
  })

  test('a guardian without data access gets nothing', async () => {
    expect((await s.bob.call('grades-mine', {}))[0]!.sections[0]!.grades.length).toBeGreaterThan(0)
    await s.database.db.execute(
      sql`update guardianships set has_data_access = false where guardian_id in (select p.id from persons p where p.email = 'bob@home.example')`,
    )
    expect(await s.bob.call('grades-mine', {})).toEqual([])
  })

  test('a student who has left keeps the grades and gets no new ones', async () => {
    const left = sql`update enrolments set status = 'dropped', ended_at = ${s.clock.now.toISOString()}::timestamptz`
    await s.database.db.execute(sql`${left} where id = ${students.zoe}::uuid`)
    expect((await book()).rows.map(({ name, isEnrolled }) => [name, isEnrolled])).toEqual([
      ['Leo Wang', true],
      ['Mia Wang', true],
      ['Zoe Li', false],
    ])
    await expect(enter({ [students.zoe]: 1 }, { reason: 'x' })).rejects.toMatchObject({
      details: { reason: 'NOT_ON_ROSTER' },
    })
  })

  test('a family keeps reading the grades of a class that the child has left, and nothing of later work', async () => {
    const own = sql`guardian_id = (select id from persons where email = 'bob@home.example')`
    const access = (has: boolean) =>
      s.database.db.execute(sql`update guardianships set has_data_access = ${has} where ${own}`)
    await access(true)
    const after = await make('After Zoe left')
    await enter({ [students.mia]: 4 }, { assessmentId: after })
    await s.tom.call('grades-release', { assessmentIds: [after] })
    const zoes = async (who = s.bob) =>
      (await who.call('grades-mine', {})).flatMap(({ sections }) =>
        sections.filter(({ enrolmentId }) => enrolmentId === students.zoe),
      )
    const [kept] = await zoes()
    expect(kept).toMatchObject({
      name: 'Grade 1',
      leftOn: expect.stringMatching(/^2026-/),
      percent: expect.any(Number),
    })
    expect(kept!.grades.map(({ name }) => name)).toEqual(['First quiz', 'Late'])
    expect(await zoes(s.ann)).toEqual([])
    expect((await s.ann.call('grades-mine', {}))[0]!.sections[0]).toMatchObject({ leftOn: null })
    // A child who only audits from now on keeps the grades earned before.
    const become = (type: string) =>
      s.database.db.execute(sql`update enrolments set type = ${type} where id = ${students.mia}::uuid`)
    await become('audit')
    const [audited] = (await s.ann.call('grades-mine', {})).flatMap(({ sections }) =>
      sections.filter(({ enrolmentId }) => enrolmentId === students.mia),
    )
    expect(audited!.grades.map(({ name }) => name)).toContain('After Zoe left')
    await become('regular')
    // An archived term is put away for the office; its report card stays.
    await s.database.db.execute(sql`update terms set status = 'archived' where id = ${s.term.id}::uuid`)
    expect(await zoes()).toMatchObject([{ isFinal: true }])
    await s.database.db.execute(sql`update terms set status = 'registration' where id = ${s.term.id}::uuid`)
    await access(false)
    expect(await zoes()).toEqual([])
    await access(true)
    // A class left before anything was published is nothing to read.
    await s.database.db.execute(sql`update grades set status = 'draft' where enrolment_id = ${students.zoe}::uuid`)
    expect(await zoes()).toEqual([])
  })
})
