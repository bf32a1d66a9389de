import { type RecordChange, type RecordEntry, recordFields } from '#contract/people/confirmations.ts'

const facts = (before: RecordEntry['facts'], after: RecordEntry['facts']): RecordChange['facts'] =>
  recordFields.flatMap(field => {
    const [was, is] = [before[field] ?? null, after[field] ?? null]
    return (was ?? '') === (is ?? '') ? [] : [{ field, before: was, after: is }]
  })

/**
 * The differences between two versions of a family's record: changed facts of people in both, and all facts of people
 * who were added or removed. Entries keep their order, with removed ones last.
 */
export const recordDiff = (before: readonly RecordEntry[], after: readonly RecordEntry[]): RecordChange[] => {
  const keyOf = ({ part, id }: RecordEntry) => `${part} ${id}`
  const was = new Map(before.map(entry => [keyOf(entry), entry]))
  const is = new Map(after.map(entry => [keyOf(entry), entry]))
  const changed = after.map(({ facts: now, ...entry }): RecordChange => {
    const old = was.get(`${entry.part} ${entry.id}`)
    return { ...entry, act: old ? 'changed' : 'added', facts: facts(old?.facts ?? {}, now) }
  })
  const gone = before
    .filter(entry => !is.has(keyOf(entry)))
    .map(({ facts: old, ...entry }): RecordChange => ({ ...entry, act: 'removed', facts: facts(old, {}) }))
  return [...changed.filter(({ act, facts: each }) => act === 'added' || each.length > 0), ...gone]
}
