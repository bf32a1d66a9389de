import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Input } from '#contract/index.ts'
import type { CallError } from '#server/platform/errors.ts'
import { rows } from '#server/platform/db.ts'
import { caredStudents } from '#server/people/students/policy.ts'
import { findStatement } from '#server/money/payments/ledgerQueries.ts'
import { visibleLedgers, visiblePayments } from '#server/money/payments/policy.ts'
import { findReceipt } from '#server/money/payments/queries.ts'
import { type BarredScene, barredScene, mark } from './barredScene.ts'
import { blankEvent, blankSlot, type Person } from './school.ts'

/**
 * Roy is a guardian of Leo and barred from Mia, his sister in the same household: what belongs to the household must
 * tell him nothing about Mia, and he decides nothing for her. Ann is a guardian of both.
 */
let scene: BarredScene
let ann: Person, roy: Person
beforeAll(async () => {
  scene = await barredScene()
  ann = scene.people.ann
  roy = scene.people.roy
})
afterAll(async () => {
  await scene.served.close()
  await scene.s.drop()
})

const fieldsOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'accepted',
    (error: CallError) => (error.details as { fields?: unknown }).fields ?? error.message,
  )
const mailsTo = async (email: string): Promise<string> =>
  JSON.stringify(await rows(scene.s.database.db, sql`select subject, text from mails where "to" = ${email}`))

test('a conversation of a class with the household is for guardians of its children in that class', async () => {
  const { s } = scene
  const write = (sectionId: string, subject: string) =>
    s.tom.call('messages-startThread', {
      side: 'school',
      householdId: scene.home,
      studentId: null,
      sectionId,
      subject,
      body: `${subject}: bring it on Sunday.`,
    })
  const violin = await write(scene.violin.id, `${mark} bow`)
  const grade1 = await write(s.grade1.id, 'Reader')
  const subjects = async (who: Person) => (await who.call('messages-threads', {})).rows.map(({ subject }) => subject)
  expect(await subjects(ann)).toEqual(expect.arrayContaining([`${mark} bow`, 'Reader']))
  expect(await subjects(roy)).toEqual(['Reader'])
  expect(violin.members.map(({ name }) => name)).toEqual(['Ann Wang', 'Tom Teacher'])
  expect(grade1.members.map(({ name }) => name)).toEqual(['Ann Wang', 'Roy Wang', 'Tom Teacher'])
  await expect(roy.call('messages-posts', { threadId: violin.id })).rejects.toThrow('not found')
  expect(await mailsTo('ann@home.example')).toContain(`${mark} bow`)
  expect(await mailsTo('roy@home.example')).toContain('Reader')
  expect(await mailsTo('roy@home.example')).not.toContain(mark)
})

test('a room parent’s class list leaves out a child whom the room parent may not see', async () => {
  const { s } = scene
  for (const person of [ann, roy])
    await s.ida.call('volunteers-appoint', {
      sectionId: s.grade1.id,
      personId: (await person.actor()).personId!,
      toOn: null,
    })
  const listed = async (who: Person) =>
    (await who.call('volunteers-classes', {}))
      .find(({ sectionId }) => sectionId === s.grade1.id)!
      .students.map(({ name }) => name)
  expect(await listed(ann)).toEqual(['Zoe Li', 'Leo Wang', 'Mia Wang'])
  expect(await listed(roy)).toEqual(['Zoe Li', 'Leo Wang'])
})

test('a family’s duty names no event of a class of a child whom the reader may not see', async () => {
  const { s } = scene
  await s.ida.call('config-changeDuties', { points: 5, fromDay: '2026-08-01', exempt: [] })
  const shiftAt = async (title: string, sectionId: string) => {
    const event = await s.ida.call('events-create', {
      ...blankEvent,
      title,
      startsOn: '2026-10-04',
      endsOn: '2026-10-04',
      startTime: '18:00',
      endTime: '19:00',
      audience: [{ kind: 'class', sectionId }],
      slots: [{ ...blankSlot, name: `${title} snacks`, capacity: 5, points: 1 }],
    })
    await s.ida.call('events-move', { id: event.id, to: 'published' })
    const { slots } = await ann.call('events-get', { id: event.id, mine: true })
    await ann.call('events-takeSlot', { slotId: slots[0]!.id, note: '' })
  }
  await shiftAt(`${mark} Evening`, scene.violin.id)
  await shiftAt('Reading evening', s.grade1.id)
  const mine = async (who: Person) => (await who.call('duties-mine', {})).find(({ id }) => id === scene.home)!
  const titles = ({ shifts }: Awaited<ReturnType<typeof mine>>) => shifts.map(({ title }) => title).toSorted()
  const [hers, his] = [await mine(ann), await mine(roy)]
  expect(titles(hers)).toEqual(['Reading evening', `${mark} Evening`])
  expect(titles(his)).toEqual(['Reading evening'])
  // The family’s points count for both.
  expect([hers.planned, his.planned]).toEqual([2, 2])
})

