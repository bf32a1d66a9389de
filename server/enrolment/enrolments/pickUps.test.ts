import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Draft } from '#contract/enrolment/enrolments.ts'
import { family, type Person, school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
const july = { now: new Date('2026-07-05T12:00:00Z') }
beforeAll(async () => {
  s = await school()
  await s.database.db.execute(sql`update sections set capacity = 20`)
})
afterAll(() => s.drop())

const contact = (name: string, mayPickUp: boolean) => ({
  key: name,
  name,
  phone: '+1 555 0199',
  relationship: 'neighbor',
  mayPickUp,
})
const send = async (who: Person, draft: Draft) => {
  const { totalCents } = await who.call('enrolments-quote', { draft }, july)
  return who.call('enrolments-submit', { draft, agreedCents: totalCents }, july)
}
const draftOf = async (who: Person): Promise<Draft> => (await who.call('enrolments-draft', {}, july)).draft!
/** The pick-up list as the family's screen shows it. */
const listed = async (who: Person) =>
  (await who.call('parents-household', {}, july)).flatMap(({ pickUps }) =>
    pickUps.map(({ name, rule, studentId, fromDay, toDay }) => ({ name, rule, studentId, fromDay, toDay })),
  )
const namesOf = async (who: Person) => (await listed(who)).map(({ name }) => name)

/** A new family with two children that has registered the first one for chess, with its contacts. */
const newFamily = async (email: string, contacts: readonly ReturnType<typeof contact>[]) => {
  const who = await s.newcomer(email, 'Nora')
  const draft = family(
    { name: 'Nora Hill' },
    [
      { key: 'one', name: 'Ole Hill', birthOn: '2019-01-01' },
      { key: 'two', name: 'Pia Hill', birthOn: '2020-01-01' },
    ],
    [{ childKey: 'one', sectionId: s.chess.id }],
    s.term.id,
  )
  const { householdId } = await s.register(who, { ...draft, contacts: [...contacts] })
  return { who, householdId }
}
/** What a returning family sends: the prefilled draft with one more class, and its contacts as changed. */
const comingBack = async (who: Person, contacts: Draft['contacts']): Promise<Draft> => {
  const draft = await draftOf(who)
  const taken = draft.children.find(({ name }) => name === 'Pia Hill')!
  return {
    ...draft,
    termId: s.term.id,
    choices: [{ childKey: taken.key, sectionId: s.chess.id }],
    contacts,
  }
}

describe('emergency contacts who may pick up the children', () => {
  test('are on the pick-up list of all children, once and without an end date; other contacts aren’t', async () => {
    const { who } = await newFamily('nora1@home.example', [
      contact('Grandma Hill', true),
      contact('grandma hill', true),
      contact('Max Neighbor', false),
    ])
    expect(await listed(who)).toEqual([
      { name: 'grandma hill', rule: 'allow', studentId: null, fromDay: '2026-07-05', toDay: null },
    ])
    // Another family can't read it.
    const [seen] = await s.bob.call('parents-household', {}, july)
    expect(seen!.pickUps).toEqual([])
  })

  test('are filled in for a returning family, and sending them again adds no second entry', async () => {
    const { who } = await newFamily('nora2@home.example', [contact('Grandma Hill', true), contact('Max', false)])
    const { contacts } = await draftOf(who)
    expect(contacts.map(({ name, mayPickUp }) => [name, mayPickUp])).toEqual([
      ['Grandma Hill', true],
      ['Max', false],
    ])
    await send(who, await comingBack(who, contacts))
    expect(await namesOf(who)).toEqual(['Grandma Hill'])
  })

  test('leave the list when the family unchecks, renames or removes them; everyone else stays', async () => {
    const { who, householdId } = await newFamily('nora3@home.example', [
      contact('Aunt May', true),
      contact('Ben', true),
      contact('Carl', true),
      contact('Dee', false),
    ])
    const entry = { householdId, studentId: null, phone: '', relationship: '', fromDay: '2026-07-05' }
    await who.call('parents-allowPickUp', { ...entry, name: 'Nanny Ness', toDay: null }, july)
    await who.call('parents-allowPickUp', { ...entry, name: 'Dee', toDay: '2026-12-01' }, july)
    const { contacts } = await draftOf(who)
    await send(
      who,
      await comingBack(
        who,
        contacts
          .filter(({ name }) => name !== 'Carl')
          .map(each => (each.name === 'Ben' ? { ...each, name: 'Benjamin' } : each))
          .map(each => (each.name === 'Aunt May' ? { ...each, mayPickUp: false } : each)),
      ),
    )
    expect(await namesOf(who)).toEqual(['Benjamin', 'Dee', 'Nanny Ness'])
  })

  test('stay on the list if the office put them there', async () => {
    const { who, householdId } = await newFamily('nora4@home.example', [contact('Aunt May', false)])
    const entry = { householdId, studentId: null, phone: '', relationship: '', fromDay: '2026-07-05', toDay: null }
    await s.ida.call('parents-allowPickUp', { ...entry, name: 'Aunt May' }, july)
    const { contacts } = await draftOf(who)
    expect(contacts.map(({ mayPickUp }) => mayPickUp)).toEqual([true])
    await send(
      who,
      await comingBack(
        who,
        contacts.map(each => ({ ...each, mayPickUp: false })),
      ),
    )
    expect(await namesOf(who)).toEqual(['Aunt May'])
  })

  test('are refused at their field if the office blocked them, and nothing is saved', async () => {
    const { who, householdId } = await newFamily('nora5@home.example', [contact('Aunt May', true)])
    const entry = { householdId, studentId: null, phone: '', relationship: '', fromDay: '2026-07-05', toDay: null }
    await s.ida.call('parents-denyPickUp', { ...entry, name: 'aunt may' }, july)
    const { contacts } = await draftOf(who)
    expect(contacts.map(({ mayPickUp }) => mayPickUp)).toEqual([false])
    const draft = await comingBack(who, [contact('Eve', true), contact('AUNT MAY', true)])
    await expect(send(who, draft)).rejects.toMatchObject({
      details: { fields: [{ path: 'contacts.1.mayPickUp', message: 'barred' }] },
    })
    expect((await listed(who)).map(({ name, rule }) => `${name} ${rule}`)).toEqual(['aunt may deny', 'Aunt May allow'])
    // The same people without the box are accepted, and what the family said before the block remains after it.
    await send(who, { ...draft, contacts: [contact('Eve', true), contact('Aunt May', false)] })
    expect((await listed(who)).map(({ name, rule }) => `${name} ${rule}`)).toEqual([
      'aunt may deny',
      'Aunt May allow',
      'Eve allow',
    ])
  })

  test('can’t include a guardian who isn’t allowed to pick up the children', async () => {
    const who = await s.newcomer('nora6@home.example', 'Nora')
    const draft = family(
      { name: 'Nora Hill' },
      [{ key: 'one', name: 'Ole Hill', birthOn: '2019-01-01' }],
      [{ childKey: 'one', sectionId: s.chess.id }],
      s.term.id,
    )
    const him = { ...draft.guardians[0]!, key: 'him', isMe: false, name: 'Hal Hill', mayPickUp: false }
    const barred = { ...draft, guardians: [...draft.guardians, him], contacts: [contact('Hal Hill', true)] }
    await expect(s.register(who, barred)).rejects.toMatchObject({
      details: { fields: [{ path: 'contacts.0.mayPickUp', message: 'barred' }] },
    })
  })

  test('are filled in from the list in a draft from before the question existed', async () => {
    const { who } = await newFamily('nora7@home.example', [contact('Grandma Hill', true)])
    await who.call('enrolments-saveDraft', { draft: await draftOf(who) }, july)
    await s.database.db.execute(
      sql`update drafts set draft = jsonb_set(draft, '{contacts,0}', (draft #> '{contacts,0}') - 'mayPickUp')
        where account_id = (select id from accounts where email = 'nora7@home.example')`,
    )
    expect((await draftOf(who)).contacts.map(({ mayPickUp }) => mayPickUp)).toEqual([true])
  })
})
