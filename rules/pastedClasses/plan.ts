import type { PasteField } from '#contract/enrolment/classes.pasting.plain.ts'
import { classBounds } from '#contract/enrolment/classes.bounds.plain.ts'
import { crayons } from '#contract/values.plain.ts'
import { isNothing, oneLine } from '#rules/imports/cells.ts'
import { readEmails } from '#rules/imports/contacts.ts'
import { findClashes, type Needing } from './clashes.ts'
import { courseOfClass, lettered, numbered, withLevel } from './naming.ts'
import type { PasteHint, PasteProblem } from './notes.ts'
import { readAges, readAmount, readCount, readLevel } from './numbers.ts'
import { type Mention, type Named, nameKey, registry, roomKey, splitScripts, teacherRegistry } from './parts.ts'
import { joinTimes, readDays, readTimes } from './times.ts'

type Archivable = Named & { isArchived: boolean }
/** The school's existing records, and the term that the classes are created for. */
export type KnownSchool = {
  /** Weekdays on which the term meets. */
  weekdays: readonly number[]
  programmes: readonly Archivable[]
  courses: readonly (Archivable & { programmeId: string })[]
  rooms: readonly (Omit<Archivable, 'nativeName'> & { capacity: number | null })[]
  teachers: readonly Named[]
  /** The classes of the term. */
  sections: readonly {
    name: string
    weekday: number
    startsAt: string
    endsAt: string
    roomId: string | null
    teacherIds: readonly string[]
    status: string
  }[]
}
export type PasteSettings = {
  /** The field of each column. */
  columns: readonly PasteField[]
  /** The program of new courses whose rows name none. */
  programme: string
  /** The default for rows without a number of their own. */
  capacity: number | null
  tuitionCents: number | null
  /** The number of decimal places of the school's currency. */
  digits: number
}
export type PastedRow = { cells: readonly string[]; isLeftOut: boolean }

type PlannedClass = {
  name: string
  nativeName: string
  course: Mention
  room: Mention | null
  teachers: Mention[]
  weekday: number
  startsAt: string
  endsAt: string
  capacity: number
  minimum: number
  ageFrom: number | null
  ageTo: number | null
  tuitionCents: number
  booksCents: number
  crayon: (typeof crayons)[number]
}
type NewCourse = Mention & { programme: Mention; level: number | null }
type NewTeacher = Mention & { email: string }

/** One row as it was read. */
export type PlannedRow = {
  name: string
  nativeName: string
  /** The level of its course, if the row gives one. */
  level: number | null
  course: Mention | null
  room: Mention | null
  teachers: NewTeacher[]
  times: { weekday: number | null; startsAt: string; endsAt: string }[]
  capacity: number | null
  minimum: number
  ageFrom: number | null
  ageTo: number | null
  tuitionCents: number | null
  booksCents: number
  problems: PasteProblem[]
  hints: PasteHint[]
  isLeftOut: boolean
}
export type PasteCounts = { programmes: number; courses: number; rooms: number; teachers: number; classes: number }
export type PastePlan = {
  rows: PlannedRow[]
  /** Empty while any row that is not left out has a problem. */
  classes: PlannedClass[]
  programmes: Mention[]
  courses: NewCourse[]
  rooms: Mention[]
  teachers: NewTeacher[]
  counts: PasteCounts
}

