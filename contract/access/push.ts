import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { pushCategories, pushKinds, pushReasons, pushStatuses } from './push.plain.ts'
import { Id, Instant, Nothing, offRecord } from '../values.ts'

export * from './push.plain.ts'

/** Bytes as browsers give them: base64url without padding. */
const bytes = (length: number) => z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${length}}$`), 'invalid'))

export const Device = z.object({
  id: Id,
  /** A short description, such as `Safari on iPhone`. */
  name: z.string(),
  since: Instant,
  lastSentAt: z.nullable(Instant),
  isCurrent: z.boolean(),
})
export type Device = z.infer<typeof Device>

/** The outcome of one message to one device. */
export const Sent = z.object({
  id: Id,
  device: z.string(),
  status: z.enum(pushStatuses),
  reason: z.nullable(z.enum(pushReasons)),
  /** The push service's answer, verbatim. */
  detail: z.string(),
})
export type Sent = z.infer<typeof Sent>

const Person = ['admin', 'parent', 'teacher'] as const
const Choice = z.object({ category: z.enum(pushCategories), isWanted: z.boolean() })

export const push = {
  /**
   * The caller's devices, and which categories they want on them. `isOffered` is true when the school sends messages to
   * devices.
   */
  'push-mine': read({
    by: Person,
    isPersonal: true,
    input: Nothing,
    output: z.object({ isOffered: z.boolean(), devices: z.array(Device), wanted: z.array(Choice) }),
  }),
  /** The school's public key (VAPID), which tells a browser who may send to it. Created on first request. */
  'push-begin': write({ by: Person, input: Nothing, output: z.object({ key: z.string() }) }),
  /** Subscribes this browser for as long as its sign-in lasts. The endpoint must belong to a known push service. */
  'push-subscribe': write({
    by: Person,
    input: z.object({
      endpoint: offRecord(z.url('invalid').check(z.maxLength(1000, 'long'))),
      p256dh: offRecord(bytes(87)),
      secret: offRecord(bytes(22)),
      /** The school's key that the browser subscribed with. */
      key: bytes(87),
    }),
    output: z.object({ id: Id }),
  }),
  /** Unsubscribes one of the caller's own devices. */
  'push-end': write({ by: Person, input: z.object({ id: Id }), output: Nothing }),
  'push-choose': write({ by: Person, input: Choice, output: Nothing }),
  /** Sends a test to each of the caller's devices; `push-tests` returns the outcomes. */
  'push-test': write({ by: Person, input: Nothing, output: z.object({ ids: z.array(Id) }) }),
  'push-tests': read({
    by: Person,
    isPersonal: true,
    input: z.object({ ids: z.array(Id).check(z.maxLength(100, 'many')) }),
    output: z.array(Sent),
  }),
  /** Delivery statistics of messages to devices, for the office. */
  'push-status': read({
    by: ['admin'],
    input: Nothing,
    output: z.object({
      /** The contact that push services get for these messages; null when there is none, and then nothing is sent. */
      contact: z.nullable(z.string()),
      people: z.int(),
      devices: z.int(),
      week: z.object({ sent: z.int(), queued: z.int(), failed: z.int() }),
      /** The latest failures of the last seven days, newest first. */
      failures: z.array(
        z.object({ ...Sent.shape, at: Instant, kind: z.enum(pushKinds), person: z.string(), nativeName: z.string() }),
      ),
    }),
  }),
}
