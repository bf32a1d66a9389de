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
  /** Null until somebody has signed in with it. */
  lastUsedAt: z.nullable(Instant),
})
export type Passkey = z.infer<typeof Passkey>

export const OwnSecondFactor = z.object({
  /** When it was set up; null without one. Setting up, using and removing it are identity endpoints (wire B3). */
  enrolledAt: z.nullable(Instant),
  recoveryCodesLeft: z.int(),
  /** When the caller's work for the school stops without one; null where nothing is asked of them. */
  neededBy: z.nullable(Instant),
  hasPassword: z.boolean(),
})
export type OwnSecondFactor = z.infer<typeof OwnSecondFactor>

export const ProvidersView = z.object({
  providers: z.array(
    z.object({
      provider: ProviderSettings,
      /** The last letters of the client secret; null where none is kept. */
      secretEnding: z.nullable(z.string()),
    }),
  ),
  /** What every provider has to send people back to. */
  redirectUri: z.string(),
})
export type ProvidersView = z.infer<typeof ProvidersView>

export const identity = {
  /** Where the caller is signed in. */
  'identity-sessions': read({ by: ['newcomer'], isPersonal: true, input: Nothing, output: z.array(SignInSession) }),
  /** Ends one of the caller's own sessions; its tokens stop working at once. */
  'identity-endSession': write({ by: ['newcomer'], input: z.object({ id: Id }), output: z.array(SignInSession) }),
  /** Ends all of the caller's sessions but this one. */
  'identity-endSessions': write({ by: ['newcomer'], input: Nothing, output: z.array(SignInSession) }),
  /** How the caller's own second factor stands. */
  'identity-secondFactor': read({ by: ['newcomer'], isPersonal: true, input: Nothing, output: OwnSecondFactor }),
  /** The caller's passkeys. Making one and signing in with one are identity endpoints. */
  'identity-passkeys': read({ by: ['newcomer'], isPersonal: true, input: Nothing, output: z.array(Passkey) }),
  'identity-renamePasskey': write({
    by: ['newcomer'],
    input: z.object({ id: Id, name: Line }),
    output: z.array(Passkey),
  }),
  /** Takes one away; the caller must have just signed in. */
  'identity-removePasskey': write({ by: ['newcomer'], input: z.object({ id: Id }), output: z.array(Passkey) }),
  /** How many accounts work for the school, and how many of these have no second factor. */
  'identity-staff': read({ by: ['admin'], input: Nothing, output: z.object({ staff: z.int(), without: z.int() }) }),
  /** How the providers of sign-ins are set up. */
  'identity-providers': read({ by: ['admin'], input: Nothing, output: ProvidersView }),
  /**
   * Sets one up, or adds it. A `secret` takes the place of the one that is kept; an empty one forgets it, none leaves
   * it.
   */
  'identity-changeProvider': write({
    by: ['admin'],
    input: z.object({ provider: ProviderSettings, secret: offRecord(z.optional(OptionalLine)) }),
    output: ProvidersView,
  }),
  /** Takes one away, its secret too. People who signed in by it keep their accounts. */
  'identity-removeProvider': write({
    by: ['admin'],
    input: z.object({ id: ProviderSettings.shape.id }),
    output: ProvidersView,
  }),
  /** Asks a provider what it says of itself, and for its keys. Nothing is kept. */
  'identity-testProvider': read({
    by: ['admin'],
    input: z.object({ issuer: ProviderSettings.shape.issuer }),
    output: z.object({
      finding: z.enum(providerFindings),
      /** The provider's own name for itself, and how many keys it signs with, where it was found. */
      issuer: z.string(),
      keys: z.int(),
      /** What was seen, for the person who set the provider up. */
      detail: z.string(),
    }),
  }),
}
