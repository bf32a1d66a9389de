import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sql } from 'drizzle-orm'
import type { Input } from '#contract/index.ts'
import { wrongCodesAnHour } from '#rules/promo.ts'
import { rows } from '#server/platform/db.ts'
import { family, type Person, school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
const may = { now: new Date('2026-07-05T12:00:00Z') }
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const code = (over: Partial<Input<'prices-createCode'>> = {}): Input<'prices-createCode'> => ({
  code: 'WELCOME10',
  percent: 10,
  amountCents: null,
  programmeIds: [],
  validFrom: null,
  validUntil: null,
  mostUses: null,
  mostPerHousehold: 1,
  isForNewFamilies: false,
  isCombinable: true,
  note: 'Open day',
  ...over,
})
const award = (over: Partial<Input<'prices-award'>>): Input<'prices-award'> => ({
  studentId: null,
  householdId: null,
  termId: null,
  percent: 50,
  amountCents: null,
  covers: 'tuition',
  reason: 'Lost work',
  ...over,
})
/** The registration of a family with one child for chess, which has two seats. */
const chessFor = (name: string, promoCode = '') => ({
  ...family(
    { name },
    [{ key: 'kid', name: `Kid of ${name}`, birthOn: '2018-02-02' }],
    [{ childKey: 'kid', sectionId: s.chess.id }],
    s.term.id,
  ),
  promoCode,
})
const refused = (fields: object[]) => ({ details: { fields } })

describe('promo codes', () => {
  test('are created, changed and archived by the office; no one else sees them', async () => {
    const made = await s.ida.call('prices-createCode', code({ code: ' early-bird ' }))
    expect(made).toMatchObject({ code: 'EARLY-BIRD', percent: 10, uses: 0, takenCents: 0, isArchived: false })
    expect(await s.ida.call('prices-codes', {})).toEqual([made])
    for (const who of [s.ann, s.tom])
      await expect(who.call('prices-codes', {})).rejects.toMatchObject({ details: { reason: 'ROLE_NEEDED' } })

    await expect(s.ida.call('prices-createCode', code({ code: 'Early-Bird' }))).rejects.toMatchObject({
      details: { reason: 'ALREADY_EXISTS', fields: [{ path: 'code', message: 'taken' }] },
    })
    const wrong: [Partial<Input<'prices-createCode'>>, string, string][] = [
      [{ code: 'a b' }, 'code', 'code'],
      [{ percent: null }, 'percent', 'required'],
      [{ amountCents: 500 }, 'amountCents', 'choose'],
      [{ percent: 101 }, 'percent', 'percent'],
      [{ validFrom: '2026-09-02', validUntil: '2026-09-01' }, 'validUntil', 'before'],
      [{ mostUses: 0 }, 'mostUses', 'number'],
    ]
    for (const [over, path, message] of wrong)
      await expect(s.ida.call('prices-createCode', code({ code: 'OTHER', ...over }))).rejects.toMatchObject(
        refused([{ path, message }]),
      )
    const changed = await s.ida.call('prices-changeCode', {
      id: made.id,
      ...code({ code: 'SUMMER', percent: null, amountCents: 1500 }),
    })
    expect(changed).toMatchObject({ id: made.id, code: 'SUMMER', percent: null, amountCents: 1500 })
    expect(await s.ida.call('prices-archiveCode', { id: made.id, isArchived: true })).toMatchObject({
      isArchived: true,
    })
    const other = '00000000-0000-7000-8000-000000000000'
    await expect(s.ida.call('prices-archiveCode', { id: other, isArchived: true })).rejects.toMatchObject({
      details: { reason: 'NOT_FOUND' },
    })
  })

  test('show in the quote what they take off, or why they don’t apply', async () => {
    const { id } = await s.ida.call(
      'prices-createCode',
      code({ code: 'AUTUMN', validFrom: '2026-07-01', validUntil: '2026-07-05' }),
    )
    const eva = await s.newcomer('eva@home.example')
    const quoted = (promoCode: string, options = may) =>
      eva.call('enrolments-quote', { draft: chessFor('Eva', promoCode) }, options)
    const plain = await quoted('')
    expect(plain.promo).toBeNull()
    const held = await quoted(' autumn ')
    expect(held.promo).toEqual({ code: 'AUTUMN', problem: null })
    expect(held.totalCents).toBe(plain.totalCents - 1500)
    expect(held.lines[0]!.discounts).toEqual([
      { rule: 'promo', label: 'AUTUMN', percent: 10, ofCents: 15_000, amountCents: 1500 },
    ])
    const problem = async (promoCode: string, day = '2026-07-05') =>
      (await quoted(promoCode, { now: new Date(`${day}T12:00:00Z`) })).promo?.problem
    expect(await problem('NOSUCH')).toBe('unknown')
    expect(await problem('SUMMER')).toBe('unknown')
    expect(await problem('AUTUMN', '2026-06-30')).toBe('early')
    expect(await problem('AUTUMN', '2026-07-06')).toBe('over')
    await s.ida.call('prices-changeCode', { id, ...code({ code: 'AUTUMN', programmeIds: [s.programme.id] }) })
    expect(await problem('AUTUMN')).toBe('idle')
    expect((await quoted('AUTUMN')).totalCents).toBe(plain.totalCents)
  })

  test('for new families don’t apply to a family that the school knows', async () => {
    await s.ida.call('prices-createCode', code({ code: 'HELLO', isForNewFamilies: true }))
    const draft = { ...s.annFamily, choices: [{ childKey: 'mia', sectionId: s.chess.id }], promoCode: 'hello' }
    expect((await s.ann.call('enrolments-quote', { draft }, may)).promo).toEqual({ code: 'HELLO', problem: 'notNew' })
    const fay = await s.newcomer('fay@home.example')
    const answer = await fay.call('enrolments-quote', { draft: chessFor('Fay', 'hello') }, may)
    expect(answer.promo).toEqual({ code: 'HELLO', problem: null })
  })

  test('that can’t be combined apply only if they take off more', async () => {
    await s.ida.call('prices-createCode', code({ code: 'ALONE', percent: 5, isCombinable: false }))
    const draft = {
      ...family(
        { name: 'Gia' },
        [
          { key: 'a', name: 'Ada Gia', birthOn: '2018-01-01' },
          { key: 'b', name: 'Ben Gia', birthOn: '2019-01-01' },
        ],
        [{ childKey: 'a', sectionId: s.chess.id }],
        s.term.id,
      ),
      promoCode: 'ALONE',
    }
    const gia = await s.newcomer('gia@home.example')
    expect((await gia.call('enrolments-quote', { draft }, may)).promo?.problem).toBeNull()
    const before = await s.ida.call('config-pricing', {})
    await s.ida.call('config-changePricing', { ...before, siblingProgrammeIds: [], siblingPercent: 50 })
    const both = { ...draft, choices: [...draft.choices, { childKey: 'b', sectionId: s.chess.id }] }
    const answer = await gia.call('enrolments-quote', { draft: both }, may)
    expect(answer.promo?.problem).toBe('outdone')
    expect(answer.lines.flatMap(({ discounts }) => discounts.map(({ rule }) => rule))).toEqual(['sibling'])
    await s.ida.call('config-changePricing', before)
  })
})

describe('the last use of a code', () => {
  test('goes to one family even if many send it at once, and the invoice matches the cart to the cent', async () => {
    const { id } = await s.ida.call('prices-createCode', code({ code: 'LASTONE', mostUses: 1 }))
    await s.ida.call('classes-change', {
      id: s.chess.id,
      ...s.section({
        name: 'Chess',
        courseId: s.chess.courseId,
        startsAt: '16:05',
        endsAt: '17:00',
        capacity: 20,
        tuitionCents: 15_000,
        booksCents: 0,
      }),
    })
    const people: Person[] = []
    for (let index = 0; index < 6; index++) people.push(await s.newcomer(`race${index}@home.example`))
    const drafts = people.map(({ email }) => chessFor(email, 'LASTONE'))
    const quotes = await Promise.all(
      people.map((who, index) => who.call('enrolments-quote', { draft: drafts[index]! }, may)),
    )
    expect(quotes.map(({ promo }) => promo?.problem)).toEqual(people.map(() => null))
    const answers = await Promise.allSettled(
      people.map((who, index) =>
        who.call('enrolments-submit', { draft: drafts[index]!, agreedCents: quotes[index]!.totalCents }, may),
      ),
    )
    const won = answers.filter(({ status }) => status === 'fulfilled')
    expect(won).toHaveLength(1)
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ details: { reason: 'PRICE_CHANGED' } })
    const [used] = (await s.ida.call('prices-codes', {})).filter(each => each.id === id)
    expect(used).toMatchObject({ uses: 1, takenCents: 1500 })

    const loser = people[answers.findIndex(({ status }) => status === 'rejected')]!
    const again = await loser.call('enrolments-quote', { draft: chessFor(loser.email, 'LASTONE') }, may)
    expect(again.promo?.problem).toBe('used')
    const winner = people[answers.findIndex(({ status }) => status === 'fulfilled')]!
    const [ledger] = await winner.call('payments-ledger', {}, may)
    expect(ledger!.invoices[0]!.totalCents).toBe(quotes[0]!.totalCents)
    const discount = ledger!.entries.find(({ kind }) => kind === 'discount')
    expect(discount).toMatchObject({ rule: 'promo', description: 'LASTONE', percent: 10, ofCents: 15_000 })

    // Leaving before the first lesson frees the use again; leaving later doesn't.
    const [place] = await winner.call('leavings-mine', {}, may)
    const shown = await s.ida.call('leavings-preview', { enrolmentId: place!.enrolmentId }, may)
    await s.ida.call(
      'leavings-withdraw',
      {
        enrolmentId: place!.enrolmentId,
        agreedCents: shown.totalCents,
        agreedFreeCents: shown.freeCents,
        back: 'credit',
        note: '',
      },
      may,
    )
    const uses = async () => (await s.ida.call('prices-codes', {})).find(each => each.id === id)!.uses
    expect(await uses()).toBe(shown.totalCents > 0 ? 0 : 1)
    await s.database.transaction(async db => {
      await db.execute(sql`select set_config('lantern.undoing', 'on', true)`)
      await db.execute(
        sql`update charge_reversals v set created_at = '2026-12-01T00:00:00Z' from charges c where c.id = v.charge_id and c.enrolment_id = ${place!.enrolmentId}::uuid`,
      )
    })
    expect(await uses()).toBe(1)
  })
})

