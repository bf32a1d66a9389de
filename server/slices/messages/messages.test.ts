import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

test('the office sees what was sent, but no key to an account', async () => {
  const secret = await rows<{ to: string }>(s.database.db, sql`select "to" from mails where is_secret`)
  expect(secret.map(({ to }) => to).sort()).toEqual(['eve@school.example', 'tom@school.example'])
  const outbox = await s.ida.call('messages-outbox', {})
  expect(outbox.rows.map(({ to, status }) => [to, status])).toEqual([
    ['bob@home.example', 'kept'],
    ['ann@home.example', 'kept'],
  ])
  expect(outbox.total).toBe(2)
})
