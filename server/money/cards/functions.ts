import type { cards } from '#contract/money/cards.ts'
import { toPay } from '#rules/cards.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { newId } from '#server/platform/ids.ts'
import { changeSetting, findSetting, keepSecret, secretEndings } from '#server/school/config/acts.ts'
import { listCredits, listDue, listMembers, listOpenCharges, lockHousehold } from '#server/money/payments/acts.ts'
import { findOpenKey, hookPath, keptKey, secretNames } from './account.ts'
import { openCheckout } from './jobs.ts'
import { myCheckouts, payableHouseholds, visibleCheckouts } from './policy.ts'
import { findAccount, isTestKey } from './provider.ts'
import { findCheckout, findHearing, findSchool, insertCheckout, listWaiting } from './queries.ts'

/** The format of each key; a restricted key is accepted, too. */
const beginnings = { secretKey: /^[sr]k_(test|live)_\S+$/, webhookSecret: /^whsec_\S+$/ }

export const cardFunctions: Functions<typeof cards> = {
  'cards-mine': async ({ db, actor, settings }) => {
    const [key, waiting] = await Promise.all([findOpenKey({ db, settings }), listWaiting(db, myCheckouts(actor))])
    return {
      isOn: key !== null,
      isTest: key !== null && isTestKey(key),
      waiting,
      due: key === null ? [] : await listDue(db, payableHouseholds(actor)),
    }
  },

  'cards-checkout': async ({ db, actor, input }) => {
    const found = await findCheckout(db, visibleCheckouts(actor), input.id)
    if (!found) throw notFound('The payment')
    return found
  },

  'cards-start': async ({ db, actor, input, now, settings, enqueue, touch }) => {
    const { householdId, chargeIds, agreedCents } = input
    if (!actor.personId || !(await lockHousehold(db, payableHouseholds(actor), householdId)))
      throw notFound('The household')
    if ((await findOpenKey({ db, settings })) === null)
      throw conflict('CARDS_OFF', 'The school isn’t taking card payments at the moment.')
    const open = await listOpenCharges(db, householdId)
    const credits = await listCredits(db, householdId)
    const amountCents = toPay(
      open.map(({ id, outstandingCents }) => ({ id, openCents: outstandingCents })),
      credits.reduce((sum, { creditCents }) => sum + creditCents, 0),
      chargeIds,
    )
    if (amountCents !== agreedCents)
      throw conflict('PREVIEW_CHANGED', 'The amount due has changed. Look at it again.', { totalCents: amountCents })
    const id = newId()
    const { currency } = await findSchool(db)
    await insertCheckout(
      db,
      {
        id,
        householdId,
        startedBy: actor.personId,
        status: 'initiated',
        amountCents,
        currency,
        createdAt: now,
        movedAt: now,
      },
      chargeIds.filter(chargeId => open.some(each => each.id === chargeId)),
    )
    await enqueue(openCheckout, { id })
    touch(['cards'], await listMembers(db, householdId))
    return { id }
  },

  'cards-settings': async ({ db, settings }) => {
    const endings = await secretEndings(db, Object.values(secretNames))
    const key = await keptKey({ db, settings }, 'secretKey')
    const { heardAt, refusedAt } = await findHearing(db)
    return {
      isOn: (await findSetting(db, 'cards')).isOn,
      keys: {
        secretKey: endings.get(secretNames.secretKey) ?? null,
        webhookSecret: endings.get(secretNames.webhookSecret) ?? null,
      },
      isTest: key === null ? null : isTestKey(key),
      hookUrl: `${settings.publicUrl}${hookPath}`,
      heardAt: heardAt?.toISOString() ?? null,
      refusedAt: refusedAt?.toISOString() ?? null,
    }
  },

  'cards-switch': async context => {
    const { input, touch } = context
    for (const name of ['secretKey', 'webhookSecret'] as const)
      if (input.isOn && (await keptKey(context, name)) === null)
        throw invalid([{ path: name, message: 'required' }], 'CARD_KEYS_MISSING')
    await changeSetting(context, 'cards', input)
    touch(['cards'])
    return input
  },

  'cards-keepKey': async context => {
    const { name } = context.input
    const secret = context.input.secret?.trim() ?? null
    if (name === 'secretKey' && secret?.startsWith('pk_')) throw invalid([{ path: 'secret', message: 'publickey' }])
    if (secret !== null && !beginnings[name].test(secret))
      throw invalid([{ path: 'secret', message: name === 'secretKey' ? 'secretkey' : 'hooksecret' }])
    await keepSecret(context, secretNames[name], secret)
    context.touch(['cards'])
    return { ending: secret?.slice(-4) ?? null }
  },

  'cards-test': async ({ db, settings }) => {
    const none = { detail: '', account: '', isTest: false, currency: '', currencyFits: false, mayCharge: false }
    const key = await keptKey({ db, settings }, 'secretKey')
    if (key === null) return { ...none, outcome: 'noKey', hook: 'unknown' }
    const isTest = isTestKey(key)
    const found = await findAccount(key, `${settings.publicUrl}${hookPath}`)
    if (!found.ok) return { ...none, isTest, outcome: found.why, detail: found.detail, hook: 'unknown' }
    const { account, currency, mayCharge, hook } = found
    const currencyFits = currency === (await findSchool(db)).currency
    return { outcome: 'works', detail: '', account, isTest, currency, currencyFits, mayCharge, hook }
  },
}
