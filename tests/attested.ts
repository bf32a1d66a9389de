import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

/** Earns an attestation token, as a browser does before it signs in (wire D). */
export const earnToken = async (origin: string): Promise<string> => {
  const challenge = (await (await fetch(`${origin}/v1/attest/challenge`)).json()) as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  const answer = await fetch(`${origin}/v1/attest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ challenge, solution }),
  })
  return ((await answer.json()) as { token: string }).token
}
