import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FunctionName, Input, Output } from '#contract/index.ts'
import { rows } from '#server/platform/db.ts'
import { type PushService, startPushService } from '#tests/pushService.ts'
import { type Person, school, type SmallSchool } from '#tests/school.ts'
import { tellDevices } from './acts.ts'
import { pauseSeconds, sendPush } from './jobs.ts'
import { allowPrivateHosts } from '#server/platform/outgoing.ts'
import { isPushService } from './pushServices.ts'
import { handOver, secondsAfter } from './sending.ts'

let s: SmallSchool
let service: PushService
beforeAll(async () => {
  s = await school()
  service = await startPushService()
  await s.ida.call('config-changePush', { isOn: true, contact: 'office@school.example' })
})
afterAll(async () => {
  await service.close()
  await s.drop()
})
beforeEach(async () => {
  await s.database.db.execute(sql`delete from push_subscriptions`)
  await s.database.db.execute(sql`delete from pushes`)
  s.jobs.drop()
  service.received.length = 0
  service.answers.length = 0
})

/** A call of a person at a given browser. */
const at = async <N extends FunctionName>(
  who: Person,
  device: { signInId: string; id?: string },
  name: N,
  input: Input<N>,
): Promise<Output<N>> => {
  const answer = await s.door.call({
    name,
    data: { ...(input as object), operationId: randomUUID() },
    actor: { ...(await who.actor()), signInId: device.signInId },
    address: '127.0.0.1',
    ...(device.id && { messagingToken: device.id }),
  })
  await s.jobs.drain(s.clock.now)
  return answer as Output<N>
}
const signIn = async (who: Person): Promise<string> => {
  const { accountId } = await who.actor()
  const id = randomUUID()
  await s.database.db
    .execute(sql`insert into sign_ins (id, account_id, provider, device, auth_time, last_used_at, refresh_hash, expires_at)
    values (${id}::uuid, ${accountId}::uuid, 'password', 'Safari on iPhone', now(), now(), ${id}, now() + interval '60 days')`)
  return id
}
/** A person's device that is subscribed. */
const device = async (who: Person) => {
  const signInId = await signIn(who)
  const { key } = await at(who, { signInId }, 'push-begin', {})
  const browser = service.subscribe(key)
  const { id: name, ...subscription } = browser
  const { id } = await at(who, { signInId }, 'push-subscribe', { ...subscription, key })
  return { signInId, id, name, key, subscription }
}
const kept = (deviceId: string) =>
  rows<{ status: string; reason: string | null; detail: string; attempts: number; isOverriding: boolean }>(
    s.database.db,
    sql`select status, reason, detail, attempts, is_overriding from pushes where device <> '' and (subscription_id = ${deviceId}::uuid or subscription_id is null) order by created_at desc, id`,
  )
/** The messages that the devices have shown, each with its device. */
const told = () =>
  service.received.map(({ id, text }) => ({
    ...(JSON.parse(text) as { title: string; path: string; tag: string }),
    on: id,
  }))
const notice = async (over: Partial<Input<'messages-createNotice'>> = {}): Promise<string> => {
  const audience = over.audience ?? [{ kind: 'class' as const, sectionId: s.grade1.id }]
  const made = await s.ida.call('messages-createNotice', {
    subject: 'About {student}',
    body: 'Dear {name}, {student} is in {class}.',
    nativeSubject: '',
    nativeBody: '',
    audience,
    byEmail: false,
    isUrgent: false,
    needsAnswer: false,
    ...over,
  })
  const { people } = await s.ida.call('messages-audience', { audience })
  await s.ida.call('messages-sendNotice', { id: made.id, agreedPeople: people, at: null })
  await s.jobs.drain(new Date(s.clock.now.getTime() + 60_000))
  return made.id
}

