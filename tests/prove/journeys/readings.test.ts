import { expect, test } from 'vitest'
import { inspect, inspectBoth, openSchool } from '#tests/journeys/lantern.ts'
import { widths } from '#tests/widths.ts'

const { lantern, sitAs } = openSchool()

test('the change log lists that a child’s health notes were read', async () => {
  const office = await sitAs('office')
  const { page } = office
  const [child] = await lantern.sql<{ id: string; name: string }>(
    `select s.id, p.name from school.students s join school.persons p on p.id = s.id where s.medication <> '' and s.archived_at is null limit 1`,
  )
  await page.goto(`/adminstudent?id=${child!.id}`)
  await page.getByText('Two epinephrine injectors').first().waitFor()

  await page.goto('/adminconfig?subMenu=audit')
  await page.getByLabel('Show').selectOption({ label: 'Health and custody notes read' })
  await page.getByText('Who read notes on health, medication, doctors or custody').waitFor()
  const row = page.getByRole('row').filter({ hasText: 'Student’s record viewed' }).filter({ hasText: child!.name })
  await row.first().waitFor()
  await inspectBoth(office, 'readings')
  await page.setViewportSize(widths.phone)
  await inspect(office, 'readings-phone')

  await page.getByLabel('Reader, email address or student').fill('nobody at all')
  await page.getByText('Nothing matches.').waitFor()
  expect(new URL(page.url()).searchParams.get('show')).toBe('readings')
})
