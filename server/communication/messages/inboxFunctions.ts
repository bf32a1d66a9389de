import type { ReceivedNotice, threads } from '#contract/communication/messages.threads.ts'
import type { Db } from '#server/platform/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Functions } from '#server/platform/functions.ts'
import { cutPage, readKey, totalOf } from '#server/platform/keys.ts'
import { countInbox, countWaiting, findReceived, listInbox, noteRead, turnOf } from './inboxQueries.ts'
import { letterhead } from '#server/school/config/tables.ts'
import { filledFor } from './letters.ts'
import { inboxThreads, receivedNotices, schoolThreads, visibleThreads } from './policy.ts'
import { markRead } from './threadQueries.ts'
import { excerptCharacters } from './noticeQueries.ts'
import { lockedThread, personOf } from './writers.ts'

type InboxName = 'messages-inbox' | 'messages-waiting' | 'messages-received' | 'messages-read' | 'messages-confirm'

const mineOf = (actor: Actor) => ({
  received: receivedNotices(actor),
  taking: inboxThreads(actor),
  personId: personOf(actor),
})

const read = async (db: Db, actor: Actor, id: string): Promise<ReceivedNotice> => {
  const found = await findReceived(db, receivedNotices(actor), id)
  if (!found) throw notFound('The notice')
  const { facts, ...notice } = found
  return { ...notice, ...filledFor(notice, facts, await letterhead(db)) }
}

export const inboxFunctions: Pick<Functions<typeof threads>, InboxName> = {
  'messages-inbox': async ({ db, actor, input }) => {
    const mine = mineOf(actor)
    const search = input.search ?? ''
    const [found, school] = await Promise.all([listInbox(db, mine, search, readKey(input.after, 3)), letterhead(db)])
    const shown = found.map(({ body, nativeBody, facts, ...row }) => {
      const texts = { subject: row.subject, body, nativeSubject: row.nativeSubject, nativeBody }
      const filled = facts === null ? texts : filledFor(texts, facts, school)
      return {
        ...row,
        subject: filled.subject,
        nativeSubject: filled.nativeSubject,
        excerpt: filled.body.slice(0, excerptCharacters),
        nativeExcerpt: filled.nativeBody.slice(0, excerptCharacters),
      }
    })
    return {
      ...cutPage(shown, row => [turnOf(row), row.at, row.id]),
      total: await totalOf(shown, input.after, () => countInbox(db, mine, search)),
    }
  },

  'messages-waiting': async ({ db, actor }) => {
    const { open, unread } = await countWaiting(db, mineOf(actor), schoolThreads(actor))
    return { unread, open: actor.roles.includes('admin') ? open : 0 }
  },

  'messages-received': async ({ db, actor, input }) => read(db, actor, input.id),

  'messages-read': async ({ db, actor, input, now, touch }) => {
    const me = personOf(actor)
    if (input.kind === 'thread') {
      const thread = await lockedThread(db, visibleThreads(actor), input.id)
      await markRead(db, thread.id, me, now)
      touch(['messages'], [me])
      return {}
    }
    const writer = await noteRead(db, receivedNotices(actor), input.id, now, false)
    if (writer === null) throw notFound('The notice')
    touch(['messages'], [me, writer])
    return {}
  },

  'messages-confirm': async ({ db, actor, input, now, touch }) => {
    const writer = await noteRead(db, receivedNotices(actor), input.id, now, true)
    if (writer === null) throw notFound('The notice')
    touch(['messages'], [personOf(actor), writer])
    return read(db, actor, input.id)
  },
}
