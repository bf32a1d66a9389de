import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from './db.ts'
import { conflict } from './errors.ts'
import type { Actor } from './actor.ts'
import { newId } from './ids.ts'
import { liveChannel } from './live.ts'
import { prepared } from './prepared.ts'
import { operations } from './tables.ts'

/** A write as its caller identifies it: the same `operationId` again is the same write. */
export type Operation = { caller: string; operationId: string; name: string; inputHash: string }

const insertOperation = prepared<{ operationId: string }, keyof Operation>(
  ({ caller, operationId, name, inputHash }) =>
    sql`insert into operations (caller, operation_id, name, input_hash) values (${caller}, ${operationId}::uuid, ${name}, ${inputHash})
      on conflict do nothing returning operation_id`,
)

/**
 * Begins a write, at the start of its transaction. Returns null if it is new, or the answer given when it was done
 * before. A duplicate that runs at the same time waits here until the first one has committed. Throws
 * OPERATION_ID_REUSED if the id belongs to another request. `input` is what was sent: versions before decision 85
 * stored its plain SHA-256.
 */
export const beginOperation = async (
  db: Db,
  operation: Operation,
  input: string,
): Promise<{ answer: unknown } | null> => {
  const [isNew] = await insertOperation(db, operation)
  if (isNew) return null
  const [first] = await db
    .select({ name: operations.name, inputHash: operations.inputHash, answer: operations.answer })
    .from(operations)
    .where(and(eq(operations.caller, operation.caller), eq(operations.operationId, operation.operationId)))
  const isSame =
    first?.inputHash === operation.inputHash || first?.inputHash === createHash('sha256').update(input).digest('hex')
  if (first?.name !== operation.name || !isSame)
    throw conflict('OPERATION_ID_REUSED', 'This operation ID belongs to another request.')
  return { answer: first.answer }
}

const noteDone = prepared<
  never,
  | 'caller'
  | 'operationId'
  | 'answer'
  | 'id'
  | 'at'
  | 'accountId'
  | 'personId'
  | 'actor'
  | 'name'
  | 'input'
  | 'address'
  | 'about'
  | 'channel'
  | 'news'
>(
  given => sql`with kept as (
      update operations set answer = done.answer from (select ${given.answer}::jsonb as answer) done
      where caller = ${given.caller} and operation_id = ${given.operationId}::uuid and done.answer is not null
    ), noted as (
      insert into audit_entries
        (id, at, account_id, person_id, actor, action, input, outcome, operation_id, address, about)
      values (${given.id}::uuid, ${given.at}::timestamptz, ${given.accountId}::uuid, ${given.personId}::uuid, ${given.actor}, ${given.name}, ${given.input}::jsonb, 'done',
        ${given.operationId}::uuid, ${given.address}, ${given.about}::uuid[])
    ) select pg_notify(${given.channel}, message) from unnest(${given.news}::text[]) as message`,
)

/**
 * Ends a write, as the last statement of its transaction: keeps the answer for a duplicate (none if it is null), writes
 * the audit trail and tells open screens, all in one round trip.
 */
export const endOperation = async (
  db: Db,
  { caller, operationId, name }: Operation,
  done: {
    answer: unknown
    at: Date
    actor: Pick<Actor, 'accountId' | 'personId' | 'email' | 'name'>
    input: unknown
    address: string
    /** The ids of all records that the write is about. */
    about: readonly string[]
    /** Messages that the listeners of `liveChannel` get when the transaction commits. */
    news: readonly string[]
  },
): Promise<void> => {
  const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))
  const { accountId, personId } = done.actor
  await noteDone(db, {
    caller,
    operationId,
    answer: json(done.answer),
    id: newId(),
    at: done.at.toISOString(),
    accountId,
    personId,
    actor: done.actor.email || done.actor.name || 'guest',
    name,
    input: JSON.stringify(done.input ?? null),
    address: done.address,
    about: done.about,
    channel: liveChannel,
    news: done.news,
  })
}
