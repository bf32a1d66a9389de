import { inArray, eq, sql, type SQL } from 'drizzle-orm'
import { type Feature, stackedRules } from '#contract/settings.plain.ts'
import type { Language } from '#contract/values.ts'
import { type Setting, type SettingKind, settingSchemas } from '#contract/settings.ts'
import { neededFeature } from '#rules/features.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/functions.ts'
import { log } from '#server/platform/log.ts'
import { prepared } from '#server/platform/prepared.ts'
import { type FindMailServer, openEntered } from '#server/platform/mailServer.ts'
import type { Seal } from '#server/platform/secrets.ts'
import { secrets, settingVersions } from './tables.ts'

/**
 * The defaults until the school decides otherwise: no rule that costs or gives a family anything (decision 57). Numbers
 * are set only where nothing works without one, such as the days until an invoice is due.
 */
const first: { [K in SettingKind]: Setting<K> } = {
  pricing: {
    registrationFeeCents: 0,
    siblingPercent: 0,
    siblingProgrammeIds: [],
    staffPercent: 0,
    classesPercent: 0,
    seniorFromAge: null,
    seniorPercent: 0,
    prorations: [],
    prorationBy: 'weeks',
    earlyPercent: 0,
    order: [...stackedRules],
    stacking: 'all',
    dueDays: 14,
  },
  refunds: {
    tiers: [],
    processingFeeCents: 0,
    refundsBooks: true,
    byFamilies: 'tiers',
    transfers: 'unused',
    transferFeeCents: 0,
  },
  lateFees: { graceDays: 14, flatCents: 0, percent: 0, perWeekCents: 0, capCents: null },
  paying: {
    payableTo: '',
    chequeTo: '',
    nativeChequeTo: '',
    transfer: '',
    nativeTransfer: '',
    cash: '',
    nativeCash: '',
    legalName: '',
    taxId: '',
    receiptPrefix: 'R',
    invoicePrefix: 'I',
  },
  cards: { isOn: false },
  registration: { holdMinutes: 15, offerHours: 48, offersByItself: true, priorities: [] },
  classRules: { ageCutoff: null, creditsTrials: true, bring: '', nativeBring: '' },
  duties: { points: 0, fromDay: null, exempt: ['officers', 'staff', 'roomParents', 'adults'] },
  signIn: {
    accounts: 'open',
    staffIdleMinutes: null,
    secondFactorGraceDays: null,
    secondFactorSince: null,
    badges: false,
  },
  providers: { list: [] },
  retention: { drafts: null, mails: null, addresses: null, signIns: 90, operations: 30 },
  languages: { offered: ['en', 'zh'] },
  push: { isOn: true, contact: '' },
  features: { on: [] },
  backups: { isOn: true, hour: 2, keep: 14 },
  mail: { way: 'open', host: '', port: 587, account: '', senderName: '', senderAddress: '' },
}

/** The current value of a setting, as a JSON column; null if it was never set. */
export const newestSetting = (kind: SettingKind | SQL): SQL =>
  sql`(select n.value from setting_versions n where n.kind = ${kind} order by n.created_at desc, n.id desc limit 1)`

/** The setting in a column of `newestSetting`, or the default for null. */
export const settingOf = <K extends SettingKind>(kind: K, value: unknown): Setting<K> =>
  value === null || value === undefined ? first[kind] : (settingSchemas[kind].parse(value) as Setting<K>)

const findNewest = prepared<{ value: unknown }, 'kind'>(({ kind }) => sql`select ${newestSetting(kind)} as value`)

/** The current value of a setting. Everyone's prices depend on settings, so no scope is needed. */
export const findSetting = async <K extends SettingKind>(db: Db, kind: K): Promise<Setting<K>> => {
  const [found] = await findNewest(db, { kind })
  return settingOf(kind, found?.value)
}

/** True if the school has turned on a feature. */
export const isOn = async (db: Db, feature: Feature): Promise<boolean> =>
  (await findSetting(db, 'features')).on.includes(feature)

