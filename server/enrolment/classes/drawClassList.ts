import type { FieldValue, FormField } from '#contract/people/forms.ts'
import { fieldsIn, isIn } from '#contract/studentFields.ts'
import type { Language } from '#contract/values.ts'
import { valueText } from '#rules/fields.ts'
import { labelledIn, listIn } from '#rules/lists.ts'
import { inThread } from '#server/platform/makingThread.ts'
import { ink, openPaper, type Paper } from '#server/platform/paper.ts'
import type { ClassList } from './classListQueries.ts'
import {
  bothNames,
  dateText,
  nameIn,
  type Region,
  shortDayText,
  textsOf,
  timeText,
  weekdayText,
} from '#server/platform/texts.ts'
import { personFields as english } from '#web/words/personFields.en.ts'
import { personFields as chinese } from '#web/words/personFields.zh.ts'
import { messages as en } from './drawClassList.en.ts'
import { messages as zh } from './drawClassList.zh.ts'

const texts = textsOf({ en, zh })
const fields = textsOf({ en: english, zh: chinese })

type ClassListOptions = {
  school: string
  size: 'A4' | 'LETTER'
  region: Region
  language: Language
  today: string
}
/** A class list with the answers to the class's questions that the reader may see. */
type AnsweredList = ClassList & {
  answers: readonly { field: FormField; studentId: string; value: FieldValue }[]
}

const margin = 36
const bottom = 46
/** The width of the term and the school, at the right of a head. */
const beside = 170
const small = { size: 8 } as const

/** Draws the head of a class. Returns the vertical position at which the table begins. */
const drawHead = (paper: Paper, { school, language, region, today }: ClassListOptions, of: ClassList): number => {
  const t = texts(language)
  const { left, right, set } = paper
  const room = right - left - beside - 12
  const heading = { size: 16, isBold: true, colour: ink.board }
  const fact = { size: 9.5, colour: ink.quiet }
  let y = 54
  for (const [text, style, step] of [
    [nameIn(language, { name: of.term, nativeName: of.termNativeName }), { size: 10 }, 16],
    [school, { ...small, colour: ink.quiet }, 10],
  ] as const)
    for (const line of paper.wrap(text, beside, style)) {
      set(line, right, y, { ...style, end: true })
      y += step
    }
  const besideEnd = y
  y = 54
  for (const line of paper.wrap(bothNames(language, of.name, of.nativeName), room, heading)) {
    set(line, left, y, heading)
    y += 19
  }
  const facts = [
    `${weekdayText(language, of.weekday)} ${timeText(language, region, of.startsAt)}–${timeText(language, region, of.endsAt)}`,
    of.room && t('room', { name: of.room }),
    listIn(
      language,
      of.teachers.map(({ name, nativeName }) => bothNames(language, name, nativeName)),
    ),
    t('count', { n: of.students.length }),
  ]
  y -= 3
  for (const line of paper.wrap(facts.filter(Boolean).join(' · '), room, fact)) {
    set(line, left, y, fact)
    y += 12
  }
  set(t('printed', { day: dateText(language, region, today) }), left, paper.height - 28, {
    ...small,
    colour: ink.quiet,
  })
  return Math.max(y, besideEnd) + 10
}

type Line = { text: string; isBold?: boolean; colour?: string }

/** A student's answers to the class's questions, one line each. */
const answersOf = (language: Language, { answers }: AnsweredList, studentId: string): Line[] =>
  answers
    .filter(each => each.studentId === studentId)
    .flatMap(({ field, value }) => {
      const answer = valueText(field, value, language)
      const label = nameIn(language, { name: field.label, nativeName: field.nativeLabel })
      return answer === '' ? [] : [{ text: labelledIn(language, label, answer) }]
    })
const wrapped = (paper: Paper, lines: readonly Line[], width: number): Line[] =>
  lines.flatMap(line => paper.wrap(line.text, width, { ...small, ...line }).map(text => ({ ...line, text })))

/** A phone number that doesn't break across lines, and keeps its order after a name that is read from right to left. */
const unbroken = (phone: string): string => phone && `\u2066${phone.replaceAll(' ', '\u00a0')}\u2069`

const lead = 10.5

