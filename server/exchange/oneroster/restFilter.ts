import { sql, type SQL } from 'drizzle-orm'
import { containing } from '#server/platform/keys.ts'
import { RestError } from './restErrors.ts'

/** A field that may be filtered and sorted by; a list is filtered by any of its members and not sorted by. */
export type Field = { readonly sql: SQL; readonly type: 'text' | 'date' | 'instant' | 'list' }
export type Fields = Readonly<Record<string, Field>>

type Clause = { field: string; operator: string; value: string }
const clause = /([A-Za-z_][\w]*(?:\.[A-Za-z_][\w]*)*)\s*(!=|>=|<=|=|>|<|~)\s*'((?:[^']|'')*)'/y
const joint = /\s+(AND|OR)\s+/iy
const mostClauses = 10

/** Splits a filter into its clauses; alternatives (OR) of clauses that hold together (AND). */
const parse = (text: string): Clause[][] => {
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

const unfit = ({ field, value }: Clause) =>
  new RestError(422, 'invaliddata', `The value '${value.slice(0, 100)}' does not fit the field ${field}.`)

const valueOf = (asked: Clause, type: Field['type']): SQL => {
  if (type === 'date') {
    const isDay = /^\d{4}-\d\d-\d\d$/.test(asked.value) && !Number.isNaN(Date.parse(asked.value))
    if (!isDay || !new Date(asked.value).toISOString().startsWith(asked.value)) throw unfit(asked)
    return sql`${asked.value}::date`
  }
  if (type === 'instant') {
    const at = Date.parse(asked.value)
    if (Number.isNaN(at)) throw unfit(asked)
    return sql`${new Date(at).toISOString()}::timestamptz`
  }
  return sql`lower(${asked.value})`
}

const conditionOf = (asked: Clause, fields: Fields): SQL => {
  const field = Object.hasOwn(fields, asked.field) ? fields[asked.field]! : undefined
  if (!field) throw new RestError(400, 'invalid_filter_field', `There is no field ${asked.field} to filter by.`)
  const { operator } = asked
  if (operator === '~') {
    if (field.type === 'list')
      return sql`exists (select 1 from unnest(${field.sql}) member where lower(member) like ${containing(asked.value)})`
    if (field.type !== 'text') throw unfit(asked)
    return sql`lower(${field.sql}) like ${containing(asked.value)}`
  }
  const value = valueOf(asked, field.type)
  if (field.type === 'list') {
    if (operator !== '=' && operator !== '!=')
      throw new RestError(400, 'invalid_filter_field', `The list ${asked.field} can be compared by =, != and ~ only.`)
    const holds = sql`exists (select 1 from unnest(${field.sql}) member where lower(member) = ${value})`
    return operator === '=' ? holds : sql`not ${holds}`
  }
  const column = field.type === 'text' ? sql`lower(${field.sql})` : field.sql
  return operator === '!=' ? sql`${column} is distinct from ${value}` : sql`${column} ${sql.raw(operator)} ${value}`
}

/**
 * A filter of the standard (REST binding 1.2, section 3.4.3) as a condition: predicates =, !=, >, >=, <, <= and ~ on
 * fields, dotted where they lie deeper, joined by AND and OR. Texts are compared without regard to case.
 */
export const filterBy = (text: string | undefined, fields: Fields): SQL => {
  if (text === undefined) return sql`true`
  const alternatives = parse(text.trim()).map(
    together =>
      sql`(${sql.join(
        together.map(asked => conditionOf(asked, fields)),
        sql` and `,
      )})`,
  )
  return sql`(${sql.join(alternatives, sql` or `)})`
}

/** The order asked for (section 3.4.2), made definite by the sourcedId. */
export const sortBy = (field: string | undefined, direction: string | undefined, fields: Fields): SQL => {
  if (direction !== undefined && direction !== 'asc' && direction !== 'desc')
    throw new RestError(400, 'invaliddata', 'orderBy is asc or desc.')
  const way = sql.raw(direction === 'desc' ? 'desc' : 'asc')
  if (field === undefined) return sql`x."sourcedId" ${way}`
  const column = Object.hasOwn(fields, field) ? fields[field]! : undefined
  if (!column || column.type === 'list')
    throw new RestError(400, 'invalid_sort_field', `There is no field ${field} to sort by.`)
  return sql`${column.sql} ${way} nulls last, x."sourcedId" ${way}`
}
