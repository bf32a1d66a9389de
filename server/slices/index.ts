import type { contract } from '#contract/index.ts'
import type { Functions } from '#server/platform/functions.ts'
import type { Job } from '#server/platform/jobs.ts'
import { blankExpired, sendMail } from '#server/platform/mail.ts'
import { absenceFunctions } from './absences/functions.ts'
import { applicationFunctions } from './applications/functions.ts'
import { assignmentFunctions } from './assignments/functions.ts'
import { auditFunctions } from './audit/functions.ts'
import { badgeFunctions } from './badges/functions.ts'
import { batchFunctions } from './batches/functions.ts'
import { cancellationFunctions } from './cancellations/functions.ts'
import { tellCancellation } from './cancellations/jobs.ts'
import { cardFunctions } from './cards/functions.ts'
import { openCheckout, refundLeft, refundToCard } from './cards/jobs.ts'
import { claimFunctions } from './claims/functions.ts'
import { forgetClaims, seekFamily } from './claims/jobs.ts'
import { classFunctions } from './classes/functions.ts'
import { configFunctions } from './config/functions.ts'
import { cleanUp } from './config/jobs.ts'
import { confirmationFunctions } from './confirmations/functions.ts'
import { dashboardFunctions } from './dashboard/functions.ts'
import { documentFunctions } from './documents/functions.ts'
import { duplicateFunctions } from './duplicates/functions.ts'
import { dutyFunctions } from './duties/functions.ts'
import { enrolmentFunctions } from './enrolments/functions.ts'
import { freeLapsed } from './enrolments/jobs.ts'
import { eventFunctions } from './events/functions.ts'
import { tellCancelled } from './events/jobs.ts'
import { formFunctions } from './forms/functions.ts'
import { gradeFunctions } from './grades/functions.ts'
import { volunteerFunctions } from './volunteers/functions.ts'
import { identityFunctions } from './identity/functions.ts'
import { invite, inviteMany } from './identity/jobs.ts'
import { importFunctions } from './imports/functions.ts'
import { removeOldDrafts } from './imports/jobs.ts'
import { lotteryFunctions } from './lotteries/functions.ts'
import { closeLottery, finishLottery } from './lotteries/jobs.ts'
import { leavingFunctions } from './leavings/functions.ts'
import { messageFunctions } from './messages/functions.ts'
import { deliverNotice } from './messages/jobs.ts'
import { onerosterFunctions } from './oneroster/functions.ts'
import { parentFunctions } from './parents/functions.ts'
import { paymentFunctions } from './payments/functions.ts'
import { placementFunctions } from './placements/functions.ts'
import { policyFunctions } from './policies/functions.ts'
import { priceFunctions } from './prices/functions.ts'
import { promotionFunctions } from './promotions/functions.ts'
import { pushFunctions } from './push/functions.ts'
import { forgetPushes, sendPush } from './push/jobs.ts'
import { studentFunctions } from './students/functions.ts'
import { teacherFunctions } from './teachers/functions.ts'
import { termFunctions } from './terms/functions.ts'
import { userFunctions } from './users/functions.ts'
import { viewFunctions } from './views/functions.ts'
import { visitFunctions } from './visits/functions.ts'
import { endUnchosenVisits } from './visits/jobs.ts'
import { windowFunctions } from './windows/functions.ts'

/** A handler for every function of the contract; the compiler misses none. */
export const functions = {
  ...configFunctions,
  ...identityFunctions,
  ...badgeFunctions,
  ...volunteerFunctions,
  ...userFunctions,
  ...viewFunctions,
  ...termFunctions,
  ...classFunctions,
  ...teacherFunctions,
  ...parentFunctions,
  ...studentFunctions,
  ...policyFunctions,
  ...formFunctions,
  ...enrolmentFunctions,
  ...applicationFunctions,
  ...placementFunctions,
  ...visitFunctions,
  ...lotteryFunctions,
  ...paymentFunctions,
  ...cardFunctions,
  ...leavingFunctions,
  ...absenceFunctions,
  ...assignmentFunctions,
  ...gradeFunctions,
  ...messageFunctions,
  ...eventFunctions,
  ...promotionFunctions,
  ...priceFunctions,
  ...dashboardFunctions,
  ...onerosterFunctions,
  ...auditFunctions,
  ...importFunctions,
  ...duplicateFunctions,
  ...dutyFunctions,
  ...confirmationFunctions,
  ...documentFunctions,
  ...batchFunctions,
  ...cancellationFunctions,
  ...claimFunctions,
  ...windowFunctions,
  ...pushFunctions,
} satisfies Functions<typeof contract>

export const jobs: readonly Job<never>[] = [
  sendMail,
  blankExpired,
  invite,
  inviteMany,
  deliverNotice,
  tellCancelled,
  tellCancellation,
  freeLapsed,
  closeLottery,
  finishLottery,
  openCheckout,
  refundToCard,
  refundLeft,
  cleanUp,
  removeOldDrafts,
  seekFamily,
  forgetClaims,
  endUnchosenVisits,
  sendPush,
  forgetPushes,
]
