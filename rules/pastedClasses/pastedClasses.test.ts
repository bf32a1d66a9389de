import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SectionInput } from '#contract/enrolment/classes.ts'
import { Email } from '#contract/values.ts'
import { readSheet } from './columns.ts'
import { courseOfClass, lettered, withLevel } from './naming.ts'
import { readAges, readAmount, readCount, readLevel } from './numbers.ts'
import { type KnownSchool, type PasteSettings, planClasses } from './plan.ts'
import { joinTimes, readDays, readTimes } from './times.ts'

const shown = ({ times, problem }: ReturnType<typeof joinTimes>) =>
  problem?.code ?? times.map(({ weekday, startsAt, endsAt }) => `${weekday ?? '?'} ${startsAt}-${endsAt}`).join(', ')

describe('times', () => {
  test.each([
    ['Sat 9:00-10:30', '6 09:00-10:30'],
    ['9–10:30am', '? 09:00-10:30'],
    ['周六 9:00-10:30', '6 09:00-10:30'],
    ['週六 上午9点-10点半', '6 09:00-10:30'],
    ['星期天下午1:30至3:00', '7 13:30-15:00'],
    ['周六日 9:00-10:00', '6 09:00-10:00, 7 09:00-10:00'],
    ['周一、三 16:00-17:00', '1 16:00-17:00, 3 16:00-17:00'],
    ['Saturdays 9:00 AM to 10:30 AM', '6 09:00-10:30'],
    ['9.00-10.30 Sat.', '6 09:00-10:30'],
    ['Sat 11-12:30pm', '6 11:00-12:30'],
    ['Sat 1-2:30pm', '6 13:00-14:30'],
    ['Sat 10:30 a.m. – 1 p.m.', '6 10:30-13:00'],
    ['Sat 1:30-3', '6 13:30-15:00'],
    ['Sat 10:30-1:00', '6 10:30-13:00'],
    ['Sat 10am-noon', '6 10:00-12:00'],
    ['0900-1030', '? 09:00-10:30'],
    ['13:30-15:00', '? 13:30-15:00'],
    ['Sat 9-10:30, Sun 1-2:30pm', '6 09:00-10:30, 7 13:00-14:30'],
    ['Sat 9-10:30\nWed 5:00pm-6:30pm', '6 09:00-10:30, 3 17:00-18:30'],
    ['Mon/Wed 4-5pm', '1 16:00-17:00, 3 16:00-17:00'],
    ['Mon & Wed & Fri 4-5pm', '1 16:00-17:00, 3 16:00-17:00, 5 16:00-17:00'],
    ['Thu-Sat 9-10', '4 09:00-10:00, 5 09:00-10:00, 6 09:00-10:00'],
    ['９：００－１０：３０', '? 09:00-10:30'],
    ['9:00', 'time-no-end'],
    ['Sat 9:00-', 'time-no-end'],
    ['Satrday 9-10', 'time-unreadable'],
    ['Sat 9:75-10:30', 'time-unreadable'],
    ['Sat 15:00-14:00', 'time-order'],
    ['Sat 15:00-14:00pm', 'time-unreadable'],
    ['', ''],
  ])('%j is %s', (cell, read) => expect(shown(readTimes(cell))).toBe(read))
  test.each([
    ['Sat', '9-10:30', '6 09:00-10:30'],
    ['六', '9:00-10:30', '6 09:00-10:30'],
    ['Sat, Wed', '9-10, 17:00-18:00', '6 09:00-10:00, 3 17:00-18:00'],
    ['Sat, Wed', '9-10', '6 09:00-10:00, 3 09:00-10:00'],
    ['Sun', 'Sat 9-10', '6 09:00-10:00'],
    ['someday', '9-10', '? 09:00-10:00'],
  ])('%j with %j is %s', (day, time, read) => expect(shown(joinTimes(day, time))).toBe(read))
  test('a time is read in each common format', () => {
    const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
    const han = '一二三四五六日'
    const two = (n: number) => String(n).padStart(2, '0')
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 8 * 60, max: 20 * 60 }),
        fc.integer({ min: 15, max: 180 }),
        (weekday, from, minutes) => {
          const clock = (at: number) => `${two(Math.floor(at / 60))}:${two(at % 60)}`
          const half = (at: number) => `${Math.floor(at / 60) % 12 || 12}:${two(at % 60)} ${at < 12 * 60 ? 'AM' : 'PM'}`
          const to = from + minutes
          const expected = `${weekday} ${clock(from)}-${clock(to)}`
          for (const cell of [
            `${days[weekday - 1]} ${clock(from)}-${clock(to)}`,
            `${days[weekday - 1]} ${half(from)} – ${half(to)}`,
            `${half(from)} to ${half(to)} ${days[weekday - 1]}`,
            `周${han[weekday - 1]} ${clock(from)}～${clock(to)}`,
          ])
            expect(shown(readTimes(cell))).toBe(expected)
        },
      ),
    )
  })
  test('no cell makes reading fail, and no time ends before it begins', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string({
            unit: fc.constantFrom(
              '0',
              '1',
              '2',
              '9',
              ':',
              '-',
              ',',
              ' ',
              '周',
              '六',
              '下午',
              '点',
              'a',
              'pm',
              'Sat',
              '半',
            ),
          }),
        ),
        cell => {
          for (const { startsAt, endsAt } of readTimes(cell).times) expect(startsAt < endsAt).toBe(true)
          readDays(cell)
        },
      ),
    )
  })
})

