import type * as z from 'zod/mini'

/** Roles that the office grants and ends; the others follow from how a person signed in. */
export const grantedRoles = ['admin', 'parent', 'teacher'] as const
export type GrantedRole = (typeof grantedRoles)[number]
/**
 * Roles in the order of precedence of the specification (section 6): the first one held marks the session. `student` is
 * anyone who signed in by a badge, and holds no other role in that sign-in.
 */
export const roles = [...grantedRoles, 'student'] as const
export type Role = (typeof roles)[number]

/**
 * Who may call a function. `guest` is anybody, signed in or not; `newcomer` is anyone signed in with a
 * verified e-mail, whatever roles they hold; the others need the role. A student has no e-mail, so is no newcomer.
 */
export type Caller = 'guest' | 'newcomer' | Role

/**
 * What a function asks of the program that calls it (wire D): `enforced` wants a valid attestation token, `once` one
 * that nothing has used before. Of all other functions a bad token is only noted.
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
  /** Of a write: the answer is a key to something, shown once and kept nowhere. */
  readonly isSecret?: boolean
  /**
   * Of a read: about the caller's own sign-in and devices. Nobody who views as them gets it (people/parents.views.ts),
   * and no device keeps it.
   */
  readonly isPersonal?: boolean
  /** Of a read: nobody may work on from an old answer, so no device keeps it for the time without a connection. */
  readonly isFresh?: boolean
  /**
   * Of a read: the answer depends on the input and on whether the office asks, so all others may get one answer. Its
   * handler doesn't learn who calls.
   */
  readonly isShared?: boolean
  readonly attestation?: Attestation
}

/**
 * A function that changes nothing. Devices of families and teachers keep its last answer, and anyone who views as a
 * family gets what the family gets, unless it says otherwise (`isFresh`, `isPersonal`).
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
 * A function that changes something. Its `data` carries, beside the input's own members, `operationId`: a UUID made by
 * the client. The same id again returns the first answer and changes nothing; where the answer `isSecret` it is not
 * kept, and the same id again is refused.
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

/** Time-out of a call in the browser, in milliseconds (specification, section 9). */
export const callTimeoutMs = 70_000

/** Where our own pages ask several reads in one request, and how many at most. */
export const readsPath = '/fn'
export const mostReads = 40
/** Where a page asks for its first answers, before it knows who is there. */
export const firstReadsPath = '/first'
/** The server gives up earlier, so that the client always gets a real answer. */
export const serverTimeoutMs = 60_000
/** A transaction is tried at most so often (specification, section 9). */
export const transactionAttempts = 5
/** A token older than this is not synchronised any more (specification, section 9). */
export const tokenSyncFreshnessMs = 5 * 60_000

/**
 * How many calls a minute one account may make, and one network whose callers haven't signed in: far more than people
 * do, far fewer than a script would. One more answers `resource-exhausted`.
 */
export const callsPerMinute = { read: 1200, write: 240 } as const

/** How many guests of one network may listen to news at once; their own pages don't. */
export const guestStreams = 20

/** How long a listener may ask the server to wait for news, in seconds (specification, section 9). */
export const longPollSeconds = { least: 5, most: 30 } as const
/** The wait that a listener gets for the one asked for; without a number, the longest. */
export const longPollWait = (asked: number): number =>
  Number.isNaN(asked) ? longPollSeconds.most : Math.min(longPollSeconds.most, Math.max(longPollSeconds.least, asked))

/** What a device keeps of answers for the time without a connection, in bytes (specification, section 9). */
const documentCacheBytes = { usual: 41_943_040, least: 1_048_576 } as const
/** The size that a document cache gets for the one asked for. */
export const documentCacheSize = (asked: number = documentCacheBytes.usual): number =>
  Number.isNaN(asked) ? documentCacheBytes.usual : Math.max(documentCacheBytes.least, asked)

/**
 * The header of a call that carries the id of a view: the call is answered as the family would get it
 * (people/parents.views.ts).
 */
export const viewHeader = 'x-view-as'
/** A view ends by itself after so long. */
export const viewHours = 2
