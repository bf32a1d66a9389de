import { useEffect, useState } from 'react'
import { useReadLater } from '#web/wire/call.ts'
import { CallError } from '#web/wire/callError.ts'
import { writeBy } from '#web/wire/proof.ts'
import { Again } from './useProof.tsx'

const Ask = ({ answer }: { answer: (isProven: boolean) => void }) => {
  const factor = useReadLater('identity-secondFactor', {})
  // If the ways to sign in can't be read, a password is the most likely one.
  if (!factor.data && factor.error === null) return null
  return (
    <Again hasPassword={factor.data?.hasPassword ?? true} onDone={() => answer(true)} onClose={() => answer(false)} />
  )
}

/** Asks the person to sign in again if a write needs it, then lets the write continue. */
export const ProofGate = () => {
  const [waiting, setWaiting] = useState<((isProven: boolean) => void) | null>(null)
  useEffect(
    () =>
      writeBy(async work => {
        try {
          return await work()
        } catch (error) {
          if (!(error instanceof CallError) || error.reason !== 'RECENT_SIGN_IN_NEEDED') throw error
          const isProven = await new Promise<boolean>(resolve => setWaiting(() => resolve))
          if (!isProven) throw error
          return work()
        }
      }),
    [],
  )
  const answer = (isProven: boolean) => {
    setWaiting(null)
    waiting?.(isProven)
  }
  return waiting && <Ask answer={answer} />
}