/** Throws `conflict` for a call that needs a feature that the school has not turned on. */
export const mustBeOn = async (db: Db, name: string, input: unknown): Promise<void> => {
  const feature = neededFeature(name, input)
  if (feature !== undefined && !(await isOn(db, feature)))
    throw conflict('FEATURE_OFF', 'The school doesn’t use this. An administrator can turn it on.', { feature })
}

/** Adds a new version of a setting, unless it equals the current one. */
export const changeSetting = async <K extends SettingKind>(
  { db, actor, now }: Pick<Context<unknown>, 'db' | 'actor' | 'now'>,
  kind: K,
  value: Setting<K>,
): Promise<void> => {
  const before = await findSetting(db, kind)
  if (JSON.stringify(before) !== JSON.stringify(value))
    await db.insert(settingVersions).values({ kind, value, madeBy: actor.personId, createdAt: now })
}

/** Stores a secret under a name, sealed; null deletes it. A password has no `ending` to show. */
export const keepSecret = async (
  {
    db,
    actor,
    now,
    settings,
  }: Pick<Context<unknown>, 'db' | 'now'> & { actor: { personId: string | null }; settings: { secrets: Seal } },
  name: string,
  secret: string | null,
  ending: string = secret?.slice(-4) ?? '',
): Promise<void> => {
  if (secret === null) {
    await db.delete(secrets).where(eq(secrets.name, name))
    return
  }
  const kept = {
    sealed: await settings.secrets.seal(name, secret),
    ending,
    changedBy: actor.personId,
    changedAt: now,
  }
  await db
    .insert(secrets)
    .values({ name, ...kept })
    .onConflictDoUpdate({ target: secrets.name, set: kept })
}

/** The secrets that each key has unsealed, by name and sealed text. A secret that is sealed again has another text. */
const opened = new WeakMap<Seal, Map<string, string>>()
/** More than a school has. */
const mostOpened = 50

/**
 * The secret stored under a name; null if there is none, or if it was sealed with a different key. Each is unsealed
 * once, because families' start pages read it all day.
 */
export const findSecret = async (db: Db, seal: Seal, name: string): Promise<string | null> => {
  const [found] = await db.select({ sealed: secrets.sealed }).from(secrets).where(eq(secrets.name, name))
  if (!found) return null
  const known = opened.get(seal) ?? new Map<string, string>()
  opened.set(seal, known)
  const key = `${name} ${found.sealed}`
  const remembered = known.get(key)
  if (remembered !== undefined) return remembered
  try {
    const secret = await seal.open(name, found.sealed)
    if (known.size >= mostOpened) known.clear()
    known.set(key, secret)
    return secret
  } catch (error) {
    log.error({ err: error, name }, 'a secret of the school can’t be opened')
    return null
  }
}

/** The last characters of the secrets under these names, by which the office recognizes a key; never more than that. */
export const secretEndings = async (db: Db, names: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const found = await db
    .select({ name: secrets.name, ending: secrets.ending })
    .from(secrets)
    .where(inArray(secrets.name, [...names]))
  return new Map(found.map(({ name, ending }) => [name, ending]))
}

/** The language for messages to the school's office: the first that the school offers. */
export const officeLanguage = async (db: Db): Promise<Language> =>
  (await findSetting(db, 'languages')).offered[0] ?? 'en'

/** The name under which the mail server's password is stored. */
export const mailPassword = 'mail.password'

/** The mail server that the office has entered; null if none. */
export const mailServerOf =
  (seal: Seal): FindMailServer =>
  async db => {
    const { way, senderName, senderAddress, ...server } = await findSetting(db, 'mail')
    if (way !== 'server') return null
    return {
      from: { name: senderName, address: senderAddress },
      isFixed: false,
      open: async () => openEntered(server, (await findSecret(db, seal, mailPassword)) ?? ''),
    }
  }