describe('numbers', () => {
  test.each([
    ['15', 15],
    ['15 places', 15],
    ['20人', 20],
    ['15.0', 15],
    ['-3', -3],
    ['many', null],
    ['10-12', null],
  ])('%j places are %j', (cell, n) => expect(readCount(cell)).toBe(n))
  test.each([
    ['$260', 26_000],
    ['1,250.50', 125_050],
    ['1250,5', 125_050],
    ['￥260', 26_000],
    ['free', 0],
    ['免费', 0],
    ['260/term', 26_000],
    ['ask', null],
    ['$260 or $240', null],
  ])('%j is %j cents', (cell, n) => expect(readAmount(cell, 2)).toBe(n))
  test('yen have no decimals', () => expect(readAmount('¥1,200', 0)).toBe(1200))
  test.each([
    ['5-7', 5, 7],
    ['5 – 7 yrs', 5, 7],
    ['5至7岁', 5, 7],
    ['6+', 6, null],
    ['8 and up', 8, null],
    ['8岁以上', 8, null],
    ['under 9', null, 8],
    ['up to 9', null, 9],
    ['12', 12, 12],
    ['all', null, null],
    ['', null, null],
  ])('ages %j are %j to %j', (cell, from, to) => expect(readAges(cell)).toEqual({ from, to }))
  test('other words are not ages', () => expect(readAges('adults mostly')).toBeNull())
  test.each([
    ['3', 3],
    ['Level 3', 3],
    ['三年级', 3],
    ['Grade 2', 2],
    ['K', 0],
    ['Beginner', null],
    ['', null],
  ])('level %j is %j', (cell, n) => expect(readLevel(cell)).toBe(n))
})

describe('names', () => {
  test.each([
    ['Chinese 1A', 'Chinese 1'],
    ['Chinese 1 b', 'Chinese 1'],
    ['一年级甲班', '一年级'],
    ['Chess', 'Chess'],
    ['Vitamin A', 'Vitamin A'],
  ])('the class %s belongs to the course %s', (name, course) => expect(courseOfClass(name)).toBe(course))
  test('letters and levels are added to names', () => {
    expect([lettered('Chess', 0), lettered('Chinese 1', 1), lettered('一年级', 2)]).toEqual([
      'Chess A',
      'Chinese 1B',
      '一年级C',
    ])
    expect([withLevel('Chinese', '3'), withLevel('中文', '三年级'), withLevel('Chinese 3', '3')]).toEqual([
      'Chinese 3',
      '中文三年级',
      'Chinese 3',
    ])
  })
})