const choose = [{ path: 'studentId', message: 'choose' }]

test('only a guardian who may see every child says who may pick up all of them', async () => {
  const { home: householdId, leo } = scene
  const entry = { householdId, phone: '', relationship: '', fromDay: '2026-09-13', toDay: null }
  const { id } = await ann.call('parents-allowPickUp', { ...entry, name: 'Aunt Mei', studentId: null })
  expect(await fieldsOf(roy.call('parents-allowPickUp', { ...entry, name: 'Rita Friend', studentId: null }))).toEqual(
    choose,
  )
  await roy.call('parents-allowPickUp', { ...entry, name: 'Rita Friend', studentId: leo })
  await expect(roy.call('parents-removePickUp', { id })).rejects.toThrow('not found')
  const { marks } = await scene.s.tom.call('absences-roll', { meetingId: scene.s.meetingId })
  expect(marks.find(({ name }) => name === 'Mia Wang')).toBeDefined()
  const [household] = await ann.call('parents-household', {})
  expect(household).toMatchObject({ isWhole: true })
  expect(household!.pickUps.find(({ name }) => name === 'Rita Friend')).toMatchObject({ studentId: leo })
  expect(household!.pickUps.find(({ name }) => name === 'Aunt Mei')).toMatchObject({ studentId: null })
  expect(await roy.call('parents-household', {})).toMatchObject([{ id: householdId, isWhole: false }])
})

test('only such a guardian changes the emergency contacts, and answers about photos for all children', async () => {
  const { home: householdId, leo, mia } = scene
  const contact = { name: 'Aunt Mei', phone: '+1 555 0144', relationship: 'aunt' }
  const { id } = await ann.call('parents-addContact', { householdId, ...contact })
  for (const call of [
    () => roy.call('parents-addContact', { householdId, ...contact, name: 'Rita Friend' }),
    () => roy.call('parents-changeContact', { id, ...contact, phone: '+1 555 0666' }),
    () => roy.call('parents-removeContact', { id }),
  ])
    await expect(call()).rejects.toThrow('not found')
  const signed = { householdId, kind: 'photo', level: 'public' as const, signedName: 'Roy Wang' }
  expect(await fieldsOf(roy.call('parents-sign', { ...signed, studentId: null }))).toEqual(choose)
  await roy.call('parents-sign', { ...signed, studentId: leo })
  const [household] = await ann.call('parents-household', {})
  expect(household!.contacts).toContainEqual({ id, ...contact })
  const consentOf = (child: string) => household!.children.find(each => each.id === child)!.photoConsent
  expect([consentOf(leo), consentOf(mia)]).toEqual(['public', 'none'])
})

test('registering a brother changes neither contacts, pick-up list nor photo consent of the sister', async () => {
  const { s, mia, leo, home } = scene
  const monday = { now: new Date('2026-09-14T12:00:00Z') }
  const { draft } = await roy.call('enrolments-draft', {}, monday)
  const child = draft!.children.find(({ studentId }) => studentId === leo)!
  const wanted = {
    ...draft!,
    termId: s.term.id,
    choices: [{ childKey: child.key, sectionId: s.chess.id }],
    consents: { levels: { ...draft!.consents.levels, photo: 'school' as const }, signedName: 'Roy Wang' },
  }
  const submit = async (changed: typeof wanted) => {
    const { totalCents } = await roy.call('enrolments-quote', { draft: changed }, monday)
    return roy.call('enrolments-submit', { draft: changed, agreedCents: totalCents }, monday)
  }
  const rita = { key: 'rita', name: 'Rita Friend', phone: '+1 555 0666', relationship: 'friend', mayPickUp: true }
  const at = wanted.contacts.length
  expect(await fieldsOf(submit({ ...wanted, contacts: [...wanted.contacts, rita] }))).toEqual([
    { path: `contacts.${at}.name`, message: 'office' },
  ])
  expect(await fieldsOf(submit({ ...wanted, contacts: wanted.contacts.slice(1) }))).toEqual([
    { path: 'contacts', message: 'office' },
  ])
  const record = async () => (await ann.call('parents-household', {})).find(({ id }) => id === home)!
  const before = await record()
  await submit(wanted)
  const after = await record()
  expect(after.contacts.map(({ name }) => name)).toEqual(before.contacts.map(({ name }) => name))
  expect(after.pickUps).toEqual(before.pickUps)
  const consentOf = (id: string) => after.children.find(each => each.id === id)!.photoConsent
  expect([consentOf(leo), consentOf(mia)]).toEqual(['school', 'none'])
})

