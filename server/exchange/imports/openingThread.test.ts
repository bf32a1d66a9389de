import { readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SmallSchool, school } from '#tests/school.ts'
import { openSheet } from './opening.ts'
import { openInThread } from './openingThread.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const tooLarge = { details: { reason: 'SHEET_TOO_LARGE' } }
const roomy = { ms: 60_000, mb: 768 }
const workbook = (sheet: string, strings = ''): Buffer =>
  Buffer.from(
    zipSync({
      'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': strToU8(
        '<Relationships><Relationship Id="r1" Target="worksheets/s.xml"/></Relationships>',
      ),
      'xl/sharedStrings.xml': strToU8(`<sst>${strings}</sst>`),
      'xl/worksheets/s.xml': strToU8(`<worksheet><sheetData>${sheet}</sheetData></worksheet>`),
    }),
  )
/** Rows that are opened and never closed make a reader look to the end of the file for each of them. */
const endless = workbook('<row><c r="A1">'.repeat(400_000))

test('a file is opened in a thread as it is without one', async () => {
  for (const name of ['families.xlsx', 'office-gb18030.csv']) {
    const bytes = readFileSync(new URL(`../../../tests/fixtures/imports/${name}`, import.meta.url))
    expect(await openInThread(bytes)).toEqual(await openSheet(bytes))
  }
  await expect(openInThread(Buffer.from(''))).rejects.toMatchObject({ details: { reason: 'FILE_EMPTY' } })
})

test('a call is answered while a hostile workbook is being read, and the workbook is refused in the end', async () => {
  let isReading = true
  const refused = expect(openInThread(endless, {}, { ...roomy, ms: 4_000 })).rejects.toMatchObject(tooLarge)
  const reading = refused.finally(() => (isReading = false))
  expect(await s.ida.call('imports-list', {})).toMatchObject({ total: 0 })
  expect(isReading).toBe(true)
  await reading
  // The next one has its turn.
  expect((await openInThread(Buffer.from('Student,DOB\nMia Lee,2016-03-04\n'))).lines).toHaveLength(2)
})

test('a workbook that needs more memory than any sheet is refused', async () => {
  const strings = Array.from({ length: 400_000 }, (_, n) => `<si><t>${n} ${'x'.repeat(60)}</t></si>`).join('')
  await expect(openInThread(workbook('', strings), {}, { ...roomy, mb: 24 })).rejects.toMatchObject(tooLarge)
})

test('a long text in very many cells is refused', async () => {
  const cells = '<c t="s"><v>0</v></c>'.repeat(150)
  const sheet = `<row>${cells}</row>`.repeat(60)
  const opened = openInThread(workbook(sheet, `<si><t>${'x'.repeat(4000)}</t></si>`))
  await expect(opened).rejects.toMatchObject(tooLarge)
  expect((await openInThread(workbook(sheet, '<si><t>x</t></si>'))).lines).toHaveLength(60)
})
