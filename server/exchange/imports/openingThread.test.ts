import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SmallSchool, school } from '#tests/school.ts'
import { endless } from '#tests/workbooks.ts'
import { openSheet } from './opening.ts'
import { openInThread } from './openingThread.ts'
import { recognise } from './study.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

const tooLarge = { details: { reason: 'SHEET_TOO_LARGE' } }

test('a file opens the same way in a thread as without one', async () => {
  for (const name of ['families.xlsx', 'office-gb18030.csv']) {
    const bytes = readFileSync(new URL(`../../../tests/fixtures/imports/${name}`, import.meta.url))
    const { found, ...opened } = await openInThread(bytes)
    expect(opened).toEqual(await openSheet(bytes))
    expect(found).toEqual(recognise(opened.lines, null))
  }
  await expect(openInThread(Buffer.from(''))).rejects.toMatchObject({ details: { reason: 'FILE_EMPTY' } })
})

test('a call is answered while a hostile workbook is being read, which is refused in the end', async () => {
  let isReading = true
  const refused = expect(openInThread(endless)).rejects.toMatchObject(tooLarge)
  const reading = refused.finally(() => (isReading = false))
  expect(await s.ida.call('imports-list', {})).toMatchObject({ total: 0 })
  expect(isReading).toBe(true)
  await reading
  // The next sheet is opened.
  expect((await openInThread(Buffer.from('Student,DOB\nMia Lee,2016-03-04\n'))).lines).toHaveLength(2)
})
