import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Database } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { log } from '#server/platform/log.ts'
import { takeTurn } from '#server/platform/oneAtATime.ts'
import {
  insertSigningKey,
  listSigningKeys,
  removeSigningKeysRetiredBefore,
  retireSigningKeys,
  type SigningKey,
} from './queries.ts'

export const algorithm = 'RS256'

/** A security strength of 128 bits according to NIST SP 800-57. */
const keyBits = 3072

const day = 24 * 60 * 60_000
/** Milliseconds for which a key signs. */
const keyLifeMs = 90 * day
/**
 * Milliseconds for which a retired key is still published: longer than the life of its last token and than others cache
 * the keys.
 */
const publishedAfterMs = 60 * 60_000
/** Milliseconds for which a process uses the keys that it has read. */
const rememberedMs = 5 * 60_000
/**
 * The minimum interval in milliseconds between reads of the keys because of a token with an unknown key, since anyone
 * can send one.
 */
const lookAgainMs = 5_000

type Keys = {
  signing: { id: string; key: CryptoKey }
  verifying: ReadonlyMap<string, CryptoKey>
  published: readonly JWK[]
  /** Secret material for deriving refresh tokens. It lasts as long as the key. */
  seed: string
  readAt: number
}

type KeyRing = {
  /** The current keys, created at the first use. Processes that start at the same time agree on them. */
  keys(): Promise<Keys>
  /** The public key with that id; undefined if there is none. */
  verifyingKey(id: string): Promise<CryptoKey | undefined>
}

const rings = new WeakMap<Database, KeyRing>()

/** The keys of a school, cached per database. Throws what the database throws. */
export const keyRing = (database: Database): KeyRing => {
  const known = rings.get(database)
  if (known) return known
  let remembered: Promise<Keys> | undefined
  let lookedAgainAt = 0

  const fresh = (): Promise<Keys> => {
    const reading = readKeys(database)
    remembered = reading
    reading.catch(() => {
      if (remembered === reading) remembered = undefined
    })
    return reading
  }
  const ring: KeyRing = {
    async keys() {
      const keys = await (remembered ?? fresh())
      return Date.now() - keys.readAt > rememberedMs ? fresh() : keys
    },
    async verifyingKey(id) {
      const found = (await ring.keys()).verifying.get(id)
      if (found || Date.now() - lookedAgainAt < lookAgainMs) return found
      lookedAgainAt = Date.now()
      return (await fresh()).verifying.get(id)
    },
  }
  rings.set(database, ring)
  return ring
}

const readKeys = async (database: Database): Promise<Keys> => {
  const stored = await listSigningKeys(database.db)
  const found = await openNewest(database, stored)
  const keys = found ? stored : await makeKey(database)
  const newest = found ?? (await openNewest(database, keys))
  if (!newest) throw new Error('a signing key was created but can’t be found or opened')
  const verifying = new Map<string, CryptoKey>()
  for (const { id, publicJwk } of keys) verifying.set(id, await importKey(publicJwk))
  return {
    signing: { id: newest.id, key: await importKey(newest.privateJwk) },
    verifying,
    published: keys.map(({ id, publicJwk }) => ({
      ...(JSON.parse(publicJwk) as JWK),
      kid: id,
      alg: algorithm,
      use: 'sig',
    })),
    seed: newest.privateJwk,
    readAt: Date.now(),
  }
}

const isUsable = ({ retiredAt, createdAt }: SigningKey): boolean =>
  retiredAt === null && createdAt.getTime() > Date.now() - keyLifeMs

const sealedAs = (id: string): string => `signing-key:${id}`

/** The opened signing key. Null if there is none, or if this server's key doesn't open it; then a new one is made. */
const openNewest = async (
  { secrets }: Database,
  keys: readonly SigningKey[],
): Promise<{ id: string; privateJwk: string } | null> => {
  const newest = keys.find(isUsable)
  if (!newest) return null
  return secrets.open(sealedAs(newest.id), newest.privateJwk).then(
    privateJwk => ({ id: newest.id, privateJwk }),
    (error: unknown) => {
      log.warn({ err: error }, 'the key that signs tokens can’t be opened, so a new one is made')
      return null
    },
  )
}

const importKey = async (jwk: string): Promise<CryptoKey> => {
  const key = await importJWK(JSON.parse(jwk) as JWK, algorithm)
  if (key instanceof Uint8Array) throw new Error('a signing key must be an RSA key')
  return key
}

/**
 * Makes a key unless another process was faster, retires the previous one and deletes keys that are no longer needed.
 */
const makeKey = async (database: Database): Promise<SigningKey[]> => {
  const pair = await generateKeyPair(algorithm, { modulusLength: keyBits, extractable: true })
  const id = newId()
  const made = {
    id,
    privateJwk: await database.secrets.seal(sealedAs(id), JSON.stringify(await exportJWK(pair.privateKey))),
    publicJwk: JSON.stringify(await exportJWK(pair.publicKey)),
  }
  return database.transaction(async db => {
    await takeTurn(db, 'signingKeys')
    if (!(await openNewest(database, await listSigningKeys(db)))) {
      const now = new Date()
      await removeSigningKeysRetiredBefore(db, new Date(now.getTime() - publishedAfterMs))
      await retireSigningKeys(db, now)
      await insertSigningKey(db, { ...made, createdAt: now })
    }
    return listSigningKeys(db)
  })
}
