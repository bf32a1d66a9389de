import { useDeferredValue } from 'react'
import { withPage } from '#web/routing/lazily.tsx'
import { useReadLater } from '#web/wire/call.ts'

// Most families have none.
const OfferCards = withPage(() => import('./OfferCards.tsx').then(module => module.OfferCards))

/** Seats that have become free for one's children, to take or to leave; nothing while there are none. */
export const Offers = () => {
  const offers = useDeferredValue(useReadLater('enrolments-offers', {}, { withPage: true }).data)
  return offers?.length ? <OfferCards offers={offers} /> : null
}
