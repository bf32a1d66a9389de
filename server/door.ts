import * as z from 'zod/mini'
import { refusalOf } from '#contract/access.ts'
import { rolesFor } from '#contract/areas.ts'
import {
  type Attestation,
  type Callable,
  type Role,
  serverTimeoutMs,
  sliceOf,
  transactionAttempts,
} from '#contract/callable.ts'
import type { Reason } from '#contract/errors.ts'
import type { AnswerMemory } from '#server/platform/answerMemory.ts'
import type { Clock } from '#server/platform/clock.ts'
import { isOutage, isRefusedValue, isRetryable } from '#server/platform/databaseErrors.ts'
import type { Database, Db } from '#server/platform/db.ts'
import { Deadline } from '#server/platform/deadline.ts'
import { encode } from '#server/platform/encoding.ts'
import { CallError, conflict, denied, invalid, notFound, outOfReach, unauthenticated } from '#server/platform/errors.ts'
import { type Actor, guest } from '#server/platform/actor.ts'
import type { Context } from '#server/platform/functions.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import { announce, newsOf, type Touch } from '#server/platform/live.ts'
import { log } from '#server/platform/log.ts'
import { looksSealed, openingWith } from '#server/platform/notes.ts'
import { recordOf, sealedTextsOf } from '#server/platform/offRecord.ts'
import { beginOperation, endOperation, type Operation } from '#server/platform/operations.ts'
import { logReading } from '#server/platform/readings.ts'
import { noteRefusal } from '#server/platform/right.ts'

type Handler = (context: Context<unknown>) => Promise<unknown>
/**
 * A function behind the door: its declaration, its handler, what the audit trail keeps of its input, and where its
 * answer holds notes.
 */
type Entry = Callable & {
  handler: Handler
  record: () => (input: unknown) => unknown
  sealedTexts: () => ReturnType<typeof sealedTextsOf>
}
type Registry = ReadonlyMap<string, Entry>

/** Computes a value at its first use, so that a start doesn't examine the whole contract. */
const atFirst = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** Joins contract and handlers. The compiler checks them against each other where the handlers are declared. */
export const registry = (contract: Record<string, Callable>, handlers: Record<string, unknown>): Registry =>
  new Map(
    Object.entries(contract).map(([name, callable]) => [
      name,
      {
        ...callable,
        handler: handlers[name] as Handler,
        // Of reads, only those of notes are logged, without their input.
        record: callable.kind === 'write' ? atFirst(() => recordOf(callable.input)) : () => () => null,
        sealedTexts: atFirst(() => sealedTextsOf(callable.output)),
      },
    ]),
  )

export type Call = {
  name: string
  /** Decoded `data`. */
  data: unknown
  actor: Actor
  /** The roles in the caller's token. If they are no longer the actor's roles, the token is stale. */
  claimedRoles?: readonly Role[]
  /** The id of the view in which the caller sees the school as another person (contract/people/parents.views.ts). */
  viewAs?: string
  address: string
  messagingToken?: string
  /** The time limit of this call, and whether its caller is still there; by default the usual limit. */
  deadline?: Deadline
  /** Takes the chunks of a streamed answer. */
  send?: (chunk: unknown) => void
  /**
   * Called before a write's answer with the slices that it changed, its own first; `*` if the write was done before.
   */
  changed?: (slices: readonly string[]) => void
  /** The time of this call; by default the school's clock. */
  now?: Date
}
export type Door = {
  /** The kind of a function, read or write; undefined if there is no function of that name. */
  kindOf(name: string): Callable['kind'] | undefined
  /** True if all callers of the same roles get the same answer. */
  isShared(name: string): boolean
  /** The attestation that a function requires of its caller. */
  attestationOf(name: string): Attestation | undefined
  /** Answers a call or throws a `CallError`. Any other error is logged and shown as `internal`. */
  call(call: Call): Promise<unknown>
}

const sentences = {
  SIGN_IN_NEEDED: 'Sign in first.',
  EMAIL_NOT_VERIFIED: 'Confirm your email address first.',
  ROLE_NEEDED: 'Your role does not allow this.',
  AREA_NEEDED: 'Your area of the office does not include this.',
  STALE_CLAIMS: 'Your roles have changed.',
  VIEW_ONLY: 'You are viewing as someone else, so you can’t do this.',
} satisfies Partial<Record<Reason, string>>

