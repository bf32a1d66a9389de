/** What other slices do with enrolments within their own transactions. */
export { offerFreed } from './freed.ts'
export { insertWaiting } from './line.ts'
export { findPricingInput, pricedChoice } from './pricingInput.ts'
export { insertEnrolments, lockSections } from './queries.ts'
export { takeSeat } from './seating.ts'
export { findStudent, listReaders, updateEnrolment } from './seats.ts'