describe('subscribing a device', () => {
  test('is for the person signed in there; only they see it listed and can end it', async () => {
    const phone = await device(s.ann)
    const mine = await at(s.ann, phone, 'push-mine', {})
    expect(mine).toMatchObject({
      isOffered: true,
      devices: [{ id: phone.id, name: 'Safari on iPhone', isCurrent: true }],
    })
    const second = await device(s.ann)
    expect((await at(s.ann, second, 'push-mine', {})).devices).toMatchObject([
      { id: second.id, isCurrent: true },
      { id: phone.id, isCurrent: false },
    ])
    expect((await s.bob.call('push-mine', {})).devices).toEqual([])
    await expect(s.bob.call('push-end', { id: phone.id })).rejects.toMatchObject({ code: 'not-found' })
    await s.ann.call('push-end', { id: phone.id })
    expect((await s.ann.call('push-mine', {})).devices).toMatchObject([{ id: second.id }])
  })

  test('gives a browser to the last person who subscribed it, and one browser to each sign-in', async () => {
    const phone = await device(s.ann)
    const signInId = await signIn(s.bob)
    const { id } = await at(s.bob, { signInId }, 'push-subscribe', { ...phone.subscription, key: phone.key })
    expect((await s.ann.call('push-mine', {})).devices).toEqual([])
    expect((await s.bob.call('push-mine', {})).devices).toMatchObject([{ id }])
    const { id: _name, ...moved } = service.subscribe(phone.key)
    await at(s.bob, { signInId }, 'push-subscribe', { ...moved, key: phone.key })
    expect((await s.bob.call('push-mine', {})).devices).toHaveLength(1)
  })

  test('is refused for an address that isn’t a push service’s, for another key and without a sign-in', async () => {
    const signInId = await signIn(s.ann)
    const { key } = await at(s.ann, { signInId }, 'push-begin', {})
    const { id: _name, ...good } = service.subscribe(key)
    for (const endpoint of [
      'https://10.0.0.1/x',
      'https://evil.example/fcm.googleapis.com',
      'http://fcm.googleapis.com/x',
    ])
      await expect(at(s.ann, { signInId }, 'push-subscribe', { ...good, endpoint, key })).rejects.toMatchObject({
        details: { fields: [{ path: 'endpoint' }] },
      })
    const other = `B${'A'.repeat(86)}`
    await expect(at(s.ann, { signInId }, 'push-subscribe', { ...good, key: other })).rejects.toMatchObject({
      details: { reason: 'CHANGED_MEANWHILE' },
    })
    await expect(s.ann.call('push-subscribe', { ...good, key })).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(at(s.ann, { signInId }, 'push-subscribe', { ...good, key })).resolves.toHaveProperty('id')
  })

  test('creates keys once, even for simultaneous requests, and stores them sealed', async () => {
    await s.database.db.execute(sql`delete from secrets`)
    const actor = await s.ann.actor()
    const begin = () =>
      s.door.call({ name: 'push-begin', data: { operationId: randomUUID() }, actor, address: '' }) as Promise<{
        key: string
      }>
    const [one, two] = await Promise.all([begin(), begin()])
    expect(one.key).toBe(two.key)
    expect(one.key).toMatch(/^B[\w-]{86}$/)
    const [secret] = await rows<{ sealed: string; ending: string }>(
      s.database.db,
      sql`select sealed, ending from secrets where name = 'push'`,
    )
    expect(secret!.sealed).not.toContain(one.key)
    expect(secret!.ending).toBe(one.key.slice(-4))
  })

  test('leaves the device’s address out of the audit trail and of answers', async () => {
    const phone = await device(s.ann)
    const [entry] = await rows<{ input: object }>(
      s.database.db,
      sql`select input from audit_entries where action = 'push-subscribe' order by at desc limit 1`,
    )
    expect(entry!.input).toMatchObject({ endpoint: '…', secret: '…' })
    expect(JSON.stringify(await s.ida.call('push-status', {}))).not.toContain(phone.name)
  })
})

