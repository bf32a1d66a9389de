import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { id, instant, unrecorded } from '#server/platform/tables.ts'

/** An account that can sign in. Its person in the school's records is in users/tables.ts. */
export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    /** Canonical: trimmed, lower case, NFC (wire B9); null for a child who signs in with a badge. */
    email: text(),
    isVerified: boolean().notNull().default(false),
    displayName: text().notNull().default(''),
    photoUrl: text(),
    passwordHash: text(),
    passwordUpdatedAt: instant(),
    isDisabled: boolean().notNull().default(false),
    language: text({ enum: ['en', 'zh'] })
      .notNull()
      .default('en'),
    createdAt: instant()
      .notNull()
      .default(sql`now()`),
    lastSignInAt: instant(),
  },
  t => [uniqueIndex('accounts_email').on(t.email)],
)
unrecorded(accounts)

/** One row per sign-in. Revoking it invalidates its tokens at once (wire B5, B6). */
export const signIns = pgTable(
  'sign_ins',
  {
    id: id(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    provider: text().notNull(),
    device: text().notNull().default(''),
    authTime: instant().notNull(),
    lastUsedAt: instant().notNull(),
    /** SHA-256 of the current refresh token and, during the grace period, of the previous one. */
    refreshHash: text().notNull(),
    previousRefreshHash: text(),
    rotatedAt: instant(),
    /** SHA-256 of the value of the `__session` cookie (wire C3). */
    cookieHash: text(),
    cookieExpiresAt: instant(),
    expiresAt: instant().notNull(),
    revokedAt: instant(),
  },
  t => [
    index('sign_ins_account').on(t.accountId),
    uniqueIndex('sign_ins_refresh').on(t.refreshHash),
    index('sign_ins_previous_refresh').on(t.previousRefreshHash),
    uniqueIndex('sign_ins_cookie').on(t.cookieHash),
  ],
)
unrecorded(signIns)

/** Codes sent by mail. A new one replaces the older one of the same account and kind (wire B4). */
export const actionCodes = pgTable(
  'action_codes',
  {
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['VERIFY_EMAIL', 'PASSWORD_RESET', 'VERIFY_AND_CHANGE_EMAIL'] }).notNull(),
    codeHash: text().notNull(),
    email: text().notNull(),
    newEmail: text(),
    expiresAt: instant().notNull(),
  },
  t => [primaryKey({ columns: [t.accountId, t.kind] }), uniqueIndex('action_codes_hash').on(t.codeHash)],
)
unrecorded(actionCodes)

/**
 * Devices on which an account has signed in, by the hash of a cookie that they keep. Strangers' attempts don't lock
 * these out.
 */
export const knownDevices = pgTable(
  'known_devices',
  {
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    deviceHash: text().notNull(),
    seenAt: instant().notNull(),
  },
  t => [primaryKey({ columns: [t.accountId, t.deviceHash] })],
)
unrecorded(knownDevices)

/** Keys that sign ID tokens. The previous one is published until its tokens have expired (wire B5). */
export const signingKeys = pgTable('signing_keys', {
  id: id(),
  /** Sealed (platform/secrets.ts); empty once the key is retired. */
  privateJwk: text().notNull(),
  publicJwk: text().notNull(),
  createdAt: instant()
    .notNull()
    .default(sql`now()`),
  retiredAt: instant(),
})
unrecorded(signingKeys)

/** Counters of attempts by key and window (wire B9). */
export const attempts = pgTable(
  'attempts',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    windowEndsAt: instant().notNull(),
    /** The end of a block after too many attempts, or of the pause before the next one is allowed. */
    blockedUntil: instant(),
    blocks: integer().notNull().default(0),
  },
  t => [index('attempts_window').on(t.windowEndsAt)],
)
unrecorded(attempts)

/**
 * The second step of an account's sign-in: an app that generates codes (RFC 6238) from a secret that is stored sealed.
 */
export const secondFactors = pgTable(
  'second_factors',
  {
    id: id(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text().notNull().default(''),
    sealed: text().notNull(),
    enrolledAt: instant().notNull(),
    /** The period of the last accepted code. Neither this code nor an older one is accepted again. */
    lastStep: integer().notNull(),
  },
  t => [uniqueIndex('second_factors_account').on(t.accountId)],
)
unrecorded(secondFactors)

/** Codes for people who have lost the device, by their SHA-256. A used one is deleted. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    codeHash: text().notNull(),
  },
  t => [primaryKey({ columns: [t.accountId, t.codeHash] })],
)
unrecorded(recoveryCodes)

/** Keys that devices keep for an account (WebAuthn). Each proves by itself who signs in, and that they are present. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    credentialId: text().notNull(),
    /** As returned by the authenticator (COSE), in base64url. */
    publicKey: text().notNull(),
    /** The number of uses, as far as the authenticator counts them. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** The WebAuthn transports by which browsers reach it, separated by spaces. */
    transports: text().notNull().default(''),
    name: text().notNull(),
    createdAt: instant().notNull(),
    lastUsedAt: instant(),
  },
  t => [uniqueIndex('passkeys_credential').on(t.credentialId), index('passkeys_account').on(t.accountId)],
)
unrecorded(passkeys)

/**
 * Used one-time secrets, by their SHA-256, until they would expire anyway: challenges, their solutions, attestation
 * tokens and custom tokens.
 */
export const spentSecrets = pgTable(
  'spent_secrets',
  { hash: text().primaryKey(), expiresAt: instant().notNull() },
  t => [index('spent_secrets_expiry').on(t.expiresAt)],
)
unrecorded(spentSecrets)

/** Links that sign in by mailbox alone. A new one replaces the older one of the same address. */
export const signInLinks = pgTable(
  'sign_in_links',
  {
    /** Canonical, as in `accounts`. There need not be an account yet. */
    email: text().primaryKey(),
    codeHash: text().notNull(),
    expiresAt: instant().notNull(),
  },
  t => [uniqueIndex('sign_in_links_code').on(t.codeHash), index('sign_in_links_expiry').on(t.expiresAt)],
)
unrecorded(signInLinks)

/** The identity of an account at a provider of sign-ins (OpenID Connect) or at a hosted identity service. */
export const providerLinks = pgTable(
  'provider_links',
  {
    /** The provider's id in the official client, such as `google.com`. */
    providerId: text().notNull().default('oidc.school'),
    issuer: text().notNull(),
    subject: text().notNull(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    linkedAt: instant().notNull(),
  },
  t => [
    primaryKey({ columns: [t.issuer, t.subject] }),
    uniqueIndex('provider_links_account').on(t.accountId, t.issuer),
  ],
)
unrecorded(providerLinks)

/** People who have just come back from the provider, under a code that is exchanged once, at endpoint 8 (wire C4). */
export const providerArrivals = pgTable(
  'provider_arrivals',
  {
    codeHash: text().primaryKey(),
    providerId: text().notNull().default('oidc.school'),
    issuer: text().notNull(),
    subject: text().notNull(),
    email: text().notNull(),
    isEmailVerified: boolean().notNull(),
    name: text().notNull(),
    expiresAt: instant().notNull(),
  },
  t => [index('provider_arrivals_expiry').on(t.expiresAt)],
)
unrecorded(providerArrivals)
