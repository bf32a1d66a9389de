import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, school, type SmallSchool } from '#tests/school.ts'
import { serve, type Served } from '#tests/served.ts'

/** Which members of the office see what families owe. */
let s: SmallSchool
let served: Served
let academic: Person
let home: string
beforeAll(async () => {
  s = await school()
  served = await serve(s)
  academic = await s.officer('academic')
  home = s.annRegistration.householdId
})
afterAll(async () => {
  await served.close()
  await s.drop()
})

const owed = 58_400

describe('an officer whose area doesn’t include payments', () => {
  test('sees families and students without their balances', async () => {
    const treasurer = await s.officer('treasurer')
    const family = async (who: Person) =>
      (await who.call('parents-list', {})).rows.find(({ id }) => id === home)!.balanceCents
    const student = async (who: Person) =>
      (await who.call('students-list', { search: 'Mia' })).rows.find(({ name }) => name === 'Mia Wang')!.balanceCents
    const record = async (who: Person) => (await who.call('parents-get', { id: home })).balanceCents
    for (const who of [s.ida, treasurer])
      expect([await family(who), await student(who), await record(who)]).toEqual([owed, owed, owed])
    expect([await family(academic), await student(academic), await record(academic)]).toEqual([null, null, null])
    expect((await s.ann.call('parents-household', {}))[0]!.balanceCents).toBe(owed)
  })

  test('can’t learn them from sorting, totals, files or audiences', async () => {
    const order = async (who: Person, down: boolean) =>
      (await who.call('students-list', { sort: 'balance', down })).rows.map(({ name }) => name)
    expect((await order(s.ida, true))[0]).not.toBe((await order(s.ida, false))[0])
    const up = await order(academic, false)
    expect(await order(academic, true)).toEqual(up.toReversed())
    expect(JSON.stringify(await academic.call('parents-list', { sort: 'balance', down: true }))).not.toContain('58400')

    expect((await s.ida.call('terms-figures', {})).owedCents).toBeGreaterThan(owed)
    expect(await academic.call('terms-figures', {})).toMatchObject({
      unpaidHouseholds: null,
      owedCents: null,
      chargedCents: null,
      paidCents: null,
    })

    const fileOf = async (file: string, { email }: Person) => {
      const { cookie } = await served.signIn(email)
      return (await fetch(`${served.origin}/files/${file}.csv?lang=en`, { headers: { cookie } })).text()
    }
    for (const file of ['students', 'families']) {
      expect(await fileOf(file, s.ida)).toContain(',584')
      expect(await fileOf(file, academic)).not.toContain(',584')
    }

    const audience = [{ kind: 'unpaid' as const }]
    await s.ida.call('messages-audience', { audience })
    await expect(academic.call('messages-audience', { audience })).rejects.toMatchObject({ code: 'not-found' })
    await academic.call('messages-audience', { audience: [{ kind: 'everyone' }] })
  })

  test('still sees what they owe themselves as a parent', async () => {
    await s.database.db.execute(
      `insert into role_grants (id, person_id, role, area, starts_at) select gen_random_uuid(), id, 'admin', 'academic', now() from persons where email = '${s.ann.email}'`,
    )
    const { rows } = await s.ann.call('parents-list', {})
    expect(rows.map(({ id, balanceCents }) => [id === home, balanceCents !== null])).toEqual(
      expect.arrayContaining([
        [true, true],
        [false, false],
      ]),
    )
  })
})
