import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { endless, parts, workbook } from '#tests/workbooks.ts'
import { openSheet } from './opening.ts'
import { openInThread, sheetOpener } from './openingThread.ts'

const tooLarge = { details: { reason: 'SHEET_TOO_LARGE' } }
const unreadable = { details: { reason: 'SHEET_UNREADABLE' } }
test('a workbook that needs too much memory is refused, and one that needs too much time can be sent again', async () => {
  // This is what a valid sheet gets under load; it must not be reported as too large.
  await expect(sheetOpener({ mostMs: 50, mb: 768 })(endless)).rejects.toMatchObject({
    code: 'unavailable',
    details: { reason: 'BUSY' },
  })
  const strings = Array.from({ length: 250_000 }, (_, n) => `<si><t>${n} ${'x'.repeat(60)}</t></si>`).join('')
  await expect(sheetOpener({ mostMs: 60_000, mb: 16 })(workbook('', strings))).rejects.toMatchObject(tooLarge)
})

describe('a hostile workbook is refused early, with one reason', () => {
  const entities = '<!DOCTYPE sst [<!ENTITY a "x"><!ENTITY b "&a;&a;&a;&a;">]><sst><si><t>&b;</t></si></sst>'
  test.each([
    ['elements without an end within each other', workbook('<row><c r="A1">'.repeat(100_000)), tooLarge],
    [
      'thousands of files',
      Buffer.from(zipSync(Object.fromEntries(Array.from({ length: 6000 }, (_, n) => [`f${n}`, new Uint8Array()])))),
      tooLarge,
    ],
    ['a million shared texts', workbook('', '<si/>'.repeat(1_000_001)), tooLarge],
    [
      'one shared text that is longer than a file',
      workbook('', `<si><t>${'x'.repeat(140 * 1024 * 1024)}</t></si>`),
      tooLarge,
    ],
    ['very much text in few cells', workbook('', `<si><t>${'x'.repeat(32_000)}</t></si>`.repeat(700)), tooLarge],
    ['a row far below', workbook('<row r="99999999"><c t="str"><v>x</v></c></row>'), tooLarge],
    ['a column far to the right', workbook('<row><c r="XFD1" t="str"><v>x</v></c></row>'), tooLarge],
    [
      'entities of its own',
      Buffer.from(zipSync({ ...parts(''), 'xl/sharedStrings.xml': strToU8(entities) })),
      unreadable,
    ],
    ['an element that never ends', workbook('<row><c t="str"><v>Mia'), unreadable],
    ['a part that is cut short', workbook('<row/>').fill(0, 60, 90), unreadable],
  ])('%s', async (_, bytes, reason) => {
    await expect(openSheet(bytes)).rejects.toMatchObject(reason)
  })
})

test('a long text repeated in very many cells is refused', async () => {
  const cells = '<c t="s"><v>0</v></c>'.repeat(150)
  const sheet = `<row>${cells}</row>`.repeat(60)
  const opened = openInThread(workbook(sheet, `<si><t>${'x'.repeat(4000)}</t></si>`))
  await expect(opened).rejects.toMatchObject(tooLarge)
  expect((await openInThread(workbook(sheet, '<si><t>x</t></si>'))).lines).toHaveLength(60)
})
