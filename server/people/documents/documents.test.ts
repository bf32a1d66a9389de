import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileNameHeader, type StoredFile } from '#contract/access/files.ts'
import { rows } from '#server/platform/db.ts'
import { school, type SmallSchool } from '#tests/school.ts'
import { serve, type Served, type SignedIn } from '#tests/served.ts'

let s: SmallSchool
let served: Served
let mia: string
const seats: Record<'ida' | 'ann' | 'bob' | 'tom' | 'eve', SignedIn> = {} as never
beforeAll(async () => {
  s = await school()
  served = await serve(s)
  for (const [who, person] of Object.entries({ ida: s.ida, ann: s.ann, bob: s.bob, tom: s.tom, eve: s.eve }))
    seats[who as 'ann'] = await served.signIn(person.email)
  mia = (await s.ann.call('students-mine', {})).find(({ name }) => name === 'Mia Wang')!.id
})
afterAll(async () => {
  await served.close()
  await s.drop()
})

const uploaded = async (who: keyof typeof seats, name = 'paper.pdf'): Promise<string> => {
  const answer = await fetch(`${served.origin}/files/uploads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${seats[who].idToken}`, [fileNameHeader]: name },
    body: '%PDF-1.7 paper',
  })
  return ((await answer.json()) as StoredFile).id
}
const open = async (who: keyof typeof seats, id: string): Promise<number> =>
  (await fetch(`${served.origin}/files/uploads/${id}`, { headers: { cookie: seats[who].cookie } })).status
const paper = async (who: 'ida' | 'ann', kind: 'custody' | 'actionPlan', expiresOn: string | null = null) => {
  const fileId = await uploaded(who)
  const { id } = await s[who].call('documents-add', { studentId: mia, kind, title: kind, expiresOn, fileId })
  return { id, fileId }
}
const titles = async (who: 'ida' | 'ann' | 'bob' | 'tom' | 'eve') =>
  (await s[who].call('documents-list', { studentId: mia })).map(({ title }) => title)

describe('a student’s documents', () => {
  let custody: { id: string; fileId: string }
  let plan: { id: string; fileId: string }

  test('are added by the office and guardians, and listed only for people allowed to see them', async () => {
    custody = await paper('ida', 'custody', '2027-06-30')
    plan = await paper('ann', 'actionPlan', '2026-09-01')
    expect(await titles('ida')).toEqual(['custody', 'actionPlan'])
    expect(await titles('ann')).toEqual(['custody', 'actionPlan'])
    expect(await titles('tom')).toEqual(['actionPlan'])
    expect(await titles('eve')).toEqual([])
    expect(await titles('bob')).toEqual([])
    const [first, second] = await s.ann.call('documents-list', { studentId: mia })
    expect(first).toMatchObject({ isExpired: false, mayRemove: false, addedBy: { name: 'Ida Office' } })
    expect(second).toMatchObject({ isExpired: true, mayRemove: true, file: { name: 'paper.pdf' } })
  })

  test('open only for office areas allowed to list them, and the change log records whose was opened', async () => {
    const { email: registrar } = await s.officer('registrar')
    const statusFor = async (email: string) => {
      const { cookie } = await served.signIn(email)
      return (await fetch(`${served.origin}/files/uploads/${plan.fileId}`, { headers: { cookie } })).status
    }
    expect(await statusFor(registrar)).toBe(200)
    const taken = await rows(
      s.database.db,
      sql`select actor, about from audit_entries where action = 'upload-export' order by at desc, id desc limit 1`,
    )
    expect(taken).toEqual([{ actor: registrar, about: [plan.fileId, mia] }])
    for (const area of ['treasurer', 'duties'] as const)
      expect(await statusFor((await s.officer(area)).email)).toBe(403)
  })

  test('open for exactly those who can list them', async () => {
    const who = ['ida', 'ann', 'tom', 'eve', 'bob'] as const
    const all = (id: string) => Promise.all(who.map(each => open(each, id)))
    expect(await all(custody.fileId)).toEqual([200, 200, 404, 404, 404])
    expect(await all(plan.fileId)).toEqual([200, 200, 200, 404, 404])
  })

  test('are not removed with unattached files', async () => {
    await s.database.db.execute(sql`update files set created_at = created_at - interval '3 days'`)
    await uploaded('ann')
    expect(await open('ann', plan.fileId)).toBe(200)
  })

  test('are removed and restored by guardians who added them, and any of them by the office', async () => {
    await expect(s.ann.call('documents-remove', { id: custody.id })).rejects.toThrow('not found')
    await s.ann.call('documents-remove', { id: plan.id })
    expect(await titles('tom')).toEqual([])
    expect(await open('tom', plan.fileId)).toBe(404)
    await s.ann.call('documents-restore', { id: plan.id })
    expect(await titles('tom')).toEqual(['actionPlan'])
    await s.ida.call('documents-remove', { id: custody.id })
    expect(await titles('ann')).toEqual(['actionPlan'])
  })

  test('can’t be added to another family’s child, or from another person’s upload', async () => {
    const fileId = await uploaded('bob')
    const add = { studentId: mia, kind: 'other' as const, title: 'x', expiresOn: null, fileId }
    await expect(s.bob.call('documents-add', add)).rejects.toThrow('not found')
    await expect(s.ann.call('documents-add', add)).rejects.toMatchObject({
      details: { fields: [{ path: 'fileId', message: 'required' }] },
    })
    await expect(s.tom.call('documents-add', add)).rejects.toThrow('role')
  })
})
