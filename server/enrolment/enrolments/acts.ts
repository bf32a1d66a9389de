/** What other slices do with enrolments within their own transactions. */
export { twinOf, writeFamily } from './familyQueries.ts'
export { offerEnds, offerFreed } from './freed.ts'
export { insertWaiting } from './lineQueries.ts'
export { findPricingInput, type FoundPricing, pricedChoice } from './pricingInput.ts'
export { type CartSection, findFamily, insertEnrolments, listCartSections, lockSections } from './queries.ts'
export { priceSeat, takeSeat } from './seating.ts'
export { findStudent, isInClass, listReaders, lockEnrolment, updateEnrolment, updateEntry } from './seatQueries.ts'
