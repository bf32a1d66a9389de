import { expect, test } from 'vitest'
import { inspect, inspectBoth, openSchool, settled } from '#tests/journeys/lantern.ts'

const { sitAs, seats } = openSchool()

test('the office opens a conversation and answers in Chinese', async () => {
  const reader = await sitAs('office', { width: 'phone', language: 'zh' })
  const { page } = reader
  await page.goto('/adminmessage?tab=threads')
  await page.getByRole('button', { name: /Paying in two parts/ }).click()
  await page.locator('span', { hasText: '等待回复' }).last().waitFor()
  await inspectBoth(reader, 'messages-office-zh-thread')
  await page.getByLabel('您的回复').fill('可以，不需要表格。')
  await page.getByRole('button', { name: '发送' }).click()
  await page.getByText('可以，不需要表格。', { exact: true }).waitFor()
  await page.getByRole('button', { name: '结束对话' }).click()
  await page.getByText('对话已结束。').first().waitFor()
  await page.goto('/adminconfig?subMenu=messages')
  await page.getByRole('button', { name: 'Payment is due' }).first().click()
  await inspect(reader, 'messages-office-zh-template')
})

test('the office moves a term, which every sentence names in Chinese', async () => {
  const seat = await sitAs('office', { width: 'tablet', language: 'zh' })
  const { page } = seat
  await page.goto('/adminconfig?subMenu=terms')
  const grade = page.getByRole('button', { name: '开始评分：2026 秋季' })
  await grade.waitFor()
  await inspect(seat, 'terms-zh')
  // The last column is in view.
  const { x, width } = (await grade.boundingBox())!
  expect(x + width).toBeLessThan(820)
  await grade.click()
  await page.getByRole('status').filter({ hasText: '2026 秋季：' }).waitFor()
  await page.getByRole('button', { name: '撤销' }).click()
  await grade.waitFor()
})

