import { sql, type SQL } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { mailCategories, mailChoices } from '#contract/people/parents.record.ts'
import { pushKinds, pushReasons, pushStatuses } from '#contract/access/push.ts'
import { id, instant, unrecorded } from '#server/platform/tables.ts'
import { signIns } from '#server/access/identity/tables.ts'
import { persons } from '#server/access/users/tables.ts'

/** A browser that somebody signed up for news, for as long as its sign-in holds: one each. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: id(),
    signInId: uuid()
      .notNull()
      .references(() => signIns.id, { onDelete: 'cascade' }),
    personId: uuid()
      .notNull()
      .references(() => persons.id),
    /** Where its push service takes messages for it. */
    endpoint: text().notNull(),
    /** With these only this browser reads them (RFC 8291). */
    p256dh: text().notNull(),
    secret: text().notNull(),
    /** The school's public key for which the push service takes them. */
    schoolKey: text().notNull(),
    createdAt: instant().notNull(),
    lastSentAt: instant(),
  },
  t => [
    uniqueIndex('push_subscriptions_endpoint').on(t.endpoint),
    uniqueIndex('push_subscriptions_sign_in').on(t.signInId),
    index('push_subscriptions_person').on(t.personId),
  ],
)
unrecorded(pushSubscriptions, 'endpoint', 'p256dh', 'secret')

/** What was, or is to be, sent to a device. Its words are made when it goes out: it keeps only what it is about. */
export const pushes = pgTable(
  'pushes',
  {
    id: id(),
    subscriptionId: uuid().references(() => pushSubscriptions.id, { onDelete: 'set null' }),
    /** The device in a few words, also when it is gone. */
    device: text().notNull(),
    personId: uuid()
      .notNull()
      .references(() => persons.id),
    kind: text({ enum: pushKinds }).notNull(),
    about: uuid().notNull(),
    /** The page that it opens. */
    path: text().notNull(),
    isUrgent: boolean().notNull(),
    /** It went out although the person wants no news of this kind on their devices. */
    isOverriding: boolean().notNull(),
    /** Nobody needs to hear of it any more from then on. */
    expiresAt: instant().notNull(),
    status: text({ enum: pushStatuses }).notNull(),
    reason: text({ enum: pushReasons }),
    detail: text().notNull().default(''),
    attempts: integer().notNull().default(0),
    createdAt: instant().notNull(),
    sentAt: instant(),
  },
  t => [
    index('pushes_subscription').on(t.subscriptionId),
    index('pushes_person').on(t.personId, t.createdAt.desc()),
    index('pushes_about').on(t.about, t.personId),
    index('pushes_created_at').on(t.createdAt.desc()),
  ],
)

/** Whether the sign-in behind a subscription, named by its alias, still holds. Sign-ins run by the time of the world. */
export const isSignedIn = (subscription: string): SQL =>
  sql`exists (select 1 from sign_ins si join accounts a on a.id = si.account_id where si.id = ${sql.raw(subscription)}.sign_in_id
    and si.revoked_at is null and si.expires_at > now() and not a.is_disabled)`

/** Which letters and news on their devices somebody does without; no row means that they come at once. */
export const notificationPreferences = pgTable(
  'notification_preferences',
  {
    personId: uuid()
      .notNull()
      .references(() => persons.id),
    category: text({ enum: mailCategories }).notNull(),
    mail: text({ enum: mailChoices }).notNull().default('instant'),
    /** The same for news on their devices. */
    push: text({ enum: mailChoices }).notNull().default('instant'),
  },
  t => [primaryKey({ columns: [t.personId, t.category] })],
)