describe('scholarships', () => {
  let own: SmallSchool
  let mia: string
  let household: string
  beforeEach(async () => {
    own = await school()
    const [found] = await rows<{ mia: string; household: string }>(
      own.database.db,
      sql`select s.id as mia, s.household_id as household from students s join persons p on p.id = s.id where p.name = 'Mia Wang'`,
    )
    ;({ mia, household } = found!)
    return () => own.drop()
  })
  const chess = () => own.ida.call('enrolments-enrol', { studentId: mia, sectionId: own.chess.id }, may)

  test('are given and ended by the office; no one else sees them', async () => {
    const given = await own.ida.call('prices-award', award({ studentId: mia, termId: own.term.id }))
    expect(given).toMatchObject({
      student: 'Mia Wang',
      household: 'Ann Wang',
      householdNativeName: expect.any(String),
      term: 'Fall',
      reason: 'Lost work',
      endedAt: null,
    })
    expect((await own.ida.call('prices-awards', { search: '美雅' })).rows).toEqual([given])
    expect((await own.ida.call('prices-awards', { householdId: household })).total).toBe(1)
    expect((await own.ida.call('prices-awards', { search: 'Zoe' })).rows).toEqual([])
    for (const who of [own.ann, own.tom])
      await expect(who.call('prices-awards', {})).rejects.toMatchObject({ details: { reason: 'ROLE_NEEDED' } })
    await expect(own.ida.call('prices-award', award({}))).rejects.toMatchObject(
      refused([{ path: 'studentId', message: 'choose' }]),
    )
    await expect(own.ida.call('prices-award', award({ studentId: household }))).rejects.toMatchObject({
      details: { reason: 'NOT_FOUND' },
    })
    await expect(own.ida.call('prices-award', award({ studentId: mia, percent: null }))).rejects.toMatchObject({
      details: { fields: [{ path: 'percent', message: 'required' }] },
    })
    await own.ida.call('prices-endAward', { id: given.id, isEnded: true })
    expect((await own.ida.call('prices-awards', {})).rows).toEqual([])
    expect((await own.ida.call('prices-awards', { view: 'all' })).rows).toMatchObject([
      { id: given.id, endedAt: expect.any(String) },
    ])
    expect((await chess()).totalCents).toBe(15_000)
  })

  test('by percent are in the cart, in the office’s enrolments and in the ledger, without their reason', async () => {
    const given = await own.ida.call('prices-award', award({ studentId: mia }))
    const draft = { ...own.annFamily, choices: [{ childKey: 'mia', sectionId: own.chess.id }] }
    const quoted = await own.ann.call('enrolments-quote', { draft }, may)
    expect(quoted.totalCents).toBe(7500)
    expect(quoted.lines[0]!.discounts).toEqual([
      { rule: 'scholarship', label: '50%', percent: 50, ofCents: 15_000, amountCents: 7500 },
    ])
    expect((await chess()).totalCents).toBe(7500)
    const ledgers = await own.ann.call('payments-ledger', {}, may)
    expect(JSON.stringify(ledgers)).not.toContain('Lost work')
    expect(ledgers[0]!.entries.find(({ rule }) => rule === 'scholarship')).toMatchObject({ amountCents: -7500 })
    expect((await own.ida.call('prices-awards', {})).rows).toMatchObject([{ id: given.id, takenCents: 7500 }])
    // Bob's child gets nothing of it.
    const [zoe] = await own.bob.call('students-mine', {})
    const bobs = await own.ida.call('enrolments-enrol', { studentId: zoe!.id, sectionId: own.chess.id }, may)
    expect(bobs.totalCents).toBe(15_000)
  })

  test('by amount cover charges in full, and are free again when such a charge is reversed', async () => {
    await own.ida.call(
      'prices-award',
      award({ householdId: household, percent: null, amountCents: 20_000, covers: 'all' }),
    )
    expect((await chess()).totalCents).toBe(0)
    const ledgerOf = async () => (await own.ann.call('payments-ledger', {}, may))[0]!
    const charge = (await ledgerOf()).entries.find(
      ({ description, kind }) => kind === 'charge' && description === 'Chess',
    )!
    expect(charge.netCents).toBe(0)
    const [leo] = (await own.ann.call('students-mine', {})).filter(({ name }) => name === 'Leo Wang')
    const leos = () => own.ida.call('enrolments-enrol', { studentId: leo!.id, sectionId: own.chess.id }, may)
    await own.ida.call('payments-reverse', { chargeId: charge.id, reason: 'Mistake' }, may)
    expect((await leos()).totalCents).toBe(0)
    expect((await own.ida.call('prices-awards', {})).rows[0]!.takenCents).toBe(15_000)
  })

  test('by amount are used up over the invoices of a term, and the rest is charged in full', async () => {
    await own.ida.call(
      'prices-award',
      award({ householdId: household, percent: null, amountCents: 20_000, covers: 'all' }),
    )
    const art = await own.ida.call(
      'classes-create',
      own.section({ name: 'Art', startsAt: '17:10', endsAt: '18:00', tuitionCents: 7000, booksCents: 0 }),
    )
    await own.ida.call('classes-move', { id: art.id, to: 'open' })
    const [leo] = (await own.ann.call('students-mine', {})).filter(({ name }) => name === 'Leo Wang')
    const taken = async () => (await own.ida.call('prices-awards', {})).rows[0]!.takenCents
    expect([(await chess()).totalCents, await taken()]).toEqual([0, 15_000])
    // 5,000 are left for the second invoice, of 15,000, and nothing for the third.
    const second = await own.ida.call('enrolments-enrol', { studentId: leo!.id, sectionId: own.chess.id }, may)
    expect([second.totalCents, await taken()]).toEqual([10_000, 20_000])
    const third = await own.ida.call('enrolments-enrol', { studentId: mia, sectionId: art.id }, may)
    expect([third.totalCents, await taken()]).toEqual([7000, 20_000])
  })

  test('of another term don’t apply', async () => {
    const spring = await own.ida.call('terms-create', {
      name: 'Spring',
      nativeName: '春季',
      startsOn: '2027-01-31',
      endsOn: '2027-06-06',
      weekdays: [7],
      earlyBirdOn: null,
      closures: [],
    })
    await own.ida.call('prices-award', award({ studentId: mia, termId: spring.id }))
    expect((await chess()).totalCents).toBe(15_000)
  })
})

