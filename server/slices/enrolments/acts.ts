/** What other slices do with enrolments within their own transactions. */
export { offerFreed } from './freed.ts'
export { findFamily, findPricing, findTerm, insertEnrolments, lockSections } from './queries.ts'
export { takeSeat } from './seating.ts'
export { findStudent, listReaders, lockEnrolment, updateEnrolment, updateEntry } from './seats.ts'
