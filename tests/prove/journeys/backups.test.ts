import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plannedSchool, registrar } from '#tests/plannedSchool.ts'
import { scratch } from '#tests/scratch.ts'
import { widths } from '#tests/widths.ts'
import { inspect, inspectBoth, type Seat, openSchool } from '#tests/journeys/lantern.ts'
import { signIn } from '#tests/journeys/session.ts'

const folder = await mkdtemp(join(scratch(), 'backups-'))
const { lantern, sit } = openSchool({ isDemo: false, filled: plannedSchool, env: { BACKUP_DIR: folder } })
let office: Seat
beforeAll(async () => {
  office = await sit()
  await signIn(office.page, registrar.email, registrar.password)
})
afterAll(() => rm(folder, { recursive: true }))

test('the work queue leads to backups, where a new one is listed once it is complete and in its folder', async () => {
  const { page } = office
  await lantern.sql("update school.school set created_at = now() - interval '4 days'")
  await lantern.sql('delete from school.backups')
  await page.goto('/admindashboard')
  await page.getByRole('link', { name: /^1 warning about your backups/ }).click()
  await page.getByRole('dialog', { name: 'Backups' }).getByRole('listitem').getByRole('link').click()
  await page.getByRole('heading', { name: 'No backup yet' }).waitFor()
  await page.getByText('There is no backup yet').waitFor()
  await inspect(office, 'backups-none')

  // While the backup waits for a locked table, it is not reported as done.
  await lantern.sql('begin')
  await lantern.sql('lock table school.rooms in access exclusive mode')
  await page.getByRole('button', { name: 'Back up now' }).click()
  await page.getByText('Taking a backup …').waitFor()
  expect(await page.getByRole('button', { name: 'Back up now' }).isDisabled()).toBe(true)
  await page.reload()
  await page.getByText('Taking a backup …').waitFor()
  await page.getByRole('heading', { name: 'No backup yet' }).waitFor()
  await lantern.sql('commit')
  await page.getByRole('heading', { name: 'Last backup' }).waitFor()
  await page.getByText('Taking a backup …').waitFor({ state: 'detached' })
  const names = readdirSync(folder)
  expect(names).toHaveLength(1)
  await page.getByText(names[0]!).waitFor()
  await page.getByText('1 of at most 14').waitFor()
  expect(await page.getByText('There is no backup yet').count()).toBe(0)
  await inspectBoth(office, 'backups')
  await page.goto('/admindashboard')
  await page.getByRole('heading', { name: 'Needs you' }).waitFor()
  expect(await page.getByRole('link', { name: /about your backups/ }).count()).toBe(0)
})

test('settings survive a reload, and an invalid number is reported at its field', async () => {
  const { page } = office
  await page.goto('/adminconfig?subMenu=backups')
  const keep = page.getByLabel('Backups to keep')
  await keep.fill('0')
  await page.getByRole('button', { name: 'Save backups' }).click()
  await page.getByRole('link', { name: /^Backups to keep:/ }).waitFor()
  await keep.fill('30')
  await page.getByLabel('Time').selectOption({ label: '10:00 PM' })
  await page.getByRole('button', { name: 'Save backups' }).click()
  await page.getByText('Daily at 10:00 PM, 30 kept').waitFor()
  await page.reload()
  await page.getByText('1 of at most 30').waitFor()
  expect([await keep.inputValue(), await page.getByLabel('Time').inputValue()]).toEqual(['30', '22'])

  await page.getByRole('switch', { name: /^Back up every day/ }).click()
  await page.getByRole('button', { name: 'Save backups' }).click()
  await page.getByText('Automatic backups are off', { exact: true }).waitFor()
  await page.setViewportSize(widths.phone)
  await page.getByRole('button', { name: /中文/ }).first().click()
  await page.getByText('自动备份已关闭', { exact: true }).waitFor()
  await inspectBoth(office, 'backups-phone-zh')
})

test('a server error is shown with its reference, in both languages', async () => {
  const { page, problems } = office
  await lantern.sql('alter table school.backups rename to gone')
  await page.goto('/adminconfig?subMenu=backups')
  const alert = page.getByRole('alert')
  await alert.filter({ hasText: /我们这边出了问题。.* 编号：[A-Z2-9]{4}-[A-Z2-9]{4}/ }).waitFor()
  await page
    .getByRole('button', { name: /English/ })
    .first()
    .click()
  await alert.filter({ hasText: /wrong on our side.* Reference: [A-Z2-9]{4}-[A-Z2-9]{4}/ }).waitFor()
  const told = await alert.innerText()
  await inspect(office, 'backups-reference')
  await lantern.sql('alter table school.gone rename to backups')
  // Another attempt is another request.
  const again = page.waitForResponse(response => response.headers()['x-reference'] !== undefined)
  await alert.getByRole('button', { name: 'Try again' }).click()
  expect(told).not.toContain((await again).headers()['x-reference'])
  await page.getByRole('heading', { name: 'Last backup' }).waitFor()
  // The console reports the failed answers.
  for (const problem of problems.splice(0)) expect(problem).toMatch(/500|INTERNAL/)
})
