import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { family, school, type SmallSchool } from '#tests/school.ts'

let s: SmallSchool
/** A class that no other test fills. */
let extra: string
const july = { now: new Date('2026-07-05T12:00:00Z') }
beforeAll(async () => {
  s = await school()
  ;({ id: extra } = await s.ida.call('classes-create', s.section({ name: 'Art', startsAt: '17:10', endsAt: '18:00' })))
  await s.ida.call('classes-move', { id: extra, to: 'open' })
})
afterAll(() => s.drop())

const count = async (table: string) =>
  (await rows<{ n: number }>(s.database.db, sql.raw(`select count(*)::int as n from ${table}`)))[0]!.n
const child = (key: string, name: string, birthOn = '2019-01-01') => ({ key, name, birthOn })

describe('a registration', () => {
  test('gives seats, an invoice with the sibling discount, and the parent role', async () => {
    expect(s.annRegistration.outcomes.map(({ outcome }) => outcome)).toEqual(['seat', 'seat'])
    // Two tuitions, the younger child's 10% off, books twice, and the registration fee after the early-discount day.
    expect(s.annRegistration.totalCents).toBe(26_000 + 23_400 + 2500 * 2 + 4000)
    expect((await s.ann.actor()).roles).toEqual(['parent'])
    const [ledger] = await s.ann.call('payments-ledger', {})
    expect(ledger).toMatchObject({
      balanceCents: s.annRegistration.totalCents,
      owedCents: s.annRegistration.totalCents,
      creditCents: 0,
    })
    expect(ledger!.invoices).toMatchObject([
      { number: s.annRegistration.invoiceNumber, totalCents: s.annRegistration.totalCents, paidCents: 0 },
    ])
  })

  test('is confirmed by an email, and what was signed by another, each in the family’s language', async () => {
    const subjectsTo = async (search: string) =>
      (await s.ida.call('messages-outbox', { search })).rows.map(({ subject }) => subject).toSorted()
    expect(await subjectsTo('ann@home.example')).toEqual([
      'What you signed · Lakeside',
      'Your registration at Lakeside',
    ])
    const hua = await s.newcomer('hua@home.example', 'Hua')
    await hua.call('users-changeLanguage', { language: 'zh' })
    await s.register(
      hua,
      family({ name: 'Hua' }, [child('m', 'Min')], [{ childKey: 'm', sectionId: extra }], s.term.id),
    )
    expect(await subjectsTo('hua@home.example')).toEqual(['您在湖畔的报名', '您签署的内容 · 湖畔'])
    const texts = await rows<{ text: string }>(
      s.database.db,
      sql`select text from mails where "to" = 'hua@home.example'`,
    )
    for (const { text } of texts) expect(text).toMatch(/Hua，您好！/)
  })

  test('is made once, even if the call is repeated or two tabs submit it', async () => {
    const dora = await s.newcomer('dora@home.example')
    const draft = family({ name: 'Dora' }, [child('d', 'Dan')], [{ childKey: 'd', sectionId: s.chess.id }], s.term.id)
    const before = await count('registrations')
    const { totalCents } = await dora.call('enrolments-quote', { draft }, july)
    const operationId = crypto.randomUUID()
    const answers = await Promise.all([
      dora.call('enrolments-submit', { draft, agreedCents: totalCents }, { ...july, operationId }),
      dora.call('enrolments-submit', { draft, agreedCents: totalCents }, { ...july, operationId }),
      dora.call('enrolments-submit', { draft, agreedCents: totalCents }, july),
    ])
    expect(new Set(answers.map(({ registrationId }) => registrationId)).size).toBe(1)
    expect(await count('registrations')).toBe(before + 1)
    expect(await count(`students s join persons p on p.id = s.id where p.name = 'Dan'`)).toBe(1)
  })

  test('of the same child from another device creates no second child', async () => {
    const again = { ...s.annFamily, children: s.annFamily.children.map(each => ({ ...each, preferredName: 'M' })) }
    await expect(s.register(s.ann, again)).rejects.toMatchObject({ details: { reason: 'ALREADY_SUBMITTED' } })
    expect(await count(`persons where name = 'Mia Wang'`)).toBe(1)
  })
})