describe('the address of a push service', () => {
  test.each([
    ['https://fcm.googleapis.com/fcm/send/abc', true],
    ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
    ['https://web.push.apple.com/abc', true],
    ['https://wns2-par02p.notify.windows.com/w/?token=abc', true],
    ['http://fcm.googleapis.com/abc', false],
    ['https://fcm.googleapis.com:8443/abc', false],
    ['https://user@fcm.googleapis.com/abc', false],
    ['https://fcm.googleapis.com.evil.example/abc', false],
    ['https://notfcm.googleapis.com/abc', false],
    ['https://169.254.169.254/latest', false],
    ['https://localhost/abc', false],
    ['http://127.0.0.1:3000/abc', false],
    ['nonsense', false],
  ])('%s: %s', (endpoint, isOne) => {
    allowPrivateHosts([])
    expect(isPushService(endpoint)).toBe(isOne)
  })
  test('may be in a private network if its host is allowed', () => {
    allowPrivateHosts(['127.0.0.1'])
    expect(isPushService('http://127.0.0.1:3000/abc')).toBe(true)
    expect(isPushService('http://10.0.0.1:3000/abc')).toBe(false)
  })
  afterAll(() => allowPrivateHosts(['127.0.0.1', 'localhost']))
})

describe('sending', () => {
  test('a test reaches every device of the person who asks, readable there alone, and reports what became of each', async () => {
    const [phone, tablet] = [await device(s.ida), await device(s.ida)]
    const another = await device(s.ann)
    const { ids } = await s.ida.call('push-test', {})
    expect(ids).toHaveLength(2)
    expect(
      told()
        .map(({ on }) => on)
        .sort(),
    ).toEqual([phone.name, tablet.name].sort())
    for (const { id, body, text } of service.received) {
      expect(service.decryptAs(id, body)).toBe(text)
      expect(body.includes('Lakeside')).toBe(false)
      for (const { name } of [phone, tablet, another])
        if (name !== id) expect(() => service.decryptAs(name, body)).toThrow(/authenticate/)
    }
    expect(told()[0]).toMatchObject({ title: 'Lakeside: notifications work on this device', path: '/account' })
    expect(service.received[0]).toMatchObject({ urgency: 'high', subject: 'mailto:office@school.example' })
    expect(service.received[0]!.ttl).toBeGreaterThan(0)
    expect(await s.ida.call('push-tests', { ids })).toMatchObject([{ status: 'sent' }, { status: 'sent' }])
    expect(await s.ann.call('push-tests', { ids })).toEqual([])
    expect(await s.ida.call('push-status', {})).toMatchObject({ devices: 3, people: 2, week: { failed: 0 } })
  })

  test('a person is limited to ten tests an hour', async () => {
    await device(s.eve)
    for (let turn = 0; turn < 10; turn += 1) await s.eve.call('push-test', {})
    await expect(s.eve.call('push-test', {})).rejects.toMatchObject({ code: 'resource-exhausted' })
  })

  test('a device that is gone is removed', async () => {
    const phone = await device(s.ann)
    service.drop(phone.name)
    await s.ann.call('push-test', {})
    expect(await kept(phone.id)).toMatchObject([{ status: 'dropped', reason: 'gone' }])
    expect((await s.ann.call('push-mine', {})).devices).toEqual([])
  })

  test('a busy push service is retried after the delay it asks for, then at growing intervals', async () => {
    const phone = await device(s.ann)
    service.answers.push({ status: 429, headers: { 'retry-after': '120' } }, { status: 503 })
    await notice()
    expect(await kept(phone.id)).toMatchObject([{ status: 'queued', reason: 'busy', attempts: 1, detail: '429' }])
    expect((await s.ida.call('push-status', {})).failures).toMatchObject([{ reason: 'busy', person: 'Ann Wang' }])
    const started = s.clock.now.getTime() + 60_000
    await s.jobs.drain(new Date(started + 119_000))
    expect(await kept(phone.id)).toMatchObject([{ attempts: 1 }])
    await s.jobs.drain(new Date(started + 120_000))
    expect(await kept(phone.id)).toMatchObject([{ status: 'queued', attempts: 2, detail: '503' }])
    await s.jobs.drain(new Date(started + 300_000))
    expect(await kept(phone.id)).toMatchObject([{ status: 'sent', reason: null, attempts: 3 }])
    expect(told()).toHaveLength(1)
    expect([1, 2, 3].map(attempts => pauseSeconds(attempts, null))).toEqual([30, 120, 480])
  })

  test('a message that has become outdated is not sent', async () => {
    const phone = await device(s.ann)
    service.answers.push({ status: 503 })
    await s.ann.call('push-test', {})
    await s.jobs.drain(new Date(s.clock.now.getTime() + 3_600_000))
    expect(await kept(phone.id)).toMatchObject([{ status: 'dropped', reason: 'late' }])
  })

  test('the text is left out when it is too long for the push service', async () => {
    const phone = await device(s.ann)
    service.answers.push({ status: 413 })
    await s.ann.call('push-test', {})
    await s.jobs.drain(s.clock.now)
    expect(service.received).toMatchObject([{ id: phone.name, text: '' }])
  })

  test('the test push service refuses a message beyond the limit, as real ones do', async () => {
    const phone = await device(s.ann)
    const [row] = await rows<{ secret: string; sealed: string }>(
      s.database.db,
      sql`select sealed from secrets where name = 'push'`,
    )
    const [privateKey, publicKey] = (await s.settings.secrets.open('push', row!.sealed)).split('.')
    const from = { privateKey: privateKey!, publicKey: publicKey!, subject: 'mailto:office@school.example' }
    const message = { ...phone.subscription, seconds: 60, isUrgent: false, topic: 'x' }
    expect(await handOver({ ...message, payload: 'x'.repeat(3993) }, from)).toEqual({ is: 'sent' })
    expect(await handOver({ ...message, payload: 'x'.repeat(3994) }, from)).toMatchObject({ is: 'large' })
    const nowhere = { ...message, endpoint: 'http://127.0.0.1:9/x', payload: 'x' }
    expect(await handOver(nowhere, from)).toMatchObject({ is: 'unreachable' })
  })

  test('a refusal is reported to the office in one email a day and in the settings', async () => {
    await device(s.ann)
    service.answers.push({ status: 403, text: 'who are you' }, { status: 401 })
    await s.ann.call('push-test', {})
    await s.ann.call('push-test', {})
    const letters = await rows<{ to: string; text: string }>(
      s.database.db,
      sql`select "to", text from mails where subject like 'Phone notifications%'`,
    )
    expect(letters).toMatchObject([{ to: 'office@school.example' }])
    expect(letters[0]!.text).toContain('403 who are you')
    const { failures, week } = await s.ida.call('push-status', {})
    expect(failures).toMatchObject([{ reason: 'refused' }, { reason: 'refused', kind: 'test' }])
    expect(week.failed).toBe(2)
  })

  test('a device subscribed with a lost key is removed', async () => {
    const phone = await device(s.ann)
    await s.database.db.execute(sql`delete from secrets`)
    await device(s.bob)
    await s.ann.call('push-test', {})
    expect(service.received).toEqual([])
    expect((await s.ann.call('push-mine', {})).devices).toEqual([])
    // The push service would refuse this subscription, as it does here.
    const { id: _name, ...subscription } = service.subscribe(phone.key)
    const other = await device(s.ann)
    await s.database.db.execute(
      sql`update push_subscriptions set endpoint = ${subscription.endpoint}, p256dh = ${subscription.p256dh}, secret = ${subscription.secret} where id = ${other.id}::uuid`,
    )
    const { ids } = await s.ann.call('push-test', {})
    const [answer] = await s.ann.call('push-tests', { ids })
    expect(answer).toMatchObject({ status: 'failed', reason: 'refused' })
    expect(answer!.detail).toMatch(/^403/)
  })

  test('the time to wait may be given in seconds or as a date', () => {
    const now = new Date('2026-09-13T12:00:00Z')
    expect(secondsAfter('30', now)).toBe(30)
    expect(secondsAfter('Sun, 13 Sep 2026 12:02:00 GMT', now)).toBe(120)
    expect(secondsAfter('soon', now)).toBeNull()
    expect(secondsAfter(null, now)).toBeNull()
  })

  test('nothing is offered or sent while the office has push turned off', async () => {
    await device(s.ann)
    await s.ida.call('config-changePush', { isOn: false, contact: '' })
    expect(await s.ann.call('push-mine', {})).toMatchObject({ isOffered: false })
    await expect(s.ann.call('push-test', {})).rejects.toMatchObject({ details: { reason: 'PUSH_OFF' } })
    await notice({ isUrgent: true })
    expect(service.received).toEqual([])
    await expect(s.ann.call('config-changePush', { isOn: true, contact: '' })).rejects.toMatchObject({
      code: 'permission-denied',
    })
    await s.ida.call('config-changePush', { isOn: true, contact: 'office@school.example' })
  })
})