test('what a guardian of all children writes to the office is not read by one who is barred from a child', async () => {
  const { s, home } = scene
  const write = (who: Person, side: 'family' | 'school', subject: string) =>
    who.call('messages-startThread', {
      side,
      householdId: home,
      studentId: null,
      sectionId: null,
      subject,
      body: `${subject}: please read.`,
    })
  const hers = await write(ann, 'family', `${mark} is at her aunt’s`)
  await write(s.ida, 'school', `${mark} pick-up`)
  await write(roy, 'family', 'Leo’s lunch')
  const subjects = async (who: Person) =>
    (await who.call('messages-threads', {})).rows.map(({ subject }) => subject).filter(each => each !== 'Reader')
  expect(await subjects(ann)).toEqual(
    expect.arrayContaining([`${mark} is at her aunt’s`, `${mark} pick-up`, 'Leo’s lunch']),
  )
  expect(await subjects(roy)).toEqual(['Leo’s lunch'])
  expect(hers.members.filter(({ side }) => side === 'family').map(({ name }) => name)).toEqual(['Ann Wang'])
  await s.ida.call('messages-reply', { threadId: hers.id, body: `${mark} noted.` })
  expect(await mailsTo('ann@home.example')).toContain(`${mark} pick-up`)
  expect(await mailsTo('roy@home.example')).not.toContain(mark)
})

test('a teacher’s notice to a family reaches no guardian who is barred from the teacher’s student', async () => {
  const { s, home } = scene
  const found = async (search: string) =>
    (await s.tom.call('messages-find', { search })).map(({ kind, name }) => `${kind} ${name}`)
  // Only this family has such a guardian; each of its others is written to by name.
  expect(await found('Zoe')).toEqual(['household Bob Li'])
  expect(await found('Wang')).toEqual(['person Ann Wang', 'person Roy Wang'])
  const reach = (householdId: string) =>
    s.tom.call('messages-audience', { audience: [{ kind: 'household', householdId }] })
  await expect(reach(home)).rejects.toThrow('not found')
  expect(await reach(s.bobRegistration.householdId)).toMatchObject({ people: 1 })
  // The office may, and sees before it sends who is barred from whom, and who else there is.
  expect(await s.ida.call('messages-audience', { audience: [{ kind: 'household', householdId: home }] })).toMatchObject(
    {
      people: 2,
      barred: [
        { name: 'Roy Wang', householdId: home, children: [{ name: 'Mia Wang' }], others: [{ name: 'Ann Wang' }] },
      ],
    },
  )
  const annId = (await ann.actor()).personId!
  for (const part of [
    { kind: 'person' as const, personId: annId },
    { kind: 'household' as const, householdId: s.bobRegistration.householdId },
    { kind: 'class' as const, sectionId: s.grade1.id },
  ])
    expect((await s.ida.call('messages-audience', { audience: [part] })).barred).toEqual([])
})

