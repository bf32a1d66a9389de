import type { Language } from '#contract/values.ts'
import type { Client, Database, Db } from '#server/platform/db.ts'
import type { Context } from '#server/platform/functions.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import type { Attester } from './attestation.ts'

/** A hosted identity service that the school uses in place of Lantern's own (`IDENTITY_HOSTED_PROJECT`). */
export type Hosted = { project: string; issuer: string; keysUrl: string }

export type IdentitySettings = Context<unknown>['settings'] & {
  /** On: nobody learns from sign-in or reset whether an address has an account (wire B8). */
  enumerationProtection: boolean
  /** Trusted besides Lantern's own tokens. */
  hosted?: Hosted | undefined
}
export type IdentityTools = {
  database: Database
  settings: IdentitySettings
  /**
   * Ends what an account's person may do as staff, before the account goes; false, and nothing is done, for the last
   * full administrator.
   */
  endStaffRoles(db: Db, accountId: string): Promise<boolean>
  /** Needed only where mails go through SMTP. */
  jobs: Pick<Jobs, 'enqueue'> | null
  /** The time of the world: tokens must agree with browsers, whatever the school's clock says. */
  clock?: () => Date
  /** Reads the attestation of requests; without it none is asked for. */
  attester?: Attester
}

/** One request to the identity endpoints, freed from HTTP. */
export type Ask = {
  readonly tools: IdentityTools
  readonly body: Readonly<Record<string, unknown>>
  readonly apiKey: string
  /** What `X-Firebase-Locale` asks for, null without it. */
  readonly language: Language | null
  readonly address: string
  /** The value of the `__session` cookie (wire C3), undefined without one. */
  readonly session: string | undefined
  /** The value of the cookie that known devices have. */
  readonly device: string | undefined
  /** Gives the device such a cookie with the answer, or renews it. */
  giveDevice(value: string): void
  readonly userAgent: string
  readonly now: Date
}
export type Answer = Record<string, unknown>
export type Operation = (ask: Ask) => Promise<Answer>

/** A refusal that the client knows by its code; a sentence may follow after ` : ` (wire B2). */
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

/** What answers an outage: the only refusal that does not sign the user out (wire B2). */
export const outageBody: Answer = { error: { code: 503, message: 'NETWORK_REQUEST_FAILED' } }

/** A member of a body when it is a text and not empty. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/**
 * Runs `work` in one transaction. An `IdentityError` that it *returns* is thrown after the commit, so that what was
 * written stays (a sign-in revoked because its token was stolen); one that it throws rolls back.
 */
export const committing = async <T>(
  database: Database,
  work: (db: Db, client: Client) => Promise<T | IdentityError>,
): Promise<T> => {
  const outcome = await database.transaction(work)
  if (outcome instanceof IdentityError) throw outcome
  return outcome
}

/** What `post` needs, within a transaction of an identity endpoint. */
export const posting = (
  { settings, jobs }: IdentityTools,
  db: Db,
  client: Client,
): Pick<Context<unknown>, 'db' | 'settings' | 'enqueue'> => ({
  db,
  settings,
  async enqueue(job, data) {
    if (!jobs) throw new Error('mails go through SMTP, but there is no queue')
    await jobs.enqueue(client, job, data)
  },
})
