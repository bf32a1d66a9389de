import { type Challenge, type DeriveKeyFunction, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/** Where browsers keep their own cryptography to themselves: on plain http, as in a room without the internet. */
const deriveSlowly: DeriveKeyFunction = async ({ cost, keyLength }, salt, password) => {
  const [{ pbkdf2 }, { sha256 }] = await Promise.all([
    import('@noble/hashes/pbkdf2.js'),
    import('@noble/hashes/sha2.js'),
  ])
  return { derivedKey: pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength }) }
}

/** Ten times what the slowest device needs. */
const patienceMs = 40_000

addEventListener('message', ({ data: challenge }: MessageEvent<Challenge>) => {
  solveChallenge({ challenge, deriveKey: isSecureContext ? deriveKey : deriveSlowly, timeout: patienceMs }).then(
    solution => postMessage(solution),
    () => postMessage(null),
  )
})
