import { randomBytes } from 'node:crypto'
import type { events } from '#contract/communication/events.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { findFeed, insertFeed, revokeFeed } from './feedQueries.ts'
import { feedUrl, hashOf } from './feedAddress.ts'
import { ownFeed } from './policy.ts'
import { lockPerson } from './slotQueries.ts'

/** A person's own calendar at a secret address. */
export const feeds: Functions<Pick<typeof events, 'events-feed' | 'events-makeFeed' | 'events-revokeFeed'>> = {
  'events-feed': async ({ db, actor }) => {
    const feed = await findFeed(db, ownFeed(actor))
    return feed && { createdAt: feed.createdAt.toISOString(), lastUsedAt: feed.lastUsedAt?.toISOString() ?? null }
  },

  'events-makeFeed': async ({ db, actor, now, settings, touch }) => {
    if (actor.personId === null || !(await lockPerson(db, actor.personId))) throw notFound('Your record')
    const secret = randomBytes(32).toString('base64url')
    await revokeFeed(db, ownFeed(actor), now)
    await insertFeed(db, { personId: actor.personId, tokenHash: hashOf(secret), createdAt: now })
    touch(['events'], [actor.personId])
    return { url: feedUrl(settings.publicUrl, secret) }
  },

  'events-revokeFeed': async ({ db, actor, now, touch }) => {
    const isRevoked = await revokeFeed(db, ownFeed(actor), now)
    touch(['events'], actor.personId === null ? [] : [actor.personId])
    return { isRevoked }
  },
}
