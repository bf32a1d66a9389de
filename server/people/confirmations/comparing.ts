import type { RecordChange, RecordEntry, RecordField } from '#contract/people/confirmations.ts'
import { isSealed, partsOf, studentFacts } from '#contract/studentFields.ts'
import { recordDiff } from '#rules/recordDiff.ts'
import { type Db, notesOf } from '#server/platform/db.ts'

const sealedFacts: readonly RecordField[] = studentFacts.filter(fact => partsOf(fact).some(isSealed))

/**
 * The differences between two versions of a family's record. Health notes are compared unsealed and returned sealed.
 */
export const compareRecords = (
  db: Db,
  before: readonly RecordEntry[],
  after: readonly RecordEntry[],
): RecordChange[] => {
  const notes = notesOf(db)
  const opened = (entries: readonly RecordEntry[]) =>
    entries.map(entry => ({
      ...entry,
      facts: Object.fromEntries(Object.entries(entry.facts).map(([field, text]) => [field, notes.open(text)])),
    }))
  return recordDiff(opened(before), opened(after)).map(change => {
    const sealed = (text: string | null) => text && notes.seal(change.id, text)
    return {
      ...change,
      facts: change.facts.map(fact =>
        sealedFacts.includes(fact.field) ? { ...fact, before: sealed(fact.before), after: sealed(fact.after) } : fact,
      ),
    }
  })
}
