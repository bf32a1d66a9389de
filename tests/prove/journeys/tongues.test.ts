import { expect, test } from 'vitest'
import { openSchool, settled } from '#tests/journeys/lantern.ts'

const { sitAs } = openSchool()

const screens = {
  parent: ['/dashboard/', '/student', '/parent', '/calendar', '/messages', '/paymenthistory', '/register', '/classes'],
  teacher: ['/teacherdashboard/', '/studentassignment', '/messages', '/calendar'],
  office: [
    '/admindashboard',
    '/adminclass',
    '/adminstudent',
    '/adminparent',
    '/adminteacher',
    '/adminuser',
    '/adminpayment',
    '/adminmessage',
    '/admingrade',
    '/adminevent',
    '/adminconfig',
    '/duties',
    '/draws',
    '/confirmations',
  ],
} as const

// An option can't contain elements: an option in Chinese only must be marked, a mixed one can't be.
const tongues = `(() => {
  const texts = { unmarked: [], marked: 0 }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    const isMixed = parent?.tagName === 'OPTION' && /[\\p{Script=Latin}\\d]/u.test(node.textContent)
    if (!parent || isMixed || parent.closest('script,style,textarea,noscript') || !/\\p{Script=Han}/u.test(node.textContent)) continue
    if (parent.closest('[lang]')?.lang.startsWith('zh')) texts.marked += 1
    else texts.unmarked.push(parent.tagName.toLowerCase() + ': ' + node.textContent)
  }
  return texts
})()`

test.each(['parent', 'teacher', 'office'] as const)(
  'Chinese text on the English pages of the role %s is marked as Chinese',
  async role => {
    const { page } = await sitAs(role, { width: 'desktop', language: 'en' })
    const found: Record<string, string[]> = {}
    for (const path of screens[role]) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await settled(page)
      const { unmarked, marked } = await page.evaluate<{ unmarked: string[]; marked: number }>(tongues)
      if (unmarked.length > 0) found[path] = [...new Set(unmarked)].slice(0, 8)
      // The demo has Chinese names on nearly every page. Finding none on the first one would make the test meaningless.
      if (path === screens[role][0]) expect(marked).toBeGreaterThan(0)
    }
    expect(found).toEqual({})
  },
)
