import { useDeferredValue } from 'react'
import type { MyLottery } from '#contract/enrolment/lotteries.ts'
import { withPage } from '#web/routing/lazily.tsx'
import { useReadLater } from '#web/wire/call.ts'

// Most families have none.
const DrawCards = withPage(() => import('./DrawCards.tsx').then(module => module.DrawCards))

/** A finished lottery matters as long as a child still waits on its waitlists or has an offer from one. */
const matters = ({ status, children }: MyLottery): boolean =>
  status !== 'finished' || children.some(({ lines }) => lines.some(({ status }) => status !== 'accepted'))

/** The lotteries that the family's children take part in or could enter; nothing if there are none. */
export const MyDraws = () => {
  const draws = useDeferredValue(useReadLater('lotteries-mine', {}, { withPage: true }).data)?.filter(matters)
  return draws?.length ? <DrawCards draws={draws} /> : null
}
