import type { windows } from '#contract/windows.ts'
import { instantIn } from '#rules/calendar.ts'
import { windowProblems } from '#rules/windows.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { zoneOf } from '#server/slices/config/tables.ts'
import { visibleTerms } from '#server/slices/terms/policy.ts'
import { listOwnWindows } from './acts.ts'
import { keptAddresses } from './policy.ts'
import { listAddresses, listWindows, lockTerm, replacePlan } from './queries.ts'

const planOf = async ({ db, actor }: Pick<Context<unknown>, 'db' | 'actor'>, termId: string) => {
  const found = await listWindows(db, visibleTerms(actor), termId)
  return {
    windows: found.map(({ termId: _termId, ...window }) => window),
    addresses: await listAddresses(db, keptAddresses(actor), termId),
  }
}

export const windowFunctions: Functions<typeof windows> = {
  'windows-list': ({ db, actor }) => listWindows(db, visibleTerms(actor)),

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