describe('codes', () => {
  test('can’t be guessed: after too many wrong ones, even the right one is refused for an hour', async () => {
    await s.ida.call('prices-createCode', code({ code: 'FOUND', percent: 25 }))
    const guesser = await s.newcomer('guesser@home.example')
    const other = await s.newcomer('no.guesser@home.example')
    const quoted = async (who: Person, promoCode: string, address = '203.0.113.9') => {
      const draft = chessFor(who.email, promoCode)
      return (await who.call('enrolments-quote', { draft }, { ...may, address })).promo?.problem
    }
    const tooMany = { code: 'resource-exhausted', details: { reason: 'TOO_MANY_CODES' } }
    for (let n = 1; n <= wrongCodesAnHour.ofAccount; n += 1) {
      expect(await quoted(guesser, `GUESS-${n}`), String(n)).toBe('unknown')
      // A page that prices the cart again doesn't try a new code.
      if (n < wrongCodesAnHour.ofAccount) expect(await quoted(guesser, `guess-${n} `)).toBe('unknown')
    }
    await expect(quoted(guesser, 'FOUND')).rejects.toMatchObject(tooMany)
    await expect(
      guesser.call('enrolments-hold', { draft: chessFor(guesser.email, 'FOUND') }, may),
    ).rejects.toMatchObject(tooMany)
    expect(await quoted(guesser, '')).toBeUndefined()
    expect(await quoted(other, 'FOUND')).toBeNull()

    // Many accounts of one network share its limit.
    for (let n = 0; n < wrongCodesAnHour.ofNetwork / wrongCodesAnHour.ofAccount; n += 1) {
      const one = await s.newcomer(`guesser${n}@home.example`)
      for (let m = 0; m < wrongCodesAnHour.ofAccount; m += 1)
        await quoted(one, `GUESS-${n}-${m}`).catch(() => undefined)
    }
    await expect(quoted(other, 'FOUND')).rejects.toMatchObject(tooMany)
    expect(await quoted(other, 'FOUND', '203.0.113.10')).toBeNull()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60 * 60_000 })
    expect(await quoted(guesser, 'FOUND')).toBeNull()
    vi.useRealTimers()
  })
})

