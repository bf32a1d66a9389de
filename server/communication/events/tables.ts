import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Audience } from '#contract/communication/messages.audience.ts'
import { eventStatuses, placedSignUps, rsvpAnswers, signUpStatuses } from '#contract/communication/events.ts'
import { day, hasStatus, id, instant, unrecorded } from '#server/platform/tables.ts'
import { households } from '#server/people/parents/tables.ts'
import { persons } from '#server/access/users/tables.ts'

export const events = pgTable(
  'events',
  {
    id: id(),
    title: text().notNull(),
    nativeTitle: text().notNull().default(''),
    description: text().notNull().default(''),
    nativeDescription: text().notNull().default(''),
    place: text().notNull().default(''),
    isAllDay: boolean().notNull(),
    /**
     * Days of the school's calendar. A whole-day event lasts from the start of the first day to the end of the last.
     */
    startsOn: day().notNull(),
    endsOn: day().notNull(),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    audience: jsonb().$type<Audience>().notNull(),
    status: text({ enum: eventStatuses }).notNull(),
    takesRsvp: boolean().notNull().default(false),
    /** The number of people who may come; null means any number. */
    capacity: integer(),
    rsvpClosesAt: instant(),
    /** Shown to everyone on the public page. */
    isPublic: boolean().notNull().default(false),
    /** The number of changes since it was published. Calendar programs keep the version with the higher number. */
    sequence: integer().notNull().default(0),
    /** When those affected were told that it is canceled, so that nobody is told twice. */
    toldAt: instant(),
    searchText: text()
      .notNull()
      .generatedAlwaysAs(sql`lower(title || ' ' || native_title || ' ' || place)`),
    createdBy: uuid().references(() => persons.id),
    createdAt: instant().notNull(),
    changedAt: instant().notNull(),
  },
  t => [
    index('events_starts_at').on(t.startsAt, t.id),
    index('events_ends_at').on(t.endsAt, t.id),
    index('events_created_by').on(t.createdBy),
    index('events_search').using('gin', t.searchText.op('gin_trgm_ops')),
    check('events_order', sql`${t.startsAt} < ${t.endsAt}`),
  ],
)

/** A household's current answer to an invitation. */
export const rsvps = pgTable(
  'rsvps',
  {
    eventId: uuid()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    householdId: uuid()
      .notNull()
      .references(() => households.id),
    answer: text({ enum: rsvpAnswers }).notNull(),
    partySize: integer().notNull(),
    note: text().notNull().default(''),
    byId: uuid().references(() => persons.id),
    at: instant().notNull(),
  },
  t => [
    primaryKey({ columns: [t.eventId, t.householdId] }),
    index('rsvps_household').on(t.householdId),
    index('rsvps_by').on(t.byId),
    check('rsvps_party', sql`${t.partySize} > 0`),
  ],
)

/** A shift, appointment or thing to bring that people sign up for. */
export const eventSlots = pgTable(
  'event_slots',
  {
    id: id(),
    eventId: uuid()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    nativeName: text().notNull().default(''),
    startsAt: instant(),
    endsAt: instant(),
    capacity: integer().notNull(),
    /** The points that working it counts towards the family's duty. */
    points: integer().notNull().default(0),
    opensAt: instant(),
    locksAt: instant(),
    /** When it was released along with its canceled school day: nobody can take it or has to come. */
    releasedAt: instant(),
    position: integer().notNull(),
  },
  t => [
    index('event_slots_event').on(t.eventId, t.position),
    check('event_slots_capacity', sql`${t.capacity} > 0`),
    check('event_slots_order', sql`${t.startsAt} < ${t.endsAt}`),
  ],
)

export const slotSignups = pgTable(
  'slot_signups',
  {
    id: id(),
    slotId: uuid()
      .notNull()
      .references(() => eventSlots.id, { onDelete: 'cascade' }),
    personId: uuid()
      .notNull()
      .references(() => persons.id),
    status: text({ enum: signUpStatuses }).notNull(),
    note: text().notNull().default(''),
    at: instant().notNull(),
  },
  t => [
    uniqueIndex('slot_signups_live')
      .on(t.slotId, t.personId)
      .where(sql`status <> 'cancelled'`),
    index('slot_signups_slot').on(t.slotId, t.status),
    index('slot_signups_person').on(t.personId),
  ],
)

/** The secret address of a person's own calendar; at most one is live. */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    id: id(),
    personId: uuid()
      .notNull()
      .references(() => persons.id),
    /** SHA-256 of the secret in the address. */
    tokenHash: text().notNull(),
    createdAt: instant().notNull(),
    lastUsedAt: instant(),
    revokedAt: instant(),
  },
  t => [
    uniqueIndex('calendar_feeds_token').on(t.tokenHash),
    uniqueIndex('calendar_feeds_live')
      .on(t.personId)
      .where(sql`revoked_at is null`),
    index('calendar_feeds_person').on(t.personId),
  ],
)
unrecorded(calendarFeeds, 'tokenHash')

/** A condition: true if the sign-up `u` takes a spot. */
export const isPlaced = hasStatus('u', placedSignUps)