const empty: KnownSchool = { weekdays: [6, 7], programmes: [], courses: [], rooms: [], teachers: [], sections: [] }
const settings = (columns: PasteSettings['columns']): PasteSettings => ({
  columns,
  programme: 'Classes',
  capacity: null,
  tuitionCents: null,
  digits: 2,
})
const grid = (text: string) => text.split('\n').map(line => line.split('\t'))
const planOf = (text: string, known: KnownSchool = empty, more: Partial<PasteSettings> = {}) => {
  const { columns, rows } = readSheet(grid(text))
  return planClasses(
    rows.map(cells => ({ cells, isLeftOut: false })),
    { ...settings(columns.map(({ field }) => field)), ...more },
    known,
  )
}
const problemsOf = (plan: ReturnType<typeof planOf>) =>
  plan.rows.map(({ problems }) => problems.map(({ field, code, text }) => `${field} ${code} ${text}`.trim()))

describe('columns', () => {
  const fieldsOf = (text: string) => readSheet(grid(text)).columns.map(({ field }) => field)
  test('are recognized by English headings below a title', () => {
    expect(
      fieldsOf(
        'Spring classes\nClass\tCourse\tTeacher\tTeacher email\tClassroom\tDay\tClass time\tClass size\tTuition\tAges',
      ),
    ).toEqual(['class', 'course', 'teacher', 'email', 'room', 'day', 'time', 'capacity', 'fee', 'ages'])
  })
  test('are recognized by Chinese headings', () => {
    expect(fieldsOf('班级\t课程\t年级\t任课老师\t教室\t上课时间\t人数上限\t学费\t年龄\t备注')).toEqual([
      'class',
      'course',
      'level',
      'teacher',
      'room',
      'time',
      'capacity',
      'fee',
      'ages',
      'ignore',
    ])
  })
  test('are guessed from their cells if there are no headings', () => {
    const { columns, rows } = readSheet(
      grid(
        'Chinese 1A\tLi Wang\tRoom 101\tSat 9:00-10:30\t15\t$260\t5-7\nChess\tTom Reed\tRoom 102\tSun 1-2pm\t12\t$180\t8+',
      ),
    )
    expect(columns.map(({ field }) => field)).toEqual(['class', 'teacher', 'room', 'time', 'capacity', 'fee', 'ages'])
    expect(columns.every(({ by }) => by === 'cells')).toBe(true)
    expect(rows).toHaveLength(2)
  })
})

const chinese = `班级\t课程\t任课老师\t教室\t上课时间\t人数上限\t学费\t年龄
中文一年级甲班\t中文一年级\t王丽\t教室101\t周六 9:00-10:30\t15\t¥260\t5-7岁
中文一年级乙班\t中文一年级\t陈梅\t教室102\t周六 上午9点-10点半\t15\t260\t5-7岁
围棋\t\t王丽\t101\t周日 下午1:30-3:00\t12\t免费\t8岁以上`

