import type { Page } from 'playwright-core'
import type { Lantern } from './lantern.ts'

/** The students of the open roll. */
export const tiles = (page: Page) =>
  page.getByRole('list', { name: 'Students' }).locator('[data-tile] > button:first-child')

/** The id of the current lesson of the class of nineteen. */
export const lessonOf = async (lantern: Lantern): Promise<string> => {
  const [found] = await lantern.sql<{ id: string }>(
    `select m.id from school.meetings m join school.sections s on s.id = m.section_id where s.name = 'G1-A' and m.on_day = '2026-11-22'`,
  )
  return found!.id
}

/** The number of times each mark was set in a lesson. */
export const marksOf = async (lantern: Lantern, meetingId: string): Promise<string[]> =>
  (
    await lantern.sql<{ code: string; n: number }>(
      'select code, count(*)::int as n from school.attendance where meeting_id = $1 group by code order by code',
      [meetingId],
    )
  ).map(({ code, n }) => `${n} ${code}`)

/** Resets a lesson to the state without any marks. */
export const forgetMarks = async (lantern: Lantern, meetingId: string): Promise<void> => {
  await lantern.sql('delete from school.attendance where meeting_id = $1', [meetingId])
  // Deleting revisions is possible only while undoing.
  await lantern.sql("select set_config('lantern.undoing', 'on', false)")
  await lantern.sql('delete from school.attendance_revisions where meeting_id = $1', [meetingId])
  await lantern.sql("select set_config('lantern.undoing', '', false)")
  await lantern.sql('update school.meetings set roll_taken_at = null where id = $1', [meetingId])
}
