import { createHash, randomBytes } from 'node:crypto'
import { domainToASCII } from 'node:url'
import type pg from 'pg'
import { jobs } from '#server/functions.ts'
import { migrationNames } from '#server/migrate.ts'
import { type Client, transactionOn } from '#server/platform/db.ts'
import { announce } from '#server/platform/live.ts'
import { searchVersion } from '#server/platform/search.ts'
import { keyIn, newSecretKey, type Seal } from '#server/platform/secrets.ts'
import { refuseOldServer } from '#server/platform/serverVersion.ts'

/** The schema with a database's list of schools. Changes of the list are announced under this name, too. */
export const registrySchema = 'lantern_host'

export const states = ['open', 'moving', 'closed'] as const
/** The state of a school: `moving` tells people to come back soon, `closed` that they can't reach it. */
export type SchoolState = (typeof states)[number]

/** A school's entry in the registry. */
export type Listed = {
  schema: string
  name: string
  state: SchoolState
  /** Its host name. */
  host: string
  /** Its former host names, which lead to the current one. */
  formerHosts: string[]
  /** Its own key, sealed; null for a school from before it was one of many, which keeps the host's key. */
  sealedKey: string | null
  /** The version (`thisLantern`) for which its tables were brought up to date. */
  readyFor: string | null
  /** The reason why that failed the last time. */
  problem: string | null
  createdAt: Date
  calledAt: Date | null
}

/** Changes whenever schools must be brought up to date: with migrations, kinds of jobs, and search. */
export const thisLantern = (): string =>
  createHash('sha256')
    .update(
      JSON.stringify([migrationNames(), jobs.map(({ name, keepsFailures }) => [name, keepsFailures]), searchVersion]),
    )
    .digest('hex')
    .slice(0, 16)

/** Creates the registry if there is none yet. */
export const makeRegistry = (pool: pg.Pool): Promise<void> =>
  transactionOn(pool, async client => {
    await refuseOldServer(client)
    await client.query('select pg_advisory_xact_lock(7172, hashtext($1))', [registrySchema])
    await client.query(`
      create schema if not exists ${registrySchema};
      create table if not exists ${registrySchema}.schools (
        schema text primary key check (schema ~ '^[a-z][a-z0-9_]{0,40}$'),
        name text not null,
        state text not null default 'open' check (state in ('open', 'moving', 'closed')),
        sealed_key text,
        ready_for text,
        problem text,
        created_at timestamptz not null default now(),
        called_at timestamptz
      );
      create table if not exists ${registrySchema}.hosts (
        host text primary key check (host = lower(host)),
        schema text not null references ${registrySchema}.schools on delete cascade,
        is_present boolean not null
      );
      create unique index if not exists hosts_present on ${registrySchema}.hosts (schema) where is_present;`)
  })

/** All schools, by host name. Throws if there is no registry. */
export const listSchools = async (client: Client): Promise<Listed[]> => {
  const { rows } = await client.query<Listed>(
    `select s.schema, s.name, s.state, h.host, s.sealed_key as "sealedKey", s.ready_for as "readyFor", s.problem,
       s.created_at as "createdAt", s.called_at as "calledAt",
       coalesce((select array_agg(f.host order by f.host) from ${registrySchema}.hosts f where f.schema = s.schema and not f.is_present), '{}') as "formerHosts"
     from ${registrySchema}.schools s join ${registrySchema}.hosts h on h.schema = s.schema and h.is_present order by h.host`,
  )
  return rows
}

/** Tells every process that the registry has changed. */
const tell = (client: Client): Promise<void> => announce(client, [{ slices: ['schools'] }], registrySchema)

/** Inserts a school that is not open yet. */
export const insertSchool = async (
  client: Client,
  school: Pick<Listed, 'schema' | 'name' | 'host' | 'sealedKey'>,
): Promise<void> => {
  await client.query(
    `with made as (insert into ${registrySchema}.schools (schema, name, state, sealed_key) values ($1, $2, 'moving', $4) returning schema)
     insert into ${registrySchema}.hosts (host, schema, is_present) select $3, schema, true from made`,
    [school.schema, school.name, school.host, school.sealedKey],
  )
}

