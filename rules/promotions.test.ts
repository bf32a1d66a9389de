import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { followingOf, type KnownCourse } from './courses.ts'
import { familyConflicts, type Visit } from './familyTimes.ts'
import { overlap } from './fit.ts'
import { type Asked, type FromSeat, propose, type ToClass } from './promotions.ts'
import { isSameSchoolYear, movedClosures, nextGrade } from './rollOver.ts'

const course = (name: string, level: number | null, more: Partial<KnownCourse> = {}): KnownCourse => ({
  id: name,
  programmeId: 'language',
  name,
  level,
  after: 'auto',
  nextCourseId: null,
  isArchived: false,
  ...more,
})
const seat = (id: string, more: Partial<FromSeat> = {}): FromSeat => ({
  id,
  studentId: `student ${id}`,
  householdId: `home ${id}`,
  birthOn: '2019-05-01',
  courseId: 'Grade 1',
  section: { id: 'G1-A', name: 'G1-A', weekday: 7, startsAt: '14:00', endsAt: '15:50', teacherIds: ['tom'] },
  percent: null,
  ...more,
})
const toClass = (name: string, courseId: string, more: Partial<ToClass> = {}): ToClass => ({
  id: name,
  name,
  courseId,
  ageDay: '2027-09-12',
  weekday: 7,
  startsAt: '14:00',
  endsAt: '15:50',
  capacity: 20,
  taken: 0,
  ageFrom: null,
  ageTo: null,
  teacherIds: [],
  ...more,
})
const ladder = followingOf([course('Grade 1', 1), course('Grade 2', 2)])
const asked = (more: Partial<Asked>): Asked => ({
  seats: [seat('a')],
  classes: [toClass('G2-A', 'Grade 2'), toClass('G2-B', 'Grade 2')],
  placed: [],
  following: ladder,
  isAdvancing: true,
  passPercent: null,
  ...more,
})

test('grades move up in the notation they were written in', () => {
  const moves: [string, string][] = [
    ['Pre-K', 'K'],
    ['K', '1'],
    ['Kindergarten', '1'],
    ['1', '2'],
    ['9', '10'],
    ['11', '12'],
    ['12', '12'],
    ['Grade 3', 'Grade 4'],
    ['G3', 'G4'],
    ['1st', '2nd'],
    ['2nd grade', '3rd grade'],
    ['3rd', '4th'],
    ['三年级', '四年级'],
    ['十年级', '十一年级'],
    ['十二年级', '十二年级'],
    ['学前班', '幼儿园'],
    ['', ''],
    ['Adult', 'Adult'],
    ['13', '13'],
  ]
  for (const [from, to] of moves) expect(nextGrade(from), from).toBe(to)
})

test('no-school days move with the term by whole weeks, and those after its end are dropped', () => {
  const closures = [
    { onDay: '2026-11-29', reason: 'Thanksgiving', nativeReason: '感恩节' },
    { onDay: '2027-01-03', reason: 'Winter', nativeReason: '' },
  ]
  expect(movedClosures(closures, { startsOn: '2026-09-13' }, { startsOn: '2027-09-12', endsOn: '2027-12-20' })).toEqual(
    [{ onDay: '2027-11-28', reason: 'Thanksgiving', nativeReason: '感恩节' }],
  )
  expect(isSameSchoolYear('2026-09-13', '2027-01-31')).toBe(true)
  expect(isSameSchoolYear('2027-01-31', '2027-09-12')).toBe(false)
})

