import { useState, type ReactNode } from 'react'
import type { Odd } from '#rules/oddSettings.ts'
import { OddSettings } from './OddSettings.tsx'

/**
 * Saves a rule; what is rarely meant is asked about first. `question` is the dialog that asks, for the form to hold. A
 * policy that the contract refuses goes straight on, to be refused at its fields.
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
