import type { contract } from '#contract/index.ts'
import type { Functions } from '#server/platform/functions.ts'
import type { Job } from '#server/platform/jobs.ts'
import { blankExpired, sendMail, sendOfMany } from '#server/platform/mail.ts'
import type { Attachments } from './access/files/policy.ts'
import { sealAudit, tellExports } from './access/audit/jobs.ts'
import { absenceFunctions } from './teaching/absences/functions.ts'
import { applicationFunctions } from './enrolment/applications/functions.ts'
import { followClass, followTerm } from './teaching/assignments/acts.ts'
import { assignmentFunctions } from './teaching/assignments/functions.ts'
import { assignmentFiles } from './teaching/assignments/policy.ts'
import { auditFunctions } from './access/audit/functions.ts'
import { backupFunctions } from './school/backups/functions.ts'
import { takeBackup, takeDueBackup } from './school/backups/jobs.ts'
import { badgeFunctions } from './people/badges/functions.ts'
import { batchFunctions } from './office/batches/functions.ts'
import { cancellationFunctions } from './enrolment/cancellations/functions.ts'
import { tellCancellation } from './enrolment/cancellations/jobs.ts'
import { endBadgeSignIns, mustBeRecent } from './access/identity/acts.ts'
import { insertAdministrator } from './access/users/acts.ts'
import { openClosed, syncMeetings } from './enrolment/classes/acts.ts'
import { forgetDraft, offerFreed } from './enrolment/enrolments/acts.ts'
import { visibleHouseholds, visibleStudents } from './people/students/policy.ts'
import { makeTeacher } from './people/teachers/acts.ts'
import { visibleTeachers } from './people/teachers/policy.ts'
import { cardFunctions } from './money/cards/functions.ts'
import { openCheckout, refundLeft, refundToCard } from './money/cards/jobs.ts'
import { checkLedgers } from './money/payments/jobs.ts'
import { claimFunctions } from './enrolment/claims/functions.ts'
import { forgetClaims, seekFamily } from './enrolment/claims/jobs.ts'
import { classFunctions } from './enrolment/classes/functions.ts'
import { configFunctions } from './school/config/functions.ts'
import { cleanUp, sendTest } from './school/config/jobs.ts'
import { confirmationFunctions } from './people/confirmations/functions.ts'
import { checkRecords } from './office/dashboard/jobs.ts'
import { dashboardFunctions } from './office/dashboard/functions.ts'
import { documentFunctions } from './people/documents/functions.ts'
import { documentFiles } from './people/documents/policy.ts'
import { duplicateFunctions } from './office/duplicates/functions.ts'
import { dutyFunctions } from './communication/duties/functions.ts'
import { enrolmentFunctions } from './enrolment/enrolments/functions.ts'
import { freeLapsed } from './enrolment/enrolments/jobs.ts'
import { duties, endFeedOf } from './communication/events/acts.ts'
import { stopNewsOf } from './access/push/acts.ts'
import { eventFunctions } from './communication/events/functions.ts'
import { tellCancelled } from './communication/events/jobs.ts'
import { formFunctions } from './people/forms/functions.ts'
import { gradeFunctions } from './teaching/grades/functions.ts'
import { volunteerFunctions } from './communication/volunteers/functions.ts'
import { identityFunctions } from './access/identity/functions.ts'
import { invite, inviteMany } from './access/identity/jobs.ts'
import { importFunctions } from './exchange/imports/functions.ts'
import { seatFunctions } from './exchange/imports/seats.ts'
import { staffFunctions } from './exchange/imports/staff.ts'
import { removeOldDrafts } from './exchange/imports/jobs.ts'
import { enterDraws } from './enrolment/lotteries/acts.ts'
import { jobFunctions } from './school/jobs/functions.ts'
import { lotteryFunctions } from './enrolment/lotteries/functions.ts'
import { closeLottery, finishLottery } from './enrolment/lotteries/jobs.ts'
import { leavingFunctions } from './enrolment/leavings/functions.ts'
import { messageFunctions } from './communication/messages/functions.ts'
import { threadFiles } from './communication/messages/policy.ts'
import { deliverNotice } from './communication/messages/jobs.ts'
import { onerosterFunctions } from './exchange/oneroster/functions.ts'
import { openHousehold, restoreFamilies } from './people/parents/acts.ts'
import { parentFunctions } from './people/parents/functions.ts'
import { paymentFunctions } from './money/payments/functions.ts'
import { placementFunctions } from './enrolment/placements/functions.ts'
import { policyFunctions } from './school/policies/functions.ts'
import { priceFunctions } from './money/prices/functions.ts'
import { promotionFunctions } from './enrolment/promotions/functions.ts'
import { pushFunctions } from './access/push/functions.ts'
import { forgetPushes, sendPush } from './access/push/jobs.ts'
import { studentFunctions } from './people/students/functions.ts'
import { teacherFunctions } from './people/teachers/functions.ts'
import { termFunctions } from './school/terms/functions.ts'
import { userFunctions } from './access/users/functions.ts'
import { viewFunctions } from './access/views/functions.ts'
import { settleVisits } from './enrolment/visits/acts.ts'
import { visitFunctions } from './enrolment/visits/functions.ts'
import { endUnchosenVisits } from './enrolment/visits/jobs.ts'
import { windowFunctions } from './enrolment/windows/functions.ts'

/**
 * A handler for every function of the contract; the compiler requires all of them. A slice that needs something of a
 * slice above it declares a parameter, which is passed here (decision 49).
 */
export const functions = {
  ...configFunctions({ insertAdministrator, endBadgeSignIns, mustBeRecent }),
  ...jobFunctions(name => jobs.find(job => job.name === name)),
  ...backupFunctions(mustBeRecent),
  ...identityFunctions,
  ...badgeFunctions,
  ...volunteerFunctions,
  ...userFunctions({
    makeTeacher,
    visibleStudents,
    visibleHouseholds,
    visibleTeachers,
    stopNews: async (db, personId, at) => {
      await stopNewsOf(db, personId)
      await endFeedOf(db, personId, at)
    },
  }),
  ...viewFunctions,
  ...termFunctions(syncMeetings, openClosed, followTerm),
  ...classFunctions(offerFreed, followClass),
  ...teacherFunctions,
  ...parentFunctions,
  ...studentFunctions({ openHousehold, restoreFamilies }),
  ...policyFunctions,
  ...formFunctions,
  ...enrolmentFunctions({ settleVisits, enterDraws }),
  ...applicationFunctions,
  ...placementFunctions,
  ...visitFunctions,
  ...lotteryFunctions,
  ...paymentFunctions(refundToCard),
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
  ...seatFunctions,
  ...staffFunctions,
  ...duplicateFunctions,
  ...dutyFunctions,
  ...confirmationFunctions,
  ...documentFunctions,
  ...batchFunctions,
  ...cancellationFunctions(duties),
  ...claimFunctions(forgetDraft),
  ...windowFunctions,
  ...pushFunctions,
} satisfies Functions<typeof contract>

/** The slices whose records have attached files. */
export const attachments: readonly Attachments[] = [assignmentFiles, documentFiles, threadFiles]

export const jobs: readonly Job<never>[] = [
  sendMail,
  sendOfMany,
  tellExports,
  sealAudit,
  sendTest,
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
  checkLedgers,
  checkRecords,
  cleanUp,
  takeDueBackup,
  takeBackup,
  removeOldDrafts,
  seekFamily,
  forgetClaims,
  endUnchosenVisits,
  sendPush,
  forgetPushes,
]
