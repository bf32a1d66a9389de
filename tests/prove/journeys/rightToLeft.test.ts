import { expect, test } from 'vitest'
import type { Width } from '#tests/widths.ts'
import { looks, openSchool, picture, settled } from '#tests/journeys/lantern.ts'
import { signIn } from '#tests/journeys/session.ts'

const { sit } = openSchool()

const screens: Record<string, string[]> = {
  nobody: ['/', '/classes?level=2', '/register', '/login'],
  parent: ['/dashboard/', '/parent', '/calendar', '/messages', '/student', '/paymenthistory', '/account'],
  teacher: ['/teacherdashboard/', '/studentassignment'],
  office: [
    '/admindashboard',
    '/adminstudent',
    '/adminparent',
    '/adminpayment',
    '/adminuser',
    '/admingrade',
    '/adminmessage',
    '/adminevent',
    '/adminconfig',
    '/adminconfig?subMenu=fees',
  ],
}

// Words that a school's pages use.
const sample =
  'المدرسة الطلاب المعلمون التسجيل الحضور والغياب المدفوعات الرسوم الدراسية الرسائل الإعدادات التقويم المدرسي أولياء الأمور الواجبات الدرجات الفصول'

/**
 * Switches the page to right-to-left and replaces every word in Latin or Chinese script with Arabic. The same word
 * always gets the same replacement, and short words get longer ones, as in translations.
 */
const turn = `(() => {
  document.documentElement.dir = 'rtl'
  document.documentElement.lang = 'ar'
  const arabic = ${JSON.stringify(sample.split(' ').toSorted((a, b) => a.length - b.length))}
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement?.closest('script, style, noscript, [aria-hidden="true"]')) continue
    node.nodeValue = node.nodeValue.replaceAll(/[A-Za-zÀ-ÿ\\u4e00-\\u9fff]{2,}/g, word => arabic.find(each => each.length > word.length * 1.8) ?? arabic.at(-1))
  }
})()`

/** Elements that extend beyond the page sideways. */
const outside = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  return [...document.body.querySelectorAll('*')]
    .filter(element => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 0 && (left < -1 || right > clientWidth + 1)
    })
    .slice(0, 8)
    .map(element => element.tagName + ' ' + element.className + ' ' + element.textContent.slice(0, 60))
})()`

test.each(looks<Width>('phone', 'tablet', 'desktop'))(
  'every main screen turns right-to-left on a %s without overflowing',
  async width => {
    const found: string[] = []
    for (const [who, paths] of Object.entries(screens)) {
      const { page, context } = await sit({ width })
      // A headless browser forbids notifications, which would hide the section about them on the account page.
      await page.addInitScript(`Object.defineProperty(Notification, 'permission', { get: () => 'default' })`)
      if (who !== 'nobody') await signIn(page, `${who}@lakeside.example`, 'lakeside-demo')
      for (const path of paths) {
        await page.goto(path)
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await settled(page)
        if (path === '/account') await page.getByRole('button', { name: 'Turn on for this device' }).waitFor()
        await page.evaluate(turn)
        expect(await page.evaluate('getComputedStyle(document.body).direction')).toBe('rtl')
        found.push(...(await page.evaluate<string[]>(outside)).map(element => `${path}: ${element}`))
        await picture(page, `rtl-${width}${path.replaceAll(/[/?=]/g, '-')}`)
      }
      await context.close()
    }
    expect(found).toEqual([])
  },
)

test('a long button label doesn’t overflow a phone’s screen', async () => {
  const { page } = await sit({ width: 'phone' })
  await signIn(page, 'parent@lakeside.example', 'lakeside-demo')
  await page.goto('/account')
  await page.getByRole('button', { name: 'Change password' }).waitFor()
  await page.evaluate(`for (const each of document.querySelectorAll('main button > span'))
    if (each.textContent === 'Change password') each.textContent = 'Change the password with which you sign in to your school'`)
  await page.getByRole('button', { name: /^Change the password with which/ }).waitFor()
  expect(await page.evaluate<string[]>(outside)).toEqual([])
})
