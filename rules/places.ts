import { enrollableSections, type PlaceState, type SectionStatus } from '#contract/enrolment/classes.ts'
import { registrableTerms, type TermStatus } from '#contract/school/terms.ts'

/** The most places left that are called few. */
export const fewPlaces = 3

type Places = {
  status: SectionStatus
  termStatus: TermStatus
  needsApproval: boolean
  capacity: number
  seated: number
  waiting: number
  /** Seats in carts of others. */
  held: number
  /** Whether a draw that is to come gives its seats, and takes entries now. */
  draw?: 'open' | 'shut' | null
}

/**
 * Seats of a class that are neither taken, nor offered to somebody in line, nor in a cart; below zero where more are
 * promised than there are. `seatsLeftIn` asks the database the same.
 */
export const seatsLeft = ({
  capacity,
  seated,
  offered,
  held,
}: Pick<Places, 'capacity' | 'seated' | 'held'> & { offered: number }): number => capacity - seated - offered - held

/** Places that anybody may take. While somebody waits, or has an offer, a freed seat is theirs and nobody else's. */
export const placesLeft = ({
  capacity,
  seated,
  waiting,
  held,
}: Pick<Places, 'capacity' | 'seated' | 'waiting' | 'held'>): number =>
  waiting > 0 ? 0 : Math.max(0, seatsLeft({ capacity, seated, held, offered: 0 }))

/** Whether a class has as many people, with all that is promised, as its room holds; nobody comes in beyond that. */
export const isRoomFull = (
  roomSeats: number | null,
  { seated, held, offered }: Pick<Places, 'seated' | 'held'> & { offered: number },
): boolean => roomSeats !== null && seated + offered + held >= roomSeats

/** The state of a class for a family that reads about it. */
export const placeState = (places: Places): PlaceState => {
  if (!enrollableSections.includes(places.status) || !registrableTerms.includes(places.termStatus)) return 'closed'
  if (places.draw === 'open') return 'draw'
  if (places.draw === 'shut') return 'closed'
  const left = placesLeft(places)
  if (left === 0) return 'waitlist'
  if (places.needsApproval) return 'approval'
  return left <= fewPlaces ? 'few' : 'open'
}
