import { useDeferredValue } from 'react'
import { withPage } from '#web/routing/lazily.tsx'
import { useReadLater } from '#web/wire/call.ts'

// Most families have none.
const OfferCards = withPage(() => import('./OfferCards.tsx').then(module => module.OfferCards))

/** The seats that are offered to the family's children, to accept or decline; nothing if there are none. */
export const Offers = () => {
  const offers = useDeferredValue(useReadLater('enrolments-offers', {}, { withPage: true }).data)
  return offers?.length ? <OfferCards offers={offers} /> : null
}
