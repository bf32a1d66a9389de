import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Draft } from '#contract/enrolment/enrolments.ts'
import { rows } from '#server/platform/db.ts'
import { family, type Person, school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
let termId: string
const sections: string[] = []
const january = { now: new Date('2026-12-01T12:00:00Z') }

beforeAll(async () => {
  s = await school()
  const spring = await s.ida.call('terms-create', {
    name: 'Spring',
    nativeName: '',
    startsOn: '2027-01-10',
    endsOn: '2027-05-16',
    weekdays: [7],
    earlyBirdOn: null,
    closures: [],
  })
  await s.ida.call('terms-move', { id: spring.id, to: 'registration' })
  termId = spring.id
  await s.database.db.execute(sql`update sections set capacity = 20 where id = ${s.chess.id}::uuid`)
  for (const [name, startsAt, endsAt] of [
    ['Grade 1', '14:00', '15:50'],
    ['Grade 1 late', '16:05', '17:55'],
  ] as const) {
    const made = await s.ida.call('classes-create', s.section({ termId, name, startsAt, endsAt, capacity: 20 }))
    await s.ida.call('classes-move', { id: made.id, to: 'open' })
    sections.push(made.id)
  }
})
afterAll(() => s.drop())

/** A family with two guardians, each with their own account, that has registered for the fall. */
const couple = async (n: number): Promise<{ householdId: string; guardians: [Person, Person] }> => {
  const [her, his] = [`her${n}@home.example`, `his${n}@home.example`]
  const mother = await s.newcomer(her, `Mother ${n}`)
  const draft = family(
    { name: `Mother ${n}` },
    [{ key: 'kid', name: `Kid ${n}`, birthOn: '2019-05-01' }],
    [],
    s.term.id,
  )
  const { householdId } = await s.register(mother, {
    ...draft,
    guardians: [
      ...draft.guardians,
      { ...draft.guardians[0]!, key: 'him', isMe: false, name: `Father ${n}`, relationship: 'father', email: his },
    ] as never,
    choices: [{ childKey: 'kid', sectionId: s.chess.id }],
  })
  const father = await s.newcomer(his, `Father ${n}`)
  await s.database.db.execute(
    sql`update persons set account_id = (select id from accounts where email = ${his}) where email = ${his}`,
  )
  return { householdId, guardians: [mother, father] }
}

test('two guardians who register at the same moment pay the registration fee once', async () => {
  const couples = await Promise.all([1, 2, 3, 4].map(couple))
  const sent = await Promise.all(
    couples.map(async ({ guardians }) => {
      const ready = await Promise.all(
        guardians.map(async (who, index) => {
          const { draft } = await who.call('enrolments-draft', {}, january)
          // Each registers for a different class, so that no class lock makes one wait for the other.
          const choices = [{ childKey: draft!.children[0]!.key, sectionId: sections[index]! }]
          const own: Draft = { ...draft!, termId, choices }
          const { totalCents, lines } = await who.call('enrolments-quote', { draft: own }, january)
          expect(lines.map(({ kind }) => kind)).toContain('registration')
          return () => who.call('enrolments-submit', { draft: own, agreedCents: totalCents }, january)
        }),
      )
      return Promise.allSettled(ready.map(submit => submit()))
    }),
  )
  for (const outcomes of sent) {
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    // The other one is shown the price without the fee before anything is charged.
    const refused = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(refused.reason).toMatchObject({ details: { reason: 'PRICE_CHANGED' } })
  }
  for (const { householdId } of couples)
    expect(
      await rows(
        s.database.db,
        sql`select count(*)::int as fees from charges c join invoices i on i.id = c.invoice_id
          where i.household_id = ${householdId}::uuid and i.term_id = ${termId}::uuid and c.kind = 'registration'`,
      ),
    ).toEqual([{ fees: 1 }])
})
