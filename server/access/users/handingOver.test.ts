import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { keepMails, sendThrough } from '#server/platform/mailServer.ts'
import { school, type SmallSchool } from '#tests/school.ts'
import { serve } from '#tests/served.ts'

/** Without a mail server, the office hands links over and vouches for addresses (decision 54). */
let s: SmallSchool
let served: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  s = await school()
  served = await serve(s)
})
afterAll(async () => {
  await served.close()
  await s.drop()
})

const reason = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { details?: { reason?: string } }) => error.details?.reason,
  )
const identify = (operation: string, body: object) => served.identity(`v1/accounts:${operation}`, body)
const signIn = async (email: string, password: string): Promise<string | undefined> => {
  const answer = await identify('signInWithPassword', { email, password, returnSecureToken: true })
  return ((await answer.json()) as { idToken?: string }).idToken
}
const codeIn = (link: string) => new URL(link).searchParams.get('oobCode')!
const choose = (link: string, newPassword: string) => identify('resetPassword', { oobCode: codeIn(link), newPassword })
const invite = (email: string) =>
  s.ida.call('users-invite', { email, name: email.split('@')[0]!, nativeName: '', role: 'teacher' })
const signUp = async (email: string): Promise<string> => {
  expect((await identify('signUp', { email, password: 'lantern family night', returnSecureToken: true })).ok).toBe(true)
  const [found] = await rows<{ id: string }>(s.database.db, sql`select id from accounts where email = ${email}`)
  return found!.id
}
const audited = async (action: string) =>
  JSON.stringify(await rows(s.database.db, sql`select * from audit_entries where action = ${action}`))

test('an invitation link handed over by the office sets a password once, and is in no record', async () => {
  const { id } = await invite('tess@school.example')
  const handed = await s.ida.call('users-invitationLink', { id })
  expect(handed.email).toBe('tess@school.example')
  const trail = await audited('users-invitationLink')
  expect(trail).toContain(id)
  expect(trail).not.toContain(codeIn(handed.link))
  const kept = await rows(s.database.db, sql`select to_jsonb(o) from operations o`)
  expect(JSON.stringify(kept)).not.toContain(codeIn(handed.link))
  expect((await choose(handed.link, 'red river boats')).ok).toBe(true)
  expect((await choose(handed.link, 'blue river boats')).ok).toBe(false)
  expect(await signIn('tess@school.example', 'red river boats')).toBeTruthy()
  // The account is in use now, so nobody gets a link into it.
  expect(await reason(s.ida.call('users-invitationLink', { id }))).toBe('HAS_ACCOUNT')
})

test('a newer link ends the previous one, and any password that a stranger set for that address', async () => {
  await signUp('una@school.example')
  const { id } = await invite('una@school.example')
  const first = await s.ida.call('users-invitationLink', { id })
  const second = await s.ida.call('users-invitationLink', { id })
  expect((await choose(first.link, 'red river boats')).ok).toBe(false)
  expect(await signIn('una@school.example', 'lantern family night')).toBe(undefined)
  expect((await choose(second.link, 'red river boats')).ok).toBe(true)
})

test('a guardian gets a link from their record, unless they have no data access', async () => {
  const guardian = (email: string, hasDataAccess: boolean) => ({
    name: 'Pat Park',
    nativeName: '',
    email,
    phone: '',
    language: 'en' as const,
    relationship: 'father' as const,
    hasDataAccess,
    mayPickUp: true,
  })
  const add = async (email: string, hasDataAccess: boolean) => {
    const { id } = await s.ida.call('parents-create', {
      name: 'Park',
      address: '',
      guardian: guardian(email, hasDataAccess),
    })
    const { guardians } = await s.ida.call('parents-get', { id })
    return { householdId: id, id: guardians[0]!.id }
  }
  const pat = await add('pat@home.example', true)
  await s.ida.call('parents-invite', pat)
  expect((await s.ida.call('users-invitationLink', { id: pat.id })).email).toBe('pat@home.example')
  const barred = await add('barred@home.example', false)
  expect(await reason(s.ida.call('parents-invite', barred))).toBe('NO_DATA_ACCESS')
  expect(await reason(s.ida.call('users-invitationLink', { id: barred.id }))).toBe('NO_ROLE')
})

