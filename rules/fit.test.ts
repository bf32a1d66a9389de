import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWished, nearest } from './fit.ts'

const section = fc.record({
  name: fc.constantFrom('Grade 1', 'Chess', 'Dance A'),
  nativeName: fc.constantFrom('一年级', '象棋', ''),
  course: fc.constantFrom('Reading', 'Chess'),
  courseNativeName: fc.constant(''),
  programmeId: fc.constantFrom('a', 'b'),
  programme: fc.constantFrom('Language', 'Enrichment'),
  programmeNativeName: fc.constant(''),
  level: fc.option(fc.integer({ min: 1, max: 9 })),
  description: fc.constant('Songs and first words, élan included'),
  weekday: fc.integer({ min: 1, max: 7 }),
  teachers: fc.constant(['Xiulan Huang']),
  ageFrom: fc.option(fc.integer({ min: 3, max: 8 })),
  ageTo: fc.option(fc.integer({ min: 9, max: 18 })),
  ageDay: fc.constant('2026-09-13'),
})
const wish = fc.record(
  {
    age: fc.integer({ min: 3, max: 18 }),
    level: fc.integer({ min: 1, max: 9 }),
    weekday: fc.integer({ min: 1, max: 7 }),
    programmeId: fc.constantFrom('a', 'b'),
    words: fc.constantFrom('chess', 'HUANG', 'elan', '象', 'grade 1'),
  },
  { requiredKeys: [] },
)

test('without wishes every class remains, and a wish only narrows the list', () => {
  fc.assert(
    fc.property(fc.array(section), wish, (sections, wished) => {
      expect(sections.filter(each => isWished({}, each))).toEqual(sections)
      const { age: _, ...fewer } = wished
      const found = sections.filter(each => isWished(wished, each))
      const wider = sections.filter(each => isWished(fewer, each))
      expect(found.every(each => wider.includes(each))).toBe(true)
    }),
  )
})

test('words match in any case, with or without accents, in either script and in teachers’ names', () => {
  const [chess] = fc.sample(section, 1)
  const offered = { ...chess!, name: 'Chess 1', nativeName: '国际象棋' }
  for (const words of ['chess', 'HUANG xiu', 'élan', 'elan', '象棋', ' chess  1 ', '']) {
    expect(isWished({ words }, offered), words).toBe(true)
  }
  expect(isWished({ words: 'chess violin' }, offered)).toBe(false)
})

test('near classes are at most a year and a level away, nearest first, and in the same program', () => {
  fc.assert(
    fc.property(fc.array(section), wish, (sections, wished) => {
      const found = nearest(wished, sections)
      expect(found.length).toBeLessThanOrEqual(3)
      for (const each of found) {
        if (wished.programmeId) expect(each.programmeId).toBe(wished.programmeId)
        if (wished.level !== undefined && each.level !== null)
          expect(Math.abs(each.level - wished.level)).toBeLessThanOrEqual(1)
        if (wished.age !== undefined && each.ageFrom !== null)
          expect(wished.age).toBeGreaterThanOrEqual(each.ageFrom - 1)
      }
      // A class whose level fits exactly comes before all others.
      const exact = sections.filter(each => each.level !== null && isWished(wished, each))
      const isAsked = wished.age !== undefined || wished.level !== undefined
      if (isAsked && exact.length > 0) expect(found[0]?.level === null || isWished(wished, found[0]!)).toBe(true)
    }),
  )
})
