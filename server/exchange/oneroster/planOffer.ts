import { crayons } from '#contract/values.ts'
import { isTooLong } from '#rules/calendar.ts'
import { lastDayBefore, readPeriod } from '#rules/oneroster.ts'
import { newId } from '#server/platform/ids.ts'
import { type Draft, type NewCourse, own } from './draft.ts'
import { listOf, type Row } from './validate.ts'

const longest = 200
const fallback = { weekday: 7, capacity: 20, programme: 'Courses' }
const fallbackTimes = { startsAt: '09:00', endsAt: '10:00' }
const isClock = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

const numberIn = (text: string, least: number, most: number): number | null => {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  return number >= least && number <= most ? number : null
}
const weekdaysIn = (text: string): number[] =>
  [...new Set(listOf(text).flatMap(each => numberIn(each, 1, 7) ?? []))].sort((a, b) => a - b)

/** Lantern holds one school: every school of a file stands for it, and its name stays. */
export const planOrgs = (draft: Draft): void => {
  const { kept, ended } = draft.rows('orgs')
  let schools = 0
  for (const row of kept) {
    if (row.cells['type'] !== 'school') {
      draft.count('orgs', 'skipped')
      continue
    }
    const sourcedId = row.cells['sourcedId']!
    schools += 1
    if (draft.idOf('org', sourcedId) === undefined) {
      // Only its sourcedId is stored, so that it is known from now on.
      draft.match('org', sourcedId, draft.state.schoolId)
      draft.count('orgs', 'changed')
    } else draft.count('orgs', 'unchanged')
  }
  if (schools > 1) draft.note('schools', schools)
  for (const _ of ended) draft.count('orgs', 'skipped')
}

const order = ['term', 'semester', 'schoolYear', 'gradingPeriod']

/** The session that a class goes into: Lantern has one term per class, the standard a list. */
const sessionOf = (draft: Draft, row: Row, sessions: ReadonlyMap<string, Row>): string | undefined => {
  const named = listOf(row.cells['termSourcedIds'])
  const asked = named.filter(id => sessions.has(id) || draft.idOf('session', id) !== undefined)
  const rank = (id: string) => {
    const session = sessions.get(id)
    return `${order.indexOf(session?.cells['type'] ?? 'term')} ${session?.cells['startDate'] ?? ''}`
  }
  return asked.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))[0]
}

/**
 * Plans terms, and returns the session of each class. A session that is neither a term nor used by a class is skipped,
 * since years follow from terms.
 */
export const planSessions = (draft: Draft): Map<Row, string> => {
  const { kept, ended } = draft.rows('academicSessions')
  const sessions = new Map(kept.map(row => [row.cells['sourcedId']!, row]))
  const chosen = new Map<Row, string>()
  for (const row of draft.rows('classes').kept) {
    const session = sessionOf(draft, row, sessions)
    if (session !== undefined) chosen.set(row, session)
    if (listOf(row.cells['termSourcedIds']).length > 1) draft.note('manyTerms')
  }
  const used = new Set(chosen.values())
  const isTerm = (row: Row) => row.cells['type'] === 'term' || row.cells['type'] === 'semester'
  const parents = new Set(kept.filter(isTerm).map(row => row.cells['parentSourcedId'] ?? ''))
  const daysOfClasses = Map.groupBy(chosen, ([, session]) => session)
  for (const row of kept) {
    const sourcedId = row.cells['sourcedId']!
    if (!used.has(sourcedId) && (!isTerm(row) || parents.has(sourcedId))) {
      draft.count('academicSessions', row.cells['type'] === 'schoolYear' ? 'unchanged' : 'skipped')
      continue
    }
    const classRows = (daysOfClasses.get(sourcedId) ?? []).map(([each]) => each)
    planTerm(draft, row, classRows)
  }
  for (const _ of ended) draft.count('academicSessions', 'skipped')
  return chosen
}

