import { checkoutMoves } from '#contract/money/cards.ts'
import { log } from '#server/platform/log.ts'
import type { Job } from '#server/platform/jobs.ts'
import { type CardOutcome, listMembers, moveCardRefund, tellCardRefund } from '#server/money/payments/acts.ts'
import { nameIn, textsOf } from '#server/platform/texts.ts'
import { type WritingTools, writeWith } from '#server/platform/writing.ts'
import { findOpenKey, keptKey } from './account.ts'
import { messages as en } from './letters.en.ts'
import { messages as zh } from './letters.zh.ts'
import { everyCheckout } from './policy.ts'
import { type Answer, closePage, openPage, refundPayment } from './provider.ts'
import {
  type CardRefund,
  findOpening,
  keepRefundName,
  listUnasked,
  lockCheckout,
  type Opening,
  updateCheckout,
} from './queries.ts'

const texts = textsOf({ en, zh })

const titleOf = ({ language, school, schoolNativeName }: Opening): string =>
  texts(language)('title', { school: nameIn(language, { name: school, nativeName: schoolNativeName }) })

/**
 * Opens the provider's page for a payment, and closes pages that the family left open, so that nothing is paid twice.
 * Tells the waiting screen.
 */
export const openCheckout: Job<{ id: string }> = {
  name: 'cards-open',
  async run({ id }, tools) {
    const { database, settings } = tools
    const opening = await findOpening(database.db, id)
    if (!opening) return
    const key = await findOpenKey({ db: database.db, settings })
    const closed: string[] = []
    if (key !== null)
      for (const other of opening.others) if (await closePage(key, other.sessionId)) closed.push(other.id)
    const page: Answer<{ sessionId: string; url: string }> =
      key === null
        ? { ok: false, why: 'refused', detail: 'Card payments are turned off.' }
        : await openPage(key, {
            ...opening,
            id,
            title: titleOf(opening),
            backTo: `${settings.publicUrl}/paymenthistory`,
          })
    await writeWith(tools, async ({ db, now, touch }) => {
      for (const other of closed) await move(db, other, { status: 'expired', movedAt: now })
      if (page.ok) await updateCheckout(db, id, { sessionId: page.sessionId, url: page.url, movedAt: now })
      else {
        log.warn({ why: page.why, detail: page.detail }, 'no card payment page could be opened')
        const failure = page.why === 'unreachable' ? 'unreachable' : 'refused'
        await move(db, id, { status: 'failed', failure, detail: page.detail, movedAt: now })
      }
      touch(['cards'], await listMembers(db, opening.householdId))
    })
  },
}

type Moved = { status: 'expired' | 'failed'; failure?: 'unreachable' | 'refused'; detail?: string; movedAt: Date }
const move = async (db: Parameters<typeof lockCheckout>[0], id: string, to: Moved): Promise<void> => {
  const checkout = await lockCheckout(db, everyCheckout, id)
  if (checkout && checkoutMoves[checkout.status].includes(to.status)) await updateCheckout(db, id, to)
}

/** The outcome of a refund by the provider's answer; null while it is undecided. */
export const outcomeOf = (answer: { status: string; failure: string }): CardOutcome | null =>
  answer.status === 'succeeded'
    ? { to: 'settled' }
    : answer.status === 'failed' || answer.status === 'canceled'
      ? { to: 'failed', cause: 'refund-returned', failure: answer.failure.replaceAll('_', ' ') }
      : null

/**
 * Requests one refund from the provider. Throws where the provider is unreachable, so that the job is retried, for the
 * same refund.
 */
const sendBack = async (tools: WritingTools, of: CardRefund): Promise<void> => {
  const { database, settings } = tools
  const key = await keptKey({ db: database.db, settings }, 'secretKey')
  const answer = key === null ? null : await refundPayment(key, of)
  if (answer?.ok === false && answer.why === 'unreachable') throw new Error(answer.detail)
  await writeWith(tools, async context => {
    if (!answer?.ok) {
      await moveCardRefund(context, of.refundId, {
        to: 'failed',
        cause: answer ? 'refund-refused' : 'cards-off',
        failure: answer?.detail ?? '',
      })
      return
    }
    const { refundId } = of
    if (await keepRefundName(context.db, { refundId, providerId: answer.providerId, createdAt: context.now }))
      await tellCardRefund(context, refundId, of.card)
    const outcome = outcomeOf(answer)
    if (outcome) await moveCardRefund(context, refundId, outcome)
  })
}

/** Sends a refund back to the card that paid. */
export const refundToCard: Job<{ refundId: string }> = {
  name: 'cards-refund',
  async run({ refundId }, tools) {
    for (const of of await listUnasked(tools.database.db, refundId)) await sendBack(tools, of)
  },
}

/** Retries refunds that the provider hasn't received because it was unreachable for long. */
export const refundLeft: Job<Record<string, never>> = {
  name: 'cards-refundLeft',
  cron: '17 * * * *',
  async run(_data, tools) {
    for (const of of await listUnasked(tools.database.db, null))
      await sendBack(tools, of).catch((error: unknown) => log.warn({ err: error }, 'a card refund is delayed'))
  },
}
