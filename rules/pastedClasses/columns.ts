import { pasteFields, type PasteField } from '#contract/enrolment/classes.pasting.plain.ts'
import { isHan, oneLine } from '#rules/imports/cells.ts'
import { headingKey, readHeading } from '#rules/imports/headers.ts'
import { readAges, readAmount, readCount } from './numbers.ts'
import { readDays, readTimes } from './times.ts'

// The first match wins, so the order matters. "Class time" is a time, "classroom" a room, "class size" a number.
const headings: readonly (readonly [PasteField, RegExp])[] = [
  [
    'ignore',
    /^(?:#|no\.?|nr\.?|id|row|序号|编号|編號)$|\b(?:notes?|comments?|remarks?|status|description)\b|备注|備註|状态|\bdates?\b|日期/,
  ],
  ['email', /e-?mail|邮箱|郵箱|电邮|邮件/],
  ['native', /chinese ?name|native ?name|name in chinese|中文(?:班)?名/],
  ['teacher', /teacher|instructor|tutor|coach|faculty|assistant|老师|老師|教师|教師|任课|授课|助教|教练|导师/],
  ['ageFrom', /(?:min(?:imum)?|from|youngest).{0,6}\bage|\bage.{0,3}(?:min|from)|最小年龄|最低年龄/],
  ['ageTo', /(?:max(?:imum)?|to|oldest).{0,6}\bage|\bage.{0,3}(?:max|to)\b|最大年龄|最高年龄/],
  ['ages', /\bages?\b|年龄|年齡|岁|歲/],
  ['minimum', /\bmin(?:imum)?\b|至少|最少|开班人数|最低人数/],
  [
    'capacity',
    /capacity|\bmax(?:imum)?\b|\bplaces\b|\bspots?\b|\bseats?\b|\bsize\b|\blimit\b|名额|名額|人数|人數|容量|上限|座位/,
  ],
  ['books', /\bbooks?\b|textbook|materials?|教材|书本|课本|書費|书费|材料/],
  ['fee', /\bfees?\b|tuition|\bprice\b|\bcost\b|\bamount\b|\$|学费|學費|费用|費用|价格|價格|收费|收費/],
  ['room', /room|location|venue|\bplace\b|studio|教室|房间|房間|地点|地點|场地/],
  ['starts', /^(?:starts?|begins?|from)\b|start(?:ing)? time|^开始|^開始|上课时刻/],
  ['ends', /^(?:ends?|until|to|finish)\b|end(?:ing)? time|^结束|^結束|下课/],
  ['time', /time|\bwhen\b|schedule|\bhours?\b|时间|時間|时段/],
  ['day', /\bdays?\b|weekday|星期|周几|週幾|礼拜|上课日|^[周週]$/],
  ['programme', /program|department|\btrack\b|category|项目|項目|学部|部门|类别|類別|系列/],
  ['level', /level|grade|级别|級別|年级|年級|程度/],
  ['course', /course|subject|课程|課程|科目/],
  ['class', /class|section|group|^name$|班|组别|名称/],
]
const fieldOf = (heading: string): PasteField | null => {
  const key = headingKey(heading)
  return key === '' || key.length > 60 ? null : (headings.find(([, words]) => words.test(key))?.[0] ?? null)
}

/** True if the headings are those of a class list: they say what and when, and nothing about families. */
export const isClassList = (headings: readonly string[]): boolean => {
  const fields = new Set(headings.map(fieldOf))
  const isOfFamilies = headings.some(heading => {
    const { who } = readHeading(heading)
    return who === 'child' || who === 'guardian' || who === 'mother' || who === 'father' || who === 'emergency'
  })
  const isWhat = fields.has('class') || fields.has('course')
  return !isOfFamilies && isWhat && (fields.has('time') || fields.has('day') || fields.has('starts'))
}

export type PastedColumn = {
  heading: string
  field: PasteField
  /** The source of the field: the heading, a guess from the cells, or neither. */
  by: 'heading' | 'cells' | 'none'
}
type PastedSheet = { columns: PastedColumn[]; rows: string[][] }

const shareOf = (cells: readonly string[], test: (cell: string) => boolean): number => {
  const filled = cells.filter(cell => cell !== '')
  return filled.length === 0 ? 0 : filled.filter(test).length / filled.length
}
const most = 0.6
const isPerson = (cell: string): boolean =>
  /^(?:(?:mr|mrs|ms|miss|dr)\.? )?\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’.-]*){1,3}$/iu.test(cell) ||
  /老师|老師/.test(cell) ||
  (isHan(cell) && /^.{2,4}$/u.test(cell.trim()))