test.each(['weeks', 'sessions'] as const)(
  'a class costs the same in the catalogue and the cart when late joining is prorated by %s',
  async prorationBy => {
    const pricing = await s.ida.call('config-pricing', {})
    await s.ida.call('config-changePricing', {
      ...pricing,
      prorationBy,
      prorations: [{ fromWeek: 7, numerator: 1, denominator: 3 }],
    })
    await s.database.db.execute(sql`update sections set audit_cents = 9000 where id = ${s.chess.id}::uuid`)
    const zoe = await s.newcomer(`zoe-${prorationBy}@home.example`)
    const draft = chessFor(`Zoe ${prorationBy}`)
    const chessOn = async (day: string) => {
      const at = { now: new Date(`${day}T15:00:00Z`) }
      const { sections } = await s.anybody.call('classes-catalogue', {}, at)
      const { tuitionCents, dueCents, auditDueCents } = sections.find(({ id }) => id === s.chess.id)!
      const inCart = async (type: 'regular' | 'audit') => {
        const choices = draft.choices.map(choice => ({ ...choice, type }))
        const { lines } = await zoe.call('enrolments-quote', { draft: { ...draft, choices } }, at)
        return lines.find(({ kind }) => kind === 'tuition')!.netCents
      }
      return { tuitionCents, dueCents, auditDueCents, cart: await inCart('regular'), auditCart: await inCart('audit') }
    }
    const before = await chessOn('2026-08-01')
    expect(before).toEqual({ tuitionCents: 15_000, dueCents: null, auditDueCents: null, cart: 15_000, auditCart: 9000 })
    const late = await chessOn('2026-11-10')
    expect(late.dueCents).toBe(late.cart)
    expect(late.auditDueCents).toBe(late.auditCart)
    expect(late.auditCart).toBeLessThan(9000)
    expect(late.cart).toBeLessThan(15_000)
    expect(late.cart).toBeGreaterThan(0)
  },
)
