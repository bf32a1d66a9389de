import type * as z from 'zod/mini'

/** Roles that the office grants and ends; the others follow from the way of signing in. */
export const grantedRoles = ['admin', 'parent', 'teacher'] as const
export type GrantedRole = (typeof grantedRoles)[number]
/**
 * Roles in the order of precedence of the specification (section 6): the first one held marks the session. `student` is
 * anyone who signed in with a badge; such a session holds no other role.
 */
export const roles = [...grantedRoles, 'student'] as const
export type Role = (typeof roles)[number]

/**
 * Who may call a function. `guest` is anyone, signed in or not; `newcomer` is anyone signed in with a verified email,
 * whatever their roles; the others need the role. Students have no email and so are never newcomers.
 */
export type Caller = 'guest' | 'newcomer' | Role

/**
 * The attestation that a function requires (wire D): `enforced` needs a valid token, `once` a token that has not been
 * used before. For all other functions an invalid token is only recorded.
 */
export type Attestation = 'enforced' | 'once'

/** The slice that a function belongs to: the first word of its name. */
export const sliceOf = (name: string): string => name.split('-', 1)[0]!

type Schema = z.ZodMiniType

export type Callable<
  K extends 'read' | 'write' = 'read' | 'write',
  I extends Schema = Schema,
  O extends Schema = Schema,
> = {
  readonly kind: K
  readonly by: readonly Caller[]
  readonly input: I
  readonly output: O
  /** For writes: the answer is a secret, shown once and stored nowhere. */
  readonly isSecret?: boolean
  /**
   * For reads: the answer is about the caller's own session and devices. It is refused to anyone viewing as the caller
   * (people/parents.views.ts), and devices don't store it.
   */
  readonly isPersonal?: boolean
  /** For reads: an old answer must not be acted on, so devices don't store it for offline use. */
  readonly isFresh?: boolean
  /**
   * For reads: the answer depends only on the input and on whether the office asks, so everyone else can share one
   * cached answer. The handler does not learn who calls.
   */
  readonly isShared?: boolean
  readonly attestation?: Attestation
}

/**
 * Declares a function that changes nothing. Devices of families and teachers keep its last answer, and anyone viewing
 * as a family gets the family's answer, unless `isFresh` or `isPersonal` is set.
 */
export const read = <I extends Schema, O extends Schema>(of: {
  by: readonly Caller[]
  input: I
  output: O
  isPersonal?: boolean
  isFresh?: boolean
  isShared?: boolean
}): Callable<'read', I, O> => ({
  kind: 'read',
  ...of,
})

/**
 * Declares a function that changes something. Besides the input's own members its `data` carries `operationId`, a UUID
 * made by the client. Repeating an id returns the first answer and changes nothing; an `isSecret` answer is not stored,
 * and repeating its id is refused.
 */
export const write = <I extends Schema, O extends Schema>(of: {
  by: readonly Caller[]
  input: I
  output: O
  isSecret?: boolean
  attestation?: Attestation
}): Callable<'write', I, O> => ({
  kind: 'write',
  ...of,
})

/** The timeout of a call in the browser, in milliseconds (specification, section 9). */
export const callTimeoutMs = 70_000

/** The path where Lantern's own pages send several reads in one request, and the most reads per request. */
export const readsPath = '/fn'
export const mostReads = 40
/** The path where a page requests its first answers, before it knows who is signed in. */
export const firstReadsPath = '/first'
/**
 * The server's timeout, in milliseconds. It is shorter than the client's, so that the client always gets a real answer.
 */
export const serverTimeoutMs = 60_000
/** The maximum number of attempts of a transaction (specification, section 9). */
export const transactionAttempts = 5
/** The age, in milliseconds, beyond which a token is no longer synchronized (specification, section 9). */
export const tokenSyncFreshnessMs = 5 * 60_000

/**
 * The number of calls per minute that one account may make, and one network for all its callers who are not signed in:
 * far more than people make, far fewer than a script would. Further calls answer `resource-exhausted`.
 */
export const callsPerMinute = { read: 1200, write: 240 } as const

/**
 * The number of live-update connections that guests of one network may hold at once. Lantern's own pages open none for
 * guests.
 */
export const guestStreams = 20

/** The bounds, in seconds, of how long a listener may ask the server to wait for updates (specification, section 9). */
export const longPollSeconds = { least: 5, most: 30 } as const
/** The wait, in seconds, for the one that was asked for, kept within the bounds; the longest if it is not a number. */
export const longPollWait = (asked: number): number =>
  Number.isNaN(asked) ? longPollSeconds.most : Math.min(longPollSeconds.most, Math.max(longPollSeconds.least, asked))

/** The size of a device's offline cache of answers, in bytes (specification, section 9). */
const documentCacheBytes = { usual: 41_943_040, least: 1_048_576 } as const
/**
 * The size of the offline cache in bytes: the one that was asked for, but at least the minimum; the default if it is
 * not a number.
 */
export const documentCacheSize = (asked: number = documentCacheBytes.usual): number =>
  Number.isNaN(asked) ? documentCacheBytes.usual : Math.max(documentCacheBytes.least, asked)

/**
 * The header that carries the id of a view: the call is answered as the family would get it (people/parents.views.ts).
 */
export const viewHeader = 'x-view-as'
/** A view ends automatically after this many hours. */
export const viewHours = 2
