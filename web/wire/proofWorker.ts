import { type Challenge, type DeriveKeyFunction, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/**
 * Derives a key in JavaScript, for browsers that don't offer their own cryptography: on plain http, as in a room
 * without internet access.
 */
const deriveSlowly: DeriveKeyFunction = async ({ cost, keyLength }, salt, password) => {
  const [{ pbkdf2 }, { sha256 }] = await Promise.all([
    import('@noble/hashes/pbkdf2.js'),
    import('@noble/hashes/sha2.js'),
  ])
  return { derivedKey: pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength }) }
}

/** The timeout for solving a challenge, in milliseconds: ten times what the slowest device needs. */
const patienceMs = 40_000

addEventListener('message', ({ data: challenge }: MessageEvent<Challenge>) => {
  solveChallenge({ challenge, deriveKey: isSecureContext ? deriveKey : deriveSlowly, timeout: patienceMs }).then(
    solution => postMessage(solution),
    () => postMessage(null),
  )
})
