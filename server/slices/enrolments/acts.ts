/** What other slices do with enrolments within their own transactions. */
export { offerEnds, offerFreed } from './freed.ts'
export { insertWaiting } from './line.ts'
export { findPricingInput, type FoundPricing, pricedChoice } from './pricingInput.ts'
export { type CartSection, insertEnrolments, lockSections } from './queries.ts'
export { takeSeat } from './seating.ts'
export { findStudent, listReaders, lockEnrolment, updateEnrolment, updateEntry } from './seats.ts'
