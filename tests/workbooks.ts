import { strToU8, zipSync } from 'fflate'

/** The files of a workbook with a single sheet. */
export const parts = (sheet: string, strings = '') => ({
  'xl/workbook.xml': strToU8(
    '<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
  ),
  'xl/_rels/workbook.xml.rels': strToU8(
    '<Relationships><Relationship Id="r1" Target="worksheets/s.xml"/></Relationships>',
  ),
  'xl/sharedStrings.xml': strToU8(`<sst>${strings}</sst>`),
  'xl/worksheets/s.xml': strToU8(`<worksheet><sheetData>${sheet}</sheetData></worksheet>`),
})

/** A workbook of these rows and shared strings, given as XML. */
export const workbook = (sheet: string, strings = ''): Buffer => Buffer.from(zipSync(parts(sheet, strings)))

/** More cells than any sheet has, all empty. */
export const endless = workbook(`<row>${'<c r="A1"/>'.repeat(3_100_000)}</row>`)
