import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isIn, ownBrowser, takeSeat } from '#tests/journeys/lantern.ts'
import { freePort } from '#tests/ports.ts'
import { scratch } from '#tests/scratch.ts'

// `npm run dev` on a machine without a school.

let folder: string
let origin: string
let dev: ChildProcess
beforeAll(async () => {
  folder = await mkdtemp(join(scratch(), 'lantern-dev-'))
  const port = await freePort()
  origin = `http://localhost:${port}`
  dev = spawn(process.execPath, ['scripts/lantern.mjs', 'dev'], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    env: { PATH: process.env['PATH'], DATA_DIR: folder, PORT: `${port}` },
  })
  await new Promise<void>((open, fail) => {
    let said = ''
    const hear = (chunk: Buffer): void => {
      said += chunk.toString()
      if (said.includes(`Lantern is open at ${origin}`)) open()
      if (said.includes('Failed running')) fail(new Error(said))
    }
    dev.stdout!.on('data', hear)
    dev.stderr!.on('data', hear)
    dev.once('exit', () => fail(new Error(said)))
  })
}, 300_000)
afterAll(async () => {
  if (dev.exitCode === null) {
    dev.kill('SIGTERM')
    await once(dev, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
})

test('the demo runs from sources: screens, the mailbox and files', async () => {
  const { page, problems } = await takeSeat(await ownBrowser(), { origin }, { width: 'desktop' })
  // Packages that no screen has requested yet are optimized first.
  page.setDefaultTimeout(60_000)
  await page.goto('/login')
  expect(await page.evaluate<string[]>('[...document.scripts].map(script => script.src)')).toEqual(
    expect.arrayContaining([`${origin}/web/shell/first.js`, `${origin}/web/main.tsx`]),
  )
  await page.getByLabel('Email').fill('office@lakeside.example')
  await page.getByLabel('Password', { exact: true }).fill('lakeside-demo')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await isIn(page)
  await page.getByRole('heading', { name: 'Needs you' }).waitFor()
  await page.goto('/mailbox')
  await page.getByRole('heading', { name: 'Mailbox' }).waitFor()
  expect((await page.request.get('/icon-192.png')).headers()['content-type']).toBe('image/png')
  expect(problems).toEqual([])
}, 120_000)