test('who writes to many families learns how many readers are barred from one of the children, and the office who', async () => {
  const { s, leo } = scene
  const among = async (who: Person, part: Input<'messages-audience'>['audience'][number]) =>
    (await who.call('messages-audience', { audience: [part] })).barredAmong
  const grade1 = { kind: 'class' as const, sectionId: s.grade1.id }
  const royOfMia = { people: 1, named: [{ name: 'Roy Wang', children: [{ name: 'Mia Wang' }] }] }
  const nobody = { people: 0, named: [] }
  // Roy reads what goes to the class of both children because of Leo. Rex, who is barred from both, reads none of it.
  expect(await among(s.ida, grade1)).toMatchObject(royOfMia)
  expect(await among(s.tom, grade1)).toEqual({ people: 1, named: [] })
  // What goes to every family also reaches Rex, because of his own child.
  for (const part of [{ kind: 'everyone' as const }, { kind: 'role' as const, role: 'parent' as const }])
    expect(await among(s.ida, part)).toMatchObject({
      people: 2,
      named: [
        { name: 'Rex Barr', children: expect.arrayContaining([expect.objectContaining({ name: 'Mia Wang' })]) },
        { name: 'Roy Wang', children: [{ name: 'Mia Wang' }] },
      ],
    })
  // A class of Leo alone is about no child from whom Roy is barred.
  const judo = await s.ida.call('classes-create', s.section({ name: 'Judo', startsAt: '07:00', endsAt: '07:50' }))
  await s.ida.call('classes-move', { id: judo.id, to: 'open' })
  await s.ida.call('enrolments-enrol', { studentId: leo, sectionId: judo.id })
  expect((await s.ida.call('messages-audience', { audience: [{ kind: 'class', sectionId: judo.id }] })).people).toBe(2)
  expect(await among(s.ida, { kind: 'class', sectionId: judo.id })).toEqual(nobody)
  expect(await among(s.ida, { kind: 'role', role: 'teacher' })).toEqual(nobody)
  expect(await among(s.ida, { kind: 'household', householdId: scene.home })).toEqual(nobody)
})

test('a guardian who may not change the contacts is not asked for one, and registers without', async () => {
  const { s, leo, home } = scene
  await rows(s.database.db, sql`delete from emergency_contacts where household_id = ${home}::uuid`)
  const asked = async (who: Person) => (await who.call('parents-home', {})).toDo.map(({ kind }) => kind)
  expect(await asked(ann)).toContain('contact')
  expect(await asked(roy)).not.toContain('contact')
  const painting = await s.ida.call(
    'classes-create',
    s.section({ name: 'Painting', startsAt: '08:00', endsAt: '08:50' }),
  )
  await s.ida.call('classes-move', { id: painting.id, to: 'open' })
  const submit = async (who: Person) => {
    const { draft, known } = await who.call('enrolments-draft', {})
    const child = draft!.children.find(({ studentId }) => studentId === leo)!
    const wanted = {
      ...draft!,
      termId: s.term.id,
      choices: [{ childKey: child.key, sectionId: painting.id }],
      consents: { ...draft!.consents, signedName: 'Roy Wang' },
    }
    const { totalCents } = await who.call('enrolments-quote', { draft: wanted })
    return {
      isWhole: known!.isWhole,
      contacts: draft!.contacts,
      sent: await fieldsOf(who.call('enrolments-submit', { draft: wanted, agreedCents: totalCents })),
    }
  }
  expect(await submit(ann)).toEqual({
    isWhole: true,
    contacts: [],
    sent: expect.arrayContaining([{ path: 'contacts', message: 'required' }]),
  })
  expect(await submit(roy)).toEqual({ isWhole: false, contacts: [], sent: 'accepted' })
  // The office sees that none is there, until it adds one.
  const lacking = async () =>
    (await s.ida.call('dashboard-list', { key: 'contacts' })).rows.map(({ target, targetId }) => ({
      target,
      targetId,
    }))
  const waiting = async () => (await s.ida.call('dashboard-attention', {})).items.find(({ key }) => key === 'contacts')
  expect(await lacking()).toEqual([{ target: 'family', targetId: home }])
  expect(await waiting()).toMatchObject({ n: 1 })
  const contact = { name: 'Aunt Mei', phone: '+1 555 0144', relationship: '' }
  const { id } = await s.ida.call('parents-addContact', { householdId: home, ...contact })
  expect(await waiting()).toBeUndefined()
  await s.ida.call('parents-removeContact', { id })
})

test('a draft of such a guardian follows the contacts on record', async () => {
  const { draft, version } = await roy.call('enrolments-draft', {})
  const own = { key: 'own', name: 'Rita Friend', phone: '+1 555 0666', relationship: '', mayPickUp: true }
  await roy.call('enrolments-saveDraft', { draft: { ...draft!, contacts: [own] }, base: version, device: 'roy' })
  await ann.call('parents-addContact', {
    householdId: scene.home,
    name: 'Aunt Mei',
    phone: '+1 555 0144',
    relationship: '',
  })
  const contacts = async (who: Person) =>
    (await who.call('enrolments-draft', {})).draft!.contacts.map(({ name }) => name)
  expect(await contacts(roy)).toEqual(['Aunt Mei'])
  expect(await contacts(ann)).toEqual(['Aunt Mei'])
})

