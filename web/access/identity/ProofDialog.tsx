import { useReadLater } from '#web/wire/call.ts'
import { Again } from './useProof.tsx'

/** Asks the person to sign in again for a write that needs it; `answer` receives whether they did. */
export default function ProofDialog({ answer }: { answer: (isProven: boolean) => void }) {
  const factor = useReadLater('identity-secondFactor', {})
  // If the ways to sign in can't be read, a password is the most likely one.
  if (!factor.data && factor.error === null) return null
  return (
    <Again hasPassword={factor.data?.hasPassword ?? true} onDone={() => answer(true)} onClose={() => answer(false)} />
  )
}
