import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimTries } from '#contract/enrolment/claims.ts'
import { rows } from '#server/platform/db.ts'
import { hashOf } from '#server/access/identity/acts.ts'
import { family, school, type SmallSchool, blankChild } from '#tests/school.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const guardian = (over: object = {}) => ({
  name: 'Wei Wang',
  nativeName: '王伟',
  email: 'wei@old.example',
  phone: '+1 (585) 555-0142',
  language: 'en' as const,
  relationship: 'father' as const,
  hasDataAccess: true,
  mayPickUp: true,
  ...over,
})
/** Creates a family that is on file and has no account. */
const onFile = async (name: string, of: ReturnType<typeof guardian>, child: { name: string; birthOn: string }) => {
  const home = await s.ida.call('parents-create', { name, address: '9 Elm Street', guardian: of })
  const { id } = await s.ida.call('students-create', {
    ...blankChild,
    householdId: home.id,
    grade: '2',
    ...child,
  })
  return { id: home.id, guardianId: home.guardianId, studentId: id }
}
const personOf = async (email: string): Promise<{ id: string; accountId: string | null }> =>
  (
    await rows<{ id: string; accountId: string | null }>(
      s.database.db,
      sql`select id, account_id from persons where email = ${email} order by created_at limit 1`,
    )
  )[0]!
const mailsTo = async (email: string): Promise<string[]> =>
  (
    await rows<{ text: string }>(s.database.db, sql`select text from mails where "to" = ${email} order by queued_at`)
  ).map(({ text }) => text)
const codeTo = async (email: string): Promise<string> =>
  /\n(\d{4} \d{4})\n/.exec((await mailsTo(email)).at(-1) ?? '')?.[1] ?? ''
/** A verified account without a person. */
let n = 0
const somebodyNew = (email = `new${(n += 1)}@home.example`) => s.newcomer(email, 'Wei Wang')
const later = (minutes: number) => ({ now: new Date(s.clock.now.getTime() + minutes * 60_000) })
const settle = () => s.jobs.drain(s.clock.now)

