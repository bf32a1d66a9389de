import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { inspect, type Seat, openSchool } from '#tests/journeys/lantern.ts'
import { setUp, switchOn } from '#tests/journeys/office.ts'
import { unpack } from '#server/exchange/oneroster/unpack.ts'
import { tableOf } from '#tests/oneroster.ts'

const path = '/adminconfig?subMenu=oneroster'

describe('OneRoster, out of the school and in again', () => {
  const { lantern, sitAs } = openSchool()
  const fresh = openSchool({ isDemo: false })
  let office: Seat
  let zip: Buffer

  beforeAll(async () => {
    office = await sitAs('office')
    await switchOn(office.page, 'OneRoster')
  })

  const send = async (name: string, buffer: Buffer, { page }: Seat = office) => {
    await page.goto(path)
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a zip' }).click()
    await (await choosing).setFiles({ name, mimeType: 'application/zip', buffer })
  }

  test('the office downloads a zip', async () => {
    const { page } = office
    await page.goto(path)
    await page.getByText(/Includes \d+ people, \d+ classes/).waitFor()
    await inspect(office, 'oneroster')
    await page.getByText('Everything', { exact: true }).click()
    await page.getByText('All terms, including drafts').waitFor()
    const coming = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download zip' }).click()
    const download = await coming
    expect(download.suggestedFilename()).toBe('oneroster.zip')
    zip = await readFile(await download.path())
    expect(zip.length).toBeGreaterThan(10_000)
  })

  test('importing the same zip changes nothing', async () => {
    const { page } = office
    await send('lakeside.zip', zip)
    await page.getByRole('heading', { name: 'What “lakeside.zip” would change' }).waitFor()
    await page.getByText('Everything in this file is already here.').waitFor()
    const people = page.getByRole('row', { name: /^People/ })
    expect(await people.innerText()).toMatch(/People\s+\d+\s+0/)
    // The report has its own address.
    await page.reload()
    await page.getByText('Everything in this file is already here.').waitFor()
    await inspect(office, 'oneroster-unchanged')
  })

  test('importing an earlier zip reverts a later change, and that is undone', async () => {
    const { page } = office
    const [row] = await lantern.sql<{ id: string; name: string }>(
      `update school.persons set preferred_name = 'Nobody' where id = (select id from school.students where archived_at is null order by id limit 1) returning id, name`,
    )
    await lantern.sql(
      `update school.persons set preferred_name = 'Somebody' where id = (select id from school.students where archived_at is null order by id limit 1)`,
    )
    const nameOf = async () =>
      (
        await lantern.sql<{ name: string }>('select preferred_name as name from school.persons where id = $1', [
          row!.id,
        ])
      )[0]!.name
    await page.goto(path)
    const coming = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download zip' }).click()
    const changed = await readFile(await (await coming).path())
    await lantern.sql(`update school.persons set preferred_name = 'Other' where id = $1`, [row!.id])
    await send('changed.zip', changed)
    await page.getByRole('button', { name: 'Apply 1 change' }).click()
    await page.getByText('1 change applied').waitFor()
    expect(await nameOf()).toBe('Somebody')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone. Everything is back as it was.').waitFor()
    expect(await nameOf()).toBe('Other')
  })

  test('a file that isn’t a zip is refused in plain words', async () => {
    const { page } = office
    await send('holiday.zip', Buffer.from('not a zip at all'))
    await page.getByText('We can’t read this as a OneRoster zip').waitFor()
    await page.getByRole('button', { name: 'Choose another file' }).click()
    await page.getByRole('button', { name: 'Choose a zip' }).waitFor()
  })

  test('a program gets an ID and a secret, reads data, and loses its access', async () => {
    const { page } = office
    await page.goto(path)
    await page.getByRole('button', { name: 'Add a program' }).click()
    const form = page.getByRole('dialog', { name: 'Add a program' })
    await form.getByRole('button', { name: 'Create ID and secret' }).click()
    await form.getByRole('link', { name: /^Name/ }).waitFor()
    await form.getByLabel('Name', { exact: true }).fill('Library')
    await form.getByRole('button', { name: 'Create ID and secret' }).click()
    const made = page.getByRole('region', { name: 'Library has access' })
    await made.waitFor()
    await inspect(office, 'oneroster-secret')
    const id = await made.getByLabel('ID (client ID)').first().inputValue()
    const secret = await made.getByLabel('Secret (client secret)').first().inputValue()
    expect(secret).toMatch(/^[\w-]{43}$/)
    await made.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByText('Never used').waitFor()

    const base = await page.getByLabel('Address of the service').first().inputValue()
    const tokenUrl = await page.getByLabel('Address for tokens').first().inputValue()
    const token = await fetch(tokenUrl, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    const { access_token: bearer } = (await token.json()) as { access_token: string }
    const read = (what: string) => fetch(`${base}/${what}`, { headers: { authorization: `Bearer ${bearer}` } })
    const students = await read('students?limit=5')
    expect(students.status).toBe(200)
    expect(((await students.json()) as { users: unknown[] }).users).toHaveLength(5)
    expect(Number(students.headers.get('x-total-count'))).toBeGreaterThan(100)
    expect((await read('demographics')).status).toBe(403)

    await page.reload()
    await page.getByText(/Last used/).waitFor()
    await page.getByRole('button', { name: 'End the access of Library' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End access of 1 program' }).click()
    await page.getByText('No programs have access yet.').waitFor()
    expect((await read('orgs')).status).toBe(401)
  })

  test('a new school imports everything, and exports the same people', async () => {
    const seat = await fresh.sit()
    const { page } = seat
    await setUp(page, fresh.lantern)
    await switchOn(page, 'OneRoster')
    await send('lakeside.zip', zip, seat)
    await page.getByText('Good to know').waitFor()
    await inspect(seat, 'oneroster-report')
    await page.getByRole('button', { name: /^Apply [\d,]+ changes/ }).click()
    await page.getByText(/changes applied$/).waitFor({ timeout: 60_000 })
    await page.getByText('Everything', { exact: true }).click()
    await page.getByText('All terms, including drafts').waitFor()
    const coming = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download zip' }).click()
    const back = await unpack(await readFile(await (await coming).path()))
    const out = await unpack(zip)
    for (const file of ['courses', 'classes', 'demographics', 'enrollments'] as const)
      expect(tableOf(back, file).length, file).toBe(tableOf(out, file).length)
    // Everyone except the office staff, who are invited and not imported.
    const office_ = new Set(
      tableOf(out, 'roles').flatMap(row => (row['role'] === 'siteAdministrator' ? [row['userSourcedId']!] : [])),
    )
    const names = (of: typeof out) =>
      tableOf(of, 'users')
        .filter(row => !office_.has(row['sourcedId']!) && row['metadata.lantern.name'] !== 'Ida Office')
        .map(row => [
          row['sourcedId'],
          row['metadata.lantern.name'],
          row['metadata.lantern.nativeName'],
          row['agentSourcedIds'],
        ])
    expect(names(back)).toEqual(names(out))
  })

  test('the page is accessible on a tablet, in Chinese and dark mode', async () => {
    const tablet = await sitAs('office', { width: 'tablet', language: 'zh', dark: true })
    await tablet.page.goto(path)
    await tablet.page.getByRole('heading', { name: '下载班级名单' }).waitFor()
    await tablet.page.getByText(/^包含 \d+/).waitFor()
    await inspect(tablet, 'oneroster-tablet')
  })
})