/** Draws students with their guardians, what a teacher must know about them, and four columns to tick. */
const drawContacts = (paper: Paper, options: ClassListOptions, of: AnsweredList): void => {
  const { language } = options
  const t = texts(language)
  const { left, right, set, line, rule } = paper
  const tick = 20
  const ticks = right - 4 * tick
  const columns = { nr: left, student: left + 20, grade: left + 150, guardians: left + 186, notes: left + 346 }
  const begin = (): number => {
    const y = drawHead(paper, options, of)
    const bold = { ...small, isBold: true, colour: ink.quiet }
    set(t('student'), columns.student, y, bold)
    set(t('grade'), columns.grade, y, bold)
    set(t('guardians'), columns.guardians, y, bold)
    set(t('notes'), columns.notes, y, bold)
    rule(y + 5, ink.board)
    return y + 5
  }
  let y = begin()
  let top = y
  const closeTicks = () => {
    for (let at = 0; at <= 4; at += 1) line(ticks + at * tick, top, ticks + at * tick, y)
  }
  if (of.students.length === 0) set(t('nobody'), columns.student, y + 16)
  of.students.forEach((student, index) => {
    const names: Line[] = [
      { text: nameIn(language, student), isBold: true },
      ...(student.nativeName && student.nativeName !== student.name
        ? [{ text: language === 'zh' ? student.name : student.nativeName }]
        : []),
      ...(student.preferredName ? [{ text: `(${student.preferredName})`, colour: ink.quiet }] : []),
    ]
    const cells: [number, Line[]][] = [
      [columns.nr, [{ text: String(index + 1), colour: ink.quiet }]],
      [columns.student, wrapped(paper, names, 124)],
      [columns.grade, wrapped(paper, [{ text: student.grade }], 32)],
      [
        columns.guardians,
        wrapped(
          paper,
          [
            ...student.guardians.map(({ name, nativeName, phone }) => ({
              text: `${bothNames(language, name, nativeName)} ${unbroken(phone)}`.trim(),
            })),
            ...student.contacts.map(({ name, phone }) => ({
              text: t('contact', { name, phone: unbroken(phone) }),
              colour: ink.quiet,
            })),
          ],
          154,
        ),
      ],
      [
        columns.notes,
        wrapped(
          paper,
          [
            ...fieldsIn('classList')
              .filter(field => student[field])
              .map(field => ({
                text: t('says', { label: fields(language)(field), text: student[field] }),
                ...(isIn('roll', field) && { isBold: true, colour: ink.bad }),
              })),
            ...(student.barred.length > 0
              ? [{ text: t('barred', { names: listIn(language, student.barred) }), isBold: true, colour: ink.bad }]
              : []),
            ...(student.isPhotographed ? [] : [{ text: t('noPhotos') }]),
            ...(student.isAuditor ? [{ text: t('auditor') }] : []),
            ...answersOf(language, of, student.id),
          ],
          ticks - columns.notes - 8,
        ),
      ],
    ]
    const height = Math.max(24, ...cells.map(([, lines]) => lines.length * lead + 8))
    if (y + height > paper.height - bottom) {
      closeTicks()
      paper.nextPage()
      y = begin()
      top = y
    }
    for (const [x, lines] of cells)
      lines.forEach((each, at) => set(each.text, x, y + 13 + at * lead, { ...small, ...each }))
    y += height
    rule(y)
  })
  closeTicks()
}

/** The maximum number of lesson days on one sheet. */
const daysOnSheet = 22

/** True for a student whose teacher must look at the class list before a lesson, and before handing them over. */
const isMarked = ({ allergies, barred }: ClassList['students'][number]): boolean =>
  Boolean(allergies) || barred.length > 0

/** Draws students with a box for each lesson day; canceled days are gray. */
const drawRoll = (paper: Paper, options: ClassListOptions, of: ClassList): void => {
  const { language, region } = options
  const t = texts(language)
  const { left, right, set, line, rule, box } = paper
  const grid = left + 190
  const row = 22
  const sheets = Math.max(1, Math.ceil(of.meetings.length / daysOnSheet))
  for (let sheet = 0; sheet < sheets; sheet += 1) {
    const days = of.meetings.slice(sheet * daysOnSheet, (sheet + 1) * daysOnSheet)
    const width = Math.min(46, (right - grid) / Math.max(1, days.length))
    const end = grid + days.length * width
    if (sheet > 0) paper.nextPage()
    const begin = (): number => {
      const y = drawHead(paper, options, of) + 2
      set(t('student'), left + 20, y, { ...small, isBold: true, colour: ink.quiet })
      days.forEach(({ onDay }, at) => {
        const text = shortDayText(language, region, onDay)
        const middle = grid + (at + 0.5) * width - paper.widthOf(text, { size: 7, isBold: true }) / 2
        set(text, middle, y, { size: 7, isBold: true, colour: ink.quiet })
      })
      line(left, y + 5, end, y + 5, ink.board)
      return y + 5
    }
    let y = begin()
    let top = y
    const closeGrid = () => {
      for (let at = 0; at <= days.length; at += 1) line(grid + at * width, top, grid + at * width, y)
    }
    const legend = of.students.some(isMarked) ? 16 : 0
    of.students.forEach((student, index) => {
      const below = index === of.students.length - 1 ? legend : 0
      if (y + row + below > paper.height - bottom) {
        closeGrid()
        paper.nextPage()
        y = begin()
        top = y
      }
      days.forEach(({ isCancelled }, at) => {
        if (isCancelled) box(grid + at * width, y, width, row, ink.line)
      })
      set(String(index + 1), left, y + 14, { ...small, colour: ink.quiet })
      const name = bothNames(language, student.name, student.nativeName)
      const { lines, size } = paper.squeeze(
        name,
        150,
        [
          [1, 9, 9],
          [2, 8, 5],
        ],
        { isBold: true },
      )
      lines.forEach((each, at) =>
        set(each, left + 20, y + (lines.length === 1 ? 14 : 9.5 + at * 9), { size, isBold: true }),
      )
      if (isMarked(student)) set('!', grid - 12, y + 14, { size: 11, isBold: true, colour: ink.bad })
      y += row
      line(left, y, end, y)
    })
    if (of.students.length === 0) set(t('nobody'), left + 20, y + 16)
    closeGrid()
    if (legend > 0) {
      set('!', left + 22, y + 16, { size: 11, isBold: true, colour: ink.bad })
      set(t('mark'), left + 32, y + 16, { ...small, colour: ink.quiet })
    }
    rule(y)
  }
}

/** Draws class lists as a PDF, starting each class on a new sheet: with contacts, or as a grid of lesson days. */
export const drawClassLists = inThread(
  import.meta.url,
  'drawClassLists',
  0,
  async (lists: readonly AnsweredList[], { kind, ...options }: ClassListOptions & { kind: 'list' | 'roll' }) => {
    const t = texts(options.language)
    const paper = await openPaper({
      size: options.size,
      layout: kind === 'roll' ? 'landscape' : 'portrait',
      margin,
      title: t('title'),
      author: options.school,
      language: options.language,
    })
    lists.forEach((list, at) => {
      if (at > 0) paper.nextPage()
      if (kind === 'roll') drawRoll(paper, options, list)
      else drawContacts(paper, options, list)
    })
    return paper.finish(true)
  },
)
