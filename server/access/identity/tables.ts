import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { id, instant, unrecorded } from '#server/platform/tables.ts'

/** Somebody who may sign in. Who they are to the school is a person, see users/tables.ts. */
export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    /** Canonical: trimmed, lower case, NFC (wire B9); null for a child who signs in by a badge. */
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

/** One row per sign-in; revoking it stops its tokens at once (wire B5, B6). */
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
    /** SHA-256 of the refresh token in use and, for the time of grace, of the one before it. */
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

/** Codes sent by mail; a new one replaces the older of the same account and kind (wire B4). */
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
 * Devices that somebody has signed in on, by the hash of a cookie that they keep: strangers' attempts don't shut these
 * out.
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

/** Keys that sign ID tokens; the previous one is published until its tokens have expired (wire B5). */
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
    /** Set while a door is closed after too many attempts, or until the next one may pass. */
    blockedUntil: instant(),
    blocks: integer().notNull().default(0),
  },
  t => [index('attempts_window').on(t.windowEndsAt)],
)
unrecorded(attempts)

/** The second step of an account's sign-in: an app that makes codes (RFC 6238), by a secret that is kept sealed. */
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
    /** The period of the last code that was taken: neither it nor an older one counts again. */
    lastStep: integer().notNull(),
  },
  t => [uniqueIndex('second_factors_account').on(t.accountId)],
)
unrecorded(secondFactors)

/** Codes for people who have lost the device, by their SHA-256; one that was used is gone. */
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

/** Keys that devices keep for an account (WebAuthn): each proves by itself who signs in, and that they are there. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    credentialId: text().notNull(),
    /** As the authenticator gave it (COSE), in base64url. */
    publicKey: text().notNull(),
    /** How often the key was used, as far as its authenticator counts. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** How browsers reach it, in the words of WebAuthn with blanks between them. */
    transports: text().notNull().default(''),
    name: text().notNull(),
    createdAt: instant().notNull(),
    lastUsedAt: instant(),
  },
  t => [uniqueIndex('passkeys_credential').on(t.credentialId), index('passkeys_account').on(t.accountId)],
)
unrecorded(passkeys)

/**
 * What counts once and was used, by its SHA-256, until it would end anyway: challenges, their solutions, attestation
 * tokens and custom tokens.
 */
export const spentSecrets = pgTable(
  'spent_secrets',
  { hash: text().primaryKey(), expiresAt: instant().notNull() },
  t => [index('spent_secrets_expiry').on(t.expiresAt)],
)
unrecorded(spentSecrets)

/** Links by which somebody signs in with their mailbox alone; a new one replaces the older of the same address. */
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

/** Who an account is to a provider of sign-ins (OpenID Connect), or to a hosted identity service. */
export const providerLinks = pgTable(
  'provider_links',
  {
    /** The provider's name in the official client, such as `google.com`. */
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

/** Who has just come back from the provider, under a code that is exchanged once, at endpoint 8 (wire C4). */
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
