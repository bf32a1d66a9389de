import { expect, test } from 'vitest'
import { answeredPages, comesWith, openAnew } from '#tests/journeys/firstAnswers.ts'
import { openSchool } from '#tests/journeys/lantern.ts'
import { signIn } from '#tests/journeys/session.ts'

const { lantern, sit } = openSchool()

test.each(answeredPages)('nothing comes with a page of the %s that it would not ask by itself', async (who, paths) => {
  const seat = await sit({ width: who === 'office' ? 'desktop' : 'phone' })
  await signIn(seat.page, `${who}@lakeside.example`, 'lakeside-demo')
  await seat.page.route('**/first?*', route => route.fulfill({ status: 204 }))
  for (const path of paths) {
    const { asked } = await openAnew(seat, path)
    const came = await comesWith(lantern.origin, seat, path)
    expect(came.length, path).toBeGreaterThan(2)
    expect(
      came.filter(name => !asked.includes(name)),
      path,
    ).toEqual([])
  }
})

test('a page whose first answers are held back asks by itself after a moment', async () => {
  const seat = await sit()
  await signIn(seat.page, 'parent@lakeside.example', 'lakeside-demo')
  // Never answered.
  await seat.page.route('**/first?*', () => undefined)
  const asked = seat.page.waitForRequest(request =>
    `${request.url()} ${request.postData() ?? ''}`.includes('parents-home'),
  )
  await seat.page.goto('/dashboard/')
  await asked
  await seat.page.getByRole('heading', { level: 1, name: /Jing Liu/ }).waitFor()
})
