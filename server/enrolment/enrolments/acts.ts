/** What other slices do with enrolments within their own transactions. */
export { insertApplications, putApplication } from './applicationQueries.ts'
export { approveWaiting, declineWaiting } from './approving.ts'
export { announceDecision } from './decisions.ts'
export { enrolStudent } from './enrolOne.ts'
export { readClaim, submitFamily } from './family.ts'
export { offerEnds, offerFreed } from './freed.ts'
export { insertWaiting } from './lineQueries.ts'
export {
  dropPlaces,
  endPlaces,
  forgetDraft,
  holdSeats,
  insertPlaces,
  prolongOffer,
  updateType,
} from './placeQueries.ts'
export { findPricingInput, type FoundPricing, pricedChoice } from './pricingInput.ts'
export { type CartSection, findFamily, insertEnrolments, listCartSections, lockSections } from './queries.ts'
export { readReasons } from './reasonQueries.ts'
export { agreeOn, priceSeat, takeSeat } from './seating.ts'
export {
  findStudent,
  isInClass,
  listReaders,
  listTeachersOf,
  lockEnrolment,
  sectionName,
  unknownBirth,
  updateEnrolment,
  updateEntry,
} from './seatQueries.ts'
export { type Bill, priceWaiting } from './waitingPrice.ts'
export { findWaiting, type Waiting } from './waitingQueries.ts'
