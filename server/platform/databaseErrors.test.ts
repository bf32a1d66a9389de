import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Client } from './db.ts'
import { isOutage, lastLine, unusable } from './databaseErrors.ts'
import { refuseOldServer } from './serverVersion.ts'

const failure = (code: string, why = 'why') => new Error('failed', { cause: Object.assign(new Error(why), { code }) })

test('a full disk and a read-only server are outages; a duplicate row isn’t', () => {
  expect(['53100', '25006', '23505'].map(code => isOutage(failure(code)))).toEqual([true, true, false])
})

test('a faulty or read-only disk is an outage; a missing privilege isn’t', () => {
  expect(isOutage(failure('58030', 'could not read block 7 in file "base/5/1": Input/output error'))).toBe(true)
  expect(isOutage(failure('42501', 'could not extend file "base/5/1": Read-only file system'))).toBe(true)
  expect(isOutage(failure('42501', 'permission denied for table payments'))).toBe(false)
})

const refused = (code: string, message: string) => Object.assign(new Error(message), { code })

test.each([
  [
    refused('28P01', 'password authentication failed for user "lantern"'),
    'password authentication failed for user "lantern". Check the user and the password in it, and that the server lets this user in (pg_hba.conf).',
  ],
  [
    refused('3D000', 'database "lanten" does not exist'),
    'database "lanten" does not exist. Create this database, or correct its name in the address.',
  ],
  [
    refused('42501', 'permission denied to create extension "pg_trgm"'),
    'permission denied to create extension "pg_trgm". Make the user in it the owner of the database.',
  ],
  [
    new AggregateError([refused('ECONNREFUSED', 'connect ECONNREFUSED ::1:9')]),
    'connect ECONNREFUSED ::1:9. Check the address, and that its server is running.',
  ],
])('a database that can’t be used is told with what to do about it', (error, told) =>
  expect(unusable(error).message).toBe(`The database at DATABASE_URL can’t be used: ${told}`),
)

test('an old server is refused by its version', async () => {
  const serverOf = (version: string) =>
    ({ query: async () => ({ rows: [{ server_version: version }] }) }) as unknown as Client
  await refuseOldServer(serverOf('15.4 (Debian 15.4-1)'))
  const old = await refuseOldServer(serverOf('14.9')).catch((error: unknown) => error)
  expect(unusable(old).message).toBe(
    'The database at DATABASE_URL can’t be used: it is PostgreSQL 14.9. Use PostgreSQL 15 or later.',
  )
})

test('a command’s last line says what the database said, never the statement', () => {
  const missing = refused('42P01', 'relation "audit_entries" does not exist')
  const failed = new DrizzleQueryError('select 1 from audit_entries', [], missing)
  expect(lastLine(failed, {})).toBe('relation "audit_entries" does not exist')
  expect(lastLine(failed, { DATABASE_URL: 'postgres://db/lantern' })).toBe(
    'The database at DATABASE_URL can’t be used: relation "audit_entries" does not exist. It has no school there. Check the address and SCHOOL_SCHEMA, or make a school: npm start',
  )
  expect(lastLine(new Error('There is no file x.', { cause: missing }), {})).toBe('There is no file x.')
})