describe('notifications', () => {
  test('of a notice name no child or content, open it, and show in its delivery', async () => {
    const phone = await device(s.ann)
    const id = await notice()
    expect(told()).toMatchObject([
      { on: phone.name, title: 'Lakeside: a new notice for you', path: `/messages?open=notice.${id}`, tag: id },
    ])
    expect(service.received[0]!.text).not.toMatch(/Mia|Leo|Grade|About/)
    expect(service.received[0]).toMatchObject({ urgency: 'normal', topic: id.replaceAll('-', '') })
    const groups = (await s.ida.call('messages-delivery', { id })).rows
    expect(groups.flatMap(({ people }) => people.map(({ name, push }) => [name, push]))).toEqual(
      expect.arrayContaining([
        ['Ann Wang', 'sent'],
        ['Bob Li', 'none'],
      ]),
    )
  })

  test('of notices can be turned off except for urgent ones, which are recorded as overriding', async () => {
    const phone = await device(s.ann)
    await s.ann.call('push-choose', { category: 'notices', isWanted: false })
    expect((await s.ann.call('push-mine', {})).wanted).toContainEqual({ category: 'notices', isWanted: false })
    // Letters are a separate setting.
    expect((await s.ann.call('parents-preferences', {})).every(({ mail }) => mail === 'instant')).toBe(true)
    await notice()
    expect(told()).toEqual([])
    await notice({ isUrgent: true })
    expect(told()).toMatchObject([{ title: 'Lakeside: an urgent notice for you' }])
    expect(service.received[0]).toMatchObject({ urgency: 'high' })
    expect((await kept(phone.id))[0]).toMatchObject({ status: 'sent', isOverriding: true })
    await s.ann.call('push-choose', { category: 'notices', isWanted: true })
  })

  test('of a reply in a conversation reach the other side in their language', async () => {
    await s.database.db.execute(sql`update persons set language = 'zh' where name = 'Ann Wang'`)
    const [phone, desk] = [await device(s.ann), await device(s.ida)]
    const [contact] = await s.ann.call('messages-contacts', {})
    const { householdId } = contact!
    const thread = await s.ann.call('messages-startThread', {
      side: 'family',
      householdId,
      studentId: null,
      sectionId: null,
      subject: 'Mia',
      body: 'Mia is ill.',
    })
    expect(told()).toMatchObject([{ on: desk.name, path: `/adminmessage?tab=threads&id=${thread.id}` }])
    await s.ida.call('messages-reply', { threadId: thread.id, body: 'Get well, Mia.' })
    expect(told()[1]).toMatchObject({
      on: phone.name,
      title: '湖畔：您有一条新消息',
      path: `/messages?open=thread.${thread.id}`,
    })
    expect(JSON.stringify(told())).not.toContain('Mia')
    await s.database.db.execute(sql`update persons set language = 'en'`)
  })

  test('of canceled and restored lessons reach families and teachers, even without an email address', async () => {
    const [phone, tom] = [await device(s.ann), await device(s.tom)]
    await s.ann.call('push-choose', { category: 'notices', isWanted: false })
    const { sessionDates } = await s.ida.call('terms-get', { id: s.term.id })
    const date = sessionDates.find(({ onDay }) => onDay === '2026-09-27')!
    await s.database.db.execute(sql`update persons set email = '' where name = 'Ann Wang'`)
    const off = await s.ida.call('cancellations-cancelDay', {
      sessionDateId: date.id,
      sectionId: null,
      reason: 'Snow',
      nativeReason: '',
      remedy: 'none',
      makeUpOn: null,
      eventIds: [],
      tell: true,
      agreedCents: 0,
    })
    await s.jobs.drain(new Date(s.clock.now.getTime() + 3_600_000))
    expect(
      told()
        .map(({ on }) => on)
        .sort(),
    ).toEqual([phone.name, tom.name].sort())
    expect(told()[0]).toMatchObject({ title: 'Lakeside: lessons are canceled' })
    service.received.length = 0
    await s.ida.call('cancellations-restore', { id: off.id })
    await s.jobs.drain(new Date(s.clock.now.getTime() + 3_600_000))
    expect(told()[0]).toMatchObject({ title: 'Lakeside: lessons are back on' })
    await s.database.db.execute(sql`update persons set email = 'ann@home.example' where name = 'Ann Wang'`)
    await s.ann.call('push-choose', { category: 'notices', isWanted: true })
  })

  test('of an offered seat reach the guardians, and those of a canceled class everyone in it', async () => {
    const [phone, eve] = [await device(s.ann), await device(s.eve)]
    const [place] = await rows<{ id: string }>(
      s.database.db,
      sql`insert into waitlist_entries (id, student_id, section_id, status, joined_at)
        select gen_random_uuid(), id, ${s.chess.id}::uuid, 'waiting', now() from persons where name = 'Mia Wang' returning id`,
    )
    await s.ida.call('enrolments-moveWaiting', { id: place!.id, to: 'offered' })
    expect(told()).toMatchObject([
      { on: phone.name, tag: place!.id, title: 'Lakeside: a spot is open for you. Answer in time.' },
    ])
    expect(service.received[0]!.ttl).toBeGreaterThan(47 * 3600)
    const { totalCents } = await s.ida.call('cancellations-previewClass', { sectionId: s.chess.id, withFees: false })
    await s.ida.call('cancellations-cancelClass', {
      sectionId: s.chess.id,
      reason: 'Too few',
      nativeReason: '',
      withFees: false,
      offers: [],
      agreedCents: totalCents,
      agreedStudents: 0,
    })
    expect(
      told()
        .slice(1)
        .map(({ on, title }) => `${on} ${title}`)
        .sort(),
    ).toEqual([phone, eve].map(({ name }) => `${name} Lakeside: a class is canceled`).sort())
  })
})