test('the office reads counts in Chinese brackets, and sentences without a space between them', async () => {
  const { page } = await sitAs('office', { language: 'zh' })
  for (const [path, count] of [
    ['/adminconfig?subMenu=audit', '登记收款（'],
    ['/adminpayment?do=refunds', '待办（1）'],
    ['/adminpayment?tab=received', '已退款 $'],
  ] as const) {
    await page.goto(path)
    await page.getByText(count).first().waitFor({ state: 'attached' })
    await settled(page)
    const said = await page.locator('body').innerText()
    expect(said.match(/.*[一-鿿] ?\(.*|.*。 [一-鿿].*/g), path).toBeNull()
  }
})

test('a parent’s pages use Chinese names and punctuation, in dark mode', async () => {
  const seat = await sitAs('parent', { width: 'phone', language: 'zh', dark: true })
  for (const [path, heading] of [
    ['/dashboard/', '今天'],
    ['/parent', '家长'],
    ['/student?show=record', '健康卡'],
  ] as const) {
    await seat.page.goto(path)
    await seat.page.getByRole('heading', { name: heading }).waitFor()
    await inspect(seat, `family-day-zh-dark${path.replaceAll(/[/?=]/g, '-')}`)
  }
  // So does the button of the account.
  await seat.page.getByRole('button', { name: /刘静/ }).first().waitFor()
  // Guardians have a Chinese name, too, and lists use Chinese commas.
  await seat.page.getByRole('main').getByText('刘静').waitFor()
  // Phone numbers are large enough to tap.
  for (const phone of await seat.page.locator('main a[href^="tel:"]').all())
    expect((await phone.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await seat.page.goto('/student')
  await seat.page.getByText('星期日，14:00 – 15:50').waitFor()
  // Chinese names stand in a sentence without added spaces.
  await seat.page.goto('/dashboard/')
  await seat.page.getByRole('link', { name: '为王思涵请假', exact: true }).waitFor()
  // Colons and brackets are Chinese, too.
  await seat.page.goto('/student?edit=absence')
  await seat.page.getByText('（选填）').first().waitFor()
  await seat.page.getByRole('dialog').waitFor()
  await inspect(seat, 'family-day-zh-dark-absence')
  // No English punctuation follows Chinese text, whether it is shown or only read aloud.
  for (const path of ['/dashboard/', '/parent', '/paymenthistory', '/studentassignment', '/calendar']) {
    await seat.page.goto(path)
    await seat.page.getByRole('heading', { level: 1 }).waitFor()
    await settled(seat.page)
    const said = await seat.page.getByRole('main').innerText()
    expect(said.match(/.*[一-鿿](?:[:,;]| ?\().*|.*。 .*/g), path).toBeNull()
  }
  // Whoever paid has a Chinese name as well.
  await seat.page.goto('/paymenthistory')
  await seat.page.getByText(/1181，刘静/).waitFor()
  await seat.page.goto('/parent')
  await seat.page.getByRole('button', { name: '申请修改：刘静' }).waitFor()
  await seat.page.getByRole('button', { name: '修改您的资料' }).click()
  await seat.page.getByLabel('电话').fill('1')
  await seat.page.getByRole('button', { name: '保存' }).click()
  await seat.page.getByText('电话：请输入电话号码').waitFor()
})

test('a teacher calls in sick in Chinese', async () => {
  const { page } = await sitAs('teacher', { width: 'phone', language: 'zh' })
  await page.goto('/teacherdashboard/')
  await page.getByRole('button', { name: '今天请病假' }).click()
  await page.getByRole('dialog', { name: '向教务处请病假？' }).getByRole('button', { name: '请病假' }).click()
  await page.getByText(/^已于 .* 告知教务处。$/).waitFor()
  // The pressed button is gone, so keyboard focus moves next to it.
  await expect.poll(() => page.evaluate<string>(`document.activeElement.tagName`)).not.toBe('BODY')
})

test('a family is shown by its native name in the list of families, a new conversation and its own page', async () => {
  const office = await sitAs('office', { language: 'zh' })
  const { page } = office
  await page.goto('/adminparent')
  await page.getByRole('searchbox').fill('刘静')
  const row = page.getByRole('row', { name: /刘静/ }).first()
  await expect.poll(() => row.getByRole('button').first().innerText()).toMatch(/^刘静/)
  await inspect(office, 'families-zh')
  await page.goto('/adminmessage?tab=threads')
  await page.getByRole('button', { name: '给家长写消息' }).first().click()
  await page.getByLabel('搜索姓名、孩子或邮箱').fill('刘静')
  await page.locator('form').getByRole('button', { name: /^刘静/ }).first().click()
  await page.getByRole('button', { name: '移除刘静', exact: true }).waitFor()
  const family = await sitAs('parent', { width: 'phone', language: 'zh' })
  await family.page.goto('/parent')
  await family.page.getByRole('region', { name: '刘静', exact: true }).waitFor()
  // Initials follow the name beside them.
  await family.page.goto('/dashboard/')
  await family.page.getByRole('link', { name: /思涵/ }).first().waitFor()
  expect(await family.page.getByRole('navigation').getByText('思涵', { exact: true }).count()).toBeGreaterThan(0)
})

test('a family is shown by its native name in the office’s lists of money and duties', async () => {
  const { page } = await sitAs('office', { language: 'zh' })
  await page.goto('/adminpayment?do=latefees')
  await page.getByRole('dialog', { name: '滞纳金' }).getByText('范颖', { exact: true }).waitFor()
  await page.goto('/adminpayment?search=Jing%20Liu')
  await page.getByRole('button', { name: '登记收款：刘静' }).waitFor()
  await page.getByRole('row', { name: /刘静/ }).getByRole('button').first().click()
  await page.getByRole('dialog', { name: '刘静' }).waitFor()
  await page.goto('/adminevent?view=duties&search=Jing%20Liu')
  await page.getByRole('row', { name: /刘静/ }).waitFor()
  await page.goto('/adminmessage?tab=threads')
  const own = page.getByRole('button', { name: /reading at home/ })
  await own.getByText('刘静', { exact: true }).last().waitFor()
})

test('the office sees a student’s terms and classes by their Chinese names', async () => {
  const { page } = await sitAs('office', { language: 'zh' })
  await page.goto('/adminstudent?search=Emily%20Wang')
  await page
    .getByRole('row', { name: /Emily Wang/ })
    .getByRole('button')
    .first()
    .click()
  const panel = page.getByRole('dialog', { name: /王思涵/ })
  await panel
    .getByText(/^2026 秋季 · 星期日/)
    .first()
    .waitFor()
  await panel.getByText('功夫', { exact: true }).nth(1).waitFor()
})

test('no browser reports an error', () => {
  expect(seats.flatMap(({ problems }) => problems)).toEqual([])
})
