import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input, Output } from '#contract/index.ts'
import { rows } from '#server/platform/db.ts'
import { demoAccounts, demoPassword } from '#server/school/config/demoAccounts.ts'
import { verifyPassword } from '#server/platform/passwords.ts'
import { freshDatabase, type FreshDatabase } from '#tests/database-fixture.ts'
import { demoSettings, filledDemo, sundayAtLakeside } from '#tests/demo.ts'
import { fillDemo } from './filling.ts'
import { offer } from './offer.ts'
import { type Office, openOffice } from './office.ts'
import { timeline } from './schedule.ts'

const now = new Date(sundayAtLakeside)
const [admin, teacher, parent] = demoAccounts.map(({ email }) => email) as [string, string, string]

let fresh: FreshDatabase
let office: Office

const count = async (what: string): Promise<number> =>
  (await rows<{ n: number }>(fresh.database.db, sql.raw(`select count(*)::int as n from ${what}`)))[0]!.n
const asked = <N extends 'terms-figures' | 'terms-list' | 'teachers-today' | 'parents-home' | 'parents-household'>(
  email: string,
  name: N,
) => office.call(email, name, {} as Input<N>, now)

beforeAll(async () => {
  fresh = await freshDatabase(await filledDemo(sundayAtLakeside))
  office = openOffice(fresh.database, fresh.schema, demoSettings)
  await office.meet()
})
afterAll(() => fresh.drop())

test('an interrupted fill starts over, and a finished one changes nothing', async () => {
  expect(await count(`public.lines where line like '%starts over%'`)).toBe(1)
  const entries = await count('audit_entries')
  const lines: string[] = []
  await fillDemo({ ...fresh, settings: demoSettings, now, say: line => lines.push(line) })
  expect(lines).toEqual([])
  expect(await count('audit_entries')).toBe(entries)
})

test('policies and questions are as complete in Chinese as in English', async () => {
  const paragraphs = (text: string) => `array_length(string_to_array(${text}, E'\\n\\n'), 1)`
  const differing = `${paragraphs('text')} is distinct from ${paragraphs('native_text')}`
  expect(await count('policy_versions')).toBeGreaterThan(3)
  expect(await count(`policy_versions where ${differing}`)).toBe(0)
  expect(await count(`form_fields where help <> ''`)).toBeGreaterThan(1)
  expect(await count(`form_fields where (help = '') <> (native_help = '')`)).toBe(0)
})

