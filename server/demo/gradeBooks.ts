import { Temporal } from 'temporal-polyfill'
import type { Input } from '#contract/index.ts'
import { usualLetters, usualWeights } from '#rules/grades.ts'
import type { PlannedFamily } from './family.ts'
import { type Office, several } from './office.ts'
import { offer } from './offer.ts'
import type { OpenedSchool, When } from './opening.ts'
import { openings, profile } from './profile.ts'
import { type Random, seeded } from './random.ts'
import { classOfDemoTeacher, registrar, teachers } from './staff.ts'

const nativeLetters = ['优秀', '良好', '中等', '及格', '不及格']
const letters: Input<'grades-createScale'> = {
  name: 'Letters A to F',
  nativeName: '等级 A–F',
  kind: 'letter',
  steps: usualLetters.map((step, index) => ({ ...step, nativeLabel: nativeLetters[index] ?? '' })),
  isDefault: true,
}
const passed: Input<'grades-createScale'> = {
  name: 'Pass or not yet',
  nativeName: '通过制',
  kind: 'pass',
  steps: [
    { label: 'Pass', nativeLabel: '通过', fromPercent: 60 },
    { label: 'Not yet', nativeLabel: '待努力', fromPercent: 0 },
  ],
  isDefault: false,
}

const partNames: Record<(typeof usualWeights)[number]['key'], { name: string; nativeName: string }> = {
  final: { name: 'Final', nativeName: '期末考试' },
  midterm: { name: 'Midterm', nativeName: '期中考试' },
  homework: { name: 'Homework', nativeName: '作业' },
  attendance: { name: 'Attendance', nativeName: '出勤' },
  other: { name: 'Other', nativeName: '其他' },
}

// The day it is due. Grades are entered two days later and released the day after that.
const works = [
  { part: 'homework', name: 'Homework 1', nativeName: '作业一', onDay: '2026-09-20', maxPoints: 10 },
  { part: 'homework', name: 'Homework 2', nativeName: '作业二', onDay: '2026-10-04', maxPoints: 10 },
  { part: 'homework', name: 'Homework 3', nativeName: '作业三', onDay: '2026-10-18', maxPoints: 10 },
  { part: 'midterm', name: 'Midterm', nativeName: '期中考试', onDay: '2026-11-01', maxPoints: 100 },
  { part: 'homework', name: 'Homework 4', nativeName: '作业四', onDay: '2026-11-15', maxPoints: 10 },
] as const
const last = works.at(-1)!
const demoChildren = ['Emily Wang', 'Lucas Wang']

const notes = [
  'Beautiful handwriting 字写得很漂亮',
  'Please practice the last four characters again',
  'Reads with feeling',
  'Look at the tones once more',
]

const evening = (onDay: string, days: number): Date =>
  new Date(
    Temporal.PlainDate.from(onDay).add({ days }).toZonedDateTime({ timeZone: profile.zone, plainTime: '20:00' })
      .epochMilliseconds,
  )

/** The Monday after the first lesson. */
const firstEvening = evening('2026-09-14', 0)

/** One student's grade for a piece of work: most hand it in, some are excused, a few have nothing. */
const cellOf = (random: Random, ability: number, maxPoints: number) => {
  const chance = random.next()
  if (chance < 0.03) return { points: null, isExcused: true, note: '' }
  if (chance < 0.06) return null
  const share = Math.min(1, Math.max(0.35, ability + (random.next() - 0.5) * 0.22))
  const grain = maxPoints > 10 ? 1 : 0.5
  const points = Math.round((share * maxPoints) / grain) * grain
  return { points, isExcused: false, note: random.chance(0.06) ? random.pick(notes) : '' }
}

type Book = {
  office: Office
  email: string
  name: string
  sectionId: string
  scaleId: string
  joinedAt: ReadonlyMap<string, Date>
  now: Date
  random: Random
}