test('an adult student is one person, and a teacher’s family gets the staff discount from its first registration', async () => {
  const lin = await s.newcomer('lin@home.example')
  const draft = family(
    { name: 'Lin Adult' },
    [child('self', 'Lin Adult', '1980-01-01')],
    [{ childKey: 'self', sectionId: s.chess.id }],
    s.term.id,
  )
  await s.register(lin, {
    ...draft,
    guardians: draft.guardians.map(each => ({ ...each, relationship: 'self' as never })),
  })
  expect(await count(`persons where name = 'Lin Adult'`)).toBe(1)
  expect((await lin.call('students-mine', {})).map(({ name }) => name)).toEqual(['Lin Adult'])
  const quote = await s.tom.call(
    'enrolments-quote',
    { draft: family({ name: 'Tom' }, [child('t', 'Tim')], [{ childKey: 't', sectionId: s.grade1.id }], s.term.id) },
    july,
  )
  expect(quote.lines[0]).toMatchObject({ kind: 'tuition', discounts: [{ rule: 'staff', amountCents: 13_000 }] })
})

test('a letter in Chinese uses the Chinese names', async () => {
  const mei = await s.newcomer('mei@home.example')
  await mei.call('users-changeLanguage', { language: 'zh' })
  const wide = await s.ida.call(
    'classes-create',
    s.section({ name: 'Wide', nativeName: '大班', capacity: 50, crayon: 'teal' }),
  )
  await s.ida.call('classes-move', { id: wide.id, to: 'open' })
  await s.register(
    mei,
    family(
      { name: 'Mei' },
      [{ ...child('m', 'Ming'), nativeName: '小明' }],
      [{ childKey: 'm', sectionId: wide.id }],
      s.term.id,
    ),
  )
  const [mail] = await rows<{ subject: string; text: string }>(
    s.database.db,
    sql`select subject, text from mails where "to" = 'mei@home.example'`,
  )
  expect(mail!.subject).toBe('您在湖畔的报名')
  expect(mail!.text).toContain('小明：大班，已有名额')
})

describe('a draft', () => {
  test('is kept for its owner and no one else', async () => {
    const [gus, hal] = [await s.newcomer('gus@home.example'), await s.newcomer('hal@home.example')]
    const draft = { ...family({ name: 'Gus' }, [child('g', 'Gil')], [], s.term.id), address: 'half a stree' }
    await gus.call('enrolments-saveDraft', { draft })
    await gus.call('enrolments-saveDraft', { draft: { ...draft, address: 'half a street' } })
    const { savedAt, startedAt, ...kept } = await gus.call('enrolments-draft', {})
    expect(kept).toMatchObject({ draft: { address: 'half a street' }, version: 2 })
    expect(savedAt).not.toBeNull()
    // The home page asks for nothing else.
    expect(await gus.call('enrolments-begun', {})).toEqual({ savedAt, startedAt })
    expect(await hal.call('enrolments-begun', {})).toEqual({ savedAt: null, startedAt: null })
    expect(await hal.call('enrolments-draft', {})).toEqual({
      draft: null,
      version: 0,
      savedAt: null,
      startedAt: null,
      known: null,
    })
  })
  test('is filled in for a family that the school knows', async () => {
    const { draft } = await s.ann.call('enrolments-draft', {})
    expect(draft).toMatchObject({
      address: '1 Lake Road',
      children: [{ name: 'Mia Wang' }, { name: 'Leo Wang' }],
      guardians: [{ name: 'Ann Wang', isMe: true }],
    })
    expect(draft!.children[0]!.studentId).not.toBeNull()
  })
})

