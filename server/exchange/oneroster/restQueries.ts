import { sql } from 'drizzle-orm'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { roster } from './relationQueries.ts'
import { RestError } from './restErrors.ts'
import { filterBy, sortBy } from './restFilterQueries.ts'
import type { Place } from './restPaths.ts'
import type { Row } from './restResources.ts'

/** The default and the maximum number of objects in one response (REST binding 1.2, section 3.4.1). */
const usualLimit = 100
const largestLimit = 1000

export type Asked = Readonly<Record<string, string | undefined>>
export type Found = { total: number; page: Row[]; limit: number; offset: number }

const wholeNumber = (text: string | undefined, usual: number, least: number, name: string): number => {
  if (text === undefined) return usual
  if (!/^\d{1,9}$/.test(text) || Number(text) < least)
    throw new RestError(400, 'invaliddata', `${name} must be a whole number of at least ${least}.`)
  return Number(text)
}

/** The requested members; all of them where none are named. Throws for an unknown one. */
export const selection = ({ resource }: Place, fields: string | undefined): string[] => {
  const known = Object.keys(resource.members)
  if (fields === undefined) return known
  const asked = fields.split(',').map(name => name.trim())
  const unknown = asked.find(name => !known.includes(name))
  if (unknown !== undefined)
    throw new RestError(
      400,
      'invalid_selection_field',
      `There is no field ${unknown.slice(0, 100) || 'without a name'} to select.`,
    )
  return asked
}

/** Reads what an address stands for, filtered, sorted and paged by the database in one statement. */
export const readPlace = async (db: Db, seen: Scope<'roster'>, place: Place, asked: Asked): Promise<Found> => {
  const { resource, isSingle, where, within } = place
  const limit = isSingle ? 1 : Math.min(wholeNumber(asked['limit'], usualLimit, 1, 'limit'), largestLimit)
  const offset = isSingle ? 0 : wholeNumber(asked['offset'], 0, 0, 'offset')
  const filter = isSingle ? sql`true` : filterBy(asked['filter'], resource.fields)
  const order = sortBy(isSingle ? undefined : asked['sort'], isSingle ? undefined : asked['orderBy'], resource.fields)
  const [found] = await rows<{ total: number; page: Row[]; isThere: boolean }>(
    db,
    sql`with ${roster('shown', seen)}, hits as (select x.* from ${sql.identifier(resource.relation)} x where ${where} and ${filter})
      select (select count(*)::int from hits) as total, ${within} as "isThere",
        coalesce((select json_agg(cut) from (select x.* from hits x order by ${order} limit ${limit} offset ${offset}) cut), '[]') as page`,
  )
  if (!found!.isThere || (isSingle && found!.page.length === 0))
    throw new RestError(404, 'unknownobject', 'There is no such object.')
  return { total: found!.total, page: found!.page, limit, offset }
}
