import type { Language } from '#contract/values.ts'
import type { Client, Database, Db } from '#server/platform/db.ts'
import type { Context } from '#server/platform/functions.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import type { Attester } from './attestation.ts'

/** A hosted identity service that the school uses in place of Lantern's own (`IDENTITY_HOSTED_PROJECT`). */
export type Hosted = { project: string; issuer: string; keysUrl: string }

export type IdentitySettings = Context<unknown>['settings'] & {
  /** True if signing in and resetting must not reveal whether an address has an account (wire B8). */
  enumerationProtection: boolean
  /** A service whose tokens are accepted beside Lantern's own. */
  hosted?: Hosted | undefined
}
export type IdentityTools = {
  database: Database
  settings: IdentitySettings
  /**
   * Ends the staff roles of an account's person before the account is removed. Returns false and does nothing for the
   * last full administrator.
   */
  endStaffRoles(db: Db, accountId: string): Promise<boolean>
  /** Needed only if mails go through SMTP. */
  jobs: Pick<Jobs, 'enqueue'> | null
  /** The real time: tokens must agree with browsers, whatever the school's clock shows. */
  clock?: () => Date
  /** Checks the attestation of requests; without it none is required. */
  attester?: Attester
}

/** A request to the identity endpoints, independent of HTTP. */
export type Ask = {
  readonly tools: IdentityTools
  readonly body: Readonly<Record<string, unknown>>
  readonly apiKey: string
  /** The language that `X-Firebase-Locale` requests; null without it. */
  readonly language: Language | null
  readonly address: string
  /** The value of the `__session` cookie (wire C3); undefined without one. */
  readonly session: string | undefined
  /** The value of the cookie that known devices have. */
  readonly device: string | undefined
  /** Sets or renews that cookie with the answer. */
  giveDevice(value: string): void
  readonly userAgent: string
  readonly now: Date
}
export type Answer = Record<string, unknown>
export type Operation = (ask: Ask) => Promise<Answer>

/** A refusal that the client recognizes by its code. A sentence may follow after ` : ` (wire B2). */
export class IdentityError extends Error {
  readonly http: number
  constructor(code: string, sentence?: string, http = 400) {
    super(sentence === undefined ? code : `${code} : ${sentence}`)
    this.http = http
  }
}

/** The body of an error answer (wire B2). */
export const errorBody = (http: number, message: string): Answer => ({
  error: { code: http, message, errors: [{ message, reason: 'invalid', domain: 'global' }] },
})

/** The answer to an outage: the only refusal that does not sign the user out (wire B2). */
export const outageBody: Answer = { error: { code: 503, message: 'NETWORK_REQUEST_FAILED' } }

/** A member of a body if it is a non-empty string, else undefined. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/**
 * Runs `work` in one transaction. An `IdentityError` that it *returns* is thrown after the commit, so that what was
 * written stays (such as a sign-in revoked because its token was stolen). One that it throws rolls back.
 */
export const committing = async <T>(
  database: Database,
  work: (db: Db, client: Client) => Promise<T | IdentityError>,
): Promise<T> => {
  const outcome = await database.transaction(work)
  if (outcome instanceof IdentityError) throw outcome
  return outcome
}

/** The context that `post` needs, within a transaction of an identity endpoint. */
export const posting = (
  { settings, jobs }: IdentityTools,
  db: Db,
  client: Client,
): Pick<Context<unknown>, 'db' | 'settings' | 'enqueue'> => ({
  db,
  settings,
  async enqueue(job, data) {
    if (!jobs) throw new Error('emails go through SMTP, but there is no job queue')
    await jobs.enqueue(client, job, data)
  },
})
