import { createContext, use } from 'react'
import type { AskedField } from '#contract/people/forms.ts'
import type { Policy } from '#contract/school/policies.ts'
import { call } from '#web/wire/wire.ts'

/** The school's own questions, and the policies that it asks families to sign. */
export type Asked = { fields: readonly AskedField[]; policies: readonly Policy[] }

let asking: { of: string | null; at: number; done: Promise<Asked> } | null = null
const freshMs = 60_000

/** Loads the questions of a registration for a term, again after a minute or a failure. */
export const askedReady = (termId: string | null): Promise<Asked> => {
  if (asking?.of === termId && Date.now() - asking.at < freshMs) return asking.done
  const done = Promise.all([call('forms-asked', { termId }), call('policies-current', {})]).then(
    ([fields, policies]) => ({ fields, policies }),
  )
  asking = { of: termId, at: Date.now(), done }
  done.catch(() => {
    asking = null
  })
  return done
}

const Context = createContext<Asked>({ fields: [], policies: [] })
export const AskedProvider = Context.Provider
/** Returns what is asked, within the pages of the registration. */
export const useAsked = (): Asked => use(Context)
