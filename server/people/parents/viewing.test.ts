import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Callable, viewHeader } from '#contract/callable.ts'
import { contract, type FunctionName, type Input } from '#contract/index.ts'
import { rows } from '#server/platform/db.ts'
import { school, type SmallSchool } from '#tests/school.ts'
import { serve, type Served, type SignedIn } from '#tests/served.ts'

let s: SmallSchool
let served: Served
let ida: SignedIn
let ann: SignedIn
let annId: string
let viewId: string
beforeAll(async () => {
  s = await school()
  served = await serve(s)
  ida = await served.signIn('ida@school.example')
  ann = await served.signIn('ann@home.example')
  annId = (await s.ann.actor()).personId!
  ;({ viewId } = await s.ida.call('parents-viewAs', { id: annId }))
})
afterAll(async () => {
  await served.close()
  await s.drop()
})

type Answer = { status: number; result: unknown; reason: string | undefined }
const ask = async <N extends FunctionName>(
  who: SignedIn | null,
  name: N,
  data: Input<N> & { operationId?: string },
  view: string | null = viewId,
): Promise<Answer> => {
  const response = await fetch(`${served.origin}/fn/${name}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(who ? { authorization: `Bearer ${who.idToken}` } : {}),
      ...(view ? { [viewHeader]: view } : {}),
    },
    body: JSON.stringify({ data }),
  })
  const body = (await response.json()) as { result?: unknown; error?: { details?: { reason?: string } } }
  return { status: response.status, result: body.result, reason: body.error?.details?.reason }
}

describe('the office viewing as a family', () => {
  test('reads exactly what the family reads', async () => {
    for (const name of ['parents-home', 'students-mine', 'parents-household', 'payments-ledger'] as const) {
      const own = await ask(ann, name, {}, null)
      expect(own.status, name).toBe(200)
      expect((await ask(ida, name, {})).result, name).toEqual(own.result)
    }
    expect((await ask(ida, 'users-me', {})).result).toMatchObject({ name: 'Ann Wang', roles: ['parent'], area: null })
  })

  test('sees nothing of other families or of the office', async () => {
    const zoe = (await rows<{ id: string }>(s.database.db, sql`select id from persons where name = 'Zoe Li'`))[0]!.id
    expect((await ask(ida, 'students-get', { id: zoe }, null)).status).toBe(200)
    expect(await ask(ida, 'students-get', { id: zoe })).toMatchObject({ reason: 'NOT_FOUND' })
    expect(await ask(ida, 'students-list', {})).toMatchObject({ reason: 'ROLE_NEEDED' })
  })

  test('can’t use functions declared personal, such as sign-ins and devices', async () => {
    for (const [name, { isPersonal }] of Object.entries<Callable>(contract)) {
      if (!isPersonal) continue
      const own = await ask(ann, name as 'push-tests', { ids: [] }, null)
      expect(own.status, name).toBe(200)
      expect(await ask(ida, name as 'push-tests', { ids: [] }), name).toMatchObject({
        reason: 'VIEW_ONLY',
      })
    }
    for (const name of ['identity-sessions', 'push-mine'] as const) expect(contract[name].isPersonal, name).toBe(true)
  })

  test('can’t write anything', async () => {
    const input = { name: 'Hacked', nativeName: '', phone: '', language: 'en' as const, operationId: randomUUID() }
    expect(await ask(ida, 'parents-changeMe', input)).toMatchObject({ reason: 'VIEW_ONLY' })
    expect((await ask(ida, 'users-me', {})).result).toMatchObject({ name: 'Ann Wang' })
    const upload = await fetch(`${served.origin}/files/uploads`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ida.idToken}`, [viewHeader]: viewId },
      body: 'x',
    })
    expect(upload.status).toBe(403)
  })

  test('is recorded in the change log when it starts, with who and as whom', async () => {
    const [entry] = await rows<{ actor: string; input: { id: string } }>(
      s.database.db,
      sql`select actor, input from audit_entries where action = 'parents-viewAs'`,
    )
    expect(entry).toMatchObject({ actor: 'ida@school.example', input: { id: annId } })
  })

  test('sees a teacher who is a parent as a parent only', async () => {
    const { id } = await s.ida.call('parents-addGuardian', {
      householdId: s.annRegistration.householdId,
      guardian: {
        name: 'Tom Teacher',
        nativeName: '',
        email: 'tom@school.example',
        phone: '',
        language: 'en',
        relationship: 'father',
        hasDataAccess: true,
        mayPickUp: true,
      },
    })
    expect((await s.tom.actor()).roles).toEqual(['parent', 'teacher'])
    const view = await s.ida.call('parents-viewAs', { id })
    expect((await ask(ida, 'users-me', {}, view.viewId)).result).toMatchObject({ roles: ['parent'] })
    expect(await ask(ida, 'absences-roll', { meetingId: s.meetingId }, view.viewId)).toMatchObject({
      reason: 'ROLE_NEEDED',
    })
  })

  test('works for a guardian without an account, but not for one without data access', async () => {
    const guardian = (name: string, hasDataAccess: boolean) =>
      s.ida.call('parents-addGuardian', {
        householdId: s.annRegistration.householdId,
        guardian: {
          name,
          nativeName: '',
          email: '',
          phone: '',
          language: 'zh',
          relationship: 'grandparent',
          hasDataAccess,
          mayPickUp: true,
        },
      })
    const grandma = await guardian('Grandma Wang', true)
    const view = await s.ida.call('parents-viewAs', { id: grandma.id })
    expect((await ask(ida, 'users-me', {}, view.viewId)).result).toMatchObject({ name: 'Grandma Wang' })
    expect((await ask(ida, 'students-mine', {}, view.viewId)).result).toHaveLength(2)
    const barred = await guardian('Barred Wang', false)
    await expect(s.ida.call('parents-viewAs', { id: barred.id })).rejects.toMatchObject({
      details: { reason: 'NOTHING_TO_SEE' },
    })
  })
})