describe('no notification reaches', () => {
  const barred = async (access: boolean) =>
    s.database.db.execute(
      sql`update guardianships set has_data_access = ${access} where guardian_id = (select id from persons where name = 'Ann Wang')`,
    )

  test('a guardian without data access, even if they lost it after the notice was sent', async () => {
    await device(s.ann)
    service.answers.push({ status: 503 })
    await notice()
    await barred(false)
    await s.jobs.drain(new Date(s.clock.now.getTime() + 600_000))
    expect(told()).toEqual([])
    const audience = [{ kind: 'everyone' as const }]
    await notice({ audience, isUrgent: true })
    expect(told()).toEqual([])
    await barred(true)
    await device(s.ann)
    await notice({ audience, isUrgent: true })
    expect(told()).toHaveLength(1)
  })

  test('a device that is signed out, or a suspended person', async () => {
    const [left, stays] = [await device(s.ann), await device(s.ann)]
    await s.database.db.execute(sql`update sign_ins set revoked_at = now() where id = ${left.signInId}::uuid`)
    await notice()
    expect(told()).toMatchObject([{ on: stays.name }])
    service.received.length = 0
    const context = { db: s.database.db, now: s.clock.now, enqueue: async () => undefined }
    const { personId } = await s.ann.actor()
    const to = [{ personId: personId!, about: randomUUID(), path: '/' }]
    const [id] = await tellDevices(context, { kind: 'message', to, isUrgent: false })
    await s.database.db.execute(sql`update accounts set is_disabled = true where email = 'ann@home.example'`)
    await s.database.transaction((_db, client) => s.jobs.enqueue(client, sendPush, { pushId: id! }))
    await s.jobs.drain(s.clock.now)
    expect(told()).toEqual([])
    const [row] = await rows(s.database.db, sql`select status, reason from pushes where id = ${id!}::uuid`)
    expect(row).toEqual({ status: 'dropped', reason: 'ended' })
    await s.database.db.execute(sql`update accounts set is_disabled = false where email = 'ann@home.example'`)
  })
})
