import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import { inspect, inspectBoth, openSchool, type Seat } from '#tests/journeys/lantern.ts'
import { signIn } from '#tests/journeys/session.ts'
import { plannedSchool, registrar } from '#tests/plannedSchool.ts'
import { widths } from '#tests/widths.ts'

const { lantern, sit } = openSchool({ isDemo: false, filled: plannedSchool })
let office: Seat
const household = '00000000-0000-7000-8000-000000000011'
beforeAll(async () => {
  office = await sit()
  await signIn(office.page, registrar.email, registrar.password)
  await lantern.sql(
    `insert into school.households (id, name, address, created_at, archived_at) values ('${household}', 'Gone', '1 Lake Road', now(), now())`,
  )
  await lantern.sql("insert into school.persons (id, name) values ('00000000-0000-7000-8000-000000000012', 'Gia Gone')")
  await lantern.sql(`insert into school.household_members (household_id, person_id, contact_order, relationship, has_data_access, may_pick_up)
    values ('${household}', '00000000-0000-7000-8000-000000000012', 1, 'mother', true, true)`)
})

test('the whole school downloads as one file, and the change log records it', async () => {
  const { page } = office
  await page.goto('/adminconfig?subMenu=backups')
  await page.getByRole('heading', { name: 'Take everything with you' }).scrollIntoViewIfNeeded()
  await inspect(office, 'take-along')
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download everything' }).click()
  const file = await (await coming).path()
  const names = Object.keys(unzipSync(await readFile(file)))
  expect(names).toEqual(
    expect.arrayContaining(['README.txt', 'school.json', 'csv/people/persons.csv', 'oneroster.zip']),
  )
  await page.goto('/adminconfig?subMenu=audit')
  await page.getByRole('cell', { name: 'Everything downloaded as files' }).first().waitFor()
})

test('an archived family is erased once its name is typed', async () => {
  const { page } = office
  await page.goto(`/adminparent?view=archived&id=${household}`)
  await page.getByRole('button', { name: 'Erase personal data' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase Gone for good?' })
  await dialog.getByLabel('Type “Gone” to confirm').fill('Gon')
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await dialog.getByRole('link', { name: 'Type “Gone” to confirm: Type it exactly as shown.' }).waitFor()
  await inspectBoth(office, 'erase')
  await page.setViewportSize(widths.phone)
  await inspect(office, 'erase-phone')
  await dialog.getByLabel('Type “Gone” to confirm').fill('Gone')
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await dialog.waitFor({ state: 'detached' })
  const [kept] = await lantern.sql<{ name: string; person: string }>(
    `select h.name, p.name as person from school.households h, school.persons p where h.id = '${household}' and p.id = '00000000-0000-7000-8000-000000000012'`,
  )
  expect(kept).toEqual({ name: 'Erased family', person: 'Erased' })
})
