import { type AbsenceNotice, type absenceNotices, absenceNoticeMoves } from '#contract/teaching/absences.notices.ts'
import { schoolTime } from '#rules/calendar.ts'
import { daysAfter } from '#rules/days.ts'
import { isLessonOver } from '#rules/lessons.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { cutPage, readKey, totalOf } from '#server/platform/keys.ts'
import { post } from '#server/platform/mail.ts'
import { letterhead, zoneOf } from '#server/school/config/tables.ts'
import { wantsMail } from '#server/people/parents/acts.ts'
import { listPeopleOf } from '#server/people/students/acts.ts'
import { myStudents } from '#server/people/students/policy.ts'
import { declinedLetter } from './letters.ts'
import {
  countMine,
  countNotices,
  findFiler,
  findNotice,
  insertNotice,
  listMine,
  listNotices,
  listWanted,
  lockNotice,
  updateNotice,
} from './noticeQueries.ts'
import { answeredNotices, myChildrensMeetings, myNotices, rolls } from './policy.ts'

/** The maximum length of a notice in days; a longer absence has to be arranged with the office. */
const longestDays = 120

const readMine = async (db: Db, actor: Actor, id: string): Promise<AbsenceNotice> => {
  const notice = await findNotice(db, myNotices(actor), myChildrensMeetings(actor), id)
  if (!notice) throw notFound('The notice')
  return notice
}

/** Refreshes the open screens of the child's family and teachers, and of the office. */
const announce = async ({ db, touch }: Pick<Context<unknown>, 'db' | 'touch'>, studentId: string): Promise<void> =>
  touch(['absences', 'students', 'parents', 'teachers'], await listPeopleOf(db, studentId))

export const noticeFunctions: Functions<typeof absenceNotices> = {
  'absences-file': async ({ db, actor, input, now, touch }) => {
    const clock = schoolTime(await zoneOf(db), now)
    if (input.fromDay < clock.day) throw invalid([{ path: 'fromDay', message: 'past' }])
    if (input.toDay < input.fromDay) throw invalid([{ path: 'toDay', message: 'before' }])
    if (input.toDay > daysAfter(input.fromDay, longestDays)) throw invalid([{ path: 'toDay', message: 'far' }])
    const lessons = await listWanted(db, myStudents(actor), input)
    if (!lessons || !actor.personId) throw notFound('The child')
    if (lessons.length === 0) throw conflict('NO_LESSON', 'There are no lessons to miss on these days.')
    const coming = lessons.filter(lesson => !isLessonOver(lesson, clock))
    if (coming.length === 0) throw conflict('LESSON_OVER', 'The lessons on these days are over.')
    if (coming.every(({ isReported }) => isReported))
      throw conflict('ALREADY_REPORTED', 'This absence has already been reported.')
    const id = await insertNotice(db, { ...input, filedBy: actor.personId, status: 'filed', filedAt: now })
    await announce({ db, touch }, input.studentId)
    return readMine(db, actor, id)
  },

  'absences-withdraw': async ({ db, actor, input: { id }, now, touch }) => {
    const notice = await lockNotice(db, myNotices(actor), id)
    if (!notice) throw notFound('The notice')
    const [clock, { meetings }] = [schoolTime(await zoneOf(db), now), await readMine(db, actor, id)]
    const isOver =
      notice.toDay < clock.day || (meetings.length > 0 && meetings.every(each => isLessonOver(each, clock)))
    if (isOver || !absenceNoticeMoves[notice.status].includes('withdrawn'))
      throw conflict('MOVE_NOT_ALLOWED', 'This absence can no longer be withdrawn.')
    const isPartlyOver = meetings.some(each => isLessonOver(each, clock))
    await updateNotice(db, id, isPartlyOver ? { restWithdrawnAt: now } : { status: 'withdrawn' })
    await announce({ db, touch }, notice.studentId)
    return readMine(db, actor, id)
  },

  'absences-mine': async ({ db, actor, input }) => {
    const seen = myNotices(actor)
    const found = await listMine(db, seen, myChildrensMeetings(actor), input, readKey(input.after, 2))
    return {
      ...cutPage(found, ({ fromDay, id }) => [fromDay, id]),
      total: await totalOf(found, input.after, () => countMine(db, seen, input)),
    }
  },

  'absences-notices': async ({ db, actor, input }) => {
    const [seen, meetings] = [answeredNotices(actor), rolls(actor)]
    const found = await listNotices(db, seen, meetings, input, readKey(input.after, 2))
    return {
      ...cutPage(found, ({ fromDay, id }) => [fromDay, id]),
      total: await totalOf(found, input.after, () => countNotices(db, seen, meetings, input)),
    }
  },

  'absences-answer': async context => {
    const { db, actor, input, now, settings } = context
    const locked = await lockNotice(db, answeredNotices(actor), input.id)
    if (!locked) throw notFound('The notice')
    if (!absenceNoticeMoves[locked.status].includes(input.to))
      throw conflict('MOVE_NOT_ALLOWED', 'This absence has been answered or withdrawn in the meantime.')
    await updateNotice(db, input.id, {
      status: input.to,
      answer: input.note,
      answeredBy: actor.personId,
      answeredAt: now,
    })
    const notice = await findNotice(db, answeredNotices(actor), rolls(actor), input.id)
    if (!notice) throw notFound('The notice')
    if (input.to === 'declined') {
      const filer = await findFiler(db, input.id, person => wantsMail('attendance', person))
      if (filer.hasAccess && filer.wantsMail && filer.email)
        await post(context, declinedLetter(filer, notice, await letterhead(db), settings.publicUrl))
    }
    await announce(context, locked.studentId)
    return notice
  },
}
