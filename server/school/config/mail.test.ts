import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Input } from '#contract/index.ts'
import { rows } from '#server/platform/db.ts'
import { problemOf, sendThrough } from '#server/platform/mailServer.ts'
import { allowPrivateHosts } from '#server/platform/outgoing.ts'
import { openMailServer, type TestMailServer } from '#tests/mailServer.ts'
import { freePort } from '#tests/ports.ts'
import { school, type SmallSchool } from '#tests/school.ts'

/** The office's choices for email: a server of its own, or handing links over itself. */
let s: SmallSchool
let server: TestMailServer
const account = { user: 'office', pass: 'river secret' }
beforeAll(async () => {
  ;[s, server] = await Promise.all([school(), openMailServer(account)])
})
afterAll(async () => {
  allowPrivateHosts([])
  await server.close()
  await s.drop()
})
beforeEach(() => allowPrivateHosts(['127.0.0.1']))

const entered = (over: Partial<Input<'config-changeMail'>['mail']> = {}): Input<'config-changeMail'>['mail'] => ({
  way: 'server',
  host: '127.0.0.1',
  port: server.port,
  account: account.user,
  senderName: 'Lakeside',
  senderAddress: 'office@lakeside.example',
  ...over,
})
const sendTest = async () => {
  const { mailId } = await s.ida.call('config-testMail', { to: 'ida@home.example' })
  return s.ida.call('config-mailState', { mailId })
}
const wrong = (call: Promise<unknown>) => expect(call).rejects

describe('a mail server entered by the office', () => {
  test('sends from then on without a restart, and its password can’t be read anywhere', async () => {
    expect(await s.anybody.call('config-get', {})).toMatchObject({ mailsLeave: false })
    await s.ida.call('config-changeMail', { mail: entered(), password: account.pass })
    expect(await s.anybody.call('config-get', {})).toMatchObject({ mailsLeave: true })
    const shown = await s.ida.call('config-mail', {})
    expect(shown).toMatchObject({
      mode: 'smtp',
      from: 'Lakeside <office@lakeside.example>',
      isFixed: false,
      settings: entered(),
      hasPassword: true,
    })
    expect(await sendTest()).toEqual({ status: 'sent', error: null, problem: null })
    expect(server.received.at(-1)).toMatchObject({
      from: { name: 'Lakeside', address: 'office@lakeside.example' },
      to: [{ address: 'ida@home.example' }],
    })
    const kept = await rows(
      s.database.db,
      sql`select to_jsonb(x) as row from secrets x union all select to_jsonb(x) from setting_versions x
        union all select to_jsonb(x) from audit_entries x union all select to_jsonb(x) from operations x`,
    )
    const all = JSON.stringify([kept, shown])
    expect(all).toContain('config-changeMail')
    expect(all).not.toContain(account.pass)
    expect(all).not.toContain(account.pass.slice(-4))
  })

  test('keeps its password until the server or the account changes', async () => {
    await s.ida.call('config-changeMail', { mail: entered({ senderName: 'The office' }) })
    expect(await sendTest()).toMatchObject({ status: 'sent' })
    const needsOne = { details: { fields: [{ path: 'password', message: 'empty' }] } }
    await wrong(s.ida.call('config-changeMail', { mail: entered({ host: 'localhost' }) })).toMatchObject(needsOne)
    await wrong(s.ida.call('config-changeMail', { mail: entered({ account: 'other' }) })).toMatchObject(needsOne)
  })

  test('says what is wrong: the password, no connection, an unknown name, a private network', async () => {
    await s.ida.call('config-changeMail', { mail: entered(), password: 'another' })
    expect(await sendTest()).toMatchObject({ status: 'failed', problem: 'password' })
    await s.ida.call('config-changeMail', { mail: entered({ port: await freePort() }), password: account.pass })
    expect(await sendTest()).toMatchObject({ status: 'failed', problem: 'unreachable' })
    allowPrivateHosts([])
    await s.ida.call('config-changeMail', { mail: entered(), password: account.pass })
    const before = server.received.length
    expect(await sendTest()).toMatchObject({ status: 'failed', problem: 'private' })
    await s.ida.call('config-changeMail', { mail: entered({ host: 'localhost' }), password: account.pass })
    expect(await sendTest()).toMatchObject({ status: 'failed', problem: 'private' })
    expect(server.received).toHaveLength(before)
    expect(problemOf('EDNS: getaddrinfo ENOTFOUND mail.nowhere.example')).toBe('unknown')
    expect(problemOf('ESOCKET: self-signed certificate')).toBe('tls')
    expect(problemOf('EENVELOPE: No recipients were accepted')).toBe('refused')
  })

  test('reports missing and invalid fields', async () => {
    await wrong(s.ida.call('config-changeMail', { mail: entered({ port: 0 }) })).toMatchObject({
      details: { fields: [{ path: 'mail.port', message: 'number' }] },
    })
    await wrong(s.ida.call('config-changeMail', { mail: entered({ host: '', senderAddress: '' }) })).toMatchObject({
      details: {
        fields: [
          { path: 'mail.host', message: 'empty' },
          { path: 'mail.senderAddress', message: 'empty' },
        ],
      },
    })
  })

  test('is changed only by full administrators who have just signed in', async () => {
    await s.ida.call('config-changeMail', { mail: entered(), password: account.pass })
    const registrar = await s.officer('registrar')
    expect(await registrar.call('config-mail', {})).toMatchObject({ mode: 'smtp' })
    const change: Input<'config-changeMail'> = { mail: entered({ way: 'hand' }) }
    await wrong(registrar.call('config-changeMail', change)).toMatchObject({ details: { reason: 'AREA_NEEDED' } })
    await wrong(s.ann.call('config-changeMail', change)).toMatchObject({ details: { reason: 'ROLE_NEEDED' } })
    const stale = { ...(await s.ida.actor()), signedInAt: new Date(Date.now() - 3_600_000) }
    await wrong(s.callAs(stale, 'config-changeMail', change)).toMatchObject({
      details: { reason: 'RECENT_SIGN_IN_NEEDED' },
    })
    expect(await s.ida.call('config-mail', {})).toMatchObject({ settings: { way: 'server' } })
  })

  test('gives way to the server set at startup', async () => {
    const { mail } = s.settings
    s.settings.mail = sendThrough('smtp://127.0.0.1:9', 'Start <start@lakeside.example>')
    expect(await s.ida.call('config-mail', {})).toMatchObject({
      mode: 'smtp',
      isFixed: true,
      from: 'Start <start@lakeside.example>',
    })
    await wrong(s.ida.call('config-changeMail', { mail: entered() })).toMatchObject({
      details: { reason: 'MAIL_FIXED' },
    })
    s.settings.mail = mail
  })

  test('is forgotten with its password when the office hands links over itself; emails are then kept', async () => {
    await s.ida.call('config-changeMail', { mail: entered(), password: account.pass })
    await s.ida.call('config-changeMail', { mail: entered({ way: 'hand' }) })
    expect(await s.ida.call('config-mail', {})).toMatchObject({ mode: 'kept', from: '', hasPassword: false })
    expect(await sendTest()).toMatchObject({ status: 'kept' })
  })
})

