import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { providerFindings } from './identity.plain.ts'
import { ProviderSettings } from '../settings.ts'
import { Id, Instant, Line, Nothing, OptionalLine, offRecord } from '../values.ts'

export * from './identity.plain.ts'

const SignInSession = z.object({
  id: Id,
  device: z.string(),
  signedInAt: z.string(),
  lastUsedAt: z.string(),
  isCurrent: z.boolean(),
})

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  createdAt: Instant,
  /** Null until the passkey is first used to sign in. */
  lastUsedAt: z.nullable(Instant),
})
export type Passkey = z.infer<typeof Passkey>

export const OwnSecondFactor = z.object({
  /**
   * When the second factor was set up; null without one. It is set up, used and removed through identity endpoints
   * (wire B3).
   */
  enrolledAt: z.nullable(Instant),
  recoveryCodesLeft: z.int(),
  /** When the caller can no longer work for the school without a second factor; null when none is required of them. */
  neededBy: z.nullable(Instant),
  hasPassword: z.boolean(),
})
export type OwnSecondFactor = z.infer<typeof OwnSecondFactor>

export const ProvidersView = z.object({
  providers: z.array(
    z.object({
      provider: ProviderSettings,
      /** The last characters of the client secret; null when none is stored. */
      secretEnding: z.nullable(z.string()),
    }),
  ),
  /** The address that every provider must redirect people back to. */
  redirectUri: z.string(),
})
export type ProvidersView = z.infer<typeof ProvidersView>

export const identity = {
  /** The caller's sessions. */
  'identity-sessions': read({ by: ['newcomer'], isPersonal: true, input: Nothing, output: z.array(SignInSession) }),
  /** Ends one of the caller's own sessions. Its tokens stop working at once. */
  'identity-endSession': write({ by: ['newcomer'], input: z.object({ id: Id }), output: z.array(SignInSession) }),
  /** Ends all of the caller's sessions except the current one. */
  'identity-endSessions': write({ by: ['newcomer'], input: Nothing, output: z.array(SignInSession) }),
  /** The state of the caller's own second factor. */
  'identity-secondFactor': read({ by: ['newcomer'], isPersonal: true, input: Nothing, output: OwnSecondFactor }),
  /** The caller's passkeys. Passkeys are created and used through identity endpoints. */
  'identity-passkeys': read({ by: ['newcomer'], isPersonal: true, input: Nothing, output: z.array(Passkey) }),
  'identity-renamePasskey': write({
    by: ['newcomer'],
    input: z.object({ id: Id, name: Line }),
    output: z.array(Passkey),
  }),
  /** Removes a passkey. The caller must have signed in recently. */
  'identity-removePasskey': write({ by: ['newcomer'], input: z.object({ id: Id }), output: z.array(Passkey) }),
  /** The number of staff accounts, and how many of them have no second factor. */
  'identity-staff': read({ by: ['admin'], input: Nothing, output: z.object({ staff: z.int(), without: z.int() }) }),
  /** The settings of all sign-in providers. */
  'identity-providers': read({ by: ['admin'], input: Nothing, output: ProvidersView }),
  /**
   * Changes or adds a provider. A `secret` replaces the stored one, an empty one deletes it, and leaving it out keeps
   * it.
   */
  'identity-changeProvider': write({
    by: ['admin'],
    input: z.object({ provider: ProviderSettings, secret: offRecord(z.optional(OptionalLine)) }),
    output: ProvidersView,
  }),
  /** Removes a provider and its secret. People who signed in with it keep their accounts. */
  'identity-removeProvider': write({
    by: ['admin'],
    input: z.object({ id: ProviderSettings.shape.id }),
    output: ProvidersView,
  }),
  /** Requests a provider's metadata and keys. Stores nothing. */
  'identity-testProvider': read({
    by: ['admin'],
    input: z.object({ issuer: ProviderSettings.shape.issuer }),
    output: z.object({
      finding: z.enum(providerFindings),
      /** The provider's own issuer name and the number of its signing keys, when they were found. */
      issuer: z.string(),
      keys: z.int(),
      /** The technical detail, for the person who sets the provider up. */
      detail: z.string(),
    }),
  }),
}
