import { beforeAll, expect, test } from 'vitest'
import { inspect, type Seat, openSchool } from '#tests/journeys/lantern.ts'
import { sheetOf } from './sheets.ts'

const { lantern, sitAs, seats } = openSchool()
let office: Seat

beforeAll(async () => {
  office = await sitAs('office')
})

test('unclear custody notes must be read before an import, and undecided ones go to the work queue', async () => {
  const { page } = office
  const lines = [
    'Student,DOB,Mother,Mother Email,Father,Father Email,Custody,Father Pickup OK',
    'Ida Quill,2016-03-04,Ana Quill,ana.quill@mail.example,Ben Quill,ben.quill@mail.example,No contact with father,Y',
    'Oli Rook,2016-03-05,Ana Rook,ana.rook@mail.example,Ben Rook,ben.rook@mail.example,See file,Y',
    'Uma Stork,2016-03-06,Ana Stork,ana.stork@mail.example,Ben Stork,ben.stork@mail.example,,ask first',
  ]
  await page.goto('/adminstudent?tab=import')
  await page.getByLabel('Spreadsheet', { exact: true }).setInputFiles(sheetOf('custody.csv', lines))
  await page.getByText('2 rows have a note about custody or pick-up').waitFor()
  expect(await page.getByRole('button', { name: /^Import/ }).isDisabled()).toBe(true)
  await inspect(office, 'imports-custody')
  await page.getByRole('link', { name: 'Read the notes' }).click()

  const panel = page.getByRole('listitem').filter({ hasText: 'Row 3' })
  await page.getByText('2 questions left.').waitFor()
  await panel.getByText('Who may see and pick up Oli Rook?').waitFor()
  await panel.getByText('“Custody: See file”').waitFor()
  await panel.getByRole('radio', { name: /^Someone is barred/ }).check()
  await panel.getByRole('checkbox', { name: 'Ben Rook' }).check()
  await inspect(office, 'imports-custody-question')
  await panel.getByRole('button', { name: 'Save answer' }).click()
  await page.getByText('Answer about Oli Rook saved.').waitFor()
  await page.getByText('1 question left.').waitFor()
  // Keyboard focus moves to the next question.
  await expect.poll(() => page.evaluate<string>('document.activeElement?.textContent ?? ""')).toContain('Uma Stork')

  const [draft] = /id=[\w-]+/.exec(page.url())!
  await page.goto(`/adminstudent?tab=import&${draft}&row=3`)
  const record3 = page.getByRole('dialog', { name: 'Row 3' })
  await record3.getByText('You said: Ben Rook can’t see or pick up Oli Rook.').waitFor()
  await record3.getByText('Can’t see or pick up: Ben Rook → Oli Rook').waitFor()
  await page.goto(`/adminstudent?tab=import&${draft}&row=4`)
  const other = page.getByRole('dialog', { name: 'Row 4' })
  await other.getByRole('radio', { name: /^Not sure yet/ }).check()
  await other.getByRole('button', { name: 'Save answer' }).click()
  await other.getByText('You said: not sure yet.', { exact: false }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Import 3 children' }).click()
  await page.getByText('3 children imported.').waitFor()
  const rights = await lantern.sql<{ child: string; guardian: string }>(
    `select c.name as child, p.name as guardian from school.guardianships g join school.persons p on p.id = g.guardian_id join school.persons c on c.id = g.student_id
      where p.email like '%@mail.example' and p.name ~ 'Quill|Rook|Stork' and g.has_data_access order by c.name, p.name`,
  )
  expect(rights).toEqual([
    { child: 'Ida Quill', guardian: 'Ana Quill' },
    { child: 'Oli Rook', guardian: 'Ana Rook' },
  ])

  await page.goto('/admindashboard')
  await page.getByRole('link', { name: /1 custody note to decide/ }).click()
  await page
    .getByRole('link', { name: /Uma Stork/ })
    .first()
    .click()
  const record = page.getByRole('dialog')
  await record.getByText('Custody is not decided yet').waitFor()
  await record.getByText('Custody is not decided yet').scrollIntoViewIfNeeded()
  await inspect(office, 'imports-custody-open')
  await record.getByRole('button', { name: 'Mark as decided' }).click()
  await page.getByText('Marked as decided.').waitFor()
  await record.getByText('Custody is not decided yet').waitFor({ state: 'detached' })
})

test('questions appear on family cards, can be answered for all that are alike, and can be changed', async () => {
  const { page } = office
  const family = (n: number, child: string, parent: string, note: string) =>
    `S-${n},${child},2015-04-0${n},${parent},${parent.toLowerCase().replace(' ', '.')}@card.example,${note}`
  const lines = [
    'Student ID,Student,DOB,Mother,Mother Email,Custody',
    family(1, 'Ada Ulm', 'Eva Ulm', 'See file'),
    family(2, 'Bo Vogt', 'Eva Vogt', 'See file'),
    family(3, 'Cy Wied', 'Eva Wied', 'see file'),
    family(4, 'Di Xanten', 'Eva Xanten', ''),
    'S-4,Flo Yuma,2016-04-08,Ria Yuma,ria.yuma@card.example,',
  ]
  await page.goto('/adminstudent?tab=import')
  await page.getByRole('button', { name: 'Paste cells' }).click()
  const cells = lines.map(line => line.replaceAll(',', '\t')).join('\n')
  await page.getByLabel('Cells copied from a spreadsheet').fill(cells.replace('See file', '"See\nfile"'))
  await inspect(office, 'imports-paste')
  await page.getByRole('button', { name: 'Read these cells' }).click()
  await page.getByRole('heading', { name: 'Pasted cells.tsv' }).waitFor()
  await page.getByText('4 questions left.').waitFor()
  const card = (row: string) => page.getByRole('listitem').filter({ hasText: `Row ${row}` })
  await card('6').getByText('Student number S-4 stood for Di Xanten. Here it is Flo Yuma.').waitFor()
  await inspect(office, 'imports-families')
  await card('2')
    .getByRole('radio', { name: /^Not sure yet/ })
    .check()
  await card('2').getByRole('checkbox', { name: 'Same for all like this (2 more)' }).check()
  await card('2').getByRole('button', { name: 'Save answer' }).click()
  await page.getByText('1 question left.').waitFor()
  await card('4').getByText('You said: not sure yet.', { exact: false }).waitFor()
  await card('6').getByRole('button', { name: 'Different people: leave the number out' }).click()
  await page.getByText('No questions left.').waitFor()
  await card('4').getByRole('button', { name: 'Change answer' }).click()
  await page.getByText('1 question left.').waitFor()
  await card('4').getByRole('button', { name: 'Leave the row out' }).click()
  await card('4').getByText('You left row 4 out.').waitFor()
  await inspect(office, 'imports-families-answered')
  await page.getByRole('button', { name: 'Import 4 children' }).click()
  await page.getByText('4 children imported.').waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('This import was undone.', { exact: false }).waitFor()
})

test('a note beside two children is quoted once and answered for each of them', async () => {
  const { page } = office
  const lines = [
    'Mother,Mother Email,Father,Father Email,Child 1 Name,Child 1 DOB,Child 2 Name,Child 2 DOB,Notes',
    'Ana Jung,ana@jung.example,Ben Jung,ben@jung.example,Mia Jung,2016-03-04,Leo Jung,2018-03-04,"Custody: no contact with Mia, see file"',
  ]
  await page.goto('/adminstudent?tab=import')
  await page.getByLabel('Spreadsheet', { exact: true }).setInputFiles(sheetOf('two.csv', lines))
  await page.getByText('2 questions left.').waitFor()
  const about = (child: string) => page.getByRole('group', { name: `Who may see and pick up ${child}?` })
  expect(await page.getByText('see file', { exact: false }).count()).toBe(1)
  await inspect(office, 'imports-custody-siblings')
  await about('Mia Jung')
    .getByRole('radio', { name: /^Someone is barred/ })
    .check()
  await about('Mia Jung').getByRole('checkbox', { name: 'Ben Jung' }).check()
  await about('Mia Jung').getByRole('button', { name: 'Save answer' }).click()
  await page.getByText('1 question left.').waitFor()
  await page.getByText('You said: Ben Jung can’t see or pick up Mia Jung.').waitFor()
  await about('Leo Jung').getByText('see file', { exact: false }).waitFor()
  expect(await page.getByRole('button', { name: /^Import/ }).isDisabled()).toBe(true)
  await inspect(office, 'imports-custody-sibling-left')
  await about('Leo Jung')
    .getByRole('radio', { name: /^No one is barred/ })
    .check()
  await about('Leo Jung').getByRole('button', { name: 'Save answer' }).click()
  await page.getByText('No questions left.').waitFor()
  await page.getByText('You said: no one is barred from seeing or picking up Leo Jung.').waitFor()
})

test('cells copied from a spreadsheet can be pasted anywhere on the page', async () => {
  const { page } = office
  await page.goto('/adminstudent?tab=import')
  await page.getByRole('button', { name: 'Paste cells' }).waitFor()
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'Student\\tDOB\\tParent\\nKim Pasted\\t2016-03-24\\tKen Pasted\\n')
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  })()`)
  await page.getByRole('heading', { name: 'Pasted cells.tsv' }).waitFor()
  await page.getByRole('button', { name: 'Import 1 child' }).waitFor()
})

test('no browser reports an error', () => {
  expect(seats.flatMap(({ problems }) => problems)).toEqual([])
})