test('a guardian of all children decides for them, also if another adult of the household learns at the school', async () => {
  const { home: householdId, mia } = scene
  const { db } = scene.s.database
  const [annId, royId] = [(await ann.actor()).personId!, (await roy.actor()).personId!]
  await rows(
    db,
    sql`insert into students (id, household_id, created_at) values (${annId}::uuid, ${householdId}::uuid, now())`,
  )
  await rows(
    db,
    sql`insert into guardianships (student_id, guardian_id, relationship) values (${annId}::uuid, ${annId}::uuid, 'self')`,
  )
  const add = () =>
    roy.call('parents-addContact', { householdId, name: 'Uncle Bo', phone: '+1 555 0177', relationship: 'uncle' })
  await expect(add()).rejects.toThrow('not found')
  await rows(
    db,
    sql`update guardianships set has_data_access = true where guardian_id = ${royId}::uuid and student_id = ${mia}::uuid`,
  )
  await add()
  expect(await roy.call('parents-household', {})).toMatchObject([{ id: householdId, isWhole: true }])
})

test('a charge for a family is not read by a guardian who may be barred from every child it is about', async () => {
  const { s, home, mia, violin } = scene
  const { db } = s.database
  await rows(
    db,
    sql`update guardianships set has_data_access = false where guardian_id = ${(await roy.actor()).personId!}::uuid and student_id = ${mia}::uuid`,
  )
  const charge = async (sectionId: string, description: string) => {
    const asked = {
      audience: { kind: 'sections' as const, sectionIds: [sectionId] },
      per: 'household' as const,
      kind: 'other' as const,
      description,
      amountCents: 700,
      again: [],
      without: [],
    }
    const { count, totalCents } = await s.ida.call('payments-previewCharges', asked)
    await s.ida.call('payments-charge', {
      ...asked,
      nativeDescription: '',
      dueOn: '2026-10-01',
      agreedCount: count,
      agreedCents: totalCents,
    })
  }
  const ledger = (who: Person) => who.call('payments-ledger', { householdId: home })
  const charged = async (who: Person) =>
    (await ledger(who))[0]!.entries.filter(({ amountCents }) => amountCents === 700).map(each => each.description)
  // About Mia and Leo, so it names neither, and Roy reads what it is for.
  await charge(s.grade1.id, 'Reader')
  expect(await charged(ann)).toEqual(['Reader'])
  expect(await charged(roy)).toEqual(['Reader'])
  // Kai is a second child from whom Roy is barred.
  const [kai] = await rows<{ id: string }>(
    db,
    sql`insert into persons (id, name, birth_on) values (gen_random_uuid(), 'Kai Wang', '2017-01-01') returning id`,
  )
  await rows(
    db,
    sql`insert into students (id, household_id, created_at) values (${kai!.id}::uuid, ${home}::uuid, ${s.clock.now.toISOString()}::timestamptz)`,
  )
  await rows(
    db,
    sql`insert into guardianships (student_id, guardian_id, relationship) values (${kai!.id}::uuid, ${(await ann.actor()).personId!}::uuid, 'mother')`,
  )
  await s.ida.call('enrolments-enrol', { studentId: kai!.id, sectionId: violin.id })
  await charge(violin.id, `${mark} strings`)
  expect((await charged(ann)).toSorted()).toEqual(['Reader', `${mark} strings`])
  expect(await charged(roy)).toContain('')
  const { paymentId } = await s.ida.call('payments-record', {
    householdId: home,
    amountCents: (await ledger(s.ida))[0]!.owedCents,
    method: 'cash',
    reference: '',
    payer: 'Ann',
    receivedOn: '2026-09-13',
  })
  const papers = async (who: Person) => {
    const actor = await who.actor()
    const children = caredStudents(actor)
    const days = { from: '2026-07-01', to: '2026-12-31' }
    return JSON.stringify([
      await ledger(who),
      await findStatement(db, visibleLedgers(actor), children, home, days),
      await findReceipt(db, visiblePayments(actor), children, paymentId),
    ])
  }
  expect((await papers(ann)).split(`${mark} strings`).length).toBeGreaterThan(3)
  expect(await papers(roy)).not.toContain(mark)
})
