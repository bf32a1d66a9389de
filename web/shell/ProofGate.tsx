import { Suspense, useEffect, useState } from 'react'
import { withPage } from '#web/routing/lazily.tsx'
import { CallError } from '#web/wire/callError.ts'
import { writeBy } from '#web/wire/proof.ts'

// Most people never need to prove who they are a second time.
const ProofDialog = withPage(() => import('#web/access/identity/ProofDialog.tsx').then(module => module.default))

/** On every page of a signed-in person: asks them to sign in again if a write needs it, then lets the write continue. */
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
  return (
    waiting && (
      <Suspense>
        <ProofDialog answer={answer} />
      </Suspense>
    )
  )
}
