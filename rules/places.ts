import { enrollableSections, type PlaceState, type SectionStatus } from '#contract/enrolment/classes.ts'
import { registrableTerms, type TermStatus } from '#contract/school/terms.ts'

/** The highest number of free spots that is shown as "few". */
export const fewPlaces = 3

type Places = {
  status: SectionStatus
  termStatus: TermStatus
  needsApproval: boolean
  capacity: number
  seated: number
  waiting: number
  /** Seats held in other families' carts. */
  held: number
  /** The state of a coming lottery for the class's seats: whether it takes entries now. Null if there is none. */
  draw?: 'open' | 'shut' | null
}

/**
 * Seats of a class that are not taken, offered to the waitlist or held in a cart; negative if more are promised than
 * exist. `seatsLeftIn` is the same computation in SQL.
 */
export const seatsLeft = ({
  capacity,
  seated,
  offered,
  held,
}: Pick<Places, 'capacity' | 'seated' | 'held'> & { offered: number }): number => capacity - seated - offered - held

/** Spots that anyone may take. While someone waits or has an offer, a freed seat is reserved for the waitlist. */
export const placesLeft = ({
  capacity,
  seated,
  waiting,
  held,
}: Pick<Places, 'capacity' | 'seated' | 'waiting' | 'held'>): number =>
  waiting > 0 ? 0 : Math.max(0, seatsLeft({ capacity, seated, held, offered: 0 }))

/** True if the people in a class, including held and offered seats, fill its room. Nobody can be added beyond that. */
export const isRoomFull = (
  roomSeats: number | null,
  { seated, held, offered }: Pick<Places, 'seated' | 'held'> & { offered: number },
): boolean => roomSeats !== null && seated + offered + held >= roomSeats

/** The state of a class as a family sees it. */
export const placeState = (places: Places): PlaceState => {
  if (!enrollableSections.includes(places.status) || !registrableTerms.includes(places.termStatus)) return 'closed'
  if (places.draw === 'open') return 'draw'
  if (places.draw === 'shut') return 'closed'
  const left = placesLeft(places)
  if (left === 0) return 'waitlist'
  if (places.needsApproval) return 'approval'
  return left <= fewPlaces ? 'few' : 'open'
}
