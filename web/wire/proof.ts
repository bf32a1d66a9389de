/** Does something for somebody; may do it again after asking them to show that it is them. */
type Doer = <T>(work: () => Promise<T>) => Promise<T>

const plainly: Doer = work => work()

/** How writes are done; a screen whose writes need a recent sign-in says how (ProofGate). */
export const writing: { by: Doer } = { by: plainly }

/** Lets a doer do the writes until the answer is called. */
export const writeBy = (doer: Doer): (() => void) => {
  writing.by = doer
  return () => {
    writing.by = plainly
  }
}