describe('unsent emails', () => {
  const lettersTo = async (to: string) => (await s.ida.call('messages-outbox', { search: to })).rows

  test('can be read by the office, except those with a link into an account', async () => {
    const { mailId } = await s.ida.call('config-testMail', { to: 'read@home.example' })
    expect((await lettersTo('read@home.example')).map(({ id }) => id)).toEqual([mailId])
    expect(await s.ida.call('messages-letter', { id: mailId })).toMatchObject({
      to: 'read@home.example',
      text: expect.stringMatching(/\S/) as string,
    })
    await s.ida.call('users-invite', { email: 'tess@school.example', name: 'Tess', nativeName: '', role: 'teacher' })
    const [secret] = await rows<{ id: string }>(
      s.database.db,
      sql`select id from mails where "to" = 'tess@school.example' and is_secret and text like '%oobCode%'`,
    )
    expect(await lettersTo('tess@school.example')).toEqual([])
    await wrong(s.ida.call('messages-letter', { id: secret!.id })).toMatchObject({ code: 'not-found' })
  })

  test('are closed to areas not allowed to read their subject', async () => {
    const { mailId } = await s.ida.call('config-testMail', { to: 'area@home.example' })
    const [registrar, academic] = [await s.officer('registrar'), await s.officer('academic')]
    expect(await registrar.call('messages-letter', { id: mailId })).toMatchObject({ to: 'area@home.example' })
    await wrong(academic.call('messages-letter', { id: mailId })).toMatchObject({ code: 'not-found' })
    await wrong(s.tom.call('messages-letter', { id: mailId })).toMatchObject({ details: { reason: 'ROLE_NEEDED' } })
  })
})