const longest = 200
const email = /^(?!\.)(?!.*\.\.)[a-z0-9_'+.-]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/
const online = /^(?:online|zoom|remote|virtual|网课|線上|线上|网上)$/i

type Cells = (field: PasteField) => string
type Draft = PlannedRow & { cells: Cells; base: string; isNamed: boolean }
type Teller = {
  problem: (field: PasteField, code: PasteProblem['code'], text?: string, from?: number, to?: number) => void
  hint: (field: PasteField, code: PasteHint['code'], text?: string, from?: number, to?: number) => void
}

const tellerOf = (row: Pick<PlannedRow, 'problems' | 'hints'>): Teller => ({
  problem: (field, code, text = '', from = 0, to = 0) => row.problems.push({ field, code, text, from, to }),
  hint: (field, code, text = '', from = 0, to = 0) => row.hints.push({ field, code, text, from, to }),
})

/** The cells of a row by field. Several cells of one field are joined. */
const cellsOf =
  ({ cells }: PastedRow, columns: readonly PasteField[]): Cells =>
  field =>
    columns
      .flatMap((each, index) => {
        const cell = each === field ? oneLine(cells[index] ?? '') : ''
        return cell === '' || isNothing(cell) ? [] : [cell]
      })
      .join(field === 'email' ? ' ' : ' & ')

const numberIn = (
  cells: Cells,
  field: 'capacity' | 'minimum' | 'ageFrom' | 'ageTo',
  { from, to }: { readonly from: number; readonly to: number },
  { problem }: Teller,
): number | null => {
  const cell = cells(field)
  if (cell === '') return null
  const n = readCount(cell)
  if (n === null) problem(field, 'number-unreadable', cell)
  else if (n < from || n > to) problem(field, 'number-bounds', cell, from, to)
  return n
}

const amountIn = (cells: Cells, field: 'fee' | 'books', digits: number, { problem }: Teller): number | null => {
  const cell = cells(field)
  if (cell === '') return null
  const amount = readAmount(cell, digits)
  const { from, to } = classBounds.cents
  if (amount === null) problem(field, 'fee-unreadable', cell)
  else if (amount < from || amount > to) problem(field, 'fee-bounds', cell, from, to)
  return amount
}

const readNumbers = (row: Draft, settings: PasteSettings, tell: Teller): void => {
  const { cells } = row
  row.capacity =
    numberIn(cells, 'capacity', classBounds.capacity, tell) ?? (cells('capacity') ? null : settings.capacity)
  if (row.capacity === null && cells('capacity') === '') tell.problem('capacity', 'capacity-missing')
  row.minimum = numberIn(cells, 'minimum', classBounds.minimum, tell) ?? 0
  if (row.capacity !== null && row.minimum > row.capacity)
    tell.problem('minimum', 'minimum-over', String(row.minimum), 0, row.capacity)
  const ages = readAges(cells('ages'))
  if (ages === null) tell.problem('ages', 'ages-unreadable', cells('ages'))
  row.ageFrom = numberIn(cells, 'ageFrom', classBounds.age, tell) ?? ages?.from ?? null
  row.ageTo = numberIn(cells, 'ageTo', classBounds.age, tell) ?? ages?.to ?? null
  const { from, to } = classBounds.age
  if ([ages?.from, ages?.to].some(age => typeof age === 'number' && (age < from || age > to)))
    tell.problem('ages', 'number-bounds', cells('ages'), from, to)
  if (row.ageFrom !== null && row.ageTo !== null && row.ageFrom > row.ageTo)
    tell.problem(cells('ages') ? 'ages' : 'ageTo', 'ages-order', `${row.ageFrom}–${row.ageTo}`)
  row.tuitionCents = amountIn(cells, 'fee', settings.digits, tell) ?? (cells('fee') ? null : settings.tuitionCents)
  if (row.tuitionCents === null && cells('fee') === '') tell.problem('fee', 'fee-missing')
  row.booksCents = amountIn(cells, 'books', settings.digits, tell) ?? 0
  row.level = readLevel(cells('level'))
  if (row.level !== null && (row.level < classBounds.level.from || row.level > classBounds.level.to))
    tell.problem('level', 'number-bounds', cells('level'), classBounds.level.from, classBounds.level.to)
}

const readWhen = (row: Draft, known: KnownSchool, tell: Teller): void => {
  const { cells } = row
  const span = [cells('starts'), cells('ends')]
  const timeField = cells('time') || !span.some(Boolean) ? 'time' : cells('ends') ? 'starts' : 'ends'
  const time = cells('time') || (span.some(Boolean) ? `${span[0]} - ${span[1]}` : '')
  const dayCell = cells('day')
  if (time === '' && readTimes(dayCell).times.length === 0) {
    tell.problem('time', 'time-missing')
    return
  }
  const { times, problem } = time === '' ? readTimes(dayCell) : joinTimes(dayCell, time)
  if (problem) {
    tell.problem(timeField, problem.code, problem.text)
    return
  }
  if (times.length === 0) {
    tell.problem(timeField, 'time-missing')
    return
  }
  const only = known.weekdays.length === 1 ? known.weekdays[0]! : null
  const isDayUnread = time !== '' && dayCell !== '' && readDays(dayCell).length === 0
  row.times = times.map(each => ({ ...each, weekday: each.weekday ?? (isDayUnread ? null : only) }))
  const isBare = times.some(({ weekday }) => weekday === null)
  const dayField = dayCell === '' ? 'time' : 'day'
  if (isBare && isDayUnread) tell.problem('day', 'day-unknown', dayCell)
  else if (isBare && only === null) tell.problem('day', 'day-missing')
  else if (isBare) tell.hint(dayField, 'day-assumed', '', only!)
  for (const { weekday } of row.times)
    if (weekday !== null && !known.weekdays.includes(weekday)) tell.problem(dayField, 'day-outside', '', weekday)
  if (times.some(({ isGuess }) => isGuess)) tell.hint(timeField, 'time-guessed', time)
  if (times.length > 1) tell.hint(timeField, 'times-many', '', times.length)
}

type Registries = {
  programmes: ReturnType<typeof registry>
  rooms: ReturnType<typeof registry>
  teachers: ReturnType<typeof teacherRegistry>
}

const readRoom = (row: Draft, known: KnownSchool, { rooms }: Registries, tell: Teller): void => {
  const cell = row.cells('room')
  if (cell === '') return
  if (online.test(cell)) {
    tell.hint('room', 'room-online', cell)
    return
  }
  const room = rooms.mention(cell)
  // Rooms have one name, so a cell with both scripts stays together.
  row.room = { ...room, name: [room.name, room.nativeName].filter(Boolean).join(' '), nativeName: '' }
  const found = known.rooms.find(({ id }) => id === room.id)
  if (found?.isArchived === true) tell.problem('room', 'room-archived', found.name)
  const seats = found?.capacity ?? null
  if (seats !== null && row.capacity !== null && row.capacity > seats)
    tell.hint('room', 'room-small', found!.name, seats, row.capacity)
}

const readTeachers = (row: Draft, { teachers }: Registries, tell: Teller): void => {
  const { teachers: found, ambiguous } = teachers(row.cells('teacher'))
  if (ambiguous !== null) tell.problem('teacher', 'teacher-two', ambiguous)
  if (found.length > classBounds.teachers.to)
    tell.problem('teacher', 'teacher-many', '', classBounds.teachers.from, classBounds.teachers.to)
  const { found: emails, unread } = readEmails(row.cells('email'))
  const wrong = [
    ...unread,
    ...emails.map(({ value }) => value).filter(value => !email.test(value) || value.length > 254),
  ]
  if (wrong.length > 0) tell.problem('email', 'email-unreadable', wrong[0])
  else if (emails.length > 0 && emails.length !== found.length)
    tell.problem('email', 'email-count', '', emails.length, found.length)
  const isEach = wrong.length === 0 && emails.length === found.length
  row.teachers = found.map((teacher, index) => ({ ...teacher, email: isEach ? emails[index]!.value : '' }))
}

/** Reads a row on its own, without looking at the others. */
const draftOf = (pasted: PastedRow, settings: PasteSettings, known: KnownSchool, registries: Registries): Draft => {
  const cells = cellsOf(pasted, settings.columns)
  const own = splitScripts(cells('class'))
  const title = cells('course') || cells('level')
  const row: Draft = {
    cells,
    name: own.name,
    nativeName: cells('native') || own.nativeName,
    base: title || (own.name === '' ? '' : courseOfClass(own.name)),
    isNamed: own.name !== '',
    course: null,
    room: null,
    teachers: [],
    times: [],
    capacity: null,
    minimum: 0,
    ageFrom: null,
    ageTo: null,
    tuitionCents: null,
    booksCents: 0,
    level: null,
    problems: [],
    hints: [],
    isLeftOut: pasted.isLeftOut,
  }
  const tell = tellerOf(row)
  if (row.base === '') tell.problem(settings.columns.includes('class') ? 'class' : 'course', 'class-missing')
  readWhen(row, known, tell)
  readNumbers(row, settings, tell)
  readRoom(row, known, registries, tell)
  readTeachers(row, registries, tell)
  for (const field of ['class', 'native', 'course', 'programme', 'room', 'teacher'] as const)
    if (cells(field).length > longest) tell.problem(field, 'long', '', 1, longest)
  return row
}

/** Settles the course of each row and the program of each new course. */
const settleCourses = (
  rows: readonly Draft[],
  settings: PasteSettings,
  known: KnownSchool,
  { programmes }: Registries,
): NewCourse[] => {
  const current = known.courses.filter(({ isArchived }) => !isArchived)
  const made = new Map<string, NewCourse>()
  // A course has one level. If courses of the same name have several, the level becomes part of the name.
  const levels = Map.groupBy(
    rows.filter(({ cells, isLeftOut }) => cells('course') !== '' && cells('level') !== '' && !isLeftOut),
    ({ base }) => nameKey(base),
  )
  for (const row of rows) {
    if (row.base === '') continue
    const tell = tellerOf(row)
    const isMany = new Set(levels.get(nameKey(row.base))?.map(({ cells }) => nameKey(cells('level')))).size > 1
    const { name, nativeName } = splitScripts(isMany ? withLevel(row.base, row.cells('level')) : row.base)
    const programme = row.cells('programme')
    const within = programme === '' ? null : programmes.mention(programme)
    const named = current.filter(each =>
      [each.name, each.nativeName].some(
        text => text !== '' && [name, nativeName].some(own => nameKey(own) === nameKey(text)),
      ),
    )
    const found = within
      ? named.find(({ programmeId }) => programmeId === within.id)
      : (named.find(({ programmeId }) => programmeId === programmes.mention(settings.programme).id) ?? named[0])
    if (found) {
      row.course = { key: found.id, id: found.id, name: found.name, nativeName: found.nativeName }
      continue
    }
    const whose = within ?? (settings.programme.trim() === '' ? null : programmes.mention(settings.programme))
    if (!whose) {
      row.course = { key: `new ${nameKey(name)}`, id: null, name, nativeName }
      tell.problem('programme', 'program-missing')
      continue
    }
    const key = `new ${whose.key} ${nameKey(name)}`
    const course = made.get(key) ?? { key, id: null, name, nativeName, programme: whose, level: row.level }
    if (!made.has(key) && !row.isLeftOut) made.set(key, course)
    else if (row.level !== null && course.level === null && !row.isLeftOut) course.level = row.level
    else if (row.level !== null && row.level !== course.level)
      tell.hint('level', 'level-kept', String(course.level), row.level)
    row.course = course
  }
  return [...made.values()]
}

/** Names unnamed classes after their course, with a letter if there are several. */
const settleNames = (rows: readonly Draft[], known: KnownSchool): void => {
  const unnamed = Map.groupBy(
    rows.filter(({ isNamed, course, isLeftOut }) => !isNamed && course !== null && !isLeftOut),
    ({ course }) => course!.key,
  )
  for (const row of rows) {
    if (row.isNamed || !row.course) continue
    const group = unnamed.get(row.course.key) ?? [row]
    row.name = group.length > 1 ? lettered(row.course.name, Math.max(0, group.indexOf(row))) : row.course.name
    row.nativeName ||=
      row.course.nativeName === '' || group.length === 1
        ? row.course.nativeName
        : lettered(row.course.nativeName, Math.max(0, group.indexOf(row)))
  }
  const taken = new Set(known.sections.filter(({ status }) => status !== 'cancelled').map(({ name }) => nameKey(name)))
  const planned = Map.groupBy(
    rows.filter(({ isLeftOut, name }) => !isLeftOut && name !== ''),
    ({ name }) => nameKey(name),
  )
  for (const row of rows) {
    if (row.isLeftOut || row.name === '') continue
    const { problem } = tellerOf(row)
    const field = row.isNamed ? 'class' : 'course'
    const namesakes = planned.get(nameKey(row.name)) ?? []
    if (taken.has(nameKey(row.name))) problem(field, 'class-exists', row.name)
    else if (namesakes.length > 1)
      problem(field, 'class-twice', row.name, rows.indexOf(namesakes.find(each => each !== row)!) + 1)
  }
}

/** Ensures one email address per teacher and one teacher per email address. */
const settleEmails = (rows: readonly Draft[]): NewTeacher[] => {
  const made = new Map<string, NewTeacher>()
  const owners = new Map<string, string>()
  for (const row of rows) {
    if (row.isLeftOut) continue
    const { problem } = tellerOf(row)
    for (const teacher of row.teachers) {
      if (teacher.id !== null) continue
      const before = made.get(teacher.key)
      if (before?.email && teacher.email && before.email !== teacher.email)
        problem('email', 'email-differs', before.email)
      const owner = owners.get(teacher.email)
      if (teacher.email !== '' && owner !== undefined && owner !== teacher.key)
        problem('email', 'email-shared', made.get(owner)?.name ?? '')
      if (teacher.email !== '' && owner === undefined) owners.set(teacher.email, teacher.key)
      made.set(teacher.key, { ...teacher, email: before?.email || teacher.email })
    }
  }
  return [...made.values()]
}

const classesOf = (row: Draft, crayon: PlannedClass['crayon']): PlannedClass[] =>
  row.times.flatMap(({ weekday, startsAt, endsAt }, index) => {
    const { name, nativeName, course, room, teachers, capacity, minimum, ageFrom, ageTo, tuitionCents, booksCents } =
      row
    if (weekday === null || !course || capacity === null || tuitionCents === null) return []
    const isOne = row.times.length === 1
    return {
      name: isOne ? name : numbered(name, index + 1),
      nativeName: isOne || nativeName === '' ? nativeName : numbered(nativeName, index + 1),
      course,
      room,
      teachers,
      weekday,
      startsAt,
      endsAt,
      capacity,
      minimum,
      ageFrom,
      ageTo,
      tuitionCents,
      booksCents,
      crayon,
    }
  })

/**
 * The plan for pasted rows in a term: how each row was read, the problems by cell, and the courses, rooms, teachers and
 * classes to create. The screen and the server use the same function.
 */
export const planClasses = (pasted: readonly PastedRow[], settings: PasteSettings, known: KnownSchool): PastePlan => {
  const registries: Registries = {
    programmes: registry(known.programmes.filter(({ isArchived }) => !isArchived)),
    rooms: registry(
      known.rooms.map(room => ({ ...room, nativeName: '' })),
      roomKey,
    ),
    teachers: teacherRegistry(known.teachers),
  }
  const rows = pasted.map(row => draftOf(row, settings, known, registries))
  const courses = settleCourses(rows, settings, known, registries)
  settleNames(rows, known)
  const teachers = settleEmails(rows)
  const kept = rows.filter(({ isLeftOut }) => !isLeftOut)
  const roomOf = (id: string | null) => known.rooms.find(room => room.id === id)
  const stored = known.sections
    .filter(({ status }) => status !== 'ended' && status !== 'cancelled')
    .map((section): Needing => ({
      ...section,
      row: null,
      room: section.roomId === null ? null : { key: section.roomId, name: roomOf(section.roomId)?.name ?? '' },
      teachers: section.teacherIds.map(key => ({ key, name: '' })),
    }))
  const needing = kept.flatMap(row =>
    row.times.flatMap(({ weekday, ...time }): Needing[] =>
      weekday === null
        ? []
        : [{ ...time, weekday, row: rows.indexOf(row), name: row.name, room: row.room, teachers: row.teachers }],
    ),
  )
  for (const { row, problem } of findClashes([...needing, ...stored])) {
    const { problems } = rows[row]!
    if (!problems.some(({ code, text }) => code === problem.code && text === problem.text)) problems.push(problem)
  }
  const order = [...new Set(kept.flatMap(({ course }) => (course ? [course.key] : [])))]
  const crayonOf = (key: string) => crayons[(known.courses.length + order.indexOf(key)) % crayons.length]!
  const isFine = kept.every(({ problems }) => problems.length === 0)
  const classes = isFine ? kept.flatMap(row => classesOf(row, crayonOf(row.course!.key))) : []
  const rooms = [
    ...new Map(kept.flatMap(({ room }) => (room && room.id === null ? [[room.key, room] as const] : []))).values(),
  ]
  const used = courses.filter(({ key }) => order.includes(key))
  const programmes = [
    ...new Map(
      used.flatMap(({ programme }) => (programme.id === null ? [[programme.key, programme] as const] : [])),
    ).values(),
  ]
  return {
    rows: rows.map(({ cells: _cells, base: _base, isNamed: _isNamed, ...row }) => row),
    classes,
    programmes,
    courses: used,
    rooms,
    teachers,
    counts: {
      programmes: programmes.length,
      courses: used.length,
      rooms: rooms.length,
      teachers: teachers.length,
      classes: kept.reduce((sum, { times }) => sum + Math.max(1, times.length), 0),
    },
  }
}