describe('what is refused at its field, with nothing saved', () => {
  test.each([
    [
      'a birth date in the future',
      (d: Draft) => ({ ...d, children: [{ ...d.children[0]!, birthOn: '2027-01-01' }] }),
      'BIRTH_DATE_FUTURE',
      'children.0.birthOn',
    ],
    [
      'a birth date that is none',
      (d: Draft) => ({ ...d, children: [{ ...d.children[0]!, birthOn: '2026-02-30' }] }),
      'HOUSEHOLD_INCOMPLETE',
      'children.0.birthOn',
    ],
    [
      'a guardian without a name',
      (d: Draft) => ({ ...d, guardians: [{ ...d.guardians[0]!, name: ' ' }] }),
      'HOUSEHOLD_INCOMPLETE',
      'guardians.0.name',
    ],
    [
      'a bad email',
      (d: Draft) => ({ ...d, guardians: [{ ...d.guardians[0]!, email: 'nobody' }] }),
      'HOUSEHOLD_INCOMPLETE',
      'guardians.0.email',
    ],
    ['no emergency contact', (d: Draft) => ({ ...d, contacts: [] }), 'HOUSEHOLD_INCOMPLETE', 'contacts'],
    [
      'no consent',
      (d: Draft) => ({
        ...d,
        consents: { ...d.consents, levels: { photo: 'school' as const, medical: 'granted' as const } },
      }),
      'HOUSEHOLD_INCOMPLETE',
      'consents.levels.policy',
    ],
    ['nothing chosen', (d: Draft) => ({ ...d, choices: [] }), 'NOTHING_CHOSEN', 'choices'],
  ])('%s', async (_name, change, reason, path) => {
    const ivy = await s.newcomer(`${crypto.randomUUID()}@home.example`)
    const draft = change(
      family({ name: 'Ivy' }, [child('i', 'Ian')], [{ childKey: 'i', sectionId: s.grade1.id }], s.term.id),
    )
    const before = await Promise.all(['persons', 'households', 'enrolments', 'charges', 'operations'].map(count))
    await expect(ivy.call('enrolments-submit', { draft, agreedCents: 32_500 }, july)).rejects.toMatchObject({
      code: 'invalid-argument',
      details: { reason, fields: expect.arrayContaining([expect.objectContaining({ path })]) as unknown },
    })
    expect(await Promise.all(['persons', 'households', 'enrolments', 'charges', 'operations'].map(count))).toEqual(
      before,
    )
  })
  type Draft = ReturnType<typeof family>

  test('a price other than the one shown', async () => {
    const kim = await s.newcomer('kim@home.example')
    const draft = family({ name: 'Kim' }, [child('k', 'Kai')], [{ childKey: 'k', sectionId: s.grade1.id }], s.term.id)
    await expect(kim.call('enrolments-submit', { draft, agreedCents: 1 }, july)).rejects.toMatchObject({
      details: { reason: 'PRICE_CHANGED', totalCents: 32_500 },
    })
  })
  test('a child outside the age rule, and two classes at the same time', async () => {
    const old = await s.ida.call('classes-create', s.section({ name: 'Teens', ageFrom: 13, ageTo: 18, crayon: 'plum' }))
    await s.ida.call('classes-move', { id: old.id, to: 'open' })
    const lou = await s.newcomer('lou@home.example')
    const draft = family({ name: 'Lou' }, [child('l', 'Lea')], [{ childKey: 'l', sectionId: old.id }], s.term.id)
    await expect(s.register(lou, draft)).rejects.toMatchObject({
      details: { reason: 'AGE_RULE', fields: [{ path: 'choices.0', message: 'age' }] },
    })
    const twice = {
      ...draft,
      children: [child('l', 'Lea', '2012-01-01')].map(each => ({ ...draft.children[0]!, ...each })),
      choices: [...draft.choices, { childKey: 'l', sectionId: s.grade1.id }],
    }
    await expect(s.register(lou, twice)).rejects.toMatchObject({
      details: { reason: 'CLASS_CLOSED', fields: [{ path: 'choices.1', message: 'clash' }] },
    })
  })
  test('a closed term', async () => {
    const term = await s.ida.call('terms-create', {
      name: 'Old',
      nativeName: '',
      startsOn: '2026-01-04',
      endsOn: '2026-02-01',
      weekdays: [7],
      earlyBirdOn: null,
      closures: [],
    })
    for (const to of ['registration', 'active', 'grading', 'closed'] as const)
      await s.ida.call('terms-move', { id: term.id, to })
    const may = await s.newcomer('may@home.example')
    const draft = family({ name: 'May' }, [child('m', 'Max')], [], term.id)
    await expect(s.register(may, draft)).rejects.toMatchObject({ details: { reason: 'TERM_CLOSED' } })
  })
})

