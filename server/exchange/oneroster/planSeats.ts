import { seatedEnrolments } from '#contract/enrolment/enrolments.ts'
import type { Draft } from './draft.ts'
import type { User } from './planPeople.ts'
import type { Row } from './validate.ts'

const pair = (a: string, b: string): string => `${a} ${b}`
const isSeated = (status: (typeof seatedEnrolments)[number]): boolean => seatedEnrolments.includes(status)

/** Plans who is in a class and who teaches it. It causes no charge. */
export const planSeats = (draft: Draft, users: ReadonlyMap<string, User>): void => {
  const { state, writes } = draft
  const seats = new Set(
    state.enrolments.filter(({ status }) => isSeated(status)).map(each => pair(each.studentId, each.sectionId)),
  )
  const duties = new Set(state.duties.map(each => pair(each.sectionId, each.teacherId)))
  const closed = new Set(
    state.sections.filter(({ status }) => status === 'ended' || status === 'cancelled').map(({ id }) => id),
  )
  const students = new Set([
    ...state.people.flatMap(({ id, isStudent }) => (isStudent ? [id] : [])),
    ...writes.people.students.map(({ id }) => id),
  ])
  const enrolled = new Set(state.enrolments.map(({ id }) => id))
  const planned = new Set<string>()
  const isKnownClass = new Set(state.sections.map(({ id }) => id))

  for (const row of draft.rows('enrollments').kept) {
    const sectionId = draft.idOf('class', row.cells['classSourcedId']!)
    const user = users.get(row.cells['userSourcedId']!)
    const personId = user?.id ?? draft.idOf('user', row.cells['userSourcedId']!)
    const role = row.cells['role']!
    if (role !== 'student' && role !== 'teacher') {
      draft.count('enrollments', 'skipped')
      continue
    }
    if (sectionId === undefined || personId === undefined) {
      draft.refuse('enrollments', row, sectionId === undefined ? 'classSourcedId' : 'userSourcedId', 'reference')
      continue
    }
    const key = role === 'student' ? pair(personId, sectionId) : pair(sectionId, personId)
    const line = `${role} ${row.cells['classSourcedId']!} ${row.cells['userSourcedId']!}`
    if (planned.has(line)) {
      draft.refuse('enrollments', row, 'userSourcedId', 'duplicate')
      continue
    }
    planned.add(line)
    const sourcedId = row.cells['sourcedId']!
    if (role === 'teacher') {
      if (duties.has(key)) draft.count('enrollments', 'unchanged')
      else if (closed.has(sectionId)) draft.count('enrollments', 'skipped')
      else {
        duties.add(key)
        writes.duties.push({ sectionId, teacherId: personId })
        draft.count('enrollments', 'new')
      }
      continue
    }
    const known = draft.idOf('enrollment', sourcedId)
    // An enrolment that has ended stays ended.
    if (seats.has(key) || (known !== undefined && enrolled.has(known))) draft.count('enrollments', 'unchanged')
    else if (closed.has(sectionId)) draft.count('enrollments', 'skipped')
    else if (!students.has(personId)) draft.refuse('enrollments', row, 'userSourcedId', 'reference')
    else {
      seats.add(key)
      const id = draft.make('enrollment', sourcedId)
      writes.enrolments.push({ id, studentId: personId, sectionId, beginOn: row.cells['beginDate'] || null })
      draft.count('enrollments', 'new')
      if (isKnownClass.has(sectionId)) draft.note('fees')
    }
  }
}

/** A row that removes something unknown has no effect. */
const isGone = (id: string | undefined): id is undefined => id === undefined

/**
 * Plans what a file removes (`tobedeleted`). Nothing is deleted: enrolments are dropped, classes canceled, and courses,
 * students and teachers archived, and only when nothing needs them. What is merely missing in a file stays.
 */