const planTerm = (draft: Draft, row: Row, classRows: readonly Row[]): void => {
  const { state, writes } = draft
  const sourcedId = row.cells['sourcedId']!
  const name = row.cells['title']!
  const startsOn = row.cells['startDate']!
  const endsOn = lastDayBefore(row.cells['endDate']!)
  const nativeName = own(row, 'nativeName')
  if (name.length > longest) return draft.refuse('academicSessions', row, 'title', 'long')
  if (endsOn < startsOn || isTooLong({ startsOn, endsOn }))
    return draft.refuse('academicSessions', row, 'endDate', 'order')
  const known =
    state.terms.find(({ id }) => id === draft.idOf('session', sourcedId)) ??
    state.terms.find(each => each.name === name && each.startsOn === startsOn && each.endsOn === endsOn)
  if (!known) {
    const days = weekdaysIn(own(row, 'weekdays'))
    const ofClasses = [...new Set(classRows.map(each => timesOf(each)?.weekday ?? 0))].filter(day => day > 0)
    const weekdays =
      days.length > 0 ? days : ofClasses.length > 0 ? ofClasses.sort((a, b) => a - b) : lastWeekdays(draft)
    writes.terms.push({ id: draft.make('session', sourcedId), name, nativeName, startsOn, endsOn, weekdays })
    return draft.count('academicSessions', 'new')
  }
  const isRecognised = draft.idOf('session', sourcedId) === undefined
  if (isRecognised) draft.match('session', sourcedId, known.id)
  // School days depend on a term's dates, and rolls on the days, so dates are only changed by hand.
  if (known.startsOn !== startsOn || known.endsOn !== endsOn) draft.note('sessions')
  const native = draft.hasOwn('academicSessions', 'nativeName') ? nativeName : known.nativeName
  if (known.name === name && known.nativeName === native)
    return draft.count('academicSessions', isRecognised ? 'changed' : 'unchanged')
  writes.termNames.push({ id: known.id, name, nativeName: native })
  draft.count('academicSessions', 'changed')
}

const lastWeekdays = ({ state }: Draft): number[] => state.terms.at(-1)?.weekdays ?? [fallback.weekday]

const programmeFor = (draft: Draft, name: string, nativeName: string): string => {
  const same = ({ name: known }: { name: string }) => known.toLowerCase() === name.toLowerCase()
  const known = draft.state.programmes.find(same) ?? draft.writes.programmes.find(same)
  if (known) return known.id
  const id = newId()
  draft.writes.programmes.push({ id, name, nativeName })
  return id
}

export const planCourses = (draft: Draft): void => {
  const { state, writes } = draft
  const known = new Map(state.courses.map(course => [course.id, course]))
  for (const row of draft.rows('courses').kept) {
    const sourcedId = row.cells['sourcedId']!
    const name = row.cells['title']!
    if (name.length > longest) {
      draft.refuse('courses', row, 'title', 'long')
      continue
    }
    const before = known.get(draft.idOf('course', sourcedId) ?? '')
    const cell = <T>(column: string, read: (text: string) => T, kept: T): T =>
      draft.hasOwn('courses', column) || !before ? read(own(row, column)) : kept
    const programme = own(row, 'programme') || listOf(row.cells['subjects'])[0] || ''
    const wanted: NewCourse = {
      id: before?.id ?? draft.make('course', sourcedId),
      programmeId:
        before && programme === ''
          ? before.programmeId
          : programmeFor(draft, (programme || fallback.programme).slice(0, longest), own(row, 'programmeNativeName')),
      name,
      nativeName: cell('nativeName', text => text.slice(0, longest), before?.nativeName ?? ''),
      level: cell('level', text => numberIn(text, 0, 100), before?.level ?? null),
      description: cell('description', text => text, before?.description ?? ''),
    }
    if (!before) {
      writes.courses.push(wanted)
      draft.count('courses', 'new')
    } else if ((Object.keys(wanted) as (keyof NewCourse)[]).every(field => before[field] === wanted[field]))
      draft.count('courses', 'unchanged')
    else {
      writes.courseChanges.push(wanted)
      draft.count('courses', 'changed')
    }
  }
}

