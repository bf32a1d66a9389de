import type { Attestation, Callable } from '#contract/callable.ts'
import { contract } from '#contract/index.ts'

/** The functions that ask for an attestation. The build writes it out as a plain table (vite.config.ts), without a schema. */
export const attested: Readonly<Record<string, Attestation>> = Object.fromEntries(
  Object.entries<Callable>(contract).flatMap(([name, { attestation }]) => (attestation ? [[name, attestation]] : [])),
)