test('the office can confirm an address that is new to the school, and its owner can then sign in', async () => {
  const email = 'new@family.example'
  const id = await signUp(email)
  expect((await s.ida.call('users-get', { id })).isVerified).toBe(false)
  expect(await reason(s.ida.call('users-confirmAddress', { id, email: 'other@family.example' }))).toBe('NOT_FOUND')
  expect(await s.ida.call('users-confirmAddress', { id, email })).toMatchObject({ isVerified: true })
  const me = await served.call('users-me', {}, await signIn(email, 'lantern family night'))
  expect(await me.json()).toMatchObject({ result: { email, isVerified: true } })
  expect(await audited('users-confirmAddress')).toContain(email)
})

test('an address on record is never confirmed by hand: its owner is invited instead', async () => {
  await s.ida.call('parents-create', {
    name: 'Quill',
    address: '',
    guardian: {
      name: 'Quin Quill',
      nativeName: '',
      email: 'quin@home.example',
      phone: '',
      language: 'en',
      relationship: 'mother',
      hasDataAccess: false,
      mayPickUp: true,
    },
  })
  const id = await signUp('quin@home.example')
  const confirm = s.ida.call('users-confirmAddress', { id, email: 'quin@home.example' })
  expect(await reason(confirm)).toBe('ADDRESS_ON_RECORD')
  // A stranger signs up with the address of a teacher on record, who had no account yet.
  await s.ida.call('teachers-create', { name: 'Rae Reed', nativeName: '', email: 'rae@school.example', phone: '' })
  await s.database.db.execute(sql`delete from accounts where email = 'rae@school.example'`)
  const taken = await signUp('rae@school.example')
  const known = s.ida.call('users-confirmAddress', { id: taken, email: 'rae@school.example' })
  expect(await reason(known)).toBe('ADDRESS_ON_RECORD')

  const invited = await invite('rae@school.example')
  const now = s.ida.call('users-confirmAddress', { id: invited.id, email: 'rae@school.example' })
  expect(await reason(now)).toBe('ADDRESS_ON_RECORD')
  const { link } = await s.ida.call('users-invitationLink', { id: invited.id })
  expect((await choose(link, 'red river boats')).ok).toBe(true)
  expect(await signIn('rae@school.example', 'lantern family night')).toBe(undefined)
  const me = await served.call('users-me', {}, await signIn('rae@school.example', 'red river boats'))
  expect(await me.json()).toMatchObject({ result: { name: 'Rae Reed', isVerified: true, roles: ['teacher'] } })
})

test('handing over links and confirming addresses need a recently signed-in full administrator and no mail server', async () => {
  const { id } = await invite('sol@school.example')
  const stranger = await signUp('sky@family.example')
  const registrar = await s.officer('registrar')
  const stale = { ...(await s.ida.actor()), signedInAt: new Date(Date.now() - 3_600_000) }
  const confirmed = { id: stranger, email: 'sky@family.example' }
  expect(await reason(registrar.call('users-invitationLink', { id }))).toBe('AREA_NEEDED')
  expect(await reason(registrar.call('users-confirmAddress', confirmed))).toBe('AREA_NEEDED')
  expect(await reason(s.tom.call('users-invitationLink', { id }))).toBe('ROLE_NEEDED')
  expect(await reason(s.callAs(stale, 'users-invitationLink', { id }))).toBe('RECENT_SIGN_IN_NEEDED')
  expect(await reason(s.callAs(stale, 'users-confirmAddress', confirmed))).toBe('RECENT_SIGN_IN_NEEDED')
  s.settings.mail = sendThrough('smtp://127.0.0.1:9', 'office@school.example')
  expect(await reason(s.ida.call('users-invitationLink', { id }))).toBe('MAILS_LEAVE')
  expect(await reason(s.ida.call('users-confirmAddress', confirmed))).toBe('MAILS_LEAVE')
  s.settings.mail = keepMails
  expect(await s.ida.call('users-invitationLink', { id })).toMatchObject({ email: 'sol@school.example' })
})
