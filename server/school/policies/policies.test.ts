import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { family, school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const current = async () => (await s.anybody.call('policies-current', {})).map(({ kind }) => kind)
const toSign = async (who = s.ann) =>
  (await who.call('parents-home', {})).toDo.filter(({ kind }) => kind === 'sign').map(({ of }) => of)
const homeOf = async (who = s.ann) => (await who.call('parents-household', {}))[0]!.id
const sign = async (kind: string, level: 'granted' | 'withdrawn' | 'none', who = s.ann) =>
  who.call('parents-sign', { householdId: await homeOf(who), studentId: null, kind, level, signedName: 'Ann Wang' })

describe('policies', () => {
  test('a new school has standard texts, and a registered family has signed them', async () => {
    expect(await current()).toEqual(['photo', 'medical', 'policy'])
    expect(await toSign()).toEqual([])
    const [photo] = await s.ida.call('policies-list', {})
    expect(photo).toMatchObject({ kind: 'photo', signed: 2, missing: 0, versions: [{ number: 1, signed: 2 }] })
  })

  test('a new version asks families to sign again; a correction doesn’t', async () => {
    await s.ida.call('policies-publish', { kind: 'medical', text: 'Spelt well', nativeText: '', asksAgain: false })
    expect(await toSign()).toEqual([])
    const { version } = await s.ida.call('policies-publish', {
      kind: 'medical',
      text: 'More',
      nativeText: '更多',
      asksAgain: true,
    })
    expect(version).toBe(3)
    expect(await toSign()).toEqual(['Emergency medical care'])
    const missing = async () =>
      (await s.ida.call('policies-signatures', { kind: 'medical', state: 'missing' })).rows.map(each => each.household)
    expect(await missing()).toEqual(['Bob Li', 'Ann Wang'])
    await sign('medical', 'withdrawn')
    expect(await toSign()).toEqual([])
    expect(await missing()).toEqual(['Bob Li'])
    await s.database.db.execute(sql`update persons set native_name = '王安' where name = 'Ann Wang'`)
    expect(await s.ida.call('policies-signatures', { kind: 'medical', state: 'signed' })).toMatchObject({
      total: 1,
      rows: [
        {
          household: 'Ann Wang',
          guardians: 'Ann Wang',
          guardiansNative: '王安',
          level: 'withdrawn',
          version: '3',
          signedName: 'Ann Wang',
        },
      ],
    })
    // Earlier signatures stay with the text of their time.
    await s.database.pool.query(`update persons set native_name = '艾达' where name = 'Ida Office'`)
    const versions = (await s.ida.call('policies-list', {})).find(({ kind }) => kind === 'medical')!.versions
    expect(versions.map(({ number, text, signed }) => [number, text, signed])).toEqual([
      [3, 'More', 1],
      [2, 'Spelt well', 0],
      [1, expect.stringContaining('emergency'), 1],
    ])
    expect(versions[0]).toMatchObject({ publishedBy: 'Ida Office', publishedByNativeName: '艾达' })
  })

  test('a policy of the school’s own must be signed in the record and at registration, until it is archived', async () => {
    const { kind } = await s.ida.call('policies-create', {
      answer: 'choice',
      title: 'Family directory',
      nativeTitle: '家庭通讯录',
      text: 'Your name and email address stand in the directory.',
      nativeText: '',
    })
    expect(await toSign()).toEqual(['Family directory'])
    await expect(sign(kind, 'none')).rejects.toMatchObject({
      details: { fields: [{ path: 'level', message: 'choose' }] },
    })
    await sign(kind, 'withdrawn')
    expect(await toSign()).toEqual([])

    const cay = await s.newcomer('cay@home.example', 'Cay')
    const draft = family(
      { name: 'Cay' },
      [{ key: 'c', name: 'Cy', birthOn: '2019-01-01' }],
      [{ childKey: 'c', sectionId: s.chess.id }],
      s.term.id,
    )
    await expect(s.register(cay, draft)).rejects.toMatchObject({
      details: { reason: 'HOUSEHOLD_INCOMPLETE', fields: [{ path: `consents.levels.${kind}`, message: 'yesno' }] },
    })
    const levels = { ...draft.consents.levels, [kind]: 'granted' as const }
    await s.register(cay, { ...draft, consents: { ...draft.consents, levels } })
    expect(await toSign(cay)).toEqual([])

    await s.ida.call('policies-archive', { kind })
    expect(await current()).not.toContain(kind)
    expect(await toSign(s.bob)).toEqual(['Emergency medical care'])
    await expect(sign(kind, 'granted')).rejects.toMatchObject({ details: { reason: 'NOT_FOUND' } })
    await s.ida.call('policies-restore', { kind })
    expect(await current()).toContain(kind)
  })

  test('only the office changes them and sees who has signed', async () => {
    for (const who of [s.ann, s.tom]) {
      await expect(who.call('policies-list', {})).rejects.toMatchObject({ code: 'permission-denied' })
      await expect(
        who.call('policies-publish', { kind: 'policy', text: 'x', nativeText: '', asksAgain: true }),
      ).rejects.toMatchObject({ code: 'permission-denied' })
      await expect(who.call('policies-signatures', { kind: 'policy', state: 'signed' })).rejects.toMatchObject({
        code: 'permission-denied',
      })
    }
    await s.ida.call('policies-change', { kind: 'policy', title: 'Rules', nativeTitle: '规定' })
    expect((await s.anybody.call('policies-current', {}))[2]).toMatchObject({ title: 'Rules', nativeTitle: '规定' })
  })
})
