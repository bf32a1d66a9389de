import { expect, test } from 'vitest'
import { readSettings } from './env.ts'

test('nothing set is a whole setting', () =>
  expect(readSettings({})).toMatchObject({ PORT: 3000, publicUrl: 'http://localhost:3000', SCHOOL_SCHEMA: 'school' }))
test('a public address loses its last slash', () =>
  expect(readSettings({ PUBLIC_URL: 'https://school.example/' }).publicUrl).toBe('https://school.example'))
test.each([
  ['PORT', '99999', 'a port number'],
  ['PORT', 'web', 'a port number'],
  ['DATABASE_URL', 'mysql://x', 'postgres://'],
  ['SMTP_URL', 'mail.example', 'smtps://'],
  ['PUBLIC_URL', 'school', 'https://'],
  ['SCHOOL_CLOCK', 'yesterday', 'an instant'],
  ['SCHOOL_SCHEMA', 'x"; drop', 'lower-case'],
])('%s=%s is refused in one sentence that names it', (name, value, hint) => {
  expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^The setting ${name} is ".*${hint}[^\n]*\\.$`))
})
test('mails need a sender', () => expect(() => readSettings({ SMTP_URL: 'smtp://localhost:25' })).toThrow(/MAIL_FROM/))
