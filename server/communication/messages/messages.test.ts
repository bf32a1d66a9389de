import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Audience } from '#contract/communication/messages.audience.ts'
import { rows } from '#server/platform/db.ts'
import { school, type SmallSchool } from '#tests/school.ts'
import { peopleOf } from './acts.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

test('the office sees what was sent, but no message with a key to an account', async () => {
  const secret = await rows<{ to: string }>(s.database.db, sql`select "to" from mails where is_secret`)
  expect(secret.map(({ to }) => to).sort()).toEqual(['eve@school.example', 'tom@school.example'])
  const outbox = await s.ida.call('messages-outbox', {})
  // A family that registers gets a confirmation, and a copy of what was signed.
  expect(outbox.rows.map(({ to, status }) => [to, status])).toEqual([
    ['bob@home.example', 'kept'],
    ['bob@home.example', 'kept'],
    ['ann@home.example', 'kept'],
    ['ann@home.example', 'kept'],
  ])
  expect(outbox.total).toBe(4)
})

describe('whom an audience reaches', () => {
  const reached = async (...audience: Audience): Promise<string[]> =>
    (
      await rows<{ email: string }>(
        s.database.db,
        sql`select p.email from ${peopleOf(sql`${JSON.stringify(audience)}::jsonb`, sql`'2026-09-13'::date`)} r join persons p on p.id = r.person_id order by p.email`,
      )
    ).map(({ email }) => email)
  const families = ['ann@home.example', 'bob@home.example']

  test('everyone, and everyone of a role', async () => {
    expect(await reached({ kind: 'everyone' })).toEqual([
      ...families,
      'eve@school.example',
      'ida@school.example',
      'tom@school.example',
    ])
    expect(await reached({ kind: 'role', role: 'parent' })).toEqual(families)
    expect(await reached({ kind: 'role', role: 'teacher' })).toEqual(['eve@school.example', 'tom@school.example'])
  })

  test('a class, a level, a program; each person once', async () => {
    expect(await reached({ kind: 'class', sectionId: s.grade1.id })).toEqual(families)
    expect(await reached({ kind: 'class', sectionId: s.chess.id })).toEqual([])
    expect(
      await reached(
        { kind: 'level', level: 1 },
        { kind: 'programme', programmeId: s.programme.id },
        { kind: 'unpaid' },
      ),
    ).toEqual(families)
    expect(await reached({ kind: 'level', level: 2 })).toEqual([])
  })

  test('families with overdue charges, one family, one person', async () => {
    const [household] = await s.ann.call('parents-household', {})
    await s.ida.call('payments-record', {
      householdId: household!.id,
      method: 'cash',
      amountCents: household!.balanceCents!,
      receivedOn: '2026-09-13',
      reference: '',
      payer: '',
    })
    expect(await reached({ kind: 'unpaid' })).toEqual(['bob@home.example'])
    expect(await reached({ kind: 'household', householdId: household!.id })).toEqual(['ann@home.example'])
    const me = (await s.tom.actor()).personId!
    expect(await reached({ kind: 'person', personId: me })).toEqual(['tom@school.example'])
  })

  test('a guardian without data access is not reached', async () => {
    expect(await reached({ kind: 'class', sectionId: s.grade1.id })).toContain('bob@home.example')
    const bob = (await s.bob.actor()).personId!
    await s.database.db.execute(sql`update guardianships set has_data_access = false where guardian_id = ${bob}::uuid`)
    expect(await reached({ kind: 'everyone' })).not.toContain('bob@home.example')
    expect(await reached({ kind: 'class', sectionId: s.grade1.id }, { kind: 'unpaid' })).toEqual(['ann@home.example'])
  })
})
