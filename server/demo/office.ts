import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { roles } from '#contract/callable.ts'
import type { StoredFile } from '#contract/access/files.ts'
import { contract, type FunctionName, type Input, type Output } from '#contract/index.ts'
import { attachments } from '#server/functions.ts'
import { openHouse } from '#server/house.ts'
import { type Database, rows } from '#server/platform/db.ts'
import { type Actor, guest } from '#server/platform/actor.ts'
import type { Context } from '#server/platform/functions.ts'
import { holdJobs } from '#server/platform/jobs.ts'
import { keepFile } from '#server/access/files/acts.ts'
import { keepMails } from '#server/platform/mailServer.ts'

/** The number of concurrent calls; the pool has eight connections. */
const callsAtOnce = 6

/** The demo's access through the door, at any instant in the school's past. */
export type Office = {
  database: Database
  /** Calls a function as the account with this email address, or as a guest if it is null. */
  call<N extends FunctionName>(email: string | null, name: N, input: Input<N>, at: Date): Promise<Output<N>>
  /** Uploads a file as the account with this email address. */
  upload(email: string, file: { name: string; bytes: Buffer }, at: Date): Promise<StoredFile>
  /** Reloads all actors. Calls use the roles of the last load. */
  meet(): Promise<void>
  /** Runs the jobs that calls enqueued, up to `now`. */
  finishJobs(now: Date): Promise<void>
}

/** Opens the door of a school that is being filled. Emails are kept, regardless of any mail server. */
export const openOffice = (database: Database, schema: string, given: Context<unknown>['settings']): Office => {
  const settings = { ...given, mail: keepMails }
  const jobs = holdJobs(database, settings)
  const door = openHouse({ database, schema, settings, jobs, clock: () => new Date() })
  let actors = new Map<string, Actor>()
  const actorOf = (email: string): Actor => {
    const actor = actors.get(email)
    if (!actor) throw new Error(`${email} has no account in the demo`)
    return actor
  }
  return {
    database,
    call: async <N extends FunctionName>(email: string | null, name: N, input: Input<N>, at: Date) => {
      const data = contract[name].kind === 'write' ? { operationId: randomUUID(), ...input } : input
      const answer = await door.call({
        name,
        data,
        actor: email === null ? guest : actorOf(email),
        address: 'demo',
        now: at,
      })
      return answer as Output<N>
    },
    upload: (email, file, at) => database.transaction(db => keepFile(db, attachments, actorOf(email), file, at)),
    meet: async () => {
      const found = await rows<Actor>(
        database.db,
        sql`
        select a.id as "accountId", p.id as "personId", null as "signInId", a.email, coalesce(p.name, a.display_name) as name, a.language, a.is_verified,
          array(select g.role from role_grants g where g.person_id = p.id and (g.ends_at is null or g.ends_at > now())) as roles,
          (select g.area from role_grants g where g.person_id = p.id and g.role = 'admin' and (g.ends_at is null or g.ends_at > now()) limit 1) as area
        from accounts a left join persons p on p.account_id = a.id`,
      )
      actors = new Map(
        found.map(actor => [
          actor.email,
          { ...actor, signedInAt: new Date(), roles: roles.filter(role => actor.roles.includes(role)) },
        ]),
      )
    },
    finishJobs: now => jobs.drain(now),
  }
}

/** Processes a list in order, several items at once. If an item throws, no further one is started. */
export const several = async <T>(list: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  // The workers share a generator, which ends for all when one leaves its loop by throwing.
  const items = each(list)
  const worker = async () => {
    for (const item of items) await work(item)
  }
  await Promise.all(Array.from({ length: callsAtOnce }, worker))
}

function* each<T>(list: readonly T[]): Generator<T, void> {
  yield* list
}
