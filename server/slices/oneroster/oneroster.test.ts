import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { packRoster } from './pack.ts'
import { exchangedRoster } from './policy.ts'
import { unpack } from './unpack.ts'
import { validate } from './validate.ts'
import { type Person, school, type SmallSchool } from '../../../tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const exported = async (of: SmallSchool, extent: 'all' | 'current' = 'all') => {
  const seen = exchangedRoster(await of.ida.actor())
  return of.database.transaction(db => packRoster(db, extent, seen))
}
const upload = async (person: Person, zip: Buffer, name = 'roster.zip') =>
  (await person.call('oneroster-upload', { name, bytes: zip.toString('base64') })).uploadId

describe('out', () => {
  test('keeps to the published tables', async () => {
    const out = await unpack(await exported(s))
    expect(out.version).toBe('1.2')
    expect(await validate(out)).toEqual([])
    expect(Object.fromEntries(out.tables.map(({ file, rows: list }) => [file, list.length]))).toMatchInlineSnapshot(`
      {
        "academicSessions": 2,
        "classes": 2,
        "courses": 2,
        "demographics": 3,
        "enrollments": 5,
        "orgs": 1,
        "roles": 8,
        "users": 8,
      }
    `)
  })
})

describe('in', () => {
  test('the same school again changes nothing', async () => {
    const uploadId = await upload(s.ida, await exported(s))
    const report = await s.ida.call('oneroster-check', { uploadId })
    expect(report).toMatchObject({ version: '1.2', source: 'Lantern', changes: 0, problems: [], notes: [] })
    await expect(s.ida.call('oneroster-apply', { uploadId })).rejects.toMatchObject({
      details: { reason: 'NOTHING_TO_APPLY' },
    })
  })
})

void [randomUUID, rows, sql]
