import { beforeAll, expect, test } from 'vitest'
import { inspect, inspectBoth, openSchool, type Seat } from '#tests/journeys/lantern.ts'
import { signIn } from '#tests/journeys/session.ts'
import { plannedSchool, registrar } from '#tests/plannedSchool.ts'
import { widths } from '#tests/widths.ts'

const { lantern, sit } = openSchool({ isDemo: false, filled: plannedSchool })
let office: Seat
beforeAll(async () => {
  office = await sit()
  await signIn(office.page, registrar.email, registrar.password)
})

test('failed work is linked from the work queue, explained in plain words, and restarted by a button', async () => {
  const { page } = office
  await page.goto('/adminconfig?subMenu=jobs')
  await page.getByText('Nothing has failed.').waitFor()
  await inspect(office, 'jobs-none')
  await lantern.sql(`insert into school.job_failures (id, name, data, error, failed_at) values
    ('00000000-0000-7000-8000-000000000001', 'events-tell-cancelled', '{"eventId":"00000000-0000-7000-8000-000000000002"}', 'connect ECONNREFUSED 127.0.0.1:443', now())`)
  await lantern.sql(`insert into school.mails (id, "to", subject, text, html, status, error, sending_id)
    select gen_random_uuid(), 'family' || n || '@home.example', 'Picnic on Sunday', 't', 'h',
      case when n <= 120 then 'sent' when n = 121 then 'failed' else 'queued' end, case when n = 121 then 'EUNSURE: the process ended while the email was being handed over' end,
      '00000000-0000-7000-8000-000000000003' from generate_series(1, 200) n`)
  await page.goto('/admindashboard')
  await page.getByRole('link', { name: /^1 background task failed/ }).click()
  await page.getByRole('dialog').getByRole('listitem').getByRole('link').click()
  await page.getByText('Tell people about a canceled event').waitFor()
  await page.getByText('Another service couldn’t be reached.').waitFor()
  await page.getByText('so it may have arrived').waitFor()
  await page.getByText('120 of 200 sent').waitFor()
  await page.getByText('79 waiting').waitFor()
  await inspectBoth(office, 'jobs')

  await page.getByRole('button', { name: /^Start again: Tell people/ }).click()
  await page.getByRole('heading', { name: 'Failed work' }).waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText('120 of 200 sent').waitFor()
  expect(await page.getByRole('heading', { name: 'Failed work' }).count()).toBe(0)

  await page.setViewportSize(widths.phone)
  await page.getByRole('button', { name: /中文/ }).first().click()
  await page.getByText('已发 120 / 200').waitFor()
  await inspectBoth(office, 'jobs-phone-zh')
})