export const planEnds = (draft: Draft): void => {
  const { state, writes } = draft
  const seated = state.enrolments.filter(({ status }) => isSeated(status))
  const dropped = new Set<string>()
  const left = new Set<string>()
  endSeats(draft, dropped, left)
  const live = [...seated.filter(({ id }) => !dropped.has(id)), ...writes.enrolments]
  const running = new Set(
    state.sections.filter(({ status }) => status !== 'ended' && status !== 'cancelled').map(({ id }) => id),
  )
  const end = (file: 'classes' | 'courses', kind: 'class' | 'course', decide: (id: string, row: Row) => void) => {
    for (const row of draft.rows(file).ended) {
      const id = draft.idOf(kind, row.cells['sourcedId']!)
      if (isGone(id)) draft.count(file, 'unchanged')
      else decide(id, row)
    }
  }
  end('classes', 'class', (id, row) => {
    const status = state.sections.find(section => section.id === id)?.status
    if (status === 'cancelled') return draft.count('classes', 'unchanged')
    if (status === undefined || status === 'draft' || status === 'ended') return draft.count('classes', 'skipped')
    if (live.some(({ sectionId }) => sectionId === id)) return draft.refuse('classes', row, 'status', 'occupied')
    writes.sectionEnds.push(id)
    running.delete(id)
    draft.count('classes', 'removed')
  })
  end('courses', 'course', (id, row) => {
    if (state.courses.find(course => course.id === id)?.isArchived) return draft.count('courses', 'unchanged')
    if (state.sections.some(section => section.courseId === id && running.has(section.id)))
      return draft.refuse('courses', row, 'status', 'occupied')
    writes.courseEnds.push(id)
    draft.count('courses', 'removed')
  })
  const people = new Map(state.people.map(person => [person.id, person]))
  const teachers = new Map(state.teachers.map(teacher => [teacher.id, teacher]))
  for (const row of draft.rows('users').ended) {
    const person = people.get(draft.idOf('user', row.cells['sourcedId']!) ?? '')
    const teacher = teachers.get(person?.id ?? '')
    if (!person || person.isArchived || teacher?.isTeaching === false) draft.count('users', 'unchanged')
    else if (live.some(({ studentId, sectionId }) => studentId === person.id && running.has(sectionId)))
      draft.refuse('users', row, 'status', 'enrolled')
    else if (
      state.duties.some(
        duty =>
          duty.teacherId === person.id && running.has(duty.sectionId) && !left.has(pair(duty.sectionId, person.id)),
      )
    )
      draft.refuse('users', row, 'status', 'occupied')
    else if (!person.isStudent && !teacher) draft.count('users', 'skipped')
    else {
      if (person.isStudent) writes.studentEnds.push(person.id)
      if (teacher) writes.teacherEnds.push(person.id)
      draft.count('users', 'removed')
    }
  }
}

const endSeats = (draft: Draft, dropped: Set<string>, left: Set<string>): void => {
  const { state, writes } = draft
  const byId = new Map(state.enrolments.map(enrolment => [enrolment.id, enrolment]))
  const bySeat = new Map(
    state.enrolments.flatMap(each =>
      isSeated(each.status) ? [[pair(each.studentId, each.sectionId), each] as const] : [],
    ),
  )
  const byDuty = new Map(state.duties.map(each => [pair(each.sectionId, each.teacherId), each]))
  for (const row of draft.rows('enrollments').ended) {
    const sectionId = draft.idOf('class', row.cells['classSourcedId'] ?? '') ?? ''
    const personId = draft.idOf('user', row.cells['userSourcedId'] ?? '') ?? ''
    const duty = byDuty.get(pair(sectionId, personId))
    if (row.cells['role'] === 'teacher' && duty) {
      writes.dutyEnds.push(duty)
      left.add(pair(sectionId, personId))
      draft.count('enrollments', 'removed')
      continue
    }
    const enrolment =
      byId.get(draft.idOf('enrollment', row.cells['sourcedId']!) ?? '') ?? bySeat.get(pair(personId, sectionId))
    if (!enrolment || !isSeated(enrolment.status)) draft.count('enrollments', 'unchanged')
    // A class that was completed stays on the record.
    else if (enrolment.status === 'completed') draft.count('enrollments', 'skipped')
    else {
      writes.enrolmentEnds.push(enrolment.id)
      dropped.add(enrolment.id)
      draft.count('enrollments', 'removed')
    }
  }
}
