import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { type Person, school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
let asked: { id: string }
let other: { id: string }
beforeAll(async () => {
  s = await school()
  const open = async (name: string, startsAt: string, endsAt: string) => {
    const made = await s.ida.call(
      'classes-create',
      s.section({
        name,
        startsAt,
        endsAt,
        roomId: null,
        teacherIds: [],
        capacity: 9,
        tuitionCents: 20_000,
        booksCents: 0,
        needsApproval: true,
      }),
    )
    await s.ida.call('classes-move', { id: made.id, to: 'open' })
    return made
  }
  asked = await open('Choir', '09:00', '09:50')
  other = await open('Dance', '10:00', '10:50')
})
afterAll(() => s.drop())

const code = async (name: string, over: object = {}) =>
  s.ida.call('prices-createCode', {
    code: name,
    percent: 10,
    amountCents: null,
    programmeIds: [],
    validFrom: null,
    validUntil: null,
    mostUses: null,
    mostPerHousehold: null,
    isForNewFamilies: false,
    isCombinable: true,
    note: '',
    ...over,
  })
const usesOf = async (id: string) => (await s.ida.call('prices-codes', {})).find(each => each.id === id)!.uses

let count = 0
/** Registers a new family with one child that applies for these classes with a code. */
const apply = async (promoCode: string, sectionIds: string[]) => {
  count += 1
  const email = `promo${count}@home.example`
  const name = `Kid ${count}`
  const who: Person = await s.newcomer(email, `Parent ${count}`)
  const draft = {
    ...s.annFamily,
    guardians: s.annFamily.guardians.map(guardian => ({ ...guardian, name: `Parent ${count}` })),
    consents: { ...s.annFamily.consents, signedName: `Parent ${count}` },
    children: [{ ...s.annFamily.children[0]!, key: 'kid', name, nativeName: '', birthOn: '2018-03-01' }],
    choices: sectionIds.map(sectionId => ({ childKey: 'kid', sectionId })),
    promoCode,
  }
  const quote = await who.call('enrolments-quote', { draft })
  await who.call('enrolments-submit', { draft, agreedCents: quote.totalCents })
  const { rows: found } = await s.ida.call('applications-list', { search: name })
  return { who, email, quote, ids: found.map(({ id }) => id) }
}
const approve = async (ids: string[], promoCode = '') => {
  const shown = await s.ida.call('applications-preview', { ids, promoCode })
  return { shown, done: await s.ida.call('applications-approve', { ids, agreedCents: shown.totalCents, promoCode }) }
}
const lastLetterTo = async (email: string) =>
  (
    await rows<{ text: string }>(
      s.database.db,
      sql`select text from mails where "to" = ${email} order by queued_at desc, id desc limit 1`,
    )
  )[0]!.text

test('a code on an application applies on approval and counts as one use for the whole registration', async () => {
  const made = await code('CHOIR10', { isForNewFamilies: true })
  const { who, quote, ids } = await apply('choir10', [asked.id, other.id])
  // Nothing is charged yet; the amount due after approval includes the code.
  expect(quote).toMatchObject({ totalCents: 0, promo: { code: 'CHOIR10', problem: null } })
  expect(quote.whenApproved.totalCents).toBe(18_000 + 18_000 + 4000)
  expect(await usesOf(made.id)).toBe(0)
  const mine = await who.call('applications-mine', {})
  expect(mine.reduce((sum, { totalCents }) => sum + totalCents, 0)).toBe(quote.whenApproved.totalCents)

  const first = await approve([ids[0]!])
  expect(first.shown.rows[0]!.promo).toEqual({ code: 'CHOIR10', problem: null })
  expect(await usesOf(made.id)).toBe(1)
  // The second class of the same registration gets the same share and doesn't count as a second use.
  const second = await approve([ids[1]!])
  expect(second.shown.rows[0]!.promo).toEqual({ code: 'CHOIR10', problem: null })
  expect(first.done.totalCents + second.done.totalCents).toBe(quote.whenApproved.totalCents)
  expect(await usesOf(made.id)).toBe(1)
})

test('a code that runs out before approval takes nothing off, and the preview and the letter say so', async () => {
  const made = await code('LAST', { mostUses: 1 })
  const [one, two] = [await apply('LAST', [asked.id]), await apply('LAST', [asked.id])]
  // Both are previewed together: only one family gets the last use.
  const shown = await s.ida.call('applications-preview', { ids: [...one.ids, ...two.ids] })
  expect(shown.rows.map(({ promo, priceCents }) => [promo?.problem, priceCents])).toEqual([
    [null, 18_000],
    ['used', 20_000],
  ])
  await approve([...one.ids, ...two.ids])
  expect(await usesOf(made.id)).toBe(1)
  expect(await lastLetterTo(one.email)).not.toContain('LAST')
  expect(await lastLetterTo(two.email)).toContain('LAST')
})

test('an approval is refused if the code ran out after the preview', async () => {
  await code('RACE', { mostUses: 1 })
  const [one, two] = [await apply('RACE', [asked.id]), await apply('RACE', [asked.id])]
  const shown = await s.ida.call('applications-preview', { ids: two.ids })
  await approve(one.ids)
  await expect(
    s.ida.call('applications-approve', { ids: two.ids, agreedCents: shown.totalCents }),
  ).rejects.toMatchObject({ details: { reason: 'PREVIEW_CHANGED' } })
})

test('the office can enter a code when approving; an invalid one is refused at its field', async () => {
  const made = await code('OFFICE', { percent: null, amountCents: 5000 })
  const { ids } = await apply('', [asked.id, other.id])
  const wrong = await s.ida.call('applications-preview', { ids, promoCode: 'NOPE' })
  expect(wrong.rows[0]!.promo).toEqual({ code: 'NOPE', problem: 'unknown' })
  await expect(
    s.ida.call('applications-approve', { ids, agreedCents: wrong.totalCents, promoCode: 'NOPE' }),
  ).rejects.toMatchObject({ details: { fields: [{ path: 'promoCode', message: 'promo' }] } })
  const { done } = await approve([ids[0]!], 'office')
  expect(done.totalCents).toBe(20_000 - 5000 + 4000)
  expect(await usesOf(made.id)).toBe(1)
  // A fixed discount applies once per registration.
  const again = await s.ida.call('applications-preview', { ids: [ids[1]!], promoCode: 'OFFICE' })
  expect(again.rows[0]!.promo).toEqual({ code: 'OFFICE', problem: 'usedHere' })
  expect(await usesOf(made.id)).toBe(1)
})
