import type { volunteers, RoomParent } from '#contract/communication/volunteers.ts'
import { dayIn } from '#rules/calendar.ts'
import { missingTexts } from '#rules/notices.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Functions } from '#server/platform/functions.ts'
import { workedSections } from '#server/people/teachers/policy.ts'
import { barredStudents } from '#server/people/students/policy.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { deliverNotice } from '#server/communication/messages/jobs.ts'
import { insertClassNotice } from '#server/communication/messages/acts.ts'
import { appointedParents, helpedSections } from './policy.ts'
import { endRoomParent, listCandidates, listHelped, listRoomParents, lockSection, upsertRoomParent } from './queries.ts'

const todayOf = async (db: Db, now: Date): Promise<string> => dayIn(await zoneOf(db), now)

const helpedBy = async (db: Db, actor: Actor, now: Date, id?: string) => {
  const today = await todayOf(db, now)
  return listHelped(db, helpedSections(actor, today), barredStudents(actor), actor.personId, today, id)
}

export const volunteerFunctions: Functions<typeof volunteers> = {
  'volunteers-list': async ({ db, actor, input, now }) =>
    listRoomParents(db, appointedParents(actor), await todayOf(db, now), input),

  'volunteers-candidates': ({ db, actor, input }) => listCandidates(db, workedSections(actor), input.sectionId),

  'volunteers-appoint': async ({ db, actor, input, now, touch }): Promise<RoomParent> => {
    const today = await todayOf(db, now)
    if (input.toOn !== null && input.toOn < today) throw invalid([{ path: 'toOn', message: 'past' }])
    const worked = workedSections(actor)
    if (!(await lockSection(db, worked, input.sectionId))) throw notFound('The class')
    const candidates = await listCandidates(db, worked, input.sectionId)
    if (!candidates.some(({ id }) => id === input.personId)) throw notFound('The guardian')
    const id = await upsertRoomParent(db, { ...input, fromOn: today, appointedBy: actor.personId })
    touch(['volunteers', 'duties'], [input.personId])
    return (await listRoomParents(db, appointedParents(actor), today, { id }))[0]!
  },

  'volunteers-end': async ({ db, actor, input, now, touch }) => {
    const personId = await endRoomParent(db, appointedParents(actor), input.id, now)
    if (personId === null) throw notFound('The room parent')
    touch(['volunteers', 'duties'], [personId])
    return { id: input.id }
  },

  'volunteers-classes': ({ db, actor, now }) => helpedBy(db, actor, now),

  'volunteers-write': async ({ db, actor, input, now, enqueue, touch }) => {
    const { sectionId, agreedPeople, ...texts } = input
    const [section] = await helpedBy(db, actor, now, sectionId)
    if (!section || actor.personId === null) throw notFound('The class')
    const missing = missingTexts(texts)
    if (missing.length > 0) throw invalid(missing)
    if (section.people !== agreedPeople)
      throw conflict('AUDIENCE_CHANGED', 'The number of people has changed since it was shown.', {
        people: section.people,
      })
    const id = await insertClassNotice(db, { texts, sectionId, by: actor.personId, at: now })
    await enqueue(deliverNotice, { noticeId: id, sendAt: now.toISOString() })
    touch(['messages', 'volunteers'], [actor.personId])
    return { id, people: section.people }
  },
}