describe('the figures of the demo school', () => {
  test('300 children and 14 adults in 212 families, 28 teachers, 8 officers', async () => {
    expect(await count('households')).toBe(212)
    expect(await count(`students s join persons p on p.id = s.id where p.birth_on > '2008-01-01'`)).toBe(300)
    expect(await count(`students s join persons p on p.id = s.id where p.birth_on < '2000-01-01'`)).toBe(14)
    expect(await count('teachers')).toBe(28)
    expect(await count(`role_grants where role = 'admin' and (ends_at is null or ends_at > now())`)).toBe(8)
    expect(
      await count(
        `teachers t where exists (select 1 from role_grants g where g.person_id = t.id and g.role = 'parent')`,
      ),
    ).toBe(11)
    expect(await count('(select distinct person_id from household_members) m')).toBe(370)
    expect(
      await count(`accounts a join persons p on p.account_id = a.id join household_members m on m.person_id = p.id`),
    ).toBe(240)
    const sizes = await rows<{ size: number; n: number }>(
      fresh.database.db,
      sql`select size, count(*)::int as n from (select count(*)::int as size from students s join persons p on p.id = s.id
        where p.birth_on > '2008-01-01' group by s.household_id) f group by size order by size`,
    )
    expect(sizes).toEqual([
      { size: 1, n: 138 },
      { size: 2, n: 61 },
      { size: 3, n: 12 },
      { size: 4, n: 1 },
    ])
  })

  test('each class with its seats and its waitlist', async () => {
    const figures = await asked(admin, 'terms-figures')
    const wanted = offer.map(({ name, enrolled, capacity, waiting }) => ({ name, enrolled, capacity, waiting }))
    const found = figures.sections.map(({ name, enrolled, capacity, waiting }) => ({
      name,
      enrolled,
      capacity,
      waiting,
    }))
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
    expect(found.sort(byName)).toEqual(wanted.sort(byName))
    const seats = (programme: string) =>
      offer.filter(each => each.programme === programme).reduce((sum, { enrolled }) => sum + enrolled, 0)
    expect([seats('Language'), seats('Enrichment'), seats('Adult')]).toEqual([283, 162, 14])
    expect(figures).toMatchObject({ students: 314, households: 212, enrolled: 459, waiting: 26 })
  })

  test('sixteen Sundays in each half of the year; the fall is active, the spring is a draft', async () => {
    const terms = await asked(admin, 'terms-list')
    expect(terms.map(({ name, status, sessionCount }) => [name, status, sessionCount])).toEqual([
      ['Spring 2027', 'draft', 16],
      ['Fall 2026', 'active', 16],
    ])
  })

  test('150 families saved the registration fee, 88 children have the sibling discount, 11 families the staff discount', async () => {
    expect(await count(`discounts where rule = 'early'`)).toBe(150)
    expect(await count(`discounts where rule = 'sibling'`)).toBe(88)
    const staff = `select distinct c.household_id from discounts d join charges c on c.id = d.charge_id where d.rule = 'staff'`
    expect(await count(`(${staff}) h`)).toBe(11)
    expect(await count(`discounts where rule = 'proration'`)).toBeGreaterThan(0)
  })

  test('every past Sunday has its rolls, except the demo teacher’s last one', async () => {
    const { missingRolls } = await asked(admin, 'terms-figures')
    expect(missingRolls).toMatchObject([{ section: 'G1-A', onDay: '2026-11-15', teacher: 'Lihua Chen' }])
    expect((await asked(teacher, 'teachers-today')).missing).toMatchObject([{ section: 'G1-A', onDay: '2026-11-15' }])
    expect(await count('meetings where roll_taken_at is not null')).toBe(34 * 10 - 1)
    expect(
      await count(`attendance a join enrolments e on e.id = a.enrolment_id where e.created_at > a.recorded_at`),
    ).toBe(0)
    const present = (await count('attendance where is_present')) / (await count('attendance'))
    expect(present).toBeGreaterThan(0.9)
    expect(present).toBeLessThan(0.97)
  })
})

test('every language class has its gradebook; one homework is unfinished, one grade was corrected', async () => {
  expect(await count('grade_plans')).toBe(19)
  expect(await count('assessments')).toBe(19 * 5)
  expect(await count(`assessments where status = 'draft'`)).toBe(1)
  expect(await count(`grades where status = 'amended'`)).toBe(1)
  expect(await count('grades where is_excused')).toBeGreaterThan(20)
  expect(await count('grades g join enrolments e on e.id = g.enrolment_id where e.created_at > g.changed_at')).toBe(0)
  const [emily] = await office.call(parent, 'grades-mine', {}, now)
  expect(emily!.sections.map(({ name, grades, scaleKind }) => [name, grades.length, scaleKind])).toEqual([
    ['G1-A', 4, 'letter'],
  ])
  expect(emily!.sections[0]!.grades.filter(({ reason }) => reason !== '')).toHaveLength(1)
})

