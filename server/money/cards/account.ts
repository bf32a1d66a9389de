import type { CardKey } from '#contract/money/cards.ts'
import type { Db } from '#server/platform/db.ts'
import type { Context } from '#server/platform/functions.ts'
import { findSecret, findSetting } from '#server/school/config/acts.ts'

/** The names under which the keys are stored. */
export const secretNames: Record<CardKey, string> = {
  secretKey: 'stripe.secretKey',
  webhookSecret: 'stripe.webhookSecret',
}
/** The path to which the provider sends its events. */
export const hookPath = '/hooks/stripe'

type Keeping = { db: Db; settings: Pick<Context<unknown>['settings'], 'secrets'> }
export const keptKey = ({ db, settings }: Keeping, name: CardKey): Promise<string | null> =>
  findSecret(db, settings.secrets, secretNames[name])

/** The key with which families pay; null while paying by card is off or a key is missing. */
export const findOpenKey = async (keeping: Keeping): Promise<string | null> => {
  if (!(await findSetting(keeping.db, 'cards')).isOn) return null
  const [hears, pays] = await Promise.all([keptKey(keeping, 'webhookSecret'), keptKey(keeping, 'secretKey')])
  return hears === null ? null : pays
}
