import type { windows } from '#contract/enrolment/windows.ts'
import { instantIn } from '#rules/calendar.ts'
import { daysAfter } from '#rules/days.ts'
import { lastDayOf } from '#rules/refunds.ts'
import { windowProblems } from '#rules/windows.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { findSetting, isOn } from '#server/school/config/acts.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { visibleTerms } from '#server/school/terms/policy.ts'
import { listOwnWindows } from './acts.ts'
import { keptAddresses } from './policy.ts'
import { findRuleDays, listAddresses, listWindows, lockTerm, replacePlan } from './queries.ts'

/** The windows in effect; empty while the school has windows switched off. */
const shownWindows = async (...asked: Parameters<typeof listWindows>) =>
  (await isOn(asked[0], 'windows')) ? listWindows(...asked) : []

const withoutTerm = ({ termId: _termId, ...window }: Awaited<ReturnType<typeof listWindows>>[number]) => window

const planOf = async ({ db, actor }: Pick<Context<unknown>, 'db' | 'actor'>, termId: string) => {
  const found = await listWindows(db, visibleTerms(actor), termId)
  return {
    windows: found.map(withoutTerm),
    addresses: await listAddresses(db, keptAddresses(actor), termId),
  }
}

export const windowFunctions: Functions<typeof windows> = {
  'windows-list': ({ db, actor }) => shownWindows(db, visibleTerms(actor)),

  'windows-rules': async ({ db, actor, input: { termId } }) => {
    const seen = visibleTerms(actor)
    const pricing = await findSetting(db, 'pricing')
    const { tiers, processingFeeCents, refundsBooks } = await findSetting(db, 'refunds')
    const { priorities, offerHours } = await findSetting(db, 'registration')
    const days = await findRuleDays(db, seen, termId, pricing.siblingProgrammeIds)
    if (!days) throw notFound('The term')
    const {
      registrationFeeCents,
      siblingPercent,
      staffPercent,
      classesPercent,
      seniorFromAge,
      seniorPercent,
      dueDays,
    } = pricing
    return {
      windows: (await shownWindows(db, seen, termId)).map(withoutTerm),
      registrationFeeCents,
      waivedUntil: registrationFeeCents > 0 ? days.earlyBirdOn : null,
      dueDays,
      siblingPercent,
      siblingProgrammes: days.programmes,
      staffPercent,
      classesPercent,
      seniorFromAge,
      seniorPercent,
      prorations: pricing.prorations
        .toSorted((a, b) => a.fromWeek - b.fromWeek)
        .map(({ fromWeek, ...part }) => ({ fromDay: daysAfter(days.startsOn, 7 * (fromWeek - 1)), ...part })),
      refunds: tiers
        .map(tier => ({ lastDay: lastDayOf(tier, days.startsOn), percent: tier.percent }))
        .sort((a, b) => a.lastDay.localeCompare(b.lastDay)),
      processingFeeCents,
      refundsBooks,
      priorities,
      offerHours,
    }
  },

  'windows-mine': ({ db, actor, now }) => listOwnWindows(db, visibleTerms(actor), actor, now),

  'windows-plan': ({ input: { termId }, ...context }) => planOf(context, termId),

  'windows-set': async ({ input: { termId, windows, addresses }, ...context }) => {
    const { db, actor, touch } = context
    const problems = windowProblems(windows)
    if (problems.length > 0)
      throw invalid(
        problems.map(({ at, problem }) => ({
          path: at === null ? 'windows' : `windows.${at}.onDay`,
          message: problem === 'all' ? 'everybody' : problem,
        })),
      )
    if (!(await lockTerm(db, visibleTerms(actor), termId))) throw notFound('The term')
    const zone = await zoneOf(db)
    const opening = windows.map(({ audience, onDay, time }) => ({ audience, opensAt: instantIn(zone, onDay, time) }))
    await replacePlan(db, termId, opening, windows.length > 0 ? addresses : [])
    touch(['windows', 'enrolments'])
    return planOf(context, termId)
  },
}
