import type { LateFeeRow } from '#contract/money/payments.lateFees.ts'
import type { payments } from '#contract/money/payments.ts'
import type { LateFeePolicy } from '#contract/settings.ts'
import { dayIn } from '#rules/calendar.ts'
import { lateFeeOf } from '#rules/lateFees.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import type { Scope } from '#server/platform/scope.ts'
import { findSetting } from '#server/school/config/acts.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { listLate } from './lateFeeQueries.ts'
import { visibleLedgers } from './policy.ts'
import { lockHouseholds } from './queries.ts'
import { insertRun } from './runQueries.ts'
import { touchAll } from './touching.ts'
import { kindText } from './ledgerText.ts'

/** The families that would be charged a late fee now, with the amounts. */
const lateRows = async (
  db: Db,
  seen: Scope<'households'>,
  policy: LateFeePolicy,
  today: string,
): Promise<LateFeeRow[]> =>
  (await listLate(db, seen, today))
    .map(row => ({ ...row, feeCents: lateFeeOf(policy, row) }))
    .filter(({ feeCents }) => feeCents > 0)

type Late = Pick<typeof payments, 'payments-ways' | 'payments-lateFees' | 'payments-chargeLateFees'>
/** Handlers for the ways to pay, and for late fees. */
export const lateFeeFunctions: Functions<Late> = {
  'payments-ways': ({ db }) => findSetting(db, 'paying'),

  'payments-lateFees': async ({ db, actor, now }) => {
    const policy = await findSetting(db, 'lateFees')
    const found = await lateRows(db, visibleLedgers(actor), policy, dayIn(await zoneOf(db), now))
    return { rows: found, totalCents: found.reduce((sum, { feeCents }) => sum + feeCents, 0), policy }
  },

  'payments-chargeLateFees': async ({ db, actor, input, now, touch }) => {
    const seen = visibleLedgers(actor)
    const policy = await findSetting(db, 'lateFees')
    const today = dayIn(await zoneOf(db), now)
    await lockHouseholds(db, seen, input.householdIds)
    // Read behind the locks: a payment or another run may have come since the proposal.
    const chosen = (await lateRows(db, seen, policy, today)).filter(({ householdId }) =>
      input.householdIds.includes(householdId),
    )
    const totalCents = chosen.reduce((sum, { feeCents }) => sum + feeCents, 0)
    if (chosen.length !== input.agreedCount || totalCents !== input.agreedCents || chosen.length === 0)
      throw conflict('PREVIEW_CHANGED', 'The charges have changed since the preview. Check them again.', {
        count: chosen.length,
        totalCents,
      })
    const runId = await insertRun(
      db,
      {
        kind: 'late',
        description: kindText('en', 'late'),
        nativeDescription: kindText('zh', 'late'),
        // The amount of the run; each family has its own.
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
