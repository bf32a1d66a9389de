import { sql } from 'drizzle-orm'
import { rows } from '#server/platform/db.ts'
import type { Office } from './office.ts'
import type { OpenedSchool } from './opening.ts'
import { registrar } from './staff.ts'

const decidedAt = new Date('2026-11-20T15:00:00Z')
const lesson = { section: 'Chorus', onDay: '2027-01-10', makeUpOn: '2027-01-16' }

/** Cancels one upcoming lesson, because its teacher conducts elsewhere, and makes it up on the following Saturday. */
export const callLessonOff = async (office: Office, { sectionOf }: OpenedSchool, now: Date): Promise<void> => {
  if (now < decidedAt) return
  const sectionId = sectionOf.get(lesson.section)!
  const [meeting] = await rows<{ sessionDateId: string }>(
    office.database.db,
    sql`select session_date_id from meetings where section_id = ${sectionId}::uuid and on_day = ${lesson.onDay}::date`,
  )
  if (!meeting) throw new Error(`${lesson.section} has no lesson on ${lesson.onDay}`)
  await office.call(
    registrar.email,
    'cancellations-cancelDay',
    {
      sessionDateId: meeting.sessionDateId,
      sectionId,
      reason: 'The conductor leads the city’s children’s choir that day',
      nativeReason: '指挥老师当天带市少儿合唱团演出',
      remedy: 'makeUp',
      makeUpOn: lesson.makeUpOn,
      eventIds: [],
      tell: true,
      agreedCents: 0,
    },
    decidedAt,
  )
  await office.finishJobs(now)
}