/** Removes a school that could not be made from the registry. */
export const removeSchool = async (client: Client, schema: string): Promise<void> => {
  await client.query(`delete from ${registrySchema}.schools where schema = $1`, [schema])
  await tell(client)
}

/** Changes whether people can reach a school. */
export const changeState = async (client: Client, schema: string, state: SchoolState): Promise<void> => {
  await client.query(`update ${registrySchema}.schools set state = $2 where schema = $1`, [schema, state])
  await tell(client)
}

/** Gives a school in the registry the name that it has given itself, if it has been set up. */
export const nameSchool = async (client: Client, schema: string): Promise<void> => {
  await client.query(
    `update ${registrySchema}.schools set name = own.name from "${schema}".school own where schools.schema = $1`,
    [schema],
  )
}

/** Stores the newly sealed key of a school. */
export const changeKey = async (client: Client, schema: string, sealedKey: string): Promise<void> => {
  await client.query(`update ${registrySchema}.schools set sealed_key = $2 where schema = $1`, [schema, sealedKey])
}

/**
 * Gives a school another host name; the previous one leads to it. One of its own former names may become current again.
 */
export const changeHost = (pool: pg.Pool, schema: string, host: string): Promise<void> =>
  transactionOn(pool, async client => {
    await client.query(`update ${registrySchema}.hosts set is_present = false where schema = $1`, [schema])
    await client.query(
      `insert into ${registrySchema}.hosts (host, schema, is_present) values ($1, $2, true)
       on conflict (host) do update set is_present = true where hosts.schema = excluded.schema`,
      [host, schema],
    )
    await tell(client)
  })

/** Records that a school was brought up to date, or why it could not be. */
export const noteReady = async (
  client: Client,
  schema: string,
  outcome: { readyFor: string } | { problem: string },
): Promise<void> => {
  await client.query(
    `update ${registrySchema}.schools set ready_for = coalesce($2, ready_for), problem = $3 where schema = $1`,
    'readyFor' in outcome ? [schema, outcome.readyFor, null] : [schema, null, outcome.problem],
  )
}

/** Records which schools were called. */
export const noteCalls = async (client: Client, schemas: readonly string[]): Promise<void> => {
  await client.query(`update ${registrySchema}.schools set called_at = now() where schema = any ($1)`, [schemas])
}

const label = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/

/** A host name as browsers send it: lower case, ASCII, without a port. Null if the text is not a host name. */
export const hostIn = (text: string): string | null => {
  const host = domainToASCII(text.trim().replace(/\.$/, ''))
  return host.length <= 253 && host !== '' && host.split('.').every(part => label.test(part)) ? host : null
}

/** The host name of a request, from its Host header. */
export const hostOf = (header: string | undefined): string | null => hostIn((header ?? '').replace(/:\d{1,5}$/, ''))

/** A schema name for a new school. Nobody has to type it. */
export const schemaFor = (host: string): string => {
  const word = host.split('.')[0]!.replaceAll('-', '_').slice(0, 30)
  return `s_${word}_${randomBytes(3).toString('hex')}`
}

const sealedAs = (schema: string): string => `school-key:${schema}`

/** A new or an existing key for a school, as the registry stores it: sealed with the host's key. */
export const sealKey = (seal: Seal, schema: string, key: Uint8Array | null): Promise<string> =>
  seal.seal(sealedAs(schema), key ? Buffer.from(key).toString('base64') : newSecretKey())

/** The key of a school. Throws if the host's key doesn't open it. */
export const keyOf = async (
  seal: Seal,
  hostKey: Uint8Array,
  { schema, sealedKey }: Pick<Listed, 'schema' | 'sealedKey'>,
): Promise<Uint8Array> => (sealedKey === null ? hostKey : keyIn(await seal.open(sealedAs(schema), sealedKey))!)
