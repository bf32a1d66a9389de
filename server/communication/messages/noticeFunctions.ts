import type { AudiencePart } from '#contract/communication/messages.audience.ts'
import { noticeMoves, type Notice, type notices, type NoticeStatus } from '#contract/communication/messages.notices.ts'
import { dayIn, instantIn } from '#rules/calendar.ts'
import { missingTexts } from '#rules/notices.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { cutPage, readKey, totalOf } from '#server/platform/keys.ts'
import { postAll } from '#server/platform/mail.ts'
import { letterhead, zoneOf } from '#server/school/config/tables.ts'
import {
  countForeignParts,
  countReach,
  findAddressable,
  listBarredAmong,
  listBarredReaders,
  listReach,
} from './audienceQueries.ts'
import { tellDevices } from '#server/access/push/acts.ts'
import { afterUndo, deliverNotice, lettersOf, newsOf } from './jobs.ts'
import {
  countDelivery,
  countNotices,
  deleteNotice,
  findNotice,
  insertNotice,
  listDelivery,
  listNotices,
  listRecipientIds,
  listSilent,
  lockNotice,
  noteMails,
  updateNotice,
} from './noticeQueries.ts'
import { addressableParts, addressablePersons, noticeHouseholds, writtenNotices } from './policy.ts'
import { checkPlaceholders, templateFunctions } from './templateFunctions.ts'
import { personOf } from './writers.ts'

/** Throws for an audience outside what the caller may write to, with the same error as for one that does not exist. */
const checkAudience = async (db: Db, actor: Actor, audience: readonly AudiencePart[]): Promise<void> => {
  if ((await countForeignParts(db, addressableParts(actor), audience)) > 0) throw notFound('The class or family')
}

const checkMove = (from: NoticeStatus, to: NoticeStatus): void => {
  if (!noticeMoves[from].includes(to)) throw conflict('MOVE_NOT_ALLOWED', `A notice that is ${from} can't be ${to}.`)
}

const read = async (db: Db, actor: Actor, id: string): Promise<Notice> => {
  const found = await findNotice(db, writtenNotices(actor), id)
  if (!found) throw notFound('The notice')
  return found
}

const lock = async (db: Db, actor: Actor, id: string) => {
  const found = await lockNotice(db, writtenNotices(actor), id)
  if (!found) throw notFound('The notice')
  return found
}

/** The people on the sending side who are told that a notice changed. The office is told of every change anyway. */
const senders = ({ actor }: Pick<Context<unknown>, 'actor'>): string[] =>
  actor.personId === null ? [] : [actor.personId]

/** The most barred guardians of an audience whom the office is told by name. */
const namedAtMost = 5

