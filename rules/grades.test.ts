import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Counted, labelOf, overall, percentOf, stepProblems, usualLetters, usualWeights } from './grades.ts'

const letters = { steps: usualLetters.map(step => ({ ...step, nativeLabel: '' })) }

describe('a result', () => {
  const categories = [
    { id: 'final', weightPercent: 60, dropLowest: 0 },
    { id: 'homework', weightPercent: 40, dropLowest: 1 },
  ]
  const assessments = [
    { id: 'f', categoryId: 'final', maxPoints: 50 },
    { id: 'h1', categoryId: 'homework', maxPoints: 10 },
    { id: 'h2', categoryId: 'homework', maxPoints: 10 },
    { id: 'h3', categoryId: 'homework', maxPoints: 20 },
  ]
  const grade = (assessmentId: string, points: number | null, isExcused = false) => ({
    assessmentId,
    points,
    isExcused,
  })

  test('weights categories and drops the lowest scores', () => {
    const found = overall({
      categories,
      assessments,
      grades: [grade('f', 40), grade('h1', 5), grade('h2', 9), grade('h3', 20)],
    })
    expect(found).toEqual({
      percent: 86,
      categories: [
        { id: 'final', percent: 80 },
        { id: 'homework', percent: 95 },
      ],
      dropped: ['h1'],
    })
  })
  test('spreads the weight over the categories that have a score', () => {
    expect(overall({ categories, assessments, grades: [grade('h1', 7)] }).percent).toBe(70)
    expect(overall({ categories, assessments, grades: [] }).percent).toBeNull()
    expect(overall({ categories, assessments, grades: [grade('f', null, true)] }).percent).toBeNull()
  })
  test('a blank or excused score doesn’t count as zero; an entered zero does', () => {
    const base = [grade('f', 40)]
    expect(overall({ categories, assessments, grades: [...base, grade('h1', null)] }).percent).toBe(80)
    expect(overall({ categories, assessments, grades: [...base, grade('h1', null, true)] }).percent).toBe(80)
    expect(overall({ categories, assessments, grades: [...base, grade('h1', 0)] }).percent).toBe(48)
  })
  test('is rounded to one decimal, halves up, and its label follows the rounded value', () => {
    expect([percentOf(1, 3), percentOf(2, 3), percentOf(899.5, 1000), percentOf(1.005, 10)]).toEqual([
      33.3, 66.7, 90, 10.1,
    ])
    expect(labelOf(letters, percentOf(899.5, 1000))?.label).toBe('A')
    expect(labelOf(letters, percentOf(899.4, 1000))?.label).toBe('B')
  })
  test('the default weights add up to 100, and the default letters are a valid scale', () => {
    expect(usualWeights.reduce((sum, { weightPercent }) => sum + weightPercent, 0)).toBe(100)
    expect(stepProblems('letter', letters.steps)).toEqual([])
    expect([100, 90, 89.9, 80, 70, 60, 59.9, 0].map(percent => labelOf(letters, percent)?.label)).toEqual([
      'A',
      'A',
      'B',
      'B',
      'C',
      'D',
      'F',
      'F',
    ])
    expect([labelOf(null, 90), labelOf(letters, null), labelOf({ steps: [] }, 90)]).toEqual([null, null, null])
  })
  test('a scale must go down to 0, and a percent scale has no steps', () => {
    const steps = (...from: number[]) => from.map(fromPercent => ({ fromPercent }))
    expect(stepProblems('percent', [])).toEqual([])
    expect(stepProblems('percent', steps(0))).toMatchObject([{ path: 'steps' }])
    expect(stepProblems('pass', steps(0))).toMatchObject([{ path: 'steps' }])
    expect(stepProblems('level', steps(50, 60, 0))).toMatchObject([{ path: 'steps.1.fromPercent', message: 'lower' }])
    expect(stepProblems('level', steps(50, 10))).toMatchObject([{ path: 'steps.1.fromPercent', message: 'zero' }])
  })
})

describe('the result of any gradebook', () => {
  const book: fc.Arbitrary<Counted> = fc
    .record({
      weights: fc.array(fc.record({ weightPercent: fc.integer({ min: 0, max: 100 }), dropLowest: fc.nat(3) }), {
        minLength: 1,
        maxLength: 5,
      }),
      works: fc.array(
        fc.record({
          category: fc.nat(4),
          maxPoints: fc.integer({ min: 1, max: 200 }).map(points => points / 2),
          share: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
          isExcused: fc.boolean(),
        }),
        { maxLength: 15 },
      ),
    })
    .map(({ weights, works }) => ({
      categories: weights.map((weight, index) => ({ id: `c${index}`, ...weight })),
      assessments: works.map(({ category, maxPoints }, index) => ({
        id: `a${index}`,
        categoryId: `c${category % weights.length}`,
        maxPoints,
      })),
      grades: works.map(({ share, maxPoints, isExcused }, index) => ({
        assessmentId: `a${index}`,
        points: isExcused || share === null ? null : share * maxPoints,
        isExcused,
      })),
    }))

  test('lies between 0 and 100, and between its lowest and highest category', () =>
    fc.assert(
      fc.property(book, given => {
        const { percent, categories } = overall(given)
        const counted = categories
          .filter(({ id }) => given.categories.find(each => each.id === id)!.weightPercent > 0)
          .flatMap(each => each.percent ?? [])
        if (percent === null) expect(counted).toEqual([])
        else {
          expect(percent).toBeGreaterThanOrEqual(Math.max(0, Math.min(...counted)))
          expect(percent).toBeLessThanOrEqual(Math.min(100, Math.max(...counted)))
        }
      }),
    ))
  test('does not depend on the order of categories, assessments and grades', () =>
    fc.assert(
      fc.property(book, given => {
        const turned = {
          categories: given.categories.toReversed(),
          assessments: given.assessments.toReversed(),
          grades: given.grades.toReversed(),
        }
        expect(overall(turned).percent).toBe(overall(given).percent)
        expect(overall(turned).dropped.toSorted()).toEqual(overall(given).dropped.toSorted())
      }),
    ))
  test('never falls when one more score is dropped, and keeps the last score', () =>
    fc.assert(
      fc.property(book, given => {
        const more = {
          ...given,
          categories: given.categories.map(category => ({ ...category, dropLowest: category.dropLowest + 1 })),
        }
        expect(overall(more).percent ?? 0).toBeGreaterThanOrEqual(overall(given).percent ?? 0)
        expect(overall(more).percent === null).toBe(overall(given).percent === null)
      }),
    ))
  test('is unaffected by excused and blank grades', () =>
    fc.assert(
      fc.property(book, fc.boolean(), (given, isExcused) => {
        const more = {
          ...given,
          assessments: [...given.assessments, { id: 'more', categoryId: 'c0', maxPoints: 10 }],
          grades: [...given.grades, { assessmentId: 'more', points: null, isExcused }],
        }
        expect(overall(more)).toEqual(overall(given))
      }),
    ))
  test('never falls with a better score', () =>
    fc.assert(
      fc.property(book, fc.nat(14), (given, which) => {
        const index = which % Math.max(1, given.grades.length)
        const better = {
          ...given,
          grades: given.grades.map((grade, at) =>
            at === index && grade.points !== null ? { ...grade, points: given.assessments[at]!.maxPoints } : grade,
          ),
        }
        expect(overall(better).percent ?? 0).toBeGreaterThanOrEqual(overall(given).percent ?? 0)
      }),
    ))
  test('always has a label on the default letter scale', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1000 }), tenths => {
        expect(labelOf(letters, tenths / 10)).not.toBeNull()
      }),
    ))
})
