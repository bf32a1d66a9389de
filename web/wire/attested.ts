import type { Attestation, Callable } from '#contract/callable.ts'
import { contract } from '#contract/index.ts'

/**
 * The functions that ask for an attestation. The build inlines it as a plain table (vite.config.ts), without any
 * schema.
 */
export const attested: Readonly<Record<string, Attestation>> = Object.fromEntries(
  Object.entries<Callable>(contract).flatMap(([name, { attestation }]) => (attestation ? [[name, attestation]] : [])),
)