export const noticeFunctions: Functions<typeof notices> = {
  ...templateFunctions,

  'messages-audience': async ({ db, actor, input, now }) => {
    await checkAudience(db, actor, input.audience)
    const today = dayIn(await zoneOf(db), now)
    const [reach, barred, among, found] = await Promise.all([
      countReach(db, input.audience, today),
      listBarredReaders(db, input.audience, today),
      listBarredAmong(db, input.audience, today),
      listReach(db, input.audience, today, readKey(input.after, 2)),
    ])
    const areNamed = actor.roles.includes('admin') && among.length <= namedAtMost
    return {
      ...reach,
      barred,
      barredAmong: { people: among.length, named: areNamed ? among : [] },
      ...cutPage(found, ({ nameOrder, id }) => [nameOrder, id]),
      total: reach.people,
    }
  },

  'messages-find': async ({ db, actor, input }) =>
    input.search === ''
      ? []
      : findAddressable(db, noticeHouseholds(actor), addressablePersons(actor), input.search, actor.language),

  'messages-notices': async ({ db, actor, input }) => {
    const seen = writtenNotices(actor)
    const search = input.search ?? ''
    const found = await listNotices(db, seen, search, readKey(input.after, 2))
    return {
      ...cutPage(found, ({ at, id }) => [at, id]),
      total: await totalOf(found, input.after, () => countNotices(db, seen, search)),
    }
  },

  'messages-notice': async ({ db, actor, input }) => read(db, actor, input.id),

  'messages-delivery': async ({ db, actor, input }) => {
    const notice = await read(db, actor, input.id)
    const search = input.search ?? ''
    const found = await listDelivery(db, notice, search, input.state, readKey(input.after, 2), actor.language)
    return {
      ...cutPage(found, ({ name, id }) => [name, id]),
      total: await totalOf(found, input.after, () => countDelivery(db, notice, search, input.state)),
    }
  },

  'messages-createNotice': async context => {
    const { db, actor, input, now, touch } = context
    checkPlaceholders(input)
    await checkAudience(db, actor, input.audience)
    const id = await insertNotice(db, {
      ...input,
      status: 'draft',
      at: now,
      createdBy: personOf(actor),
      createdAt: now,
    })
    touch(['messages'], senders(context))
    return read(db, actor, id)
  },

  'messages-changeNotice': async context => {
    const { db, actor, now, touch } = context
    const { id, version, isNativeChecked, ...input } = context.input
    const before = await lock(db, actor, id)
    if (before.status !== 'draft') throw conflict('MOVE_NOT_ALLOWED', 'Only a draft can be changed.')
    if (before.version !== version)
      throw conflict('CHANGED_MEANWHILE', 'Someone else has changed this draft. Look at it again.')
    checkPlaceholders(input)
    await checkAudience(db, actor, input.audience)
    const isFirstChanged = before.subject !== input.subject || before.body !== input.body
    const isNativeWritten = input.nativeBody !== '' || input.nativeSubject !== ''
    const isNativeChanged = before.nativeSubject !== input.nativeSubject || before.nativeBody !== input.nativeBody
    const isNativeStale =
      isNativeWritten && !isNativeChanged && isNativeChecked !== true && (before.isNativeStale || isFirstChanged)
    await updateNotice(db, id, { ...input, isNativeStale, at: now })
    touch(['messages'], senders(context))
    return read(db, actor, id)
  },

  'messages-removeNotice': async context => {
    const { db, actor, input, touch } = context
    const notice = await lock(db, actor, input.id)
    if (notice.status !== 'draft') throw conflict('MOVE_NOT_ALLOWED', 'Only a draft can be deleted.')
    await deleteNotice(db, input.id)
    touch(['messages'], senders(context))
    return {}
  },

  'messages-sendNotice': async context => {
    const { db, actor, input, now, touch, enqueue } = context
    const notice = await lock(db, actor, input.id)
    checkMove(notice.status, 'scheduled')
    const missing = missingTexts(notice)
    if (missing.length > 0) throw invalid(missing)
    if (notice.audience.length === 0) throw invalid([{ path: 'audience', message: 'required' }])
    await checkAudience(db, actor, notice.audience)
    const zone = await zoneOf(db)
    const { people, households } = await countReach(db, notice.audience, dayIn(zone, now))
    if (people === 0) throw invalid([{ path: 'audience', message: 'nobody' }])
    if (people !== input.agreedPeople)
      throw conflict('AUDIENCE_CHANGED', 'The number of people has changed since it was shown.', { people, households })
    const sendAt = input.at ? instantIn(zone, input.at.day, input.at.time) : afterUndo(now)
    if (sendAt <= now) throw invalid([{ path: 'at', message: 'past' }])
    await updateNotice(db, input.id, { status: 'scheduled', sendAt, at: sendAt })
    await enqueue(deliverNotice, { noticeId: input.id, sendAt: sendAt.toISOString() }, sendAt)
    touch(['messages'], senders(context))
    return read(db, actor, input.id)
  },

  'messages-unscheduleNotice': async context => {
    const { db, actor, input, now, touch } = context
    const notice = await lock(db, actor, input.id)
    checkMove(notice.status, 'draft')
    await updateNotice(db, input.id, { status: 'draft', sendAt: null, at: now })
    touch(['messages'], senders(context))
    return read(db, actor, input.id)
  },

  'messages-recallNotice': async context => {
    const { db, actor, input, now, touch } = context
    const notice = await lock(db, actor, input.id)
    checkMove(notice.status, 'recalled')
    await updateNotice(db, input.id, { status: 'recalled', recalledAt: now })
    touch(['messages'], [...senders(context), ...(await listRecipientIds(db, input.id))])
    return read(db, actor, input.id)
  },

  'messages-remind': async context => {
    const { db, actor, input, now, touch, settings } = context
    const notice = await lock(db, actor, input.id)
    if (notice.status !== 'sent') throw conflict('MOVE_NOT_ALLOWED', 'Only a notice that was sent can be sent again.')
    const silent = await listSilent(db, input.id)
    const mailIds = await postAll(context, lettersOf(notice, silent, await letterhead(db), settings, true))
    await noteMails(
      db,
      input.id,
      silent.map(({ personId }) => personId),
      mailIds,
    )
    await tellDevices(context, newsOf(notice, silent))
    await updateNotice(db, input.id, { remindedAt: now })
    touch(['messages'], senders(context))
    const families = new Set(silent.map(({ householdId, personId }) => householdId ?? personId))
    return { people: silent.length, households: families.size }
  },
}
