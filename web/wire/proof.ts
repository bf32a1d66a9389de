/** Runs work; may run it again after asking the person to prove their identity. */
type Doer = <T>(work: () => Promise<T>) => Promise<T>

const plainly: Doer = work => work()

/** The function that runs all writes. The frame of a signed-in person replaces it (ProofGate). */
export const writing: { by: Doer } = { by: plainly }

/** Runs all writes through `doer` until the returned function is called. */
export const writeBy = (doer: Doer): (() => void) => {
  writing.by = doer
  return () => {
    writing.by = plainly
  }
}
