import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openDatabase, rows } from '#server/platform/db.ts'
import { sealWith } from '#server/platform/secrets.ts'
import { keepSecret, findSecret } from '#server/school/config/acts.ts'
import { secondFactors } from '#server/access/identity/tables.ts'
import { keyRing } from '#server/access/identity/signingKeys.ts'
import { rotateKey } from './rotation.ts'
import { servedSchool } from '#tests/served.ts'

const { s, served } = servedSchool()

/** Every text and JSON in the database, as someone with a copy of it would read them. */
const wholeDatabase = async (): Promise<string> => {
  const columns = await rows<{ table: string; column: string }>(
    s.database.db,
    sql`select c.table_name as table, c.column_name as column from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = ${s.schema} and t.table_type = 'BASE TABLE' and c.data_type in ('text','json','jsonb','ARRAY','character varying')`,
  )
  const texts: string[] = []
  for (const { table, column } of columns) {
    const found = await rows<{ text: string | null }>(
      s.database.db,
      sql`select ${sql.identifier(column)}::text as text from ${sql.identifier(table)}`,
    )
    texts.push(...found.map(({ text }) => text ?? ''))
  }
  return texts.join('\n')
}

describe('a copy of the database', () => {
  test('has no token signing key', async () => {
    await served.signIn(s.ann.email)
    const { seed } = await keyRing(s.database).keys()
    const { d } = JSON.parse(seed) as { d: string }
    const text = await wholeDatabase()
    expect(text).toContain('"kty":"RSA"')
    expect(text.includes(d)).toBe(false)
    expect(text.includes('"d":')).toBe(false)
  })

  test('has no calendar address, which is shown only once', async () => {
    const operationId = randomUUID()
    const { url } = await s.ann.call('events-makeFeed', {}, { operationId })
    const secret = new URL(url).pathname.split('/').at(-1)!.replace('.ics', '')
    expect((await fetch(url.replace(s.settings.publicUrl, served.origin))).status).toBe(200)
    expect((await wholeDatabase()).includes(secret)).toBe(false)
    await expect(s.ann.call('events-makeFeed', {}, { operationId })).rejects.toMatchObject({
      details: { reason: 'SHOWN_ONCE' },
    })
    // The first address still works: no new one replaced it.
    expect((await fetch(url.replace(s.settings.publicUrl, served.origin))).status).toBe(200)
    const next = await s.ann.call('events-makeFeed', {})
    expect(next.url).not.toBe(url)
  })

  test('no longer has the link of an email once it was used', async () => {
    const identity = (name: string, body: object) =>
      fetch(`${served.origin}/identitytoolkit.googleapis.com/v1/accounts:${name}?key=lantern-web`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    await identity('sendOobCode', { requestType: 'PASSWORD_RESET', email: s.bob.email })
    const [letter] = await rows<{ text: string }>(
      s.database.db,
      sql`select text from mails where "to" = ${s.bob.email} and is_secret order by queued_at desc limit 1`,
    )
    const code = /oobCode=([\w-]+)/.exec(letter!.text)![1]!
    const done = await identity('resetPassword', { oobCode: code, newPassword: 'violet teapot 17' })
    expect(done.status).toBe(200)
    expect((await wholeDatabase()).includes(code)).toBe(false)
  })
})

test('after changing the key, everything sealed opens with the new one and nothing with the old one', async () => {
  const context = { db: s.database.db, actor: await s.ida.actor(), now: new Date(), settings: s.settings }
  await keepSecret(context, 'provider.clientSecret', 'top secret')
  const accountId = (await s.ann.actor()).accountId!
  await s.database.db.insert(secondFactors).values({
    accountId,
    name: 'App',
    sealed: await s.settings.secrets.seal(`second-factor:${accountId}`, 'ABC'),
    enrolledAt: new Date(),
    lastStep: 0,
  })
  const before = (await keyRing(s.database).keys()).signing.id
  const from = s.settings.secrets
  const to = sealWith()

  const [other] = await s.database.db.select().from(secondFactors)
  await expect(rotateKey(s.database, sealWith(), to)).rejects.toThrow('nothing was changed')
  expect((await s.database.db.select().from(secondFactors))[0]).toEqual(other)

  expect(await rotateKey(s.database, from, to)).toBeGreaterThanOrEqual(3)
  const sealed = (await wholeDatabase()).match(/\beyJ[\w-]+\.[\w-]*\.[\w-]+\.[\w-]+\.[\w-]+/g) ?? []
  expect(sealed.length).toBeGreaterThanOrEqual(3)
  for (const each of sealed) {
    expect(await to.read(each)).toMatchObject({ name: expect.any(String) as string })
    await expect(from.read(each)).rejects.toThrow()
  }
  expect(await findSecret(s.database.db, to, 'provider.clientSecret')).toBe('top secret')
  const restarted = openDatabase(s.url, s.schema, { secrets: to })
  expect((await keyRing(restarted).keys()).signing.id).toBe(before)
  await restarted.close()
  // Run again after an interruption, it finds everything done.
  expect(await rotateKey(s.database, from, to)).toBe(0)
})
