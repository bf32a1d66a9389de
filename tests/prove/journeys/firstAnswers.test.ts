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