const keepBook = async ({ office, email, name, sectionId, scaleId, joinedAt, now, random }: Book): Promise<void> => {
  const isDemoClass = name === classOfDemoTeacher
  const { categories } = await office.call(
    email,
    'grades-plan',
    {
      sectionId,
      scaleId,
      reason: '',
      categories: usualWeights.map(({ key, weightPercent }) => ({
        ...partNames[key],
        id: null,
        weightPercent,
        dropLowest: key === 'homework' ? 1 : 0,
      })),
    },
    firstEvening,
  )
  const roster = (await office.call(email, 'classes-roster', { sectionId }, now)).toSorted((a, b) =>
    // Random results must not depend on how lists are sorted.
    a.name < b.name ? -1 : 1,
  )
  const abilityOf = new Map(roster.map(({ enrolmentId }) => [enrolmentId, 0.72 + random.next() * 0.26]))
  const corrections: { at: Date; cell: Input<'grades-enter'>['cells'][number] }[] = []
  for (const { part, onDay, ...work } of works) {
    const [enteredAt, releasedAt] = [evening(onDay, 2), evening(onDay, 3)]
    if (enteredAt > now) break
    const categoryId = categories[usualWeights.findIndex(({ key }) => key === part)]!.id
    const assessment = await office.call(
      email,
      'grades-createAssessment',
      { sectionId, categoryId, onDay, ...work },
      enteredAt,
    )
    const isUnfinished = isDemoClass && work.name === last.name
    const cells = roster
      .filter(student => joinedAt.get(student.name)! < enteredAt)
      .flatMap(student => {
        const cell = cellOf(random, abilityOf.get(student.enrolmentId)!, work.maxPoints)
        const { enrolmentId } = student
        if (cell === null) return []
        const made = { assessmentId: assessment.id, enrolmentId, version: 0, ...cell }
        if (isDemoClass && work.name === 'Midterm' && demoChildren.includes(student.name))
          corrections.push({ at: evening(onDay, 9), cell: { ...made, version: 2, points: 93, isExcused: false } })
        return [made]
      })
    await office.call(
      email,
      'grades-enter',
      { sectionId, reason: '', cells: isUnfinished ? cells.slice(0, Math.ceil(cells.length / 2)) : cells },
      enteredAt,
    )
    if (!isUnfinished && releasedAt <= now)
      await office.call(email, 'grades-release', { assessmentIds: [assessment.id] }, releasedAt)
  }
  for (const { at, cell } of corrections)
    if (at <= now)
      await office.call(
        email,
        'grades-enter',
        { sectionId, cells: [cell], reason: 'Two right answers had not been counted' },
        at,
      )
}

/**
 * The school's scales, and the grade books of the language classes: four pieces of homework and the midterm. The latest
 * homework of the demo's teacher is half entered and not released; one of that teacher's grades was corrected after its
 * release.
 */
export const keepGradeBooks = async (
  office: Office,
  school: OpenedSchool,
  families: readonly PlannedFamily[],
  when: When,
  now: Date,
  random: Random,
): Promise<void> => {
  const scaleIds: string[] = []
  for (const scale of [letters, passed])
    scaleIds.push((await office.call(registrar.email, 'grades-createScale', scale, when(openings.classes))).id)
  if (now < firstEvening) return
  const joinedAt = new Map(
    families.flatMap(({ children, registersAt }) => children.map(({ name }) => [name, when(registersAt)] as const)),
  )
  const books = offer
    .filter(({ programme }) => programme === 'Language')
    .map(({ name, course }) => ({
      name,
      // The youngest get no letter grades.
      scaleId: scaleIds[course.level === 0 ? 1 : 0]!,
      email: teachers.find(({ classes }) => classes.includes(name))!.email,
      sectionId: school.sectionOf.get(name)!,
      random: seeded(random.int(1, 1_000_000)),
    }))
  await several(books, book => keepBook({ office, joinedAt, now, ...book }))
}
