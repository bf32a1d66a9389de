/** What other slices do with enrolments within their own transactions. */
export { writeFamily } from './familyQueries.ts'
export { offerFreed } from './freed.ts'
export {
  findFamily,
  findPricing,
  findTerm,
  insertEnrolments,
  insertWaiting,
  listCartSections,
  lockSections,
} from './queries.ts'
export { pricedAs, priceSeat, takeSeat } from './seating.ts'
export { findStudent, isInClass, listReaders, updateEnrolment } from './seats.ts'
