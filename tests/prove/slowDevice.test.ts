import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSchool, type Seat } from '#tests/journeys/lantern.ts'

/** Opens every signed-in screen by its address on a slow device while the machine is busy. */
const { sitAs } = openSchool()

const screens = {
  office: [
    '/admindashboard',
    '/adminstudent',
    '/adminparent',
    '/adminpayment',
    '/adminteacher',
    '/adminuser',
    '/admingrade',
    '/adminmessage',
    '/adminevent',
    '/adminconfig',
  ],
  teacher: ['/teacherdashboard/', '/studentassignment'],
  parent: ['/dashboard/', '/parent', '/calendar', '/messages', '/student', '/paymenthistory', '/account'],
}

let burners: Worker[]
beforeAll(() => {
  burners = Array.from({ length: availableParallelism() }, () => new Worker('for (;;);', { eval: true }))
})
afterAll(async () => {
  await Promise.all(burners.map(burner => burner.terminate()))
})

const openAll = async ({ page }: Seat, paths: readonly string[]) => {
  page.setDefaultTimeout(120_000)
  const session = await page.context().newCDPSession(page)
  for (const rate of [4, 8, 12]) {
    await session.send('Emulation.setCPUThrottlingRate', { rate })
    for (const path of paths) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.waitForFunction(`document.querySelector('[aria-busy="true"]') === null`)
    }
  }
}

test.each(Object.entries(screens))(
  'the screens of the role %s open without a browser error',
  async (who, paths) => {
    const seat = await sitAs(who, { width: who === 'parent' ? 'phone' : 'desktop' })
    await openAll(seat, paths)
    expect(seat.problems).toEqual([])
  },
  1_200_000,
)