describe('refused views', () => {
  test('families and teachers can’t start or use a view', async () => {
    const zoeHome = (await s.bob.actor()).personId!
    await expect(s.ann.call('parents-viewAs', { id: zoeHome })).rejects.toThrow('role')
    await expect(s.eve.call('parents-viewAs', { id: zoeHome })).rejects.toThrow('role')
    expect(await ask(ann, 'students-mine', {})).toMatchObject({ reason: 'ROLE_NEEDED' })
    expect(await ask(null, 'users-me', {})).toMatchObject({ reason: 'SIGN_IN_NEEDED' })
  })

  test('a registrar can start a view, a treasurer can’t, and no one uses another’s', async () => {
    for (const area of ['registrar', 'treasurer'] as const) {
      await s.ida.call('users-invite', {
        email: `${area}@school.example`,
        name: area,
        nativeName: '',
        role: 'admin',
        area,
      })
      await s.database.db.execute(sql`update accounts set is_verified = true where email = ${`${area}@school.example`}`)
    }
    const registrar = await served.signIn('registrar@school.example')
    const treasurer = await served.signIn('treasurer@school.example')
    const own = await s.person('registrar@school.example').call('parents-viewAs', { id: annId })
    expect((await ask(registrar, 'students-mine', {}, own.viewId)).result).toHaveLength(2)
    expect(await ask(registrar, 'students-mine', {})).toMatchObject({ reason: 'VIEW_OVER' })
    expect(await ask(treasurer, 'students-mine', {})).toMatchObject({ reason: 'AREA_NEEDED' })
    await expect(s.person('treasurer@school.example').call('parents-viewAs', { id: annId })).rejects.toMatchObject({
      details: { reason: 'AREA_NEEDED' },
    })
  })

  test('a stopped or expired view shows nothing', async () => {
    const { viewId: old } = await s.ida.call('parents-viewAs', { id: annId })
    await s.database.db.execute(
      sql`update family_views set started_at = started_at - interval '3 hours' where id = ${old}::uuid`,
    )
    expect(await ask(ida, 'students-mine', {}, old)).toMatchObject({ reason: 'VIEW_OVER' })
    await s.ida.call('parents-stopView', { viewId })
    expect(await ask(ida, 'students-mine', {})).toMatchObject({ reason: 'VIEW_OVER' })
    expect(await ask(ida, 'students-mine', {}, 'nonsense')).toMatchObject({ reason: 'VIEW_OVER' })
  })
})
