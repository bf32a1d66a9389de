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
  admin: { name: 'Ida', email: ' Ida@School.Example ', password: 'office secret' },
})

test('the first run sets up the school and its administrator, once, with the printed code', async () => {
  house = await emptyHouse()
  expect((await house.anybody.call('config-get', {})).school).toBeNull()
  const old = await prepareFirstRun(house.database)
  const code = await prepareFirstRun(house.database)
  await expect(house.anybody.call('config-setUp', firstRun(old!))).rejects.toMatchObject({
    details: { reason: 'SET_UP_CODE_WRONG' },
  })
  expect(await house.anybody.call('config-setUp', firstRun(` ${code!.toLowerCase().replaceAll('-', '')}`))).toEqual({
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
  expect(JSON.stringify(entry)).not.toContain('office secret')
})

test('invalid input is reported by field', async () => {
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
  // The code is still valid.
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

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('the office adds, orders, removes and restores pictures', async () => {
  house = await emptyHouse()
  await house.anybody.call('config-setUp', firstRun((await prepareFirstRun(house.database))!))
  const ida = house.person('ida@school.example')
  const shown = async () => (await house.anybody.call('config-get', {})).pictures.map(({ caption }) => caption)
  const add = (caption: string) => ida.call('config-addPicture', { bytes: pixel, caption, nativeCaption: '' })
  const one = await add('one')
  const two = await add('two')
  const three = await add('three')
  expect(one).toMatchObject({ type: 'image/png', width: 1, height: 1 })
  expect(await shown()).toEqual(['one', 'two', 'three'])
  await ida.call('config-orderPictures', { ids: [three.id, one.id] })
  expect(await shown()).toEqual(['three', 'one', 'two'])
  await ida.call('config-changePicture', { id: two.id, caption: 'zwei', nativeCaption: '二' })
  await ida.call('config-removePicture', { id: one.id })
  expect(await shown()).toEqual(['three', 'zwei'])
  await expect(ida.call('config-changePicture', { id: one.id, caption: '', nativeCaption: '' })).rejects.toMatchObject({
    details: { reason: 'NOT_FOUND' },
  })
  await ida.call('config-restorePicture', { id: one.id })
  expect(await shown()).toEqual(['three', 'one', 'zwei'])
  // The audit trail doesn't store the files.
  const entries = await rows<{ input: { bytes: string } }>(
    house.database.db,
    sql`select input from audit_entries where action = 'config-addPicture'`,
  )
  expect(entries.map(({ input }) => input.bytes)).toEqual(['…', '…', '…'])
})

test('a file that isn’t a picture is refused', async () => {
  house = await emptyHouse()
  await house.anybody.call('config-setUp', firstRun((await prepareFirstRun(house.database))!))
  const ida = house.person('ida@school.example')
  for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF89a', '', '\x89PNG\r\n\x1a\n'])
    await expect(
      ida.call('config-addPicture', {
        bytes: Buffer.from(text).toString('base64') || '=',
        caption: '',
        nativeCaption: '',
      }),
    ).rejects.toMatchObject({ details: { reason: 'NOT_A_PICTURE' } })
})

test('the tagline and text are saved in the second language', async () => {
  house = await emptyHouse()
  await house.anybody.call('config-setUp', firstRun((await prepareFirstRun(house.database))!))
  const ida = house.person('ida@school.example')
  const { school } = await ida.call('config-get', {})
  const told = { ...school!, nativeTagline: '一起学', nativeAbout: '欢迎' }
  expect(await ida.call('config-change', told)).toMatchObject({ nativeTagline: '一起学', nativeAbout: '欢迎' })
})

test('the office sees how email is sent, sends a test and sees its result', async () => {
  const s = await school()
  house = s
  const before = await s.ida.call('config-mail', {})
  expect(before).toMatchObject({ mode: 'kept', from: '', lastError: null })
  const { mailId } = await s.ida.call('config-testMail', { to: ' Somebody@Home.example ' })
  expect(await s.ida.call('config-mailState', { mailId })).toEqual({ status: 'kept', error: null, problem: null })
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
