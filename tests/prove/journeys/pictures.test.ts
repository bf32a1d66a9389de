import { expect, test } from 'vitest'
import { inspect, openSchool } from '#tests/journeys/lantern.ts'

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const { sit, sitAs } = openSchool()

test('the office adds a picture, describes it, removes it and undoes that', async () => {
  const office = await sitAs('office')
  const { page } = office
  await page.goto('/adminconfig?subMenu=school')
  await page.getByRole('heading', { name: 'Pictures' }).waitFor()
  await inspect(office, 'public-office-pictures')
  await page.getByLabel('Add pictures').setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: dot })
  await page.getByRole('status').filter({ hasText: 'Picture added' }).waitFor()
  await page.getByLabel('What it shows').nth(3).fill('A very small picture')
  await page.getByLabel('What it shows').nth(3).blur()
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
  const visitor = await sit()
  await visitor.page.goto('/about')
  await visitor.page.getByRole('img', { name: 'A very small picture' }).waitFor()
  await page.getByRole('button', { name: 'Remove picture' }).nth(3).click()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Remove picture' }).count()).toBe(3)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Remove picture' }).count()).toBe(4)
  await page.getByRole('button', { name: 'Move up' }).nth(3).click()
  await expect.poll(() => page.getByLabel('What it shows').nth(2).inputValue()).toBe('A very small picture')
  await page.getByLabel('Add pictures').setInputFiles({
    name: 'not.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture'),
  })
  await page.getByRole('alert').filter({ hasText: 'Use a JPEG, PNG or WebP picture' }).waitFor()
  expect(office.problems.filter(each => !each.includes('/files/pictures'))).toEqual([])
})