describe('the course that follows', () => {
  const following = followingOf([
    course('Pre-K', 0),
    course('Kindergarten', 0),
    course('Grade 1', 1),
    course('Grade 2', 2),
    course('AP', 10),
    course('CSL 1', null),
    course('CSL 2', null),
    course('Chess A', null, { programmeId: 'games' }),
    course('Chess B', null, { programmeId: 'games' }),
    course('Math 3–5', null, { programmeId: 'games' }),
    course('Tai Chi', 1, { programmeId: 'adult' }),
    course('Said', 3, { after: 'next', nextCourseId: 'Pre-K' }),
    course('Ends', 4, { after: 'finish' }),
    course('Old 2', 2, { isArchived: true }),
  ])
  const cases: [string, object][] = [
    ['Pre-K', { kind: 'next', courseId: 'Kindergarten' }],
    ['Kindergarten', { kind: 'next', courseId: 'Grade 1' }],
    ['Grade 1', { kind: 'next', courseId: 'Grade 2' }],
    ['AP', { kind: 'finish' }],
    ['CSL 1', { kind: 'next', courseId: 'CSL 2' }],
    ['CSL 2', { kind: 'same' }],
    ['Chess A', { kind: 'next', courseId: 'Chess B' }],
    ['Chess B', { kind: 'same' }],
    ['Math 3–5', { kind: 'same' }],
    ['Tai Chi', { kind: 'same' }],
    ['Said', { kind: 'next', courseId: 'Pre-K' }],
    ['Ends', { kind: 'finish' }],
  ]
  test.each(cases)('%s', (name, expected) => expect(following.get(name)).toEqual(expected))
})

describe('a proposal', () => {
  const one = (more: Partial<Asked>) => propose(asked(more))[0]
  test('keeps the group, the teacher and the time', () => {
    expect(one({})).toEqual({ id: 'a', decision: 'promote', sectionId: 'G2-A', reason: 'next' })
    expect(one({ classes: [toClass('X', 'Grade 2'), toClass('Y', 'Grade 2', { teacherIds: ['tom'] })] })).toMatchObject(
      { sectionId: 'Y' },
    )
    expect(
      one({ classes: [toClass('X', 'Grade 2', { startsAt: '09:00', endsAt: '10:50' }), toClass('Y', 'Grade 2')] }),
    ).toMatchObject({ sectionId: 'Y' })
  })
  test('keeps the course within a school year', () => {
    expect(one({ isAdvancing: false, classes: [toClass('G1-A', 'Grade 1')] })).toEqual({
      id: 'a',
      decision: 'retain',
      sectionId: 'G1-A',
      reason: 'continues',
    })
  })
  test('ignores age limits within a school year', () => {
    const classes = [toClass('G1-A', 'Grade 1', { ageTo: 6 })]
    expect(one({ isAdvancing: false, classes })).toMatchObject({ sectionId: 'G1-A' })
  })
  test('takes the emptier of two equal classes, and says so', () => {
    const classes = [toClass('X', 'Grade 2', { taken: 3 }), toClass('Y', 'Grade 2')]
    expect(one({ classes })).toMatchObject({ sectionId: 'Y', reason: 'balanced' })
  })
  test('leaves to the office what it can’t decide, and says why', () => {
    const open = (more: Partial<Asked>) => one(more)
    expect(open({ classes: [] })).toMatchObject({ decision: 'choose', reason: 'no-class', sectionId: null })
    expect(open({ classes: [toClass('X', 'Grade 2', { capacity: 3, taken: 3 })] })).toMatchObject({ reason: 'full' })
    expect(open({ classes: [toClass('X', 'Grade 2', { ageFrom: 12 })] })).toMatchObject({ reason: 'age' })
    expect(open({ passPercent: 60, seats: [seat('a', { percent: 59 })] })).toMatchObject({ reason: 'below-pass' })
    expect(open({ passPercent: 60, seats: [seat('a', { percent: 60 })] })).toMatchObject({ decision: 'promote' })
    expect(
      open({
        classes: [toClass('G2-A', 'Grade 2'), toClass('Chess', 'Chess', { startsAt: '15:00', endsAt: '16:00' })],
        placed: [{ studentId: 'student a', householdId: 'home a', sectionId: 'Chess' }],
      }),
    ).toMatchObject({ decision: 'choose', reason: 'clash' })
    expect(open({ seats: [seat('a', { courseId: 'Grade 2' })] })).toMatchObject({
      decision: 'leave',
      reason: 'finished',
    })
  })
  test('leaves students who already have a seat in the course in it', () => {
    const placed = [{ studentId: 'student a', householdId: 'home a', sectionId: 'G2-B' }]
    const found = [{ id: 'a', decision: 'promote', sectionId: 'G2-B', reason: 'placed' }]
    expect(propose(asked({ placed }))).toEqual(found)
    const twice = [seat('a'), seat('b', { studentId: 'student a', householdId: 'home a' })]
    expect(propose(asked({ seats: twice, placed }))).toEqual(found)
  })
  test('puts siblings in classes at matching times', () => {
    const morning = { startsAt: '09:00', endsAt: '10:50' }
    const section = { ...seat('x').section, ...morning, id: 'Z', name: 'Z' }
    const found = propose(
      asked({
        seats: [
          seat('big', { householdId: 'home', courseId: 'Grade 0', section }),
          seat('small', { householdId: 'home', section: { ...section, startsAt: '12:00', endsAt: '12:50' } }),
        ],
        following: followingOf([course('Grade 0', 0), course('Grade 1', 1), course('Grade 2', 2)]),
        classes: [
          toClass('One', 'Grade 1', morning),
          toClass('A late', 'Grade 2'),
          toClass('B early', 'Grade 2', morning),
        ],
      }),
    )
    expect(found.find(({ id }) => id === 'small')).toMatchObject({ sectionId: 'B early' })
  })
})

