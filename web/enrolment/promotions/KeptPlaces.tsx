import { useDeferredValue } from 'react'
import { withPage } from '#web/routing/lazily.tsx'
import { useReadLater } from '#web/wire/call.ts'

// Most of the year there are none.
const PlaceCards = withPage(() => import('./PlaceCards.tsx').then(module => module.PlaceCards))

/** Seats in the next term that are held for the family's children, to confirm or give up; nothing if there are none. */
export const KeptPlaces = () => {
  const places = useDeferredValue(useReadLater('promotions-places', {}, { withPage: true }).data)
  return places?.length ? <PlaceCards places={places} /> : null
}
