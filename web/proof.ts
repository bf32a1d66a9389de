import { CallError } from '#web/callError.ts'

let ask: (() => Promise<boolean>) | null = null

/** Says who asks a person to sign in again; answers how to stop. */
export const askBy = (asker: () => Promise<boolean>): (() => void) => {
  ask = asker
  return () => {
    ask = null
  }
}

/** Does what may need a recent sign-in: at once, or again after the person has shown that it is them. */
export const withProof = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const isOld = error instanceof CallError && error.reason === 'RECENT_SIGN_IN_NEEDED'
    if (!isOld || !(await ask?.())) throw error
    return work()
  }
}
