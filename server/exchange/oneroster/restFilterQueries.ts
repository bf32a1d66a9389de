import { sql, type SQL } from 'drizzle-orm'
import { containing } from '#server/platform/keys.ts'
import { RestError } from './restErrors.ts'
import { type Clause, type Field, type Fields, parseFilter } from './restFilter.ts'

const unfit = ({ field, value }: Clause) =>
  new RestError(422, 'invaliddata', `The value '${value.slice(0, 100)}' does not fit the field ${field}.`)

/** The SQL of a field in a relation named `x`, and the type as which it is compared. */
const columnOf = (field: Field): { as: 'text' | 'date' | 'instant' | 'list'; of: SQL } => {
  if (field.type === 'constant') return { as: 'text', of: sql`${field.value}::text` }
  const column = sql`x.${sql.identifier(field.column)}`
  if (field.type === 'text') return { as: 'text', of: sql`${column}::text` }
  if (field.type === 'list') return { as: 'list', of: sql`${column}::text[]` }
  if (field.type === 'one') return { as: 'list', of: sql`array[${column}]::text[]` }
  return { as: field.type, of: column }
}

const valueOf = (asked: Clause, type: 'text' | 'date' | 'instant' | 'list'): SQL => {
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
  const { as, of } = columnOf(field)
  if (operator === '~') {
    if (as === 'list')
      return sql`exists (select 1 from unnest(${of}) member where lower(member) like ${containing(asked.value)})`
    if (as !== 'text') throw unfit(asked)
    return sql`lower(${of}) like ${containing(asked.value)}`
  }
  const value = valueOf(asked, as)
  if (as === 'list') {
    if (operator !== '=' && operator !== '!=')
      throw new RestError(400, 'invalid_filter_field', `The list ${asked.field} can be compared only with =, != and ~.`)
    const holds = sql`exists (select 1 from unnest(${of}) member where lower(member) = ${value})`
    return operator === '=' ? holds : sql`not ${holds}`
  }
  const column = as === 'text' ? sql`lower(${of})` : of
  return operator === '!=' ? sql`${column} is distinct from ${value}` : sql`${column} ${sql.raw(operator)} ${value}`
}

/**
 * A filter of the standard (REST binding 1.2, section 3.4.3) as a condition: predicates =, !=, >, >=, <, <= and ~ on
 * fields, with dots for nested ones, joined by AND and OR. Texts are compared case-insensitively.
 */
export const filterBy = (text: string | undefined, fields: Fields): SQL => {
  if (text === undefined) return sql`true`
  const alternatives = parseFilter(text.trim()).map(
    together =>
      sql`(${sql.join(
        together.map(asked => conditionOf(asked, fields)),
        sql` and `,
      )})`,
  )
  return sql`(${sql.join(alternatives, sql` or `)})`
}

/** The requested order (section 3.4.2), with the sourcedId as tiebreaker. Throws for an unknown field or direction. */
export const sortBy = (field: string | undefined, direction: string | undefined, fields: Fields): SQL => {
  if (direction !== undefined && direction !== 'asc' && direction !== 'desc')
    throw new RestError(400, 'invaliddata', 'orderBy must be asc or desc.')
  const way = sql.raw(direction === 'desc' ? 'desc' : 'asc')
  if (field === undefined) return sql`x."sourcedId" ${way}`
  const column = Object.hasOwn(fields, field) ? columnOf(fields[field]!) : undefined
  if (!column || column.as === 'list')
    throw new RestError(400, 'invalid_sort_field', `There is no field ${field} to sort by.`)
  return sql`${column.of} ${way} nulls last, x."sourcedId" ${way}`
}
