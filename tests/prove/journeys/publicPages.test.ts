import { test } from 'vitest'
import { inspect, openSchool, picture } from '#tests/journeys/lantern.ts'
import { signIn } from '#tests/journeys/session.ts'

const { lantern, sit } = openSchool()

test('when a proxy holds the stream back, updates arrive by long polling', async () => {
  const { page } = await sit({ width: 'phone' })
  // A stream that never delivers anything.
  await page.addInitScript('globalThis.EventSource = class extends EventTarget { close() {} }')
  await signIn(page, 'parent@lakeside.example', 'lakeside-demo')
  const asked = page.waitForRequest(/\/live\?wait=30&mark=[\w-]{12}/, { timeout: 30_000 })
  await page.goto('/student')
  await asked
  const again = page.waitForRequest(request =>
    /\/fn\b.*students-/s.test(`${request.url()} ${request.postData() ?? ''}`),
  )
  await lantern.sql("select pg_notify('lantern_live', $1)", [
    JSON.stringify({ schema: 'school', id: 'news', slices: ['config', 'students'] }),
  ])
  await again
})

test('the form for a forgotten password has its own address, and Back leads to sign-in', async () => {
  const seat = await sit({ width: 'phone' })
  const { page } = seat
  await page.goto('/login')
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.waitForURL(/forgotten=yes/)
  await page.reload()
  await page.getByRole('heading', { name: 'Set a new password' }).waitFor()
  await inspect(seat, 'public-forgotten')
  await page.getByLabel('Email').fill('parent@lakeside.example')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText(/If parent@lakeside\.example has an account/).waitFor()
  await picture(page, 'signin-forgotten-sent')
  await page.goBack()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
})
