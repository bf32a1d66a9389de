import type { LateFeeRow } from '#contract/lateFees.ts'
import type { RefundPreview } from '#contract/leavings.ts'
import type { payments } from '#contract/payments.ts'
import type { LateFeePolicy, RefundPolicy } from '#contract/settings.ts'
import { dayIn } from '#rules/calendar.ts'
import { lateFeeOf } from '#rules/lateFees.ts'
import { lastDayOf, refundOf } from '#rules/refunds.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { newId } from '#server/platform/ids.ts'
import type { Scope } from '#server/platform/scope.ts'
import { findSetting } from '#server/slices/config/acts.ts'
import { zoneOf } from '#server/slices/config/tables.ts'
import { movableEnrolments } from '#server/slices/enrolments/policy.ts'
import { reverseCharges } from './acts.ts'
import {
  coverOpen,
  findLeaving,
  insertCharges,
  insertSettled,
  type Leaving,
  listLate,
  listLeavings,
} from './leavingQueries.ts'
import { visibleLedgers } from './policy.ts'
import { findBalance, lockHousehold, lockHouseholds } from './queries.ts'
import { insertRun } from './runs.ts'
import { touchAll, touchFamily } from './touching.ts'

const previewOf = (policy: RefundPolicy, leaving: Leaving, onDay: string): RefundPreview => {
  const { enrolmentId, student, studentNativeName, section, sectionNativeName, startsOn, postedOn } = leaving
  const about = { enrolmentId, student, studentNativeName, section, sectionNativeName, onDay, postedOn }
  if (postedOn !== null)
    return {
      ...about,
      percent: null,
      lastDay: null,
      lines: [],
      feeCents: leaving.postedFeeCents ?? 0,
      totalCents: leaving.postedCents ?? 0,
    }
  const asked = leaving.lines.map(line => ({ ...line, id: line.chargeId }))
  const { tier, lines, feeCents, totalCents } = refundOf(policy, { startsOn }, onDay, asked)
  return {
    ...about,
    percent: tier?.percent ?? null,
    lastDay: tier && lastDayOf(tier, startsOn),
    lines: leaving.lines.map((line, index) => ({
      ...line,
      backCents: lines[index]!.backCents,
      keptCents: lines[index]!.keptCents,
    })),
    feeCents,
    totalCents,
  }
}

/** Who would be charged a late fee now, and how much. */
const lateRows = async (
  db: Db,
  seen: Scope<'households'>,
  policy: LateFeePolicy,
  today: string,
): Promise<LateFeeRow[]> =>
  (await listLate(db, seen, today))
    .map(row => ({ ...row, feeCents: lateFeeOf(policy, row) }))
    .filter(({ feeCents }) => feeCents > 0)

type Leave = Pick<
  typeof payments,
  | 'payments-ways'
  | 'payments-refundPreview'
  | 'payments-leavings'
  | 'payments-postRefund'
  | 'payments-lateFees'
  | 'payments-chargeLateFees'
