import type { leavings } from '#contract/enrolment/leavings.ts'
import { retypedEnrolments } from '#contract/enrolment/leavings.plain.ts'
import { dayIn } from '#rules/calendar.ts'
import { familyWay } from '#rules/refunds.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { findSetting } from '#server/school/config/acts.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { settleWithdrawal } from './carryOut.ts'
import {
  askedOn,
  checkAgreed,
  checkMove,
  findPlace,
  findPriced,
  findReasons,
  findTransfer,
  findTypeChange,
  lockPlace,
  nextType,
  refusalOf,
} from './finding.ts'
import { changeClass, changeType, leaveClass } from './leave.ts'
import { newsOf, tell } from './letters.ts'
import { targetsOf, withdrawalOf } from './outcome.ts'
import { leavableEnrolments, myEnrolments } from './policy.ts'
import { listEnded, listMine, listTargets } from './queries.ts'
import { requestFunctions } from './requests.ts'

export const leavingFunctions: Functions<typeof leavings> = {
  ...requestFunctions,

  'leavings-mine': async ({ db, actor, now }) => {
    const policy = await findSetting(db, 'refunds')
    const today = dayIn(await zoneOf(db), now)
    return (await listMine(db, myEnrolments(actor))).map(({ enrolmentId, status, startsOn, type, ...place }) => ({
      enrolmentId,
      request: place.request,
      toType: retypedEnrolments.includes(status) ? nextType(type, place.takesAuditors) : null,
      // A place that was never confirmed can be given up at any time.
      way: status === 'active' ? familyWay(policy, startsOn, today) : 'now',
    }))
  },

  'leavings-preview': async context => {
    const leaving = await findPlace(context, context.input.enrolmentId)
    const asked = await askedOn(context, context.input.onDay)
    const isOpenDay = context.input.onDay === undefined && leaving.endedOn !== null
    return withdrawalOf(leaving, isOpenDay ? { ...asked, onDay: leaving.endedOn ?? asked.onDay } : asked)
  },

  'leavings-withdraw': context => leaveClass(context, context.input),

  'leavings-targets': async context => {
    const leaving = await findPlace(context, context.input.enrolmentId)
    checkMove(context, leaving, 'transferred')
    const sections = (await listTargets(context.db, leaving, context.now)).filter(
      section => refusalOf(leaving, section) === null,
    )
    if (sections.length === 0) return []
    const when = await askedOn(context, undefined)
    const ids = sections.map(({ id }) => id)
    return targetsOf(
      leaving,
      sections,
      when,
      await findPriced(context, leaving, ids, when, false),
      await findReasons(context, leaving, ids),
    )
  },

  'leavings-previewTransfer': async context => {
    const { enrolmentId, onDay } = context.input
    const leaving = await findPlace(context, enrolmentId)
    checkMove(context, leaving, 'transferred')
    return (await findTransfer(context, leaving, context.input, await askedOn(context, onDay))).transfer
  },

  'leavings-transfer': context => changeClass(context, context.input),

  'leavings-previewType': async context =>
    findTypeChange(
      context,
      await findPlace(context, context.input.enrolmentId),
      await askedOn(context, context.input.onDay),
    ),

  'leavings-changeType': context => changeType(context, context.input),

  'leavings-ended': async context => {
    const asked = await askedOn(context, undefined)
    const ended = await listEnded(context.db, leavableEnrolments(context.actor), context.input.studentId)
    return ended.map(leaving => withdrawalOf(leaving, { ...asked, onDay: leaving.endedOn ?? asked.onDay }))
  },

  'leavings-settle': async context => {
    const { input } = context
    const when = await askedOn(context, input.onDay)
    const leaving = await lockPlace(context, input.enrolmentId)
    if (leaving.postedOn !== null) throw conflict('ALREADY_REVERSED', 'The amount has already been settled.')
    if (leaving.endedOn === null || leaving.status === 'transferred')
      throw conflict(
        'MOVE_NOT_ALLOWED',
        'There is nothing to settle: the student is still in the class, or was transferred.',
      )
    const outcome = withdrawalOf(leaving, when)
    checkAgreed(input, outcome.totalCents, outcome.freeCents)
    const done = await settleWithdrawal(context, leaving, outcome, when, input.back)
    const news = newsOf(outcome, null, input.note)
    await tell(context, leaving, news, { kind: 'left', money: { ...outcome, ...done }, byOffice: true })
    return done
  },
}
