import { useState, type ReactNode } from 'react'
import type { Odd } from '#rules/oddSettings.ts'
import { OddSettings } from './OddSettings.tsx'

/**
 * Saves a rule; unusual values must be confirmed first. `question` is the confirmation dialog, for the form to render.
 * A policy that the contract refuses is sent at once, so that its fields show the errors.
 */
export const useOddSettings = <Policy,>(
  oddIn: (policy: Policy) => readonly Odd[],
  isSound: (policy: Policy) => boolean,
  nameOf: (field: string) => string,
  save: (policy: Policy) => void,
): { submit: (policy: Policy) => void; question: ReactNode } => {
  const [asked, setAsked] = useState<Policy | null>(null)
  const close = () => setAsked(null)
  return {
    submit: policy => (isSound(policy) && oddIn(policy).length > 0 ? setAsked(policy) : save(policy)),
    question: asked !== null && (
      <OddSettings
        odd={oddIn(asked)}
        nameOf={nameOf}
        onClose={close}
        onKeep={() => {
          close()
          save(asked)
        }}
      />
    ),
  }
}
