import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSettings, settingsTable } from './env.ts'

test('the defaults are enough when nothing is set', () =>
  expect(readSettings({})).toMatchObject({ PORT: 3000, publicUrl: 'http://localhost:3000', SCHOOL_SCHEMA: 'school' }))
test('a public address loses its trailing slash', () =>
  expect(readSettings({ PUBLIC_URL: 'https://school.example/' }).publicUrl).toBe('https://school.example'))
test.each([
  ['PORT', '99999', 'a port number'],
  ['PORT', 'web', 'a port number'],
  ['PUBLIC_URL', 'school', 'https://'],
  ['SCHOOL_CLOCK', 'yesterday', 'an instant'],
  ['SCHOOL_SCHEMA', 'x"; drop', 'lower-case'],
  ['APP_CHECK', 'on', 'off, monitor or enforce'],
  ['APP_CHECK_PROJECT', 'our-school', 'the number'],
  ['APP_CHECK_KEYS', 'http://keys.example', 'https'],
])('%s=%s is refused in one sentence that names it', (name, value, hint) => {
  expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^The setting ${name} is ".*${hint}[^\n]*\\.$`))
})
test.each([
  ['DATABASE_URL', 'mysql://office:hunter2@db.example/lantern', 'postgres://'],
  ['SMTP_URL', 'imap://office:hunter2@mail.example', 'smtps://'],
  ['SECRET_KEY', 'hunter2', 'openssl rand'],
  ['METRICS_TOKEN', 'hunter2', '16 to 200'],
])('%s is refused without being repeated', (name, value, hint) => {
  const read = () => readSettings({ [name]: value })
  expect(read).toThrow(new RegExp(`^The setting ${name} .*${hint}[^\n]*\\.$`))
  expect(read).not.toThrow(/hunter2/)
})
test('email needs a sender', () => expect(() => readSettings({ SMTP_URL: 'smtp://localhost:25' })).toThrow(/MAIL_FROM/))
test('several processes need a database server', () => {
  expect(() => readSettings({ PROCESSES: '2' })).toThrow(
    'PROCESSES is 2, but the embedded database serves only one process: set DATABASE_URL, or remove PROCESSES.',
  )
  expect(readSettings({ PROCESSES: '2', DATABASE_URL: 'postgres://db.example/lantern' })).toMatchObject({
    PROCESSES: 2,
  })
})
test('Turnstile needs both of its keys', () => {
  expect(() => readSettings({ TURNSTILE_SECRET: 'hunter2' })).toThrow(/TURNSTILE_SITE_KEY/)
  expect(readSettings({ TURNSTILE_SECRET: 's', TURNSTILE_SITE_KEY: 'k' })).toMatchObject({ TURNSTILE_SITE_KEY: 'k' })
})

test('the settings table in docs/operate.md matches the code (UPDATE_SETTINGS=1 npm test -- server/env.test.ts rewrites it)', () => {
  const file = new URL('../docs/operate.md', import.meta.url)
  const between = /(?<=<!-- settings -->\n)[\s\S]*?(?=\n<!-- end of settings -->)/
  if (process.env['UPDATE_SETTINGS'] === '1')
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(between, () => settingsTable()),
    )
  expect(between.exec(readFileSync(file, 'utf8'))?.[0]).toBe(settingsTable())
})
test('the table says what each setting must be and its default', () => {
  const lineOf = (name: string) =>
    settingsTable()
      .split('\n')
      .find(line => line.startsWith(`| \`${name}\` |`))
  expect(lineOf('PORT')).toMatch(/\| a port number between 1 and 65535 \| `3000` \|$/)
  expect(settingsTable()).not.toMatch(/undefined|null/)
})
