import { sql, type SQL } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { mailCategories, mailChoices } from '#contract/people/parents.record.ts'
import { pushKinds, pushReasons, pushStatuses } from '#contract/access/push.ts'
import { id, instant, unrecorded } from '#server/platform/tables.ts'
import { signIns } from '#server/access/identity/tables.ts'
import { persons } from '#server/access/users/tables.ts'

/** A browser subscribed to messages for as long as its sign-in holds; one row per sign-in. */
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
    /** The address at its push service that takes messages for it. */
    endpoint: text().notNull(),
    /** The keys with which only this browser can read them (RFC 8291). */
    p256dh: text().notNull(),
    secret: text().notNull(),
    /** The school's public key that the subscription was made with. */
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

/**
 * Messages sent, or to be sent, to devices. The text is composed when a message goes out; a row has only what it is
 * about.
 */
export const pushes = pgTable(
  'pushes',
  {
    id: id(),
    subscriptionId: uuid().references(() => pushSubscriptions.id, { onDelete: 'set null' }),
    /** A short description of the device, kept when the device is gone. */
    device: text().notNull(),
    personId: uuid()
      .notNull()
      .references(() => persons.id),
    kind: text({ enum: pushKinds }).notNull(),
    about: uuid().notNull(),
    /** The page that it opens. */
    path: text().notNull(),
    isUrgent: boolean().notNull(),
    /** True if it went out although the person wants no messages of this kind on their devices. */
    isOverriding: boolean().notNull(),
    /** The instant after which it no longer matters. */
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

/** A condition that the sign-in of a subscription, named by its alias, still holds. Sign-ins use real time. */
export const isSignedIn = (subscription: string): SQL =>
  sql`exists (select 1 from sign_ins si join accounts a on a.id = si.account_id where si.id = ${sql.raw(subscription)}.sign_in_id
    and si.revoked_at is null and si.expires_at > now() and not a.is_disabled)`

/** The letters and messages to devices that people have opted out of. Without a row they come at once. */
export const notificationPreferences = pgTable(
  'notification_preferences',
  {
    personId: uuid()
      .notNull()
      .references(() => persons.id),
    category: text({ enum: mailCategories }).notNull(),
    mail: text({ enum: mailChoices }).notNull().default('instant'),
    /** The same for messages to their devices. */
    push: text({ enum: mailChoices }).notNull().default('instant'),
  },
  t => [primaryKey({ columns: [t.personId, t.category] })],
)