/** Returns the caller with the roles that count for this function, or throws if the caller may not call it. */
const gate = (callable: Callable, { name, actor, claimedRoles }: Call): Actor => {
  const isSignedIn = actor.accountId !== null || Boolean(actor.viewedBy)
  const refusal = refusalOf(name, callable, { ...actor, isSignedIn, claimedRoles })
  if (refusal === 'SIGN_IN_NEEDED') throw unauthenticated(refusal, sentences[refusal])
  if (refusal) throw denied(refusal, sentences[refusal])
  const roles = rolesFor(actor, name, callable.kind)
  return roles === actor.roles ? actor : { ...actor, roles, area: null }
}

/** The actor that shared reads get: it tells only whether the office asks. */
const sharedActor = ({ roles, area }: Actor): Actor => ({
  ...guest,
  roles: roles.filter(role => role === 'admin'),
  area,
})

/**
 * True if a text can't be stored: the database refuses a NUL or half of a surrogate pair, and a text that looks like a
 * sealed note could make the door open someone else's note.
 */
const isUnkept = (text: string): boolean => text.includes('\0') || !text.isWellFormed() || looksSealed(text)
const hasUnkept = (value: unknown): boolean => {
  if (typeof value === 'string') return isUnkept(value)
  if (value === null || typeof value !== 'object') return false
  for (const key of Object.keys(value))
    if (isUnkept(key) || hasUnkept((value as Record<string, unknown>)[key])) return true
  return false
}
/** The paths of such texts. */
const unkeptTexts = (value: unknown, path: readonly string[] = []): string[] => {
  if (typeof value === 'string') return isUnkept(value) ? [path.join('.')] : []
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, member]) => [
    ...unkeptTexts(key, path),
    ...unkeptTexts(member, [...path, key]),
  ])
}

const check = (schema: z.ZodMiniType, data: unknown): unknown => {
  if (hasUnkept(data)) throw invalid(unkeptTexts(data).map(path => ({ path, message: 'invalid' })))
  const parsed = schema.safeParse(data)
  if (parsed.success) return parsed.data
  throw invalid(parsed.error.issues.map(issue => ({ path: issue.path.join('.'), message: messageOf(issue) })))
}
// The contract's own messages are one word, a key of the screens' texts. Anything else is a sentence of the library.
const messageOf = (issue: z.core.$ZodIssue): string => (/^[a-z]+$/.test(issue.message) ? issue.message : 'invalid')

const OperationId = z.uuid()
const ViewId = z.uuid()

/**
 * The maximum number of record ids by which the audit trail finds a call. A call about more records is found by its
 * time.
 */
const aboutAtMost = 1000
const idsIn = (input: unknown): string[] => [
  ...new Set(
    JSON.stringify(input)
      .match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)
      ?.slice(0, aboutAtMost),
  ),
]

/**
 * True for families, including those registering for the first time, and teachers: their calls are about a few rows
 * found by key, so their statements need no plan of their own for each call (decision 102).
 */
const isOfFew = ({ accountId, roles }: Actor): boolean =>
  (accountId !== null || roles.length > 0) && !roles.includes('admin')