describe('a new account whose verified address is on file', () => {
  test('is offered the family, accepts it, and finds the form filled in', async () => {
    const home = await onFile('Wang-Old', guardian(), { name: 'Ida Wang', birthOn: '2018-04-01' })
    const wei = await somebodyNew('wei@old.example')
    expect((await wei.call('enrolments-draft', {})).draft).toBeNull()
    const offer = await wei.call('claims-offer', {})
    expect(offer).toMatchObject({
      maySeek: true,
      people: [{ personId: home.guardianId, household: 'Wang-Old', children: [{ name: 'Ida Wang' }] }],
    })
    expect(await wei.call('claims-accept', { personId: home.guardianId })).toEqual({ householdId: home.id })
    const { draft, known } = await wei.call('enrolments-draft', {})
    expect(draft).toMatchObject({
      address: '9 Elm Street',
      guardians: [{ isMe: true, name: 'Wei Wang', phone: guardian().phone }],
      children: [{ studentId: home.studentId, name: 'Ida Wang', birthOn: '2018-04-01' }],
    })
    expect(known).toMatchObject({ household: 'Wang-Old', checkedAt: null, signed: [] })
    expect((await wei.actor()).roles).toEqual(['parent'])
    expect(await wei.call('claims-offer', {})).toMatchObject({ people: [], maySeek: false })
  })

  test('isn’t offered other people’s families, nor one whose data its owner isn’t allowed to see', async () => {
    await onFile('Barred-Home', guardian({ name: 'Rex Roe', email: 'rex@roe.example', hasDataAccess: false }), {
      name: 'Mo Roe',
      birthOn: '2018-04-02',
    })
    const { personId } = { personId: (await personOf('rex@roe.example')).id }
    const rex = await somebodyNew('rex@roe.example')
    expect((await rex.call('claims-offer', {})).people).toEqual([])
    await expect(rex.call('claims-accept', { personId })).rejects.toMatchObject({ details: { reason: 'NOT_FOUND' } })
    const stranger = await somebodyNew()
    const open = await onFile('Open-Home', guardian({ name: 'Una Open', email: 'una@open.example' }), {
      name: 'Ole Open',
      birthOn: '2018-04-03',
    })
    expect((await stranger.call('claims-offer', {})).people).toEqual([])
    await expect(stranger.call('claims-accept', { personId: open.guardianId })).rejects.toMatchObject({
      details: { reason: 'NOT_FOUND' },
    })
  })

  test('succeeds once when it accepts twice at the same time', async () => {
    const twin = await onFile('Twin-Home', guardian({ name: 'Pat Twin', email: 'pat@twin.example' }), {
      name: 'Kim Twin',
      birthOn: '2018-05-01',
    })
    const pat = await somebodyNew('pat@twin.example')
    const answers = await Promise.allSettled([
      pat.call('claims-accept', { personId: twin.guardianId }),
      pat.call('claims-accept', { personId: twin.guardianId }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('gets it alone when two others enter a code for the same record at the same time', async () => {
    const home = await onFile('Rush-Home', guardian({ name: 'Rae Rush', email: 'rae@rush.example' }), {
      name: 'Ray Rush',
      birthOn: '2018-05-02',
    })
    // Each of the two has a code of their own for the record before its address has an account.
    const coded = async () => {
      const who = await somebodyNew()
      await who.call('claims-seek', { childName: 'Ray Rush', birthOn: '2018-05-02', phone: '' })
      await settle()
      return { who, code: await codeTo('rae@rush.example') }
    }
    const others = [await coded(), await coded()]
    for (const { who, code } of others)
      expect(await who.call('claims-enter', { code })).toMatchObject({ outcome: 'found' })
    const rae = await somebodyNew('rae@rush.example')
    expect((await rae.call('claims-offer', {})).people).toMatchObject([{ personId: home.guardianId }])
    const people = [...others.map(({ who }) => who), rae]
    const done = await Promise.allSettled([
      ...others.map(({ who, code }) => who.call('claims-enter', { code, isOurs: true })),
      rae.call('claims-accept', { personId: home.guardianId }),
    ])
    const isJoined = done.map(
      each => each.status === 'fulfilled' && (!('outcome' in each.value) || each.value.outcome === 'joined'),
    )
    expect(isJoined.filter(Boolean)).toHaveLength(1)
    // The record belongs to whoever was told so, and the others are still nobody at the school.
    const winner = people[isJoined.indexOf(true)]!
    expect((await personOf('rae@rush.example')).accountId).toBe((await winner.actor()).accountId)
    const actors = await Promise.all(people.map(who => who.actor()))
    expect(actors.map(({ personId, roles }) => [personId, roles])).toEqual(
      isJoined.map(is => (is ? [home.guardianId, ['parent']] : [null, []])),
    )
    for (const [index, each] of done.entries())
      if (!isJoined[index])
        expect(each).toMatchObject(
          each.status === 'fulfilled'
            ? { value: { outcome: 'wrong', family: null } }
            : { reason: { details: { reason: 'NOT_FOUND' } } },
        )
  })

  test('can decline: registering then links nothing, and the office sees a possible duplicate', async () => {
    const old = await onFile('Shared-Home', guardian({ name: 'Lin Old', email: 'lin@shared.example' }), {
      name: 'Bo Old',
      birthOn: '2018-06-01',
    })
    const lin = await somebodyNew('lin@shared.example')
    const draft = family(
      { name: 'Lin Other' },
      [{ key: 'k', name: 'Ki Other', birthOn: '2018-08-01' }],
      [{ childKey: 'k', sectionId: s.chess.id }],
      s.term.id,
    )
    // Registering without answering the question would create the family twice.
    await expect(s.register(lin, draft)).rejects.toMatchObject({ details: { reason: 'FAMILY_KNOWN' } })
    await lin.call('claims-decline', {})
    expect((await lin.call('claims-offer', {})).people).toEqual([])
    const { householdId } = await s.register(lin, draft)
    expect(householdId).not.toBe(old.id)
    expect(await personOf('lin@shared.example')).toMatchObject({ id: old.guardianId, accountId: null })
    const { rows: pairs } = await s.ida.call('duplicates-list', { of: 'household' })
    expect(
      pairs.some(({ one, other }) => [one.id, other.id].sort().join() === [old.id, householdId].sort().join()),
    ).toBe(true)
  })
})

describe('a code sent to the address on file', () => {
  const child = { childName: 'Yue Chen', birthOn: '2017-02-03', phone: '' }
  let home: Awaited<ReturnType<typeof onFile>>
  beforeAll(async () => {
    home = await onFile(
      'Chen-Home',
      guardian({ name: 'Mei Chen', email: 'mei@old.example', phone: '+1 585 555 0177' }),
      { name: 'Yue Chen', birthOn: '2017-02-03' },
    )
  })

  test('links the person it was sent to, found by the child or the phone number', async () => {
    const mei = await somebodyNew()
    await mei.call('claims-seek', { childName: '', birthOn: '', phone: '(585) 555-0177' })
    await settle()
    const first = await codeTo('mei@old.example')
    expect(first).not.toBe('')
    // A new code ends the previous one.
    await mei.call('claims-seek', child)
    await settle()
    expect(await mei.call('claims-enter', { code: first })).toEqual({
      outcome: 'wrong',
      triesLeft: claimTries - 1,
      family: null,
    })
    // The right code shows the family first; nothing is linked before they confirm that it is theirs.
    const code = await codeTo('mei@old.example')
    expect(await mei.call('claims-enter', { code })).toMatchObject({
      outcome: 'found',
      family: { name: 'Mei Chen', household: 'Chen-Home', children: [{ name: 'Yue Chen' }] },
    })
    expect((await personOf('mei@old.example')).accountId).toBeNull()
    // A code that one account has used is worth nothing to another.
    const stranger = await somebodyNew()
    expect(await stranger.call('claims-enter', { code, isOurs: true })).toMatchObject({ outcome: 'lapsed' })
    expect(await mei.call('claims-enter', { code, isOurs: true })).toMatchObject({ outcome: 'joined', family: null })
    expect((await personOf('mei@old.example')).accountId).toBe((await mei.actor()).accountId)
    expect((await mei.call('enrolments-draft', {})).known?.household).toBe('Chen-Home')
    expect(home.guardianId).toBe((await mei.actor()).personId)
  })

  test('isn’t sent if that address has an account: the letter says to sign in with it', async () => {
    const again = await somebodyNew()
    await again.call('claims-seek', child)
    await settle()
    const last = (await mailsTo('mei@old.example')).at(-1)
    expect(last).toContain('You already have an account with this address')
    expect(await codeTo('mei@old.example')).toBe('')
  })

  test('tells a stranger nothing: an unknown family gets the same answer, and no letter is sent', async () => {
    const stranger = await somebodyNew()
    const before = await s.database.db.execute(sql`select count(*) as n from mails`)
    const none = await stranger.call('claims-seek', { ...child, childName: 'Nobody Here' })
    await settle()
    expect(Object.keys(none)).toEqual(['expiresAt'])
    expect((await s.database.db.execute(sql`select count(*) as n from mails`)).rows).toEqual(before.rows)
    expect(await stranger.call('claims-offer', {})).toMatchObject({ people: [], waiting: { status: 'sent' } })
    for (let left = claimTries - 1; left >= 0; left -= 1)
      expect(await stranger.call('claims-enter', { code: '00000000' })).toEqual({
        outcome: 'wrong',
        triesLeft: left,
        family: null,
      })
    expect(await stranger.call('claims-enter', { code: '00000000' })).toEqual({
      outcome: 'lapsed',
      triesLeft: 0,
      family: null,
    })
  })

  test('links nothing if the family isn’t theirs, and can’t be used after that', async () => {
    await onFile('Other-Home', guardian({ name: 'Oth Er', email: 'oth@er.example' }), {
      name: 'Little Er',
      birthOn: '2017-05-05',
    })
    const other = await somebodyNew()
    await other.call('claims-seek', { childName: 'Little Er', birthOn: '2017-05-05', phone: '' })
    await settle()
    const code = await codeTo('oth@er.example')
    expect(await other.call('claims-enter', { code, isOurs: false })).toMatchObject({
      outcome: 'declined',
      family: null,
    })
    expect((await personOf('oth@er.example')).accountId).toBeNull()
    expect(await other.call('claims-enter', { code, isOurs: true })).toMatchObject({ outcome: 'lapsed' })
  })

  test('follows its record through a merge, and back when the merge is undone', async () => {
    const kept = await onFile('Zhou-Home', guardian({ name: 'Na Zhou', email: '', phone: '+1 585 555 0166' }), {
      name: 'Kai Zhou',
      birthOn: '2016-05-06',
    })
    const twin = await onFile('Zhou-Twin', guardian({ name: 'Na Zhou', email: 'na@old.example', phone: '' }), {
      name: 'Lan Zhou',
      birthOn: '2018-07-08',
    })
    const na = await somebodyNew()
    await na.call('claims-seek', { childName: 'Lan Zhou', birthOn: '2018-07-08', phone: '' })
    await settle()
    const code = await codeTo('na@old.example')
    const familyOf = async () => (await na.call('claims-enter', { code })).family?.children.map(({ name }) => name)
    expect(await familyOf()).toEqual(['Lan Zhou'])

    const pair = { of: 'adult' as const, keepId: kept.guardianId, dropId: twin.guardianId }
    const { mark } = await s.ida.call('duplicates-compare', pair)
    const { batchId } = await s.ida.call('duplicates-merge', { ...pair, choose: {}, mark })
    expect((await familyOf())?.toSorted()).toEqual(['Kai Zhou', 'Lan Zhou'])
    // What is recorded for undoing the change holds no copy of the code.
    const [claim] = await rows<{ id: string }>(
      s.database.db,
      sql`select id from family_claims where child_name = 'Lan Zhou'`,
    )
    const changes = await rows<{ table: string; all: string }>(
      s.database.db,
      sql`select table_name as "table", c::text as "all" from batch_changes c where batch_id = ${batchId}::uuid`,
    )
    expect(changes.map(({ table }) => table)).toContain('claim_codes')
    expect(changes.filter(({ all }) => all.includes(hashOf(`${claim!.id}:${code.replace(' ', '')}`)))).toEqual([])

    await s.ida.call('batches-undo', { id: batchId })
    expect(await familyOf()).toEqual(['Lan Zhou'])
    expect(await na.call('claims-enter', { code, isOurs: true })).toMatchObject({ outcome: 'joined' })
    expect((await na.actor()).personId).toBe(twin.guardianId)
  })

  test('isn’t sent to a guardian without access to the child’s data', async () => {
    await onFile('Kept-Home', guardian({ name: 'Out Side', email: 'out@side.example', hasDataAccess: false }), {
      name: 'In Side',
      birthOn: '2017-03-03',
    })
    const out = await somebodyNew()
    await out.call('claims-seek', { childName: 'In Side', birthOn: '2017-03-03', phone: '' })
    await settle()
    expect(await mailsTo('out@side.example')).toEqual([])
  })

  test('expires after 15 minutes, and at most five are sent in an hour', async () => {
    await onFile('Late-Home', guardian({ name: 'Late Lee', email: 'late@lee.example' }), {
      name: 'Lu Lee',
      birthOn: '2017-04-04',
    })
    const late = await somebodyNew()
    const lu = { childName: 'Lu Lee', birthOn: '2017-04-04', phone: '' }
    await late.call('claims-seek', lu)
    await settle()
    const code = await codeTo('late@lee.example')
    expect(await late.call('claims-enter', { code }, later(16))).toMatchObject({ outcome: 'lapsed' })
    for (let more = 0; more < 4; more += 1) await late.call('claims-seek', lu)
    await expect(late.call('claims-seek', lu)).rejects.toMatchObject({ details: { reason: 'TOO_MANY' } })
    await late.call('claims-seek', lu, later(90))
  })
})

describe('a request to the office', () => {
  test('is for guardians without an address on file: the office links them, and they get an email', async () => {
    const home = await onFile('Gran-Home', guardian({ name: 'Gran Zhou', email: '', phone: '+1 585 555 0188' }), {
      name: 'Xin Zhou',
      birthOn: '2016-01-01',
    })
    const gran = await somebodyNew('gran@new.example')
    await gran.call('claims-ask', { childName: 'Xin', birthOn: '2016-01-01', phone: '585 555 0188', note: 'I am Gran' })
    const { rows: asked, total } = await s.ida.call('claims-list', {})
    expect(total).toBe(1)
    expect(asked[0]).toMatchObject({
      email: 'gran@new.example',
      note: 'I am Gran',
      candidates: [{ personId: home.guardianId, household: 'Gran-Home', reasons: ['child', 'phone'] }],
    })
    for (const who of [s.ann, s.tom, gran])
      await expect(who.call('claims-list', {})).rejects.toMatchObject({ code: 'permission-denied' })
    expect(await s.ida.call('claims-candidates', { search: 'xin zhou' })).toMatchObject([{ personId: home.guardianId }])
    const answer = { id: asked[0]!.id, personId: home.guardianId, note: 'Welcome back' }
    expect(await s.ida.call('claims-answer', answer)).toMatchObject({ status: 'joined' })
    await expect(s.ida.call('claims-answer', answer)).rejects.toMatchObject({
      details: { reason: 'MOVE_NOT_ALLOWED' },
    })
    expect((await gran.call('enrolments-draft', {})).draft?.children).toMatchObject([{ name: 'Xin Zhou' }])
    expect((await mailsTo('gran@new.example')).at(-1)).toContain('Welcome back')
    expect(await personOf('gran@new.example')).toMatchObject({ id: home.guardianId })
    await s.database.db.execute(sql`update persons set native_name = '艾达' where name = 'Ida Office'`)
    expect((await s.ida.call('claims-list', { view: 'answered' })).rows).toMatchObject([
      { status: 'joined', answeredBy: 'Ida Office', answeredByNativeName: '艾达', person: { name: 'Gran Zhou' } },
    ])
  })

  test('can be refused with a note that the family reads; a guardian without data access can’t be linked', async () => {
    const barred = await onFile('No-Home', guardian({ name: 'No Body', email: '', hasDataAccess: false }), {
      name: 'Ny Body',
      birthOn: '2016-02-02',
    })
    const who = await somebodyNew('who@new.example')
    await who.call('claims-ask', { childName: 'Ny Body', birthOn: '2016-02-02', phone: '', note: '' })
    const [asked] = (await s.ida.call('claims-list', {})).rows
    expect(asked!.candidates).toEqual([])
    await expect(
      s.ida.call('claims-answer', { id: asked!.id, personId: barred.guardianId, note: '' }),
    ).rejects.toMatchObject({ details: { reason: 'NOT_FOUND' } })
    await s.ida.call('claims-answer', { id: asked!.id, personId: null, note: 'Please call us' })
    expect(await who.call('claims-offer', {})).toMatchObject({ waiting: null, refusal: { note: 'Please call us' } })
  })

  test('lists who it may be from and why, the likeliest first', async () => {
    const mei = await onFile(
      'Mei-Home',
      guardian({ name: 'Mei Sun', email: 'mei@several.example', phone: '585 555 0301' }),
      {
        name: 'Le Sun',
        birthOn: '2017-03-03',
      },
    )
    const kai = await onFile(
      'Kai-Home',
      guardian({ name: 'Kai Sun', nativeName: '孙凯', email: '', phone: '585 555 0302' }),
      {
        name: 'Yu Sun',
        birthOn: '2017-04-04',
      },
    )
    const ask = async (who: SmallSchool['ann'], childName: string, birthOn: string, phone: string) =>
      who.call('claims-ask', { childName, birthOn, phone, note: '' })
    await ask(await s.newcomer('mei@several.example', 'MEI SUN'), 'Le', '2017-03-03', '1-585-555-0301')
    await ask(await s.newcomer('kai@several.example', '孙凯'), 'Le Sun', '2017-03-03', '')
    await ask(await s.newcomer('far@several.example', 'Far Away'), 'Le Sun', '2017-03-04', '555 0301')
    const { rows: asked } = await s.ida.call('claims-list', {})
    expect(
      asked.map(({ email, candidates }) => [email, candidates.map(each => [each.personId, each.reasons])]),
    ).toEqual([
      ['mei@several.example', [[mei.guardianId, ['child', 'phone', 'email', 'name']]]],
      [
        'kai@several.example',
        [
          [kai.guardianId, ['name']],
          [mei.guardianId, ['child']],
        ],
      ],
      ['far@several.example', []],
    ])
    expect(asked[0]!.candidates[0]).toMatchObject({ household: 'Mei-Home', children: [{ name: 'Le Sun' }] })
  })
})