const isRoom = (cell: string): boolean =>
  /room|\brm\b|教室|hall|studio|gym|library|lab\b|楼|室$/i.test(cell) || /^[A-Z]?-?\d{2,4}[A-Z]?$/.test(cell)
const isFee = (cell: string): boolean => /[$¥￥€£]/.test(cell) && readAmount(cell, 2) !== null

/**
 * What the cells of a column look like, for columns whose heading doesn't tell. The most specific pattern comes first.
 */
const looks: readonly (readonly [PasteField, (cell: string) => boolean])[] = [
  ['email', cell => /^\S+@\S+\.\S+$/.test(cell)],
  ['time', cell => readTimes(cell).times.length > 0],
  ['day', cell => readDays(cell).length > 0],
  ['fee', isFee],
  ['ages', cell => /[-–+岁]|under/i.test(cell) && readAges(cell) !== null],
  ['room', isRoom],
  ['capacity', cell => (readCount(cell) ?? 0) > 0 && readCount(cell)! <= 60],
  ['fee', cell => readAmount(cell, 2) !== null],
]

const guessed = (columns: readonly (readonly string[])[]): PasteField[] => {
  const taken = new Set<PasteField>()
  const found = columns.map(cells => {
    const [field] = looks.find(([each, test]) => !taken.has(each) && shareOf(cells, test) > most) ?? []
    if (field) taken.add(field)
    return field ?? null
  })
  // The first column of words holds the class; a column of people's names holds its teachers.
  const first = columns.findIndex((cells, index) => found[index] === null && cells.some(cell => cell !== ''))
  const teachers = columns.findIndex(
    (cells, index) => index !== first && found[index] === null && shareOf(cells, isPerson) > most,
  )
  return found.map((field, index) => field ?? (index === first ? 'class' : index === teachers ? 'teacher' : 'ignore'))
}

/** The number of lines searched for headings, because a title or two may stand above them. */
const searchedLines = 6

/**
 * Proposes what each column of a pasted sheet holds: by its heading if there are headings, otherwise by its cells.
 * Empty rows and everything above the headings are left out.
 */
export const readSheet = (grid: readonly (readonly string[])[]): PastedSheet => {
  const lines = grid.map(row => row.map(oneLine)).filter(row => row.some(cell => cell !== ''))
  const width = Math.max(0, ...lines.map(row => row.length))
  const scores = lines
    .slice(0, searchedLines)
    .map(row => (row.some(cell => /\d{2}|\d:\d/.test(cell)) ? 0 : row.filter(cell => fieldOf(cell) !== null).length))
  const best = Math.max(0, ...scores)
  const at = best >= 2 ? scores.indexOf(best) : -1
  const full = (row: readonly string[]) => Array.from({ length: width }, (_, index) => row[index] ?? '')
  const rows = lines.slice(at + 1).map(full)
  const cellsOf = (index: number) => rows.map(row => row[index]!)
  if (at === -1) {
    const fields = guessed(Array.from({ length: width }, (_, index) => cellsOf(index)))
    return { columns: fields.map(field => ({ heading: '', field, by: field === 'ignore' ? 'none' : 'cells' })), rows }
  }
  const taken = new Set<PasteField>()
  const columns = full(lines[at]!).map((heading): PastedColumn => {
    const field = fieldOf(heading)
    // Two teachers may have a column each. For any other field, only the first column counts.
    if (field === null || (taken.has(field) && field !== 'teacher')) return { heading, field: 'ignore', by: 'none' }
    taken.add(field)
    return { heading, field, by: field === 'ignore' ? 'none' : 'heading' }
  })
  return { columns, rows }
}

/** The fields that a table of classes shows, in reading order. */
export const shownFields: readonly PasteField[] = pasteFields.filter(field => field !== 'ignore')