test('twenty families race for the last seat: one gets it, and the others join the waitlist', async () => {
  const last = await s.ida.call('classes-create', s.section({ name: 'Last seat', capacity: 1, crayon: 'coral' }))
  await s.ida.call('classes-move', { id: last.id, to: 'open' })
  const racers = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const who = await s.newcomer(`racer${index}@home.example`)
      return {
        who,
        draft: family(
          { name: `Racer ${index}` },
          [child('r', `Runner ${index}`)],
          [{ childKey: 'r', sectionId: last.id }],
          s.term.id,
        ),
      }
    }),
  )
  const price = 32_500
  const first = await Promise.allSettled(
    racers.map(({ who, draft }) => who.call('enrolments-submit', { draft, agreedCents: price }, july)),
  )
  const losers = first.flatMap(result => (result.status === 'rejected' ? [result.reason as { details: unknown }] : []))
  expect(losers).toHaveLength(19)
  for (const { details } of losers)
    expect(details).toMatchObject({ reason: 'CLASS_FULL', fields: [{ path: 'choices.0', message: 'full' }] })
  expect(await count(`enrolments where section_id = '${last.id}'`)).toBe(1)

  // Shown that the class is full, they agree to wait: nothing to pay, and every position is given once.
  const second = await Promise.all(
    racers.filter((_, index) => first[index]!.status === 'rejected').map(({ who, draft }) => s.register(who, draft)),
  )
  expect(second.map(({ outcomes }) => outcomes[0]!.waitingPosition).sort((a, b) => a! - b!)).toEqual(
    Array.from({ length: 19 }, (_, index) => index + 1),
  )
  expect(second.every(({ totalCents, invoiceId }) => totalCents === 0 && invoiceId === null)).toBe(true)
  const { sections } = await s.anybody.call('classes-catalogue', { termId: s.term.id })
  expect(sections.find(({ id }) => id === last.id)).toMatchObject({ placesLeft: 0, waiting: 19, state: 'waitlist' })
  expect(await s.ida.call('enrolments-waitlist', { sectionId: last.id })).toHaveLength(19)
})

describe('a family that registers again', () => {
  let hour = 8
  const again = async (guardians: ReturnType<typeof family>['guardians']) => {
    hour += 1
    const child = { key: 'mia', name: 'Mia Wang', nativeName: '王美雅', birthOn: '2019-03-01' }
    const draft = family({ name: 'Ann Wang' }, [child], [], s.term.id)
    const another = await s.ida.call(
      'classes-create',
      s.section({
        name: `More ${hour}`,
        startsAt: `${String(hour).padStart(2, '0')}:00`,
        endsAt: `${String(hour).padStart(2, '0')}:50`,
      }),
    )
    await s.ida.call('classes-move', { id: another.id, to: 'open' })
    await s.register(s.ann, {
      ...draft,
      guardians: [...draft.guardians, ...guardians],
      choices: [{ childKey: 'mia', sectionId: another.id }],
    })
  }
  const father = {
    key: 'dad',
    isMe: false,
    name: 'Dan Wang',
    nativeName: '',
    relationship: 'father' as never,
    email: 'dan@home.example',
    phone: '+1 555 0111',
    hasDataAccess: true,
    mayPickUp: true,
  }
  const guardiansOf = async () => (await s.ann.call('parents-household', {}))[0]!.guardians.map(({ name }) => name)

  test('asks the office to add a guardian, who isn’t added until it agrees', async () => {
    await again([father])
    expect(await guardiansOf()).toEqual(['Ann Wang'])
    const filed = await s.ida.call('parents-requests', { status: 'filed' })
    const [request] = filed.rows.filter(({ kind }) => kind === 'guardian-add')
    expect(request).toMatchObject({ after: { name: 'Dan Wang', email: 'dan@home.example', hasDataAccess: true } })
    await s.ida.call('parents-answerChange', { id: request!.id, to: 'approved', note: '' })
    expect(await guardiansOf()).toEqual(['Ann Wang', 'Dan Wang'])
  })

  test('asks the office to correct another guardian, who stays unchanged until it agrees', async () => {
    await again([{ ...father, name: 'Daniel Wang', phone: '+1 555 0222' }])
    const [request] = (await s.ida.call('parents-requests', { status: 'filed' })).rows
    expect(request).toMatchObject({
      kind: 'guardian',
      before: { name: 'Dan Wang', phone: '+1 555 0111' },
      after: { name: 'Daniel Wang', phone: '+1 555 0222', email: 'dan@home.example' },
    })
    expect(await guardiansOf()).toEqual(['Ann Wang', 'Dan Wang'])
    await s.ida.call('parents-answerChange', { id: request!.id, to: 'approved', note: '' })
    expect(await guardiansOf()).toEqual(['Ann Wang', 'Daniel Wang'])
  })
})