describe('any proposal', () => {
  const times = fc.constantFrom(
    { weekday: 7, startsAt: '14:00', endsAt: '15:50' },
    { weekday: 7, startsAt: '15:00', endsAt: '16:00' },
    { weekday: 6, startsAt: '09:00', endsAt: '10:50' },
  )
  const courses = ['Grade 1', 'Grade 2', 'Grade 3']
  const question = fc
    .record({
      seats: fc.array(
        fc.record({
          student: fc.nat(8),
          home: fc.nat(4),
          course: fc.constantFrom(...courses),
          from: times,
          percent: fc.option(fc.nat(100)),
          birthOn: fc.constantFrom('2012-01-01', '2020-01-01', null),
        }),
        { maxLength: 25 },
      ),
      classes: fc.array(
        fc.record({
          course: fc.constantFrom(...courses),
          time: times,
          capacity: fc.integer({ min: 1, max: 6 }),
          taken: fc.nat(6),
          ageFrom: fc.option(fc.constantFrom(8, 12)),
        }),
        { maxLength: 6 },
      ),
      isAdvancing: fc.boolean(),
    })
    .map(({ seats, classes, isAdvancing }): Asked => {
      const homes = new Map(seats.map(({ student, home }) => [student, home]))
      return asked({
        seats: seats.map(({ student, course: courseId, from, percent, birthOn }, index) =>
          seat(`s${index}`, {
            studentId: `p${student}`,
            householdId: `h${homes.get(student)}`,
            courseId,
            percent,
            birthOn,
            section: { ...from, id: `${courseId} ${from.startsAt}`, name: courseId, teacherIds: [] },
          }),
        ),
        classes: classes.map(({ course: courseId, time, ...values }, index) =>
          toClass(`c${index}`, courseId, { ...time, ...values }),
        ),
        following: followingOf(courses.map((name, level) => course(name, level))),
        isAdvancing,
        passPercent: 50,
      })
    })

  test('overfills no class, double-books no one, and gives a class exactly to those who move up or stay', () => {
    fc.assert(
      fc.property(question, asking => {
        const found = propose(asking)
        const classOf = new Map(asking.classes.map(each => [each.id, each]))
        const seatOf = new Map(asking.seats.map(each => [each.id, each]))
        expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
        for (const each of asking.classes) {
          const coming = found.filter(({ sectionId }) => sectionId === each.id).length
          expect(coming === 0 || each.taken + coming <= each.capacity).toBe(true)
        }
        for (const { id, decision, sectionId } of found) {
          expect(sectionId !== null).toBe(decision === 'promote' || decision === 'retain')
          const mine = found.filter(
            other =>
              other.id !== id &&
              other.sectionId !== null &&
              seatOf.get(other.id)!.studentId === seatOf.get(id)!.studentId,
          )
          if (sectionId !== null)
            for (const other of mine)
              expect(overlap(classOf.get(sectionId)!, classOf.get(other.sectionId!)!)).toBe(false)
        }
      }),
    )
  })
  test('doesn’t depend on the order of its input', () => {
    fc.assert(
      fc.property(question, fc.nat(), (asking, by) => {
        const turned = <T>(list: readonly T[]) => {
          const at = list.length === 0 ? 0 : by % list.length
          return [...list.slice(at), ...list.slice(0, at)].reverse()
        }
        expect(propose({ ...asking, seats: turned(asking.seats), classes: turned(asking.classes) })).toEqual(
          propose(asking),
        )
      }),
    )
  })
  test('calls classes full only if every class of the course for that age is', () => {
    fc.assert(
      fc.property(question, asking => {
        const found = propose(asking)
        const coming = (at: string) => found.filter(({ sectionId }) => sectionId === at).length
        for (const { id } of found.filter(({ reason }) => reason === 'full')) {
          const from = asking.seats.find(each => each.id === id)!
          const wanted = courses[courses.indexOf(from.courseId) + (asking.isAdvancing ? 1 : 0)]
          const isOld = from.birthOn === null || from.birthOn < '2015'
          const free = asking.classes.filter(
            each =>
              each.courseId === wanted &&
              (each.ageFrom === null || isOld || !asking.isAdvancing) &&
              each.taken + coming(each.id) < each.capacity,
          )
          expect(free).toEqual([])
        }
      }),
    )
  })
})

