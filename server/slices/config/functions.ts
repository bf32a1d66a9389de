import type { config } from '#contract/config.ts'
import { dayIn } from '#rules/calendar.ts'
import { isDuplicate } from '#server/platform/db.ts'
import { conflict, denied, invalid, notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { hashPassword } from '#server/platform/passwords.ts'
import { demoAccounts } from './demoAccounts.ts'
import { visibleSchool } from './policy.ts'
import { findPricing, findSchool, insertAdministrator, insertSchool, takeSetUpCode, updateSchool } from './queries.ts'
import { firstPricing, hashSetUpCode } from './setUp.ts'

export const configFunctions: Functions<typeof config> = {
  'config-get': async ({ db, now, settings }) => {
    const school = await findSchool(db, visibleSchool)
    return {
      school,
      now: now.toISOString(),
      today: dayIn(school?.zone ?? 'UTC', now),
      isDemo: settings.isDemo,
      demoAccounts: settings.isDemo ? [...demoAccounts] : [],
    }
  },

  'config-setUp': async ({ db, input, actor, now, touch }) => {
    if (await findSchool(db, visibleSchool))
      throw conflict('ALREADY_SET_UP', 'This school has been set up already. Sign in instead.')
    if (!(await takeSetUpCode(db, hashSetUpCode(input.code)))) {
      throw denied(
        'SET_UP_CODE_WRONG',
        'This is not the code that the start printed. Look at the last lines of the start.',
      )
    }
    const isFirst = await insertSchool(db, { ...input.school, pricing: firstPricing, createdAt: now })
    if (!isFirst) throw conflict('ALREADY_SET_UP', 'This school has been set up already. Sign in instead.')
    const { email, name, password } = input.admin
    try {
      await insertAdministrator(db, {
        email,
        name,
        passwordHash: await hashPassword(password),
        language: actor.language,
        at: now,
      })
    } catch (error) {
      throw isDuplicate(error) ? invalid([{ path: 'admin.email', message: 'taken' }], 'EMAIL_TAKEN') : error
    }
    touch(['config'])
    return { email }
  },

  'config-change': async ({ db, input, touch }) => {
    const [changed] = await updateSchool(db, input)
    if (!changed) throw notFound('The school')
    touch(['config'])
    return changed
  },

  'config-pricing': async ({ db }) => {
    const pricing = await findPricing(db, visibleSchool)
    if (!pricing) throw notFound('The school')
    return pricing
  },

  'config-changePricing': async ({ db, input, touch }) => {
    await updateSchool(db, { pricing: input })
    touch(['config'])
    return input
  },
}
