import type { RosterScope } from '#contract/exchange/oneroster.ts'
import {
  collectionOf,
  collectionOfClass,
  collectionWithin,
  type Conditions,
  type Kind,
  kinds,
  links,
  objectOf,
} from './restPathQueries.ts'
import type { Resource } from './restResources.ts'

/** What an address of the service stands for. */
export type Place = Conditions & {
  resource: Resource
  /** The member of the response that holds it. */
  envelope: string
  isSingle: boolean
  scopes: readonly RosterScope[]
}

/** Every address of the service, with `{id}` in place of an id. */
export const restAddresses: readonly string[] = [
  ...Object.keys(kinds).flatMap(kind => [kind, `${kind}/{id}`]),
  ...Object.entries(links).flatMap(([outer, inner]) =>
    Object.keys(inner)
      .filter(kind => !(outer === 'classes' && kind === 'enrollments'))
      .map(kind => `${outer}/{id}/${kind}`),
  ),
  ...Object.keys(links['classes']!).map(kind => `schools/{id}/classes/{id}/${kind}`),
]

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const core: readonly RosterScope[] = ['roster-core', 'roster']
const kindOf = (name: string | undefined): Kind | undefined =>
  name !== undefined && Object.hasOwn(kinds, name) ? kinds[name] : undefined

/**
 * What a path below the service's base stands for; null where it stands for nothing. Lists and single objects need the
 * core scope or the full one, nested lists the full one, demographics their own (section 4, security).
 */
export const placeOf = (path: string): Place | null => {
  const parts = path.split('/')
  const ids = parts.filter((_, index) => index % 2 === 1)
  if (parts.length > 5 || !ids.every(id => uuid.test(id))) return null
  const [first, firstId, second, secondId, third] = parts
  const outer = kindOf(first)
  if (!outer) return null
  if (second === undefined) {
    const isSingle = firstId !== undefined
    return {
      ...(isSingle ? objectOf(outer, firstId) : collectionOf(outer)),
      resource: outer.resource,
      envelope: isSingle ? outer.one : outer.many,
      isSingle,
      scopes: first === 'demographics' ? ['roster-demographics'] : core,
    }
  }
  const inner = kindOf(second)
  const link = links[first!]?.[second]
  if (!inner || !link || (first === 'classes' && second === 'enrollments')) return null
  const nested = { isSingle: false, scopes: ['roster'] as const }
  if (secondId === undefined)
    return {
      ...nested,
      ...collectionWithin(outer, firstId!, link, inner),
      resource: inner.resource,
      envelope: inner.many,
    }
  // The only addresses with three levels are the people and places of one class in one school.
  const deepest = kindOf(third)
  const deepLink = links['classes']?.[third ?? '']
  if (first !== 'schools' || second !== 'classes' || !deepest || !deepLink) return null
  return {
    ...nested,
    ...collectionOfClass(outer, firstId!, secondId, deepLink, deepest),
    resource: deepest.resource,
    envelope: deepest.many,
  }
}