test('every ledger adds up', async () => {
  const households: Output<'payments-households'>['rows'] = []
  for (let after: string | null = null; ;) {
    const page: Output<'payments-households'> = await office.call(
      admin,
      'payments-households',
      after ? { after } : {},
      now,
    )
    households.push(...page.rows)
    after = page.next
    if (after === null) break
  }
  expect(households).toHaveLength(212)
  for (const { householdId, balanceCents, returningCents, chargedCents, paidCents } of households) {
    const [ledger] = await office.call(admin, 'payments-ledger', { householdId }, now)
    // The school still holds money that was requested back, so it is in the books.
    const booked = balanceCents - returningCents
    expect(ledger!.entries.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(booked)
    expect(ledger!.entries.at(-1)!.balanceCents).toBe(booked)
    expect(chargedCents - paidCents).toBe(booked)
    expect(ledger!.owedCents - ledger!.creditCents).toBe(booked)
  }
  expect(
    await count(
      `payments p where amount_cents < (select coalesce(sum(amount_cents), 0) from allocations where payment_id = p.id)
        + (select coalesce(sum(amount_cents), 0) from refunds where payment_id = p.id)`,
    ),
  ).toBe(0)
  const settled = households.filter(({ balanceCents }) => balanceCents <= 0).length / households.length
  expect(settled).toBeGreaterThan(0.8)
  expect(settled).toBeLessThan(0.9)
  // One family has credit to use, and another has requested hers back.
  expect(households.filter(({ balanceCents }) => balanceCents < 0)).toHaveLength(1)
  expect(households.filter(({ returningCents }) => returningCents > 0)).toHaveLength(1)
})

describe('awkward cases', () => {
  test('the demo parent owes money and has a child in the demo teacher’s class', async () => {
    const home = await asked(parent, 'parents-home')
    expect(home.children.map(({ name }) => name)).toEqual(['Emily Wang', 'Lucas Wang'])
    expect(home.dueCents).toBeGreaterThan(0)
    expect(home.meetings.map(({ section, teacher: name }) => [section, name])).toContainEqual(['G1-A', 'Lihua Chen'])
    expect((await asked(teacher, 'teachers-today')).meetings).toMatchObject([{ section: 'G1-A', isRollTaken: false }])
  })

  test('a father without access to data sees nothing', async () => {
    const found = await rows<{ email: string }>(
      fresh.database.db,
      sql`select a.email from guardianships g join persons p on p.id = g.guardian_id join accounts a on a.id = p.account_id
        where not g.has_data_access and not g.may_pick_up`,
    )
    expect(found).toHaveLength(1)
    await expect(asked(found[0]!.email, 'parents-household')).rejects.toMatchObject({
      details: { reason: 'ROLE_NEEDED' },
    })
  })

  test('the other cases exist', async () => {
    const inClass = (name: string) => `students s join persons p on p.id = s.id join enrolments e on e.student_id = s.id
      join sections x on x.id = e.section_id where x.name = '${name}'`
    expect(
      await count(
        `guardianships g join persons p on p.id = g.guardian_id where g.relationship = 'grandparent' and p.email = '' and p.phone <> ''`,
      ),
    ).toBe(2)
    const health = await rows<{ allergies: string; medical: string }>(
      fresh.database.db,
      sql.raw(`select s.allergies, s.medical from ${inClass('G1-A')}`),
    )
    const { open } = fresh.database.secrets.notes
    const peanuts = health.filter(
      ({ allergies, medical }) => open(allergies).startsWith('Peanut') && open(medical).includes('Action plan'),
    )
    expect(peanuts).toHaveLength(1)
    expect(
      await count(
        `${inClass('Dance A')} and exists (select 1 from consents c where c.household_id = s.household_id and c.kind = 'photo' and c.level = 'none')`,
      ),
    ).toBeGreaterThan(0)
    expect(await count(`${inClass('AP Chinese')} and p.birth_on <= '2008-09-13'`)).toBe(1)
    expect(await count(`payments where status = 'bounced' and method = 'cheque'`)).toBe(1)
    expect(await count(`charges where description = 'Speech contest' and amount_cents = 500`)).toBe(34)
    expect(
      await count(`charge_reversals r join charges c on c.id = r.charge_id where c.description = 'Late fee'`),
    ).toBe(1)
    expect(await count(`refunds where status = 'settled' and amount_cents = 1500`)).toBe(1)
    expect(await count(`persons where native_name = '孙美玲'`)).toBe(2)
    expect(await count(`persons where native_name ~ '[\\u0600-\\u06ff]'`)).toBe(4)
    expect(await count(`students where allergies <> '' or medical <> ''`)).toBe(24)
  })

  test('the demo password opens the demo accounts', async () => {
    const hashes = await rows<{ hash: string }>(
      fresh.database.db,
      sql`select distinct password_hash as hash from accounts where email in (${admin}, ${teacher}, ${parent})`,
    )
    for (const { hash } of hashes) expect(await verifyPassword(demoPassword, hash)).toBe(true)
  })
})

test('events planned for later are moved before now, in order', () => {
  const planned = ['2026-05-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z', '2026-07-01T00:00:00.000Z']
  const early = timeline(planned, new Date('2026-05-11T00:00:00Z'))
  expect(planned.map(each => early(each).toISOString().slice(0, 10))).toEqual([
    '2026-05-01',
    '2026-05-04',
    '2026-05-07',
  ])
  const before = planned.map(timeline(planned, new Date('2026-01-01T00:00:00Z')))
  expect(
    before.every((each, index) => each < new Date('2026-01-01') && each > (before[index - 1] ?? new Date(0))),
  ).toBe(true)
})
