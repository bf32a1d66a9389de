import { RestError } from './restErrors.ts'

/**
 * A field to filter and sort by: a column of the relation, or a text that is the same in every row. A list can be
 * filtered by any of its members but not sorted; `one` is a column that the standard has as a list of one.
 */
export type Field =
  | { readonly type: 'text' | 'date' | 'instant' | 'list' | 'one'; readonly column: string }
  | { readonly type: 'constant'; readonly value: string }
export type Fields = Readonly<Record<string, Field>>

export type Clause = { field: string; operator: string; value: string }
const clause = /([A-Za-z_][\w]*(?:\.[A-Za-z_][\w]*)*)\s*(!=|>=|<=|=|>|<|~)\s*'((?:[^']|'')*)'/y
const joint = /\s+(AND|OR)\s+/iy
const mostClauses = 10

/**
 * Parses a filter into its clauses: alternatives (OR) of clauses that must all hold (AND). Throws where it is
 * malformed.
 */
export const parseFilter = (text: string): Clause[][] => {
  const wrong = () =>
    new RestError(400, 'invaliddata', `The filter ends where another predicate was expected: ${text.slice(0, 200)}`)
  const alternatives: Clause[][] = [[]]
  let at = 0
  for (let count = 1; ; count += 1) {
    clause.lastIndex = at
    const found = clause.exec(text)
    if (!found || count > mostClauses) throw wrong()
    alternatives.at(-1)!.push({ field: found[1]!, operator: found[2]!, value: found[3]!.replaceAll("''", "'") })
    at = clause.lastIndex
    if (at === text.length) return alternatives
    joint.lastIndex = at
    const next = joint.exec(text)
    if (!next) throw wrong()
    if (next[1]!.toUpperCase() === 'OR') alternatives.push([])
    at = joint.lastIndex
  }
}