const timesOf = (row: Row): { weekday: number; startsAt: string; endsAt: string } | null => {
  const weekday = numberIn(own(row, 'weekday'), 1, 7)
  const [startsAt, endsAt] = [own(row, 'startsAt'), own(row, 'endsAt')]
  if (weekday !== null && isClock(startsAt) && isClock(endsAt) && startsAt < endsAt)
    return { weekday, startsAt, endsAt }
  return readPeriod(listOf(row.cells['periods']))
}

const roomFor = (draft: Draft, location: string): string | null => {
  const name = location.slice(0, longest)
  if (name === '') return null
  const same = ({ name: known }: { name: string }) => known.toLowerCase() === name.toLowerCase()
  const known = draft.state.rooms.find(same) ?? draft.writes.rooms.find(same)
  if (known) return known.id
  const id = newId()
  draft.writes.rooms.push({ id, name })
  return id
}

/** Plans classes. A new one is a draft without fees; a known one keeps its term, its course and its time. */
export const planClasses = (draft: Draft, sessionOfClass: ReadonlyMap<Row, string>): void => {
  const { state, writes } = draft
  const known = new Map(state.sections.map(section => [section.id, section]))
  const seats = Map.groupBy(draft.rows('enrollments').kept, row => row.cells['classSourcedId']!)
  for (const row of draft.rows('classes').kept) {
    const sourcedId = row.cells['sourcedId']!
    const name = row.cells['title']!
    if (name.length > longest) {
      draft.refuse('classes', row, 'title', 'long')
      continue
    }
    const before = known.get(draft.idOf('class', sourcedId) ?? '')
    const location = row.cells['location'] ?? ''
    if (before) {
      const nativeName = draft.hasOwn('classes', 'nativeName')
        ? own(row, 'nativeName').slice(0, longest)
        : before.nativeName
      const isMoved = location !== '' && location.toLowerCase() !== before.room.toLowerCase()
      if (before.name === name && before.nativeName === nativeName && !isMoved) {
        draft.count('classes', 'unchanged')
        continue
      }
      const roomId = roomFor(draft, location || before.room)
      writes.sectionChanges.push({ id: before.id, name, nativeName, roomId })
      draft.count('classes', 'changed')
      continue
    }
    const termId = draft.idOf('session', sessionOfClass.get(row) ?? '')
    const courseId = draft.idOf('course', row.cells['courseSourcedId']!)
    if (termId === undefined || courseId === undefined) {
      draft.refuse('classes', row, termId === undefined ? 'termSourcedIds' : 'courseSourcedId', 'reference')
      continue
    }
    const times = timesOf(row)
    if (!times) draft.note('times')
    const term = state.terms.find(({ id }) => id === termId) ?? writes.terms.find(({ id }) => id === termId)
    const students = (seats.get(sourcedId) ?? []).filter(each => each.cells['role'] === 'student').length
    writes.sections.push({
      id: draft.make('class', sourcedId),
      termId,
      courseId,
      roomId: roomFor(draft, location),
      name,
      nativeName: own(row, 'nativeName').slice(0, longest),
      ...(times ?? { ...fallbackTimes, weekday: term?.weekdays[0] ?? fallback.weekday }),
      capacity: Math.max(numberIn(own(row, 'capacity'), 1, 1000) ?? fallback.capacity, Math.min(students, 1000)),
      crayon:
        crayons.find(crayon => crayon === own(row, 'crayon')) ??
        crayons[(state.sections.length + writes.sections.length) % crayons.length]!,
    })
    draft.note('draft')
    draft.count('classes', 'new')
  }
}
