import { dayIn } from '#rules/calendar.ts'
import { lastChosenDay } from '#rules/visits.ts'
import type { Job } from '#server/platform/jobs.ts'
import { writeWith } from '#server/platform/writing.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { lockSections } from '#server/enrolment/enrolments/acts.ts'
import { reverseVisits } from './acts.ts'
import { endUnchosen, listUnchosen } from './queries.ts'
import { tellVisit } from './telling.ts'

/** Refunds families for canceled visits for which they haven't chosen another day in time. */
export const endUnchosenVisits: Job<object> = {
  name: 'visits-end-unchosen',
  cron: '20 7 * * *',
  async run(_data, tools) {
    const { database, now } = tools
    const today = dayIn(await zoneOf(database.db), now)
    for (const { id, sectionId } of await listUnchosen(database.db, lastChosenDay(today)))
      await writeWith(tools, async context => {
        const { db } = context
        await lockSections(db, [sectionId])
        const ended = await endUnchosen(db, id, now)
        if (!ended) return
        if (ended.chargeId) await reverseVisits(db, [ended.chargeId], 'lesson-canceled', now)
        const people = await tellVisit(context, id, 'unchosen', '')
        context.touch(['visits', 'parents', 'students', 'payments'], people)
      })
  },
}