/** Opens the door: the one pipeline that every call passes. */
export const openDoor = (tools: {
  registry: Registry
  database: Database
  schema: string
  jobs: Pick<Jobs, 'enqueue'>
  clock: Clock
  /** Lets accounts view as another person; without it nobody can. */
  viewing?: {
    /** The function that begins a view: only accounts that may call it may view as someone. */
    begunBy: string
    /** The person that a view of the caller shows; null if the view is over or not the caller's. */
    actorOf(db: Db, viewer: Actor, viewId: string): Promise<Actor | null>
  }
  /** Throws if the school has not switched the function's feature on; without it everything is on. */
  mustBeOn?: (db: Db, name: string, input: unknown) => Promise<void>
  settings: Context<unknown>['settings']
  /** The cache for answers that many callers share; without it each is read. */
  memory?: AnswerMemory
}): Door => {
  const { database, settings } = tools

  /** The answer of a write, and the slices in which it changed something; null if it was done before. */
  const inTransaction = async (
    { callable, call, base, deadline }: Admitted,
    input: unknown,
    operationId: string,
  ): Promise<{ answer: unknown; slices: readonly string[] | null }> => {
    const sent = JSON.stringify(input)
    const operation: Operation = {
      caller: call.actor.accountId ?? 'guest',
      operationId,
      name: call.name,
      inputHash: database.secrets.notes.digest(sent),
    }
    return database.transaction(
      async (db, client, last) => {
        const before = await beginOperation(db, operation, sent)
        if (before && callable.isSecret)
          throw conflict(
            'SHOWN_ONCE',
            'This was already done, and the result is shown only once. Do it again to get a new one.',
          )
        if (before) return { answer: before.answer, slices: null }
        const touches: Touch[] = []
        const result = await callable.handler({
          ...base,
          get signal() {
            return deadline.signal
          },
          db,
          client,
          input,
          enqueue: (job, data, at) => tools.jobs.enqueue(client, job, data, at),
          touch: (slices, people) => {
            touches.push(people ? { slices, people } : { slices })
          },
          tell: () => {
            throw new Error('the answer to a write is stored, so notes in it must stay sealed')
          },
          meanwhile: async (write, slices) => {
            await write(database.db)
            await announce(database.pool, [{ slices, people: [] }], tools.schema)
          },
        })
        const answer = encode(callable.output.parse(result))
        // A caller who was told that the call took too long must not have its write committed after all.
        deadline.throwIfLate()
        const end = endOperation(db, operation, {
          answer: callable.isSecret ? null : answer,
          at: base.now,
          actor: call.actor,
          input: callable.record()(input),
          address: call.address,
          about: idsIn(input),
          news: newsOf(touches, tools.schema),
        })
        last(end)
        return { answer, slices: touches.flatMap(({ slices }) => slices) }
      },
      isOfFew(call.actor) ? 'plannedOnce' : undefined,
    )
  }

  /**
   * The same call as the viewed person would make it. Allowed only for reads, and only for callers who may begin a
   * view.
   */
  const asViewed = async (callable: Callable, call: Call & { viewAs: string }): Promise<Call> => {
    const { viewAs, claimedRoles: _own, ...rest } = call
    const { viewing } = tools
    const begun = viewing && tools.registry.get(viewing.begunBy)
    if (!begun) throw notFound('This view')
    gate(begun, { ...call, name: viewing.begunBy })
    if (callable.kind === 'write' || callable.isPersonal) throw denied('VIEW_ONLY', sentences.VIEW_ONLY)
    const actor = ViewId.safeParse(viewAs).success ? await viewing.actorOf(database.db, call.actor, viewAs) : null
    if (!actor) throw conflict('VIEW_OVER', 'This view has ended. Start it again.')
    return { ...rest, actor }
  }

  /** Resolves with the answer once the reading of its notes, if any, is logged. */
  const logged = async (
    { asker, call, base }: Admitted,
    { answer, told }: Answer,
    input: unknown,
  ): Promise<unknown> => {
    if (told)
      await logReading(database, {
        at: base.now,
        reader: asker,
        action: call.name,
        address: call.address,
        about: told.length > 0 ? told : idsIn(input),
        viewedAs: call.actor.viewedBy ? call.actor.personId : null,
      })
    return answer
  }

  const read = async ({ callable, call, base }: Admitted, input: unknown, deadline: Deadline): Promise<Answer> => {
    await tools.mustBeOn?.(database.db, call.name, input)
    const opening = openingWith(database.secrets.notes)
    const answerBy = (db: Db) =>
      callable.handler({
        ...base,
        get signal() {
          return deadline.signal
        },
        db,
        client: null,
        input,
        enqueue: noWrite,
        touch: noWrite,
        meanwhile: noWrite,
        tell: opening.tell,
      })
    const found = await (isOfFew(base.actor) ? database.reading(answerBy) : answerBy(database.db))
    const sealedTexts = callable.sealedTexts()
    const opened = sealedTexts ? sealedTexts(found, opening.open) : found
    return { answer: encode(callable.output.parse(opened)), told: opening.told() }
  }

  const answerRead = async (admitted: Admitted): Promise<unknown> => {
    const { asker, callable, call, base } = admitted
    const input = check(callable.input, call.data)
    if (!callable.isShared || !tools.memory || call.now)
      return logged(admitted, await read(admitted, input, admitted.deadline), input)
    const { roles, area } = base.actor
    const known = tools.memory.ask(
      sliceOf(call.name),
      JSON.stringify([call.name, roles, area, input]),
      // Other callers may wait for this answer even if this caller has gone.
      () => read(admitted, input, new Deadline(serverTimeoutMs)),
      asker.accountId,
    )
    return logged(admitted, await known, input)
  }

  const answerWrite = async (admitted: Admitted): Promise<unknown> => {
    const { asker, callable, call } = admitted
    const { operationId, ...rest } = Object(call.data) as Record<string, unknown>
    if (!OperationId.safeParse(operationId).success)
      throw invalid([{ path: 'operationId', message: 'required' }], 'OPERATION_ID_MISSING')
    const input = check(callable.input, rest)
    await tools.mustBeOn?.(database.db, call.name, input)
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { answer: done, slices } = await inTransaction(admitted, input, String(operationId))
        // Cached answers are dropped at once, before the change is announced.
        tools.memory?.forgetFor(asker.accountId, slices ?? [])
        call.changed?.(slices ? [...new Set([sliceOf(call.name), ...slices])] : ['*'])
        const sealedTexts = callable.sealedTexts()
        if (!sealedTexts) return done
        // The answer kept for a repeated request stays sealed.
        const opening = openingWith(database.secrets.notes)
        const opened = sealedTexts(done, opening.open)
        return await logged(admitted, { answer: opened, told: opening.told() }, input)
      } catch (error) {
        if (!isRetryable(error)) throw error
        if (attempt === transactionAttempts)
          throw new CallError('aborted', 'Someone else is changing the same thing. Try again.', { reason: 'BUSY' })
      }
    }
  }

  const answer = async (asked: Call, deadline: Deadline): Promise<unknown> => {
    const callable = tools.registry.get(asked.name)
    if (!callable) throw notFound('This function')
    const call = asked.viewAs === undefined ? asked : await asViewed(callable, { ...asked, viewAs: asked.viewAs })
    const actor = gate(callable, call)
    const base: Base = {
      actor: callable.isShared ? sharedActor(actor) : actor,
      now: call.now ?? tools.clock(),
      address: call.address,
      messagingToken: call.messagingToken ?? null,
      isStream: call.send !== undefined,
      settings,
      send: chunk => {
        call.send?.(chunk)
        return call.send !== undefined
      },
    }
    const admitted = { asker: asked.actor, callable, call, base, deadline }
    return callable.kind === 'read' ? answerRead(admitted) : answerWrite(admitted)
  }

  return {
    kindOf: name => tools.registry.get(name)?.kind,
    isShared: name => tools.registry.get(name)?.isShared ?? false,
    attestationOf: name => tools.registry.get(name)?.attestation,
    async call(call) {
      const deadline = call.deadline ?? new Deadline(serverTimeoutMs)
      try {
        return await deadline.within(() => answer(call, deadline))
      } catch (error) {
        const failure = shown(error, call.name)
        noteRefusal((Object(failure.details) as { reason?: string }).reason, call)
        if (failure.code === 'invalid-argument')
          log.info({ name: call.name, account: call.actor.accountId, address: call.address }, 'the input was not valid')
        throw failure
      }
    },
  }
}

type Base = Omit<Context<unknown>, 'db' | 'client' | 'input' | 'signal' | 'enqueue' | 'touch' | 'meanwhile' | 'tell'>
/** A call that may be made. `asker` is who makes it, `call.actor` the person as whom they do, if they view as another. */
type Admitted = { asker: Actor; callable: Entry; call: Call; base: Base; deadline: Deadline }
/** An answer, and the students whose notes it contains: null if it has no notes. */
type Answer = { answer: unknown; told: readonly string[] | null }

const noWrite = (): never => {
  throw new Error('a read must not change anything')
}

/**
 * The error that a caller may see: a declared error as it is, an outage as `unavailable`, a value that the database
 * refused as `invalid-argument`, and any other error without details.
 */
export const shown = (error: unknown, name: string): CallError => {
  if (error instanceof CallError) return error
  if (isOutage(error)) {
    log.warn({ err: error, name }, 'the database can’t be reached')
    return outOfReach()
  }
  if (isRefusedValue(error)) {
    log.warn({ err: error, name }, 'the database refused a value')
    return invalid([])
  }
  log.error({ err: error, name }, 'a function failed')
  return new CallError('internal', 'INTERNAL')
}
