import { sealWith } from '#server/platform/secrets.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { log } from '#server/platform/log.ts'
import { mails } from '#server/platform/tables.ts'
import { persons } from '#server/access/users/tables.ts'
import { keepMails, sendThrough } from '#server/platform/mailServer.ts'
import { type Identity, openIdentity, password, publicUrl, somebody } from '#tests/wire/identity-fixture.ts'
import { authenticate } from './actor.ts'
import { invite } from './jobs.ts'
import { accounts, actionCodes } from './tables.ts'

let identity: Identity
beforeAll(async () => {
  // The outages below are intended.
  log.level = 'silent'
  identity = await openIdentity()
})
afterAll(() => identity.close())

const whoIs = async (token: string) => authenticate(identity.database, { publicUrl }, token, identity.clock())
const lookup = async (idToken: string) => (await identity.accounts('lookup', { idToken })).error

describe('an invitation', () => {
  const tools = () => ({
    database: identity.database,
    signal: new AbortController().signal,
    settings: { publicUrl, isDemo: false, mail: keepMails, secrets: sealWith() },
    enqueue: async () => undefined,
    touch: async () => undefined,
    now: new Date(),
  })
  const person = async (email: string, language = 'en') =>
    (await identity.database.db.insert(persons).values({ name: 'Tina', email, language }).returning())[0]!.id
  const linked = async (personId: string) =>
    (
      await identity.database.db
        .select()
        .from(persons)
        .innerJoin(accounts, eq(accounts.id, persons.accountId))
        .where(eq(persons.id, personId))
    )[0]

  test('creates an account without a password, once, and is written in the person’s language', async () => {
    const email = somebody('tina')
    const personId = await person(email, 'zh')
    await invite.run({ personId }, tools())
    await invite.run({ personId }, tools())
    expect((await linked(personId))?.accounts).toMatchObject({
      email,
      passwordHash: null,
      isVerified: false,
      language: 'zh',
    })
    const letters = await identity.letters(email)
    expect(letters).toMatchObject([{ isSecret: true, subject: '学校邀请您加入' }])
    const oobCode = await identity.code(email)
    const [code] = await identity.database.db.select().from(actionCodes).where(eq(actionCodes.email, email))
    expect(code!.expiresAt.getTime() - Date.now()).toBeGreaterThan(6.9 * 24 * 60 * 60_000)
    // The clock of these tests is ahead of real time by then.
    await identity.database.db
      .update(actionCodes)
      .set({ expiresAt: new Date(identity.clock().getTime() + 1000) })
      .where(eq(actionCodes.email, email))
    expect((await identity.accounts('resetPassword', { oobCode, newPassword: password })).status).toBe(200)
    expect((await whoIs((await identity.signIn(email)).idToken))?.actor).toMatchObject({
      personId,
      isVerified: true,
      language: 'zh',
    })
  })

  test('to the owner of an account is in the language of their account, as all later letters are', async () => {
    const { email, localId } = await identity.signUp()
    await identity.database.db
      .update(accounts)
      .set({ isVerified: true, language: 'zh' })
      .where(eq(accounts.id, localId))
    // A second guardian is added in the language of the first.
    const personId = await person(email, 'en')
    await invite.run({ personId }, tools())
    expect(await identity.letters(email)).toMatchObject([{ subject: '学校欢迎您' }])
    expect((await linked(personId))?.persons.language).toBe('zh')
    // Anyone can open an account with an address that isn't theirs, so one that nobody has confirmed doesn't count.
    const stranger = await identity.signUp()
    await identity.database.db.update(accounts).set({ language: 'zh' }).where(eq(accounts.id, stranger.localId))
    const other = await person(stranger.email, 'en')
    await invite.run({ personId: other }, tools())
    expect(await identity.letters(stranger.email)).toMatchObject([{ subject: 'the school invites you' }])
    expect((await linked(other))?.persons.language).toBe('en')
  })

  test('links a confirmed account, and then carries no code', async () => {
    const { email, localId } = await identity.signUp()
    await identity.database.db.update(accounts).set({ isVerified: true }).where(eq(accounts.id, localId))
    const personId = await person(email)
    await invite.run({ personId }, tools())
    await invite.run({ personId }, tools())
    expect((await linked(personId))?.accounts.id).toBe(localId)
    expect(await identity.letters(email)).toMatchObject([
      { isSecret: false, text: expect.stringContaining(`${publicUrl}/login`) },
    ])
    await identity.signIn(email)
  })

  test('takes over an unconfirmed account and locks out the person who made it', async () => {
    const squatter = await identity.signUp()
    const personId = await person(squatter.email)
    await invite.run({ personId }, tools())
    expect(await lookup(squatter.idToken)).toBe('TOKEN_EXPIRED')
    expect((await identity.accounts('signInWithPassword', { email: squatter.email, password })).error).toBe(
      'INVALID_LOGIN_CREDENTIALS',
    )
    expect((await identity.link(squatter.email)).searchParams.get('mode')).toBe('resetPassword')
  })

  test('is not sent to a person without an address, or with the address of someone else’s account', async () => {
    const { email, localId } = await identity.signUp()
    await identity.database.db.insert(persons).values({ name: 'First', email, accountId: localId })
    const before = await identity.database.db.$count(mails)
    for (const personId of [await person(''), await person(email), crypto.randomUUID()])
      await invite.run({ personId }, tools())
    expect(await identity.database.db.$count(mails)).toBe(before)
  })
})

test('with an SMTP server, an email is queued as a job in the same transaction', async () => {
  const enqueued: string[] = []
  const other = await openIdentity(
    { mail: sendThrough('smtp://127.0.0.1:9', 'office@school.example') },
    {
      enqueue: async (client, job, data) => {
        const { rows } = await client.query<{ status: string }>('select status from mails where id = $1', [
          (data as { mailId?: string }).mailId,
        ])
        enqueued.push(`${job.name} ${rows[0]?.status}`)
      },
    },
  )
  const { idToken } = await other.signUp()
  await other.accounts('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  expect(enqueued).toEqual(['mail-send queued'])
  await other.close()
})
