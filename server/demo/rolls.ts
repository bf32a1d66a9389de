import { Temporal } from 'temporal-polyfill'
import type { Output } from '#contract/index.ts'
import type { AttendanceCode } from '#contract/teaching/absences.ts'
import { daysAfter } from '#rules/days.ts'
import type { PlannedFamily } from './family.ts'
import { type Office, several } from './office.ts'
import type { OpenedSchool, When } from './opening.ts'
import { fall, profile } from './profile.ts'
import type { Random } from './random.ts'
import { classOfDemoTeacher, teachers } from './staff.ts'

const notes: Record<AttendanceCode, readonly string[]> = {
  present: [],
  late: ['Traffic', 'Came from a soccer game', 'Fifteen minutes'],
  absent: ['', '', 'No word from the family'],
  excused: ['Fever', 'Family trip', 'Piano recital', 'Doctor’s appointment', 'Grandparents visiting'],
  'left-early': ['Picked up at 15:20', 'Felt unwell'],
}

const codeOf = (random: Random): AttendanceCode => {
  const chance = random.next()
  if (chance < 0.9) return 'present'
  if (chance < 0.93) return 'late'
  if (chance < 0.938) return 'left-early'
  return chance < 0.965 ? 'absent' : 'excused'
}

/** The instant of a time on the school's clock. */
const instantOf = (onDay: string, time: string): Date =>
  new Date(Temporal.PlainDateTime.from(`${onDay}T${time}`).toZonedDateTime(profile.zone).epochMilliseconds)

/**
 * Every teacher takes the roll of each past Sunday, except that the demo's teacher has forgotten the last one. Students
 * who joined later are not on earlier rolls. Returns the number of rolls taken.
 */
export const takeRolls = async (
  office: Office,
  school: OpenedSchool,
  families: readonly PlannedFamily[],
  when: When,
  now: Date,
  random: Random,
): Promise<number> => {
  await office.meet()
  const joinedAt = new Map<string, Date>()
  for (const { children, registersAt, taiChi, guardians } of families) {
    for (const { name } of children) joinedAt.set(name, when(registersAt))
    if (taiChi) joinedAt.set(guardians[0]!.name, when(taiChi.registersAt))
  }
  // After the last day of the term, nothing of it is upcoming.
  const end = new Date(`${daysAfter(fall.endsOn, 1)}T12:00:00Z`)
  const until = now < end ? now : end
  const rolls: {
    email: string
    meetingId: string
    at: Date
    marks: { enrolmentId: string; code: AttendanceCode; note: string }[]
  }[] = []
  const rosterOf = new Map<string, Output<'classes-roster'>>()
  const todayOf = new Map<string, Output<'teachers-today'>>()
  await several(teachers, async ({ email, classes }) => {
    todayOf.set(email, await office.call(email, 'teachers-today', {}, until))
    for (const name of classes)
      rosterOf.set(name, await office.call(email, 'classes-roster', { sectionId: school.sectionOf.get(name)! }, until))
  })
  for (const { email, classes } of teachers) {
    const { missing, meetings } = todayOf.get(email)!
    for (const name of classes) {
      const sectionId = school.sectionOf.get(name)!
      // Random results must not depend on how lists are sorted.
      const roster = rosterOf.get(name)!.toSorted((a, b) => (a.name < b.name ? -1 : 1))
      const held = [...missing, ...meetings]
        .map(meeting => ({
          ...meeting,
          at: new Date(instantOf(meeting.onDay, meeting.startsAt).getTime() + 12 * 60_000),
        }))
        .filter(meeting => meeting.sectionId === sectionId && instantOf(meeting.onDay, meeting.endsAt) < until)
        .sort((a, b) => a.onDay.localeCompare(b.onDay))
      if (name === classOfDemoTeacher) held.pop()
      for (const { meetingId, at } of held) {
        const marks = roster
          .filter(student => joinedAt.get(student.name)! < at)
          .map(({ enrolmentId }) => {
            const code = codeOf(random)
            return { enrolmentId, code, note: code === 'present' ? '' : random.pick(notes[code]) }
          })
        if (marks.length > 0) rolls.push({ email, meetingId, at, marks })
      }
    }
  }
  rolls.sort((a, b) => a.at.getTime() - b.at.getTime())
  await several(rolls, async ({ email, at, ...roll }) => {
    await office.call(email, 'absences-take', roll, at)
  })
  return rolls.length
}
