import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { persons, roleGrants } from '#server/access/users/tables.ts'
import { type Identity, openIdentity, password, publicUrl, somebody, somewhere } from '#tests/wire/identity-fixture.ts'
import { authenticate } from './actor.ts'
import { accounts } from './tables.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let identity: Identity
beforeAll(async () => {
  identity = await openIdentity()
})
afterAll(() => identity.close())

const disable = (email: string) =>
  identity.database.db.update(accounts).set({ isDisabled: true }).where(eq(accounts.email, email))
const sendReset = (email: string, more: object = {}, options = {}) =>
  identity.accounts('sendOobCode', { requestType: 'PASSWORD_RESET', email, ...more }, options)
const sendVerification = (idToken: string, more: object = {}, options = {}) =>
  identity.accounts('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken, ...more }, options)
const user = async (idToken: string) =>
  ((await identity.accounts('lookup', { idToken })).body['users'] as Record<string, unknown>[])[0]!

describe('confirming an address', () => {
  test('works once, within three days, with the newest email', async () => {
    const { idToken, email } = await identity.signUp()
    expect((await sendVerification(idToken)).body).toEqual({
      kind: 'identitytoolkit#GetOobConfirmationCodeResponse',
      email,
    })
    const first = await identity.code(email)
    await sendVerification(idToken)
    const second = await identity.code(email)
    expect((await identity.accounts('update', { idToken, oobCode: first })).error).toBe('INVALID_OOB_CODE')
    expect((await identity.accounts('resetPassword', { oobCode: second })).body).toMatchObject({
      requestType: 'VERIFY_EMAIL',
      email,
    })
    expect((await identity.accounts('update', { idToken, oobCode: second })).body).toMatchObject({
      kind: 'identitytoolkit#SetAccountInfoResponse',
      email,
      emailVerified: true,
    })
    expect((await identity.accounts('update', { idToken, oobCode: second })).error).toBe('INVALID_OOB_CODE')
    expect(await user(idToken)).toMatchObject({ emailVerified: true })
    expect((await identity.accounts('signInWithPassword', { email, password })).status).toBe(200)

    const late = await identity.signUp()
    await sendVerification(late.idToken)
    identity.advance(3 * day)
    expect((await identity.accounts('update', { oobCode: await identity.code(late.email) })).error).toBe(
      'EXPIRED_OOB_CODE',
    )
    const disabled = await identity.signUp()
    await sendVerification(disabled.idToken)
    await disable(disabled.email)
    expect((await identity.accounts('update', { oobCode: await identity.code(disabled.email) })).error).toBe(
      'USER_DISABLED',
    )
  })

  test('sends a secret email in the reader’s language, with a link that the client understands', async () => {
    const { idToken, email } = await identity.signUp()
    await sendVerification(
      idToken,
      { continueUrl: `${publicUrl}/register?step=2` },
      { headers: { 'x-firebase-locale': 'zh-CN' } },
    )
    const [letter] = await identity.letters(email)
    expect(letter).toMatchObject({ isSecret: true, status: 'kept', subject: '请确认您在学校的邮箱' })
    const link = await identity.link(email)
    expect(link.origin + link.pathname).toBe(`${publicUrl}/auth/action`)
    expect(Object.fromEntries(link.searchParams)).toEqual({
      mode: 'verifyEmail',
      oobCode: expect.stringMatching(/^[\w-]{43}$/),
      apiKey: 'k',
      lang: 'zh',
      continueUrl: `${publicUrl}/register?step=2`,
    })
    await sendVerification(
      idToken,
      { continueUrl: `${publicUrl}/app`, canHandleCodeInApp: true },
      { headers: { 'x-firebase-locale': 'en' } },
    )
    expect((await identity.link(email)).pathname).toBe('/app')
    expect((await identity.letters(email))[0]?.subject).toBe('Confirm your email address for the school')
  })

  test('leads back only to the school’s own pages', async () => {
    const { idToken } = await identity.signUp()
    const code = async (continueUrl: unknown) => (await sendVerification(idToken, { continueUrl })).error
    expect(await code('https://school.example.evil.example/')).toBe(
      'UNAUTHORIZED_DOMAIN : Domain not allowlisted by project',
    )
    expect(await code('http://localhost:3000/')).toBe('UNAUTHORIZED_DOMAIN : Domain not allowlisted by project')
    expect(await code('/register')).toBe('INVALID_CONTINUE_URI')
    expect(await code('javascript:alert(1)')).toBe('INVALID_CONTINUE_URI')
  })

  test('does not by itself link the account to a person', async () => {
    const { db } = identity.database
    const email = somebody('known')
    await db.insert(persons).values({ name: 'Pat Parent', email })
    const { idToken } = await identity.signUp(email)
    await sendVerification(idToken)
    await identity.accounts('update', { idToken, oobCode: await identity.code(email) })
    const found = await authenticate(identity.database, { publicUrl }, idToken, identity.clock())
    expect(found?.actor).toMatchObject({ personId: null, roles: [], isVerified: true })
  })

  test('confirms only the address that the email was sent to', async () => {
    const { idToken, email } = await identity.signUp()
    await sendVerification(idToken)
    await identity.database.db.update(accounts).set({ email: somebody() }).where(eq(accounts.email, email))
    const oobCode = await identity.code(email)
    expect((await identity.accounts('update', { oobCode })).error).toBe('INVALID_OOB_CODE')
  })
})

describe('an address that a stranger signed up with', () => {
  /** A guardian on file, and a stranger who has made an account with her address and had a letter sent to her. */
  const taken = async () => {
    const { db } = identity.database
    const email = somebody('guardian')
    const [person] = await db.insert(persons).values({ name: 'Pat Parent', email }).returning()
    await db.insert(roleGrants).values({ personId: person!.id, role: 'parent', startsAt: new Date(0) })
    const stranger = await identity.signUp(email)
    await sendVerification(stranger.idToken)
    return { email, personId: person!.id, stranger, oobCode: await identity.code(email) }
  }
  const actorOf = async (idToken: string) =>
    (await authenticate(identity.database, { publicUrl }, idToken, identity.clock()))?.actor
  const mayNotEnter = async ({ email, idToken, refreshToken }: Awaited<ReturnType<typeof taken>>['stranger']) => {
    expect(await actorOf(idToken)).toBeUndefined()
    expect((await identity.refresh(refreshToken)).error).toBe('TOKEN_EXPIRED')
    expect((await identity.accounts('signInWithPassword', { email, password })).error).toBe('INVALID_LOGIN_CREDENTIALS')
  }

  test('gives the stranger nothing when its owner confirms it', async () => {
    const { email, stranger, oobCode } = await taken()
    // The stranger sees the owner's confirmation, and also has a sign-in of another account.
    const { idToken } = await identity.signUp()
    expect((await identity.accounts('update', { idToken, oobCode })).body).toMatchObject({ emailVerified: true })
    await mayNotEnter(stranger)
    await sendReset(email)
    await identity.accounts('resetPassword', { oobCode: await identity.code(email), newPassword: 'battery staple' })
    expect(await actorOf((await identity.signIn(email, 'battery staple')).idToken)).toMatchObject({ roles: ['parent'] })
  })

  test('lets its owner set her own password from the email and reach her family', async () => {
    const { email, personId, stranger, oobCode } = await taken()
    expect((await identity.accounts('resetPassword', { oobCode, newPassword: '12345' })).error).toMatch(
      /^WEAK_PASSWORD/,
    )
    expect((await identity.accounts('resetPassword', { oobCode, newPassword: 'battery staple' })).status).toBe(200)
    await mayNotEnter(stranger)
    const { idToken } = await identity.signIn(email, 'battery staple')
    expect(await actorOf(idToken)).toMatchObject({ personId, roles: ['parent'], isVerified: true })
  })

  test('is free again when its owner says it wasn’t her', async () => {
    const { email, stranger, oobCode } = await taken()
    const [, refusal] = /\S+mode=notMe\S+/.exec((await identity.letters(email))[0]!.text)![0].split('oobCode=')
    expect(refusal).toMatch(new RegExp(`^${oobCode}&`))
    expect((await identity.accounts('delete', { oobCode })).status).toBe(200)
    await mayNotEnter(stranger)
    expect((await identity.accounts('delete', { oobCode })).error).toBe('INVALID_OOB_CODE')
    expect((await identity.accounts('signUp', { email, password })).status).toBe(200)
  })

  test('is confirmed in the browser that signed up, by its cookie, without ending its sign-in', async () => {
    const { email, idToken } = await identity.signUp()
    await sendVerification(idToken)
    const answer = await identity.apps.on.inject({
      method: 'POST',
      url: '/__session',
      headers: { origin: publicUrl, authorization: `Bearer ${idToken}` },
    })
    const cookie = String(answer.headers['set-cookie']).split(';')[0]!
    await identity.accounts('update', { oobCode: await identity.code(email) }, { headers: { cookie } })
    expect(await user(idToken)).toMatchObject({ emailVerified: true })
  })

  test('a confirmed account loses nothing when a confirmation email is opened or refused', async () => {
    const { email, idToken } = await identity.signUp()
    for (const use of ['update', 'delete'] as const) {
      await identity.database.db.update(accounts).set({ isVerified: true }).where(eq(accounts.email, email))
      await sendVerification(idToken)
      const oobCode = await identity.code(email)
      expect((await identity.accounts('resetPassword', { oobCode, newPassword: 'battery staple' })).error).toBe(
        'INVALID_OOB_CODE',
      )
      expect((await identity.accounts(use, { oobCode })).status).toBe(200)
      expect(await user(idToken)).toMatchObject({ emailVerified: true })
    }
    expect((await identity.accounts('signInWithPassword', { email, password })).status).toBe(200)
  })
})

describe('a new password', () => {
  test('is set with the newest code, once and within an hour, and confirms the address', async () => {
    const { email, idToken } = await identity.signUp()
    await identity.database.db.insert(persons).values({ name: 'Pat Parent', email })
    expect((await sendReset(email)).body).toEqual({ kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email })
    const reset = (body: object) => identity.accounts('resetPassword', body)
    const older = await identity.code(email)
    expect((await reset({ oobCode: older })).status).toBe(200)
    await sendReset(email)
    const oobCode = await identity.code(email)
    expect(oobCode).not.toBe(older)
    expect((await reset({ oobCode: older })).error).toBe('INVALID_OOB_CODE')
    expect((await reset({ oobCode: older, newPassword: 'battery staple' })).error).toBe('INVALID_OOB_CODE')
    expect((await identity.accounts('update', { oobCode })).error).toBe('INVALID_OOB_CODE')
    expect((await reset({ oobCode })).body).toEqual({
      kind: 'identitytoolkit#ResetPasswordResponse',
      requestType: 'PASSWORD_RESET',
      email,
    })
    expect((await reset({ oobCode, newPassword: '12345' })).error).toMatch(/^WEAK_PASSWORD/)
    expect((await reset({ oobCode, newPassword: 'battery staple' })).status).toBe(200)
    expect((await reset({ oobCode, newPassword: 'battery staple' })).error).toBe('INVALID_OOB_CODE')
    expect((await reset({})).error).toBe('MISSING_OOB_CODE')
    expect((await identity.accounts('lookup', { idToken })).error).toBe('TOKEN_EXPIRED')
    const fresh = await identity.signIn(email, 'battery staple')
    const found = await authenticate(identity.database, { publicUrl }, fresh.idToken, identity.clock())
    expect(found?.actor).toMatchObject({ name: 'Pat Parent', isVerified: true })

    await sendReset(email)
    const late = await identity.code(email)
    identity.advance(hour)
    expect((await reset({ oobCode: late, newPassword: 'battery staple' })).error).toBe('EXPIRED_OOB_CODE')
    await sendReset(email)
    await disable(email)
    expect((await reset({ oobCode: await identity.code(email), newPassword: 'battery staple' })).error).toBe(
      'USER_DISABLED',
    )
  })

  test('cannot be set with a code for a new address', async () => {
    const { idToken } = await identity.signUp()
    const newEmail = somebody('new')
    await identity.accounts('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail })
    const oobCode = await identity.code(newEmail)
    expect((await identity.accounts('resetPassword', { oobCode, newPassword: 'battery staple' })).error).toBe(
      'INVALID_OOB_CODE',
    )
  })

  test('gives no one a staff role, which takes an invitation', async () => {
    const email = somebody('teacher')
    const { db } = identity.database
    const [person] = await db.insert(persons).values({ name: 'Tom Teacher', email }).returning()
    await db.insert(roleGrants).values({ personId: person!.id, role: 'teacher', startsAt: new Date(0) })
    await identity.signUp(email)
    await sendReset(email)
    await identity.accounts('resetPassword', { oobCode: await identity.code(email), newPassword: password })
    const { idToken } = await identity.signIn(email)
    expect((await authenticate(identity.database, { publicUrl }, idToken, identity.clock()))?.actor).toMatchObject({
      personId: null,
      roles: [],
    })
  })

  test('links the account to nobody when two people share the address', async () => {
    const email = somebody('shared')
    await identity.database.db.insert(persons).values([
      { name: 'One', email },
      { name: 'Two', email },
    ])
    await identity.signUp(email)
    await sendReset(email)
    await identity.accounts('resetPassword', { oobCode: await identity.code(email), newPassword: password })
    const { idToken } = await identity.signIn(email)
    expect((await authenticate(identity.database, { publicUrl }, idToken, identity.clock()))?.actor).toMatchObject({
      personId: null,
      isVerified: true,
    })
  })

  test('does not reveal whether an address has an account, unless protection is off', async () => {
    const email = somebody()
    const begun = performance.now()
    expect((await sendReset(email)).body).toEqual({ kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email })
    expect(performance.now() - begun).toBeGreaterThan(95)
    expect(await identity.letters(email)).toEqual([])
    expect((await sendReset(email, {}, { protection: 'off' })).error).toBe('EMAIL_NOT_FOUND')
    expect((await identity.accounts('sendOobCode', { requestType: 'PASSWORD_RESET' })).error).toBe('MISSING_EMAIL')
    expect((await sendReset('nobody')).error).toBe('INVALID_EMAIL')
  })

  test('can be set by email for an invited account that has none', async () => {
    const email = somebody('invited')
    await identity.database.db.insert(accounts).values({ email })
    expect((await identity.accounts('signInWithPassword', { email, password })).error).toBe('INVALID_LOGIN_CREDENTIALS')
    await sendReset(email)
    await identity.accounts('resetPassword', { oobCode: await identity.code(email), newPassword: password })
    await identity.signIn(email)
  })
})

describe('a new address', () => {
  const change = (idToken: string, newEmail: unknown) =>
    identity.accounts('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail })

  test('is confirmed there, copied to the person, ends all sign-ins and is reported to the old one', async () => {
    const { idToken, email, localId } = await identity.signUp()
    const newEmail = somebody('new')
    const [person] = await identity.database.db
      .insert(persons)
      .values({ name: 'Pat', email, accountId: localId })
      .returning()
    expect((await change(idToken, newEmail)).body).toMatchObject({ email })
    const oobCode = await identity.code(newEmail)
    expect((await identity.accounts('resetPassword', { oobCode })).body).toMatchObject({
      requestType: 'VERIFY_AND_CHANGE_EMAIL',
      email,
      newEmail,
    })
    // Someone who reads the mails of a mistyped address, or is tricked into clicking, changes nothing.
    expect((await identity.accounts('update', { oobCode })).error).toMatch(/^CREDENTIAL_TOO_OLD_LOGIN_AGAIN/)
    expect((await identity.accounts('update', { idToken, oobCode })).body).toMatchObject({
      email: newEmail,
      newEmail,
      emailVerified: true,
    })
    expect((await identity.accounts('lookup', { idToken })).error).toBe('TOKEN_EXPIRED')
    expect((await identity.letters(email))[0]).toMatchObject({
      isSecret: false,
      subject: 'Your email address for the school has changed',
    })
    expect((await identity.database.db.select().from(persons).where(eq(persons.id, person!.id)))[0]?.email).toBe(
      newEmail,
    )
    await identity.signIn(newEmail)
  })

  test('is the one of the newest email', async () => {
    const { idToken } = await identity.signUp()
    const [mistyped, right] = [somebody('mistyped'), somebody('right')]
    await change(idToken, mistyped)
    const older = await identity.code(mistyped)
    expect((await identity.accounts('resetPassword', { oobCode: older })).status).toBe(200)
    await change(idToken, right)
    expect((await identity.accounts('update', { idToken, oobCode: older })).error).toBe('INVALID_OOB_CODE')
    const oobCode = await identity.code(right)
    expect((await identity.accounts('update', { idToken, oobCode })).body).toMatchObject({ email: right })
  })

  test('must be free both when requested and when confirmed', async () => {
    const { idToken } = await identity.signUp()
    const taken = await identity.signUp()
    expect((await change(idToken, taken.email)).error).toBe('EMAIL_EXISTS')
    expect((await change(idToken, undefined)).error).toBe('MISSING_EMAIL')
    expect((await change(idToken, 'x')).error).toBe('INVALID_EMAIL')
    const newEmail = somebody('race')
    await change(idToken, newEmail)
    await identity.signUp(newEmail)
    const oobCode = await identity.code(newEmail)
    expect((await identity.accounts('update', { idToken, oobCode })).error).toBe('EMAIL_EXISTS')
  })
})

describe('account emails', () => {
  test('are refused for missing, unknown or incomplete request types', async () => {
    const code = async (body: object) => (await identity.accounts('sendOobCode', body)).error
    expect(await code({})).toBe('MISSING_REQ_TYPE')
    expect(await code({ requestType: 'NONSENSE' })).toBe('INVALID_REQ_TYPE')
    expect(await code({ requestType: 'EMAIL_SIGNIN', email: somebody() })).toBe('MISSING_CONTINUE_URI')
    expect(await code({ requestType: 'VERIFY_EMAIL' })).toBe('INVALID_ID_TOKEN')
  })

  test('are limited to five an hour per address, known or not, from one network', async () => {
    const { email, idToken } = await identity.signUp()
    const address = somewhere()
    for (const to of [email, somebody()]) {
      for (let i = 0; i < 5; i += 1)
        expect((await sendReset(to, {}, { address, protection: to === email ? 'off' : 'on' })).status).toBe(200)
      expect((await sendReset(to, {}, { address })).error).toBe('RESET_PASSWORD_EXCEED_LIMIT')
    }
    for (let i = 0; i < 5; i += 1) expect((await sendVerification(idToken, {}, { address })).status).toBe(200)
    expect((await sendVerification(idToken, {}, { address })).error).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
    identity.advance(hour)
    expect((await sendReset(email, {}, { address })).status).toBe(200)
  })

  test('requested by strangers don’t keep the owner from getting one', async () => {
    const { email } = await identity.signUp()
    const resets = async () =>
      (await identity.letters(email)).filter(({ subject }) => /new password/.test(subject)).length
    for (let i = 0; i < 30; i += 1) expect((await sendReset(email)).status).toBe(200)
    // The letters become rare, and the last one still works.
    expect(await resets()).toBe(11)
    identity.advance(10 * minute)
    await sendReset(email)
    expect(await resets()).toBe(12)
    const answer = await identity.accounts('signInWithPassword', { email, password })
    const cookie = String(answer.headers['set-cookie']).split(';')[0]!
    await sendReset(email, {}, { headers: { cookie } })
    expect(await resets()).toBe(13)
    const oobCode = await identity.code(email)
    expect((await identity.accounts('resetPassword', { oobCode, newPassword: 'battery staple' })).status).toBe(200)
  })

  test('are limited to twenty from one network', async () => {
    const address = somewhere()
    await Promise.all(Array.from({ length: 20 }, () => sendReset(somebody(), {}, { address })))
    expect((await sendReset(somebody(), {}, { address })).error).toBe('RESET_PASSWORD_EXCEED_LIMIT')
  })
})
