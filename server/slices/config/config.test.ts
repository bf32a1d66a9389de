import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { emptyHouse, school } from '#tests/school.ts'
import { prepareFirstRun } from './setUp.ts'

let house: Awaited<ReturnType<typeof emptyHouse>>
afterEach(() => house.drop())

const firstRun = (code: string) => ({
  code,
  school: { name: 'Lakeside', nativeName: '湖畔中文学校', zone: 'America/New_York', currency: 'USD' },
  admin: { name: 'Ida', email: ' Ida@School.Example ', password: 'secret1' },
})

test('the first run makes the school and its administrator, once, with the printed code', async () => {
  house = await emptyHouse()
  expect((await house.anybody.call('config-get', {})).school).toBeNull()
  const old = await prepareFirstRun(house.database)
  const code = await prepareFirstRun(house.database)
  await expect(house.anybody.call('config-setUp', firstRun(old!))).rejects.toMatchObject({
    details: { reason: 'SET_UP_CODE_WRONG' },
  })
  expect(await house.anybody.call('config-setUp', firstRun(code!.toLowerCase()))).toEqual({
    email: 'ida@school.example',
  })
  expect((await house.anybody.call('config-get', {})).school).toMatchObject({
    name: 'Lakeside',
    zone: 'America/New_York',
  })
  const ida = house.person('ida@school.example')
  expect(await ida.call('users-me', {})).toMatchObject({ roles: ['admin'], isVerified: true })
  await expect(house.anybody.call('config-setUp', firstRun(code!))).rejects.toMatchObject({
    details: { reason: 'ALREADY_SET_UP' },
  })
  expect(await prepareFirstRun(house.database)).toBeNull()
  const [entry] = await rows<{ input: unknown }>(
    house.database.db,
    sql`select input from audit_entries where action = 'config-setUp'`,
  )
  expect(JSON.stringify(entry)).not.toContain('secret1')
})

test('bad input is told by field', async () => {
  house = await emptyHouse()
  const code = await prepareFirstRun(house.database)
  const bad = {
    ...firstRun(code!),
    school: { name: ' ', nativeName: '', zone: 'Moon/Base', currency: 'dollars' },
    admin: { name: 'Ida', email: 'ida', password: '12345' },
  }
  await expect(house.anybody.call('config-setUp', bad)).rejects.toMatchObject({
    details: {
      fields: [
        { path: 'school.name', message: 'empty' },
        { path: 'school.zone', message: 'zone' },
        { path: 'school.currency', message: 'currency' },
        { path: 'admin.email', message: 'email' },
        { path: 'admin.password', message: 'password' },
      ],
    },
  })
  // The code is still good.
  await house.anybody.call('config-setUp', firstRun(code!))
  const ida = house.person('ida@school.example')
  const { school } = await ida.call('config-get', {})
  expect(await ida.call('config-change', { ...school!, tagline: 'Learn with us' })).toMatchObject({
    tagline: 'Learn with us',
  })
  const pricing = await ida.call('config-pricing', {})
  expect(await ida.call('config-changePricing', { ...pricing, siblingPercent: 15 })).toMatchObject({
    siblingPercent: 15,
  })
})

test('the office sees how mails leave, sends a test and learns what became of it', async () => {
  const s = await school()
  house = s
  const before = await s.ida.call('config-mail', {})
  expect(before).toMatchObject({ mode: 'kept', from: '', lastError: null })
  const { mailId } = await s.ida.call('config-testMail', { to: ' Somebody@Home.example ' })
  expect(await s.ida.call('config-mailState', { mailId })).toEqual({ status: 'kept', error: null })
  expect((await s.ida.call('messages-outbox', {})).rows[0]).toMatchObject({ to: 'somebody@home.example' })
  await expect(s.ida.call('config-testMail', { to: 'nobody' })).rejects.toMatchObject({
    details: { fields: [{ path: 'to', message: 'email' }] },
  })
  await expect(s.tom.call('config-testMail', { to: 'a@b.example' })).rejects.toMatchObject({
    details: { reason: 'ROLE_NEEDED' },
  })
  for (let n = 1; n < 10; n += 1) await s.ida.call('config-testMail', { to: 'somebody@home.example' })
  await expect(s.ida.call('config-testMail', { to: 'somebody@home.example' })).rejects.toMatchObject({
    code: 'resource-exhausted',
  })
})
