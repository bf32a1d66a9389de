import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'

/** The minimum length of a password in characters (specification section 5). */
export const minPasswordLength = 6
/** The minimum length for staff, in characters. */
export const minStaffPasswordLength = 8
/** The maximum size of a password in bytes of UTF-8 (wire B9). */
export const maxPasswordBytes = 4096

const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32
/** Each hash takes 19 MiB and one thread, so only a few run at once and the others wait. */
const hashesAtOnce = 4

let running = 0
const waiting: (() => void)[] = []

const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running < hashesAtOnce) running += 1
  else await new Promise<void>(resolve => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

type Parameters = { memory: number; passes: number; parallelism: number; tagLength: number }

const derive = (password: string, nonce: Buffer, parameters: Parameters): Promise<Buffer> =>
  inTurn(
    () =>
      new Promise((resolve, reject) => {
        argon2('argon2id', { message: password, nonce, ...parameters }, (error, key) =>
          error ? reject(error) : resolve(key),
        )
      }),
  )

// The same letters typed on another keyboard may use other code points.
const canonical = (password: string): string => password.normalize('NFC')

/** True if a password has more than 4096 bytes in UTF-8. Such a password is neither hashed nor checked (wire B9). */
export const isTooLong = (password: string): boolean =>
  password.length > maxPasswordBytes || Buffer.byteLength(canonical(password)) > maxPasswordBytes

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/**
 * Hashes a password with argon2id (m=19456 KiB, t=2, p=1; wire B9) and a fresh salt. Returns a PHC string of about a
 * hundred characters. Throws a `RangeError` if the password has more than 4096 bytes.
 */
export const hashPassword = async (password: string): Promise<string> => {
  if (isTooLong(password)) throw new RangeError('The password is too long.')
  const salt = randomBytes(saltBytes)
  const tag = await derive(canonical(password), salt, { ...cost, tagLength: tagBytes })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

const phc = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

/** True if a hash was made with other parameters than the current ones. */
export const isOutdated = (hash: string): boolean =>
  !hash.startsWith(`$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`)

let dummy: Promise<string> | undefined

/**
 * True if the password matches the hash. Without a hash (no such account, or none with a password) it takes as long as
 * with one and returns false, so that timing does not reveal which accounts exist. Throws if the hash is not in the PHC
 * form of argon2id.
 */
export const verifyPassword = async (password: string, hash: string | null): Promise<boolean> => {
  if (isTooLong(password)) return false
  const stored = hash ?? (await (dummy ??= hashPassword(randomBytes(tagBytes).toString('base64'))))
  const parts = phc.exec(stored)
  if (!parts) throw new Error('A stored password hash is not in the PHC form of argon2id.')
  const [memory, passes, parallelism] = parts.slice(1, 4).map(Number) as [number, number, number]
  const expected = Buffer.from(parts[5]!, 'base64')
  const tag = await derive(canonical(password), Buffer.from(parts[4]!, 'base64'), {
    memory,
    passes,
    parallelism,
    tagLength: expected.length,
  })
  return timingSafeEqual(tag, expected) && hash !== null
}