describe('the plan', () => {
  test('reads a sheet in Chinese', () => {
    const plan = planOf(chinese)
    expect(problemsOf(plan)).toEqual([[], [], []])
    expect(plan.counts).toEqual({ programmes: 1, courses: 2, rooms: 2, teachers: 2, classes: 3 })
    expect(plan.classes[0]).toMatchObject({
      name: '中文一年级甲班',
      weekday: 6,
      startsAt: '09:00',
      endsAt: '10:30',
      capacity: 15,
      tuitionCents: 26_000,
      ageFrom: 5,
      ageTo: 7,
    })
    expect(plan.classes[2]).toMatchObject({ tuitionCents: 0, ageFrom: 8, ageTo: null, startsAt: '13:30' })
    expect(plan.classes[2]!.room).toEqual(plan.classes[0]!.room)
  })
  const known: KnownSchool = {
    weekdays: [7],
    programmes: [{ id: 'p', name: 'Chinese', nativeName: '中文', isArchived: false }],
    courses: [{ id: 'c', programmeId: 'p', name: 'Chinese 1', nativeName: '中文一', isArchived: false }],
    rooms: [
      { id: 'r', name: 'Room 5', capacity: 10, isArchived: false },
      { id: 'old', name: 'Attic', capacity: null, isArchived: true },
    ],
    teachers: [{ id: 't', name: 'Li Wang', nativeName: '王丽' }],
    sections: [
      { name: 'Chess', weekday: 7, startsAt: '09:00', endsAt: '10:00', roomId: 'r', teacherIds: ['t'], status: 'open' },
    ],
  }
  const head = 'Class\tCourse\tTeacher\tRoom\tTime\tPlaces\tFee'
  test('matches what the school already has, in other spellings too', () => {
    const plan = planOf(`${head}\nChinese 1A\t中文一\tWANG, Li\trm. 5\t11:00-12:00\t12\t260`, known)
    expect(problemsOf(plan)).toEqual([[]])
    expect(plan.counts).toEqual({ programmes: 0, courses: 0, rooms: 0, teachers: 0, classes: 1 })
    expect(plan.classes[0]).toMatchObject({
      course: { id: 'c' },
      room: { id: 'r', name: 'Room 5' },
      teachers: [{ id: 't' }],
      weekday: 7,
    })
    expect(plan.rows[0]!.hints.map(({ code }) => code)).toEqual(['day-assumed', 'room-small'])
  })
  test('reports each problem at its cell, and makes no classes until the rows with problems are left out', () => {
    const text = [
      head,
      'Chess\tChess\tLi Wang\tRoom 5\tSun 9:30-11:00\t12\t260',
      'Go\tGo\tTom Reed\tAttic\tMon 9-10\t2000\tlots',
      'Art\tArt\tAmy Fox\tHall\tSun 14:00-15:00\t12\t100',
      'art\tArt\tamy fox\thall\tSun 14:30-15:30\t12\t100',
      'Dance\tDance\tNoa Hill\tGym\t\t\t',
    ].join('\n')
    const plan = planOf(text, known)
    expect(plan.classes).toEqual([])
    expect(problemsOf(plan)).toEqual([
      ['class class-exists Chess', 'room room-taken Room 5: Chess', 'teacher teacher-busy Li Wang: Chess'],
      ['time day-outside', 'capacity number-bounds 2000', 'fee fee-unreadable lots', 'room room-archived Attic'],
      ['class class-twice Art', 'room room-taken Hall: art', 'teacher teacher-busy Amy Fox: art'],
      ['class class-twice art', 'room room-taken Hall: Art', 'teacher teacher-busy Amy Fox: Art'],
      ['time time-missing', 'capacity capacity-missing', 'fee fee-missing'],
    ])
    const { columns, rows } = readSheet(grid(text))
    const left = planClasses(
      rows.map((cells, index) => ({ cells, isLeftOut: index !== 2 })),
      settings(columns.map(({ field }) => field)),
      known,
    )
    expect(left.counts).toEqual({ programmes: 1, courses: 1, rooms: 1, teachers: 1, classes: 1 })
    expect(left.classes).toMatchObject([{ name: 'Art' }])
  })
  test('names the bounds of a number', () => {
    const [row] = planOf(`${head}\nA\tA\t\t\tSun 9-10\t0\t1`, known).rows
    expect(row!.problems).toEqual([{ field: 'capacity', code: 'number-bounds', text: '0', from: 1, to: 1000 }])
  })
  test('makes two classes of two times in one cell', () => {
    const plan = planOf(`${head}\nGo\tGo\t\t\tSat 9-10, Sun 1-2pm\t12\t90`)
    expect(plan.classes.map(({ name, weekday }) => [name, weekday])).toEqual([
      ['Go (1)', 6],
      ['Go (2)', 7],
    ])
    expect(plan.counts.classes).toBe(2)
    expect(plan.rows[0]!.hints).toMatchObject([{ code: 'times-many', from: 2 }])
  })
  test('names unnamed classes after their course, and courses with several levels after their level', () => {
    const plan = planOf(
      'Course\tLevel\tTime\nChinese\t1\tSat 9-10\nChinese\t1\tSat 9-10\nChinese\t2\tSat 9-10\nChess\t\tSat 9-10',
      empty,
      { capacity: 12, tuitionCents: 100 },
    )
    expect(problemsOf(plan)).toEqual([[], [], [], []])
    expect(plan.classes.map(({ name }) => name)).toEqual(['Chinese 1A', 'Chinese 1B', 'Chinese 2', 'Chess'])
    expect(plan.courses.map(({ name, level }) => [name, level])).toEqual([
      ['Chinese 1', 1],
      ['Chinese 2', 2],
      ['Chess', null],
    ])
  })
  test('refuses two emails for one teacher, and one email for two teachers', () => {
    const plan = planOf(
      'Class\tTeacher\tEmail\tTime\nA\tLi Wang\tli@x.org\tSat 9-10\nB\tTom Reed\tli@x.org\tSat 9-10\nC\tWang Li\tother@x.org\tSun 9-10\nD\tAmy Fox & Bo Hu\tamy@x.org\tSat 9-10\nE\tNoa Hill\tnoa(at)\tSat 9-10',
      empty,
      { capacity: 12, tuitionCents: 100 },
    )
    expect(problemsOf(plan)).toEqual([
      [],
      ['email email-shared Li Wang'],
      ['email email-differs li@x.org'],
      ['email email-count'],
      ['email email-unreadable noa@'],
    ])
  })
  const cell = fc.oneof(
    fc.constantFrom(
      'Chinese 1A',
      'Chess',
      'Sat 9-10:30',
      '周日 13:00-14:00',
      'Sat 9-10, Sun 9-10',
      'Li Wang',
      '王丽 & Tom Reed',
      'Room 5',
      '12',
      '$260',
      '5-7',
      'a@b.org',
      '',
    ),
    fc.string({ maxLength: 12 }),
  )
  const columns = ['class', 'course', 'teacher', 'email', 'room', 'time', 'capacity', 'fee', 'ages', 'level'] as const
  const someRows = fc.array(
    fc.record({ cells: fc.array(cell, { minLength: 10, maxLength: 10 }), isLeftOut: fc.boolean() }),
    {
      maxLength: 8,
    },
  )
  test('makes only classes that the form would accept, whatever was pasted', () => {
    const id = '0190a000-0000-7000-8000-000000000000'
    fc.assert(
      fc.property(someRows, rows => {
        const plan = planClasses(rows, { ...settings(columns), capacity: 12, tuitionCents: 100 }, known)
        const kept = plan.rows.filter(({ isLeftOut }) => !isLeftOut)
        expect(plan.rows).toHaveLength(rows.length)
        if (kept.some(({ problems }) => problems.length > 0)) expect(plan.classes).toEqual([])
        else expect(plan.classes).toHaveLength(plan.counts.classes)
        for (const { course, room, teachers, ...section } of plan.classes) {
          const input = { ...section, termId: id, courseId: id, roomId: room && id, teacherIds: teachers.map(() => id) }
          expect(SectionInput.safeParse({ ...input, needsApproval: false }).success).toBe(true)
          expect(course.id !== null || plan.courses.some(({ key }) => key === course.key)).toBe(true)
          expect(room === null || room.id !== null || plan.rooms.some(({ key }) => key === room.key)).toBe(true)
        }
        for (const { email } of plan.teachers) if (email !== '') expect(Email.safeParse(email).success).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
  test('is the same whether rows are left out or not sent at all', () => {
    fc.assert(
      fc.property(someRows, rows => {
        const asked = { ...settings(columns), capacity: 12, tuitionCents: 100 }
        const whole = planClasses(rows, asked, known)
        const sent = planClasses(
          rows.filter(({ isLeftOut }) => !isLeftOut),
          asked,
          known,
        )
        expect(sent.counts).toEqual(whole.counts)
        expect(sent.classes.map(({ name }) => name)).toEqual(whole.classes.map(({ name }) => name))
      }),
    )
  })
})
