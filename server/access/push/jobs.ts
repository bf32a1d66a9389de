import type { Job } from '#server/platform/jobs.ts'
import { post } from '#server/platform/mail.ts'
import { type Writing, writeWith } from '#server/platform/writing.ts'
import { findSetting, officeLanguage } from '#server/school/config/acts.ts'
import { schoolName } from '#server/school/config/tables.ts'
import { findContact, findKeys } from './keys.ts'
import { refusedLetter } from './letters.ts'
import { changePush, findPush, forgetDevice, forgetOld, noteSent, type Push, wasRefused } from './queries.ts'
import { handOver, type Outcome } from './sending.ts'
import { titleOf } from './titles.ts'

const dayMs = 86_400_000
/** Milliseconds for which sent messages are kept. */
const keptMs = 30 * dayMs
const mostAttempts = 6
const firstPauseSeconds = 30

/**
 * The pause in seconds after this many attempts: four times as long each time, and never shorter than the push service
 * asks for.
 */
export const pauseSeconds = (attempts: number, asked: number | null): number =>
  Math.max(firstPauseSeconds * 4 ** (attempts - 1), asked ?? 0)

/** The reason why a message must no longer be sent, or null. */
const reasonAgainst = (push: Push, isOn: boolean, now: Date) => {
  if (!isOn) return 'off'
  if (push.device === null) return 'gone'
  if (!push.isEntitled) return 'ended'
  return new Date(push.expiresAt) <= now ? 'late' : null
}

/** Writes to the office that a push service refuses the school, at most once a day. */
const alertOffice = async (context: Writing, refused: { id: string; detail: string }): Promise<void> => {
  const { db, now, settings } = context
  const to = (await findContact(db, (await findSetting(db, 'push')).contact, ''))?.replace(/^mailto:/, '')
  if (!to || (await wasRefused(db, new Date(now.getTime() - dayMs), refused.id))) return
  await post(context, refusedLetter(to, await officeLanguage(db), refused.detail, settings.publicUrl))
}

/** Records the outcome of an attempt, and schedules another one if that may succeed. */
const settle = async (context: Writing, push: Push, outcome: Outcome): Promise<void> => {
  const { db, now, enqueue } = context
  const attempts = push.attempts + 1
  const detail = 'detail' in outcome ? outcome.detail : ''
  const again = async (seconds: number, reason: 'busy' | 'unreachable' | 'large'): Promise<void> => {
    const due = new Date(now.getTime() + seconds * 1000)
    const isOver = attempts >= mostAttempts || due >= new Date(push.expiresAt)
    await changePush(db, push.id, { status: isOver ? 'failed' : 'queued', reason, detail, attempts })
    if (!isOver) await enqueue(sendPush, { pushId: push.id }, due)
  }
  switch (outcome.is) {
    case 'sent':
      await changePush(db, push.id, { status: 'sent', reason: null, detail: '', attempts, sentAt: now })
      return noteSent(db, push.device!.id, now)
    case 'gone':
      await changePush(db, push.id, { status: 'dropped', reason: 'gone', attempts })
      return forgetDevice(db, push.device!.id)
    case 'large':
      // Sent once more without a payload: the device then says that there is news.
      return push.reason === 'large'
        ? changePush(db, push.id, { status: 'failed', reason: 'large', detail, attempts })
        : again(0, 'large')
    case 'busy':
    case 'unreachable':
      return again(pauseSeconds(attempts, outcome.seconds), outcome.is)
    case 'failed':
      return changePush(db, push.id, { status: 'failed', reason: 'refused', detail, attempts })
    case 'refused':
      await changePush(db, push.id, { status: 'failed', reason: 'refused', detail, attempts })
      return alertOffice(context, { id: push.id, detail })
  }
}

/**
 * Sends one message to one device. It is handed over outside of any transaction. A second run finds it sent; if a run
 * was interrupted in between, the same message is shown again and replaces the first.
 */
export const sendPush: Job<{ pushId: string }> = {
  name: 'push-send',
  async run({ pushId }, tools) {
    const { database, settings, now } = tools
    const { db } = database
    const push = await findPush(db, pushId)
    if (!push) return
    const { isOn, contact } = await findSetting(db, 'push')
    const subject = await findContact(db, contact, settings.publicUrl)
    const keys = await findKeys(db, settings.secrets)
    const against = reasonAgainst(push, isOn && subject !== null, now)
    const finish = (work: (context: Writing) => Promise<void>): Promise<void> =>
      writeWith(tools, async context => {
        await work(context)
        context.touch(['push'], [push.personId])
      })
    if (against !== null || push.device === null || subject === null) {
      await finish(async ({ db: own }) => {
        await changePush(own, push.id, { status: 'dropped', reason: against })
        if (against === 'ended' && push.device) await forgetDevice(own, push.device.id)
      })
      return
    }
    // A browser that subscribed with keys that are now lost gets nothing until it subscribes again.
    if (keys?.publicKey !== push.device.schoolKey) {
      const outcome: Outcome = { is: 'gone' }
      await finish(context => settle(context, push, outcome))
      return
    }
    const title = titleOf(push, await schoolName(db))
    const outcome = await handOver(
      {
        ...push.device,
        payload:
          push.reason === 'large' ? null : JSON.stringify({ id: push.id, tag: push.about, title, path: push.path }),
        seconds: Math.floor((new Date(push.expiresAt).getTime() - now.getTime()) / 1000),
        isUrgent: push.isUrgent,
        topic: push.about.replaceAll('-', ''),
      },
      { ...keys, subject },
    )
    await finish(context => settle(context, push, outcome))
  },
}

/** Deletes messages sent long ago, and devices on which nobody is signed in. */
export const forgetPushes: Job<object> = {
  name: 'push-forget',
  cron: '40 3 * * *',
  run: (_data, { database, now }) => database.transaction(db => forgetOld(db, new Date(now.getTime() - keptMs))),
}
