import type { Setting, SettingKind, settings } from '#contract/settings.ts'
import { dayIn } from '#rules/calendar.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { changeSetting, findSetting } from './acts.ts'
import { visibleSchool } from './policy.ts'
import { countGoing, hasMoney, listVersions } from './queries.ts'
import { countExpired, listRuns } from './retentionQueries.ts'
import { zoneOf } from './tables.ts'

/** Adds a new version of a setting, unless it equals the current one. */
const change = async <K extends SettingKind>(
  context: Context<Setting<K>>,
  kind: K,
  ...slices: string[]
): Promise<Setting<K>> => {
  await changeSetting(context, kind, context.input)
  context.touch(['config', ...slices])
  return context.input
}

/** Ends the sign-ins that students made with badges; identity provides it for when the school turns badges off. */
export type EndBadgeSignIns = (db: Db, at: Date) => Promise<unknown>

export const settingFunctions = (endBadgeSignIns: EndBadgeSignIns): Functions<typeof settings> => ({
  'config-pricing': ({ db }) => findSetting(db, 'pricing'),
  'config-changePricing': context => change(context, 'pricing', 'enrolments'),

  'config-rules': async ({ db }) => ({
    refunds: await findSetting(db, 'refunds'),
    lateFees: await findSetting(db, 'lateFees'),
    paying: await findSetting(db, 'paying'),
    signIn: await findSetting(db, 'signIn'),
    retention: await findSetting(db, 'retention'),
    languages: await findSetting(db, 'languages'),
    push: await findSetting(db, 'push'),
    isCurrencyFixed: await hasMoney(db),
  }),
  'config-registration': ({ db }) => findSetting(db, 'registration'),
  'config-changeRegistration': context => change(context, 'registration', 'enrolments'),
  'config-classRules': ({ db }) => findSetting(db, 'classRules'),
  'config-changeClassRules': context => change(context, 'classRules', 'classes', 'terms', 'enrolments'),
  'config-duties': ({ db }) => findSetting(db, 'duties'),
  'config-changeDuties': context => change(context, 'duties', 'duties'),
  'config-changeRefunds': context => change(context, 'refunds', 'payments', 'leavings'),
  'config-changeLateFees': context => change(context, 'lateFees', 'payments'),
  'config-changePaying': context => change(context, 'paying', 'payments'),
  'config-changeSignIn': async context => {
    const { db, input } = context
    const since = (await findSetting(db, 'signIn')).secondFactorSince
    // Access uses the actual time, not the school's clock (platform/clock.ts).
    const secondFactorSince = input.secondFactorGraceDays === null ? null : (since ?? new Date().toISOString())
    if (!input.badges) await endBadgeSignIns(db, new Date())
    return change({ ...context, input: { ...input, secondFactorSince } }, 'signIn', 'identity')
  },
  'config-changePush': context => change(context, 'push', 'push'),
  'config-changeLanguages': context => change(context, 'languages'),
  'config-changeRetention': context => change(context, 'retention'),
  'config-changeBackups': context => change(context, 'backups', 'backups', 'dashboard'),

  'config-features': async ({ db, now }) => ({
    ...(await findSetting(db, 'features')),
    going: await countGoing(db, dayIn(await zoneOf(db), now)),
  }),
  'config-changeFeatures': async context => {
    const { db, input, now } = context
    const { on } = await findSetting(db, 'features')
    const endsDraws = on.includes('lotteries') && !input.on.includes('lotteries')
    // A lottery promised to families must be drawn first; otherwise they would be left in one that nobody can see.
    if (endsDraws && (await countGoing(db, dayIn(await zoneOf(db), now))).lotteries > 0)
      throw conflict('FEATURE_IN_USE', 'A lottery is under way. Finish or cancel it first.')
    return change(context, 'features', 'terms', 'enrolments', 'windows', 'lotteries', 'visits')
  },

  'config-history': ({ db, input }) => listVersions(db, visibleSchool, input.kind),

  'config-retention': async ({ db, input, now }) => ({
    now: await countExpired(db, input, now),
    runs: await listRuns(db, visibleSchool),
  }),
})
