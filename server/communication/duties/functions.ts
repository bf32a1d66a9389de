import type { duties, DutyYear } from '#contract/communication/duties.ts'
import type { WriteName } from '#contract/index.ts'
import type { DutyPolicy } from '#contract/settings.ts'
import { dayIn, startOfDay } from '#rules/calendar.ts'
import { daysAfter } from '#rules/days.ts'
import { dutyYearOf, dutyYearsUntil } from '#rules/duties.ts'
import { startBatch } from '#server/platform/batches.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { cutPage, pageSize, totalOf } from '#server/platform/keys.ts'
import { findSetting } from '#server/school/config/acts.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { myHouseholds } from '#server/people/parents/policy.ts'
import { endExemptions, findPolicyBefore, insertExemptions, lockExemptions, lockNotLetOff } from './acts.ts'
import { owedHouseholds, visibleShifts } from './policy.ts'
import { type Asked, countDuties, findDuties, listDuties, sortedDuties, sumDuties } from './queries.ts'

/** The duty year of a day under a rule; null if the rule is off or starts later. */
const yearOf = ({ points, fromDay }: DutyPolicy, day: string): DutyYear | null =>
  points === 0 || fromDay === null ? null : dutyYearOf(fromDay, day)

/**
 * The duty year asked about: the current one with the current rule, or an earlier one with the rule in force at its
 * end. Null if no duty applies. Throws `invalid` for a future year.
 */
export const askedOf = async (db: Db, now: Date, day?: string): Promise<Asked | null> => {
  const zone = await zoneOf(db)
  const today = dayIn(zone, now)
  const policy = await findSetting(db, 'duties')
  const current = yearOf(policy, today)
  // Checked before the day's own year is computed, which may lie beyond the calendar.
  if (day !== undefined && day > (current?.to ?? today)) throw invalid([{ path: 'year', message: 'day' }])
  const year = day === undefined ? current : yearOf(policy, day)
  if (year === null) return null
  const isOver = year.to < today
  return {
    policy: isOver ? await findPolicyBefore(db, startOfDay(zone, daysAfter(year.to, 1))) : policy,
    year,
    zone,
    now,
  }
}

const needed = async (db: Db, now: Date, day?: string): Promise<Asked> => {
  const asked = await askedOf(db, now, day)
  if (asked === null) throw conflict('DUTIES_OFF', 'The school doesn’t ask for duties at that time.')
  return asked
}

/** Opens a batch for a change to several families; null if there are none. */
const batched = async (
  { db, actor, now, touch }: Context<unknown>,
  kind: WriteName,
  n: number,
): Promise<string | null> => {
  if (n === 0) return null
  touch(['duties'])
  return startBatch({ db, actor, now, touch }, { kind, n, slices: ['duties'] })
}

const none = { families: 0, owing: 0, exempt: [], due: 0, worked: 0, planned: 0, owed: 0, unplanned: 0, open: 0 }

export const dutyFunctions: Functions<typeof duties> = {
  'duties-years': async ({ db, now }) => {
    const { points, fromDay } = await findSetting(db, 'duties')
    return points === 0 || fromDay === null ? [] : dutyYearsUntil(fromDay, dayIn(await zoneOf(db), now))
  },

  'duties-preview': async ({ db, actor, input, now }) => {
    const zone = await zoneOf(db)
    const year = yearOf(input, dayIn(zone, now))
    if (year === null) return { year, ...none }
    return { year, ...(await sumDuties(db, owedHouseholds(actor), { policy: input, year, zone, now })) }
  },

  'duties-list': async ({ db, actor, input, now }) => {
    const asked = await askedOf(db, now, input.year)
    if (asked === null) return { rows: [], next: null, total: 0 }
    const seen = owedHouseholds(actor)
    const filter = { search: input.search ?? '', view: input.view }
    const order = sortedDuties(input.sort, input.down, input.after)
    const found = await listDuties(db, seen, asked, filter, order, pageSize + 1)
    return {
      ...cutPage(found, family => order.keyOf(family[input.sort ?? 'name'], family.id)),
      total: await totalOf(found, input.after, () => countDuties(db, seen, asked, filter)),
    }
  },

  'duties-get': async ({ db, actor, input, now }) => {
    const asked = await needed(db, now, input.year)
    const shown = visibleShifts(actor, dayIn(asked.zone, now))
    const [found] = await findDuties(db, owedHouseholds(actor), shown, asked, input.id)
    if (!found) throw notFound('The family')
    return found
  },

  'duties-mine': async ({ db, actor, now }) => {
    const asked = await askedOf(db, now)
    if (asked === null) return []
    const found = await findDuties(db, myHouseholds(actor), visibleShifts(actor, dayIn(asked.zone, now)), asked)
    return found.map(family => ({ ...family, year: asked.year }))
  },

  'duties-exempt': async context => {
    const { db, actor, input, now } = context
    const { year } = await needed(db, now)
    const ids = await lockNotLetOff(db, owedHouseholds(actor), input.ids, year)
    const batchId = await batched(context, 'duties-exempt', ids.length)
    await insertExemptions(
      db,
      ids.map(householdId => ({
        householdId,
        fromOn: year.from,
        toOn: input.isForGood ? null : year.to,
        reason: input.reason,
        madeBy: actor.personId,
        madeAt: now,
      })),
    )
    return { exempted: ids.length, batchId }
  },

  'duties-endExemption': async context => {
    const { db, actor, input, now } = context
    const { year } = await needed(db, now)
    const found = await lockExemptions(db, owedHouseholds(actor), input.ids, year)
    const batchId = await batched(context, 'duties-endExemption', found.length)
    await endExemptions(db, found, year, now)
    return { ended: found.length, batchId }
  },
}