>
/** What follows from leaving a class, and from not paying in time. */
export const leavingFunctions: Functions<Leave> = {
  'payments-ways': ({ db }) => findSetting(db, 'paying'),

  'payments-refundPreview': async ({ db, actor, input, now }) => {
    const leaving = await findLeaving(db, movableEnrolments(actor), input.enrolmentId)
    if (!leaving) throw notFound('The enrolment')
    const onDay = input.onDay ?? leaving.endedOn ?? dayIn(await zoneOf(db), now)
    return previewOf(await findSetting(db, 'refunds'), leaving, onDay)
  },

  'payments-leavings': async ({ db, actor, input, now }) => {
    const found = await listLeavings(db, movableEnrolments(actor), input.studentId)
    const policy = await findSetting(db, 'refunds')
    const today = dayIn(await zoneOf(db), now)
    return found.map(leaving => previewOf(policy, leaving, leaving.endedOn ?? today))
  },

  'payments-postRefund': async ({ db, actor, input, now, touch }) => {
    const seen = movableEnrolments(actor)
    const found = await findLeaving(db, seen, input.enrolmentId)
    if (!found || !(await lockHousehold(db, visibleLedgers(actor), found.householdId))) throw notFound('The enrolment')
    // Read again behind the lock: somebody else may have posted it meanwhile.
    const leaving = (await findLeaving(db, seen, input.enrolmentId)) ?? found
    if (leaving.postedOn !== null) throw conflict('ALREADY_REVERSED', 'What this comes to was posted before.')
    if (!['withdrawn', 'dropped', 'transferred'].includes(leaving.status))
      throw conflict('MOVE_NOT_ALLOWED', 'The student is still in the class.')
    const policy = await findSetting(db, 'refunds')
    const { lines, feeCents, totalCents } = previewOf(policy, leaving, input.onDay)
    if (totalCents !== input.agreedCents)
      throw conflict('PREVIEW_CHANGED', 'This comes to something else than the preview showed.', { totalCents })
    const today = dayIn(await zoneOf(db), now)
    const { householdId, studentId, enrolmentId, section, sectionNativeName } = leaving
    const back = lines.filter(({ backCents }) => backCents > 0)
    await reverseCharges(
      db,
      back.map(({ chargeId }) => chargeId),
      { reason: `Left ${section}`, onDay: today, at: now },
    )
    const charge = { householdId, studentId, onDay: today, dueOn: today, createdAt: now }
    await insertCharges(db, [
      ...back
        .filter(({ keptCents }) => keptCents > 0)
        .map(({ kind, description, keptCents }) => ({
          ...charge,
          id: newId(),
          kind,
          description: `${description}: kept after leaving`,
          nativeDescription: `${sectionNativeName || section}：退课后保留部分`,
          amountCents: keptCents,
        })),
      ...(feeCents > 0
        ? [
            {
              ...charge,
              id: newId(),
              kind: 'other' as const,
              description: `Processing fee: ${section}`,
              nativeDescription: `手续费：${sectionNativeName || section}`,
              amountCents: feeCents,
            },
          ]
        : []),
    ])
    await coverOpen(db, householdId, now)
    await insertSettled(db, {
      enrolmentId,
      onDay: input.onDay,
      policy,
      feeCents,
      totalCents,
      madeBy: actor.personId,
      createdAt: now,
    })
    await touchFamily({ db, touch }, householdId)
    return { totalCents, balanceCents: await findBalance(db, householdId) }
  },

  'payments-lateFees': async ({ db, actor, now }) => {
    const policy = await findSetting(db, 'lateFees')
    const found = await lateRows(db, visibleLedgers(actor), policy, dayIn(await zoneOf(db), now))
    return { rows: found, totalCents: found.reduce((sum, { feeCents }) => sum + feeCents, 0), policy }
  },

  'payments-chargeLateFees': async ({ db, actor, input, now, touch }) => {
    const seen = visibleLedgers(actor)
    const policy = await findSetting(db, 'lateFees')
    const today = dayIn(await zoneOf(db), now)
    const late = await lateRows(db, seen, policy, today)
    await lockHouseholds(
      db,
      seen,
      late.map(({ householdId }) => householdId),
    )
    // Read again behind the locks: a payment or another run may have come meanwhile.
    const chosen = (await lateRows(db, seen, policy, today)).filter(
      ({ householdId }) => !input.without.includes(householdId),
    )
    const totalCents = chosen.reduce((sum, { feeCents }) => sum + feeCents, 0)
    if (chosen.length !== input.agreedCount || totalCents !== input.agreedCents || chosen.length === 0)
      throw conflict('PREVIEW_CHANGED', 'Others would be charged than the preview showed.', {
        count: chosen.length,
        totalCents,
      })
    const runId = await insertRun(
      db,
      {
        kind: 'late',
        description: 'Late fee',
        nativeDescription: '滞纳金',
        // Each family has its own amount.
        amountCents: 0,
        dueOn: today,
        madeBy: actor.personId,
        at: now,
      },
      chosen.map(({ householdId, feeCents }) => ({ householdId, studentId: null, amountCents: feeCents })),
      today,
    )
    touchAll({ touch })
    return { runId, count: chosen.length, totalCents }
  },
}
