import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type RecordEntry, recordFields, recordParts } from '#contract/people/confirmations.ts'
import { recordDiff } from './recordDiff.ts'

const facts = fc.dictionary(fc.constantFrom(...recordFields), fc.constantFrom('', 'a', 'b'), { noNullPrototype: true })
const record = fc.uniqueArray(
  fc.record({
    part: fc.constantFrom(...recordParts),
    id: fc.constantFrom('1', '2', '3'),
    name: fc.constant('N'),
    nativeName: fc.constant(''),
    facts,
  }),
  { selector: ({ part, id }) => `${part} ${id}` },
) as fc.Arbitrary<RecordEntry[]>

/** A record with its changes applied: entries by key, without empty facts. */
const plain = (entries: readonly RecordEntry[]) =>
  Object.fromEntries(
    entries.map(entry => [
      `${entry.part} ${entry.id}`,
      Object.fromEntries(Object.entries(entry.facts).filter(([, value]) => value !== '')),
    ]),
  )
const applied = (before: readonly RecordEntry[], changes: ReturnType<typeof recordDiff>) => {
  const result = plain(before)
  for (const { part, id, act, facts: each } of changes) {
    const key = `${part} ${id}`
    if (act === 'removed') {
      delete result[key]
      continue
    }
    const now = { ...result[key] }
    for (const { field, after } of each) {
      if ((after ?? '') === '') delete now[field]
      else now[field] = after ?? ''
    }
    result[key] = now
  }
  return result
}

describe('the changes between two records', () => {
  test('are empty if nothing differs', () => {
    fc.assert(
      fc.property(record, same => {
        expect(recordDiff(same, same)).toEqual([])
      }),
    )
  })
  test('turn one record into the other', () => {
    fc.assert(
      fc.property(record, record, (before, after) => {
        expect(applied(before, recordDiff(before, after))).toEqual(plain(after))
      }),
    )
  })
  test('name each field once, and only those that differ', () => {
    fc.assert(
      fc.property(record, record, (before, after) => {
        for (const { facts: each } of recordDiff(before, after)) {
          expect(new Set(each.map(({ field }) => field)).size).toBe(each.length)
          for (const fact of each) expect(fact.before ?? '').not.toBe(fact.after ?? '')
        }
      }),
    )
  })
  test('say who was added and who was removed', () => {
    const grandma: RecordEntry = { part: 'contact', id: '1', name: 'Grandma', nativeName: '', facts: { phone: '1' } }
    expect(recordDiff([], [grandma])).toMatchObject([
      { act: 'added', facts: [{ field: 'phone', before: null, after: '1' }] },
    ])
    expect(recordDiff([grandma], [])).toMatchObject([{ act: 'removed', name: 'Grandma' }])
  })
})