describe('the times of a family', () => {
  const visit = (studentId: string, startsAt: string, endsAt: string, weekday = 7): Visit => ({
    studentId,
    startsAt,
    endsAt,
    weekday,
  })
  const kinds = (...visits: Visit[]) => familyConflicts(visits).map(({ kind, at, other }) => [kind, at, other])
  test('conflict if one child has two classes at once', () => {
    expect(kinds(visit('mia', '14:00', '15:50'), visit('mia', '15:00', '16:00'))).toEqual([
      ['double', 0, 1],
      ['double', 1, 0],
    ])
  })
  test('don’t conflict if siblings have class at the same time, or with a break in between', () => {
    expect(kinds(visit('mia', '14:00', '15:50'), visit('leo', '14:00', '15:50'))).toEqual([])
    expect(kinds(visit('mia', '14:00', '15:50'), visit('leo', '16:05', '17:00'))).toEqual([])
  })
  test('conflict if one child is picked up while another is dropped off', () => {
    expect(kinds(visit('mia', '14:00', '15:50'), visit('leo', '15:55', '17:00'))).toEqual([
      ['handover', 0, 1],
      ['handover', 1, 0],
    ])
  })
  test('conflict over a long wait, unless the family has a class in between', () => {
    expect(kinds(visit('mia', '09:00', '10:50'), visit('leo', '14:00', '15:50'))).toEqual([
      ['gap', 0, 1],
      ['gap', 1, 0],
    ])
    expect(
      kinds(visit('mia', '09:00', '10:50'), visit('leo', '14:00', '15:50'), visit('mia', '11:10', '13:30')),
    ).toEqual([])
  })
  test('conflict if siblings come on different days, unless one of them comes on both', () => {
    expect(kinds(visit('mia', '14:00', '15:50', 6), visit('leo', '14:00', '15:50', 7))).toEqual([['days', 1, 0]])
    expect(
      kinds(visit('mia', '14:00', '15:50', 6), visit('leo', '14:00', '15:50', 7), visit('leo', '14:00', '15:50', 6)),
    ).toEqual([])
  })
})
