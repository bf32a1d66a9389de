import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAudit, sealEntries } from '#server/access/audit/chain.ts'
import { balancesOf } from '#server/schoolFiles.ts'
import { notesOf, rows } from '#server/platform/db.ts'
import { tablesOf } from '#tests/database-fixture.ts'
import { blankCard, school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
let householdId: string
let mia: string
beforeAll(async () => {
  s = await school()
  householdId = s.annRegistration.householdId
  mia = (await s.ann.call('students-mine', {}))[0]!.id
})
afterAll(() => s.drop())

const money = async () => {
  const client = await s.database.pool.connect()
  try {
    const { rows: sums } = await client.query<Record<string, unknown>>(
      `select (select sum(amount_cents) from charges) as charged, (select sum(amount_cents) from payments) as paid, (select sum(total_cents) from invoices) as asked,
        (select count(*)::int from allocations) as covered, (select count(*)::int from enrolments) as places, (select count(*)::int from attendance_revisions) as marks`,
    )
    return { sums, balances: await balancesOf(client) }
  } finally {
    client.release()
  }
}
/** The tables that still contain any of these words. */
const saying = async (words: readonly string[]): Promise<string[]> => {
  const found: string[] = []
  for (const name of await tablesOf(s.database)) {
    if (name === 'operations') continue
    const [hit] = await rows<{ n: number }>(
      s.database.db,
      sql`select count(*)::int as n from ${sql.identifier(name)} t where t::text ilike any(${`{${words.map(word => `"%${word}%"`).join(',')}}`}::text[])`,
    )
    if (hit!.n > 0) found.push(name)
  }
  return found
}
const words = [
  'Mia Wang',
  'ann@home.example',
  'Ann Wang',
  'peanuts-secret',
  'Aunt-secret',
  'note-secret',
  '+1 555 0199-secret',
]

test('erasing an archived family removes everything personal for good and keeps every amount', async () => {
  await s.ida.call('students-changeMedical', { ...blankCard, id: mia, allergies: 'peanuts-secret' })
  await s.ida.call('payments-record', {
    householdId,
    method: 'cheque',
    amountCents: 29_700,
    receivedOn: '2026-09-13',
    reference: 'note-secret',
    payer: 'Aunt-secret',
  })
  await s.database.db.execute(
    sql`with f as (insert into files (id, name, type, size, bytes, created_at) values ('00000000-0000-7000-8000-000000000001', 'plan.pdf', 'application/pdf', 1, 'x', now()) returning id)
      insert into student_documents (id, student_id, file_id, kind, title, added_at) select gen_random_uuid(), ${mia}::uuid, id, 'medical', 'note-secret', now() from f`,
  )
  await sealEntries(s.database, s.database.secrets, new Date())
  // First checks that everything is present.
  const sealed = notesOf(s.database.db).seal(mia, 'peanuts-secret')
  expect(await saying([...words, sealed])).toEqual(
    expect.arrayContaining([
      'accounts',
      'audit_entries',
      'households',
      'payments',
      'persons',
      'student_documents',
      'students',
    ]),
  )
  await expect(s.ida.call('parents-erase', { id: householdId, name: 'Ann Wang' })).rejects.toMatchObject({
    code: 'not-found',
  })

  await s.database.db.execute(sql`update households set archived_at = now() where id = ${householdId}::uuid`)
  await s.database.db.execute(sql`update students set archived_at = now() where household_id = ${householdId}::uuid`)
  const before = await money()
  const { name } = await s.ida.call('parents-get', { id: householdId })
  await expect(s.ida.call('parents-erase', { id: householdId, name: 'Another' })).rejects.toMatchObject({
    code: 'invalid-argument',
    details: { fields: [{ path: 'name', message: 'asshown' }] },
  })
  await expect(s.tom.call('parents-erase', { id: householdId, name })).rejects.toMatchObject({
    code: 'permission-denied',
  })
  await expect(
    s.callAs({ ...(await s.ida.actor()), area: 'registrar' }, 'parents-erase', { id: householdId, name }),
  ).rejects.toMatchObject({ code: 'permission-denied' })
  await expect(
    s.callAs({ ...(await s.ida.actor()), signedInAt: null }, 'parents-erase', { id: householdId, name }),
  ).rejects.toMatchObject({ details: { reason: 'RECENT_SIGN_IN_NEEDED' } })

  expect(await s.ida.call('parents-erase', { id: householdId, name })).toMatchObject({ files: 1 })
  expect(await saying([...words, sealed])).toEqual([])
  expect(await money()).toEqual(before)
  expect(await s.ida.call('parents-get', { id: householdId })).toMatchObject({ name: 'Erased family', isErased: true })
  expect(await s.database.db.$count(sql`files`)).toBe(0)
  // The other family is unchanged.
  expect(await saying(['bob@home.example'])).toContain('accounts')
})

test('the change log’s chain still proves that the entries existed', async () => {
  const state = await verifyAudit(s.database.db, s.database.secrets)
  expect(state.broken).toBeNull()
  expect(state.erased).toBeGreaterThan(0)
})

test('an erased family can’t be erased again or restored', async () => {
  await expect(s.ida.call('parents-erase', { id: householdId, name: 'Erased family' })).rejects.toMatchObject({
    code: 'not-found',
  })
  expect(await s.ida.call('parents-restore', { ids: [householdId] })).toMatchObject({ restored: [] })
})

test('no amount can be changed even during an erasure', async () => {
  await expect(
    s.database.transaction(async db => {
      await db.execute(sql`select set_config('lantern.erasing', 'on', true)`)
      await db.execute(sql`update invoices set total_cents = 1`)
    }),
  ).rejects.toThrow()
  await expect(
    s.database.transaction(async db => {
      await db.execute(sql`select set_config('lantern.erasing', 'on', true)`)
      await db.execute(sql`delete from payments`)
    }),
  ).rejects.toThrow()
})
