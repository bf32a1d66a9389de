import { isPreset } from './providers.plain.ts'
import * as z from 'zod/mini'
import { read, write } from './callable.ts'
import {
  dutyExempts,
  familyLeaving,
  features,
  mailWays,
  mostBackups,
  mostDutyPoints,
  prorationModes,
  stackedRules,
  stackings,
  transferRules,
  waitingPriorities,
} from './settings.plain.ts'
import {
  Day,
  OptionalEmail,
  Id,
  Instant,
  Language,
  languages,
  MonthDay,
  Nothing,
  OptionalLine,
  Text,
} from './values.ts'

export * from './settings.plain.ts'

const Percent = z.int('percent').check(z.minimum(0, 'percent'), z.maximum(100, 'percent'))
const Fee = z.int('fee').check(z.minimum(0, 'fee'), z.maximum(100_000_000, 'fee'))
const days = (from: number, to: number) => z.int('number').check(z.minimum(from, 'number'), z.maximum(to, 'number'))

/** What every price of the school follows from, beside the fees of each class (rules/pricing.ts). */
export const PricingPolicy = z.object({
  registrationFeeCents: Fee,
  siblingPercent: Percent,
  /** The programmes that the sibling discount applies to; an empty list means all. */
  siblingProgrammeIds: z.array(z.uuid()),
  staffPercent: Percent,
  /** Off every class of a student but the dearest. */
  classesPercent: z._default(Percent, 0),
  /** Off the tuition of students of this age and above on the first day of the term; null where age does not matter. */
  seniorFromAge: z._default(z.nullable(days(18, 120)), null),
  seniorPercent: z._default(Percent, 0),
  /** Tuition from this week of the term on, as a fraction; the latest week that has begun counts. */
  prorations: z.array(
    z.object({
      fromWeek: z.int().check(z.minimum(2, 'week'), z.maximum(60, 'week')),
      numerator: z.int().check(z.minimum(0, 'number')),
      denominator: z.int().check(z.minimum(1, 'number')),
    }),
  ),
  prorationBy: z._default(z.enum(prorationModes), 'weeks'),
  /** Off the tuition up to the early-bird day of the term, beside the registration fee that is waived. */
  earlyPercent: z._default(Percent, 0),
  /** Which discount is taken first where several meet. */
  order: z._default(
    z.array(z.enum(stackedRules)).check(z.refine(list => new Set(list).size === list.length, 'taken')),
    [...stackedRules],
  ),
  stacking: z._default(z.enum(stackings), 'all'),
  /** Days between an invoice and its due date. */
  dueDays: days(0, 365),
})
export type PricingPolicy = z.infer<typeof PricingPolicy>

/** What a family gets back that leaves a class (rules/refunds.ts). The registration fee is never part of it. */
export const RefundPolicy = z.object({
  tiers: z
    .array(
      z.object({
        /** `week`: before that week of the term begins; `days`: at least that number of days before its first day. */
        until: z.enum(['week', 'days']),
        number: z.int('number').check(z.minimum(1, 'number'), z.maximum(365, 'number')),
        percent: Percent,
      }),
    )
    .check(z.maxLength(12, 'toomany')),
  /** Kept of what goes back, once for each class. */
  processingFeeCents: Fee,
  refundsBooks: z.boolean(),
  /** Whether families leave and change classes without the office: always, while a tier holds, or never. */
  byFamilies: z._default(z.enum(familyLeaving), 'tiers'),
  /** What of the old class goes back to a family that changes it: all that is not used yet, or as if it left. */
  transfers: z._default(z.enum(transferRules), 'unused'),
  /** Kept of what goes back on a transfer. */
  transferFeeCents: z._default(Fee, 0),
})
export type RefundPolicy = z.infer<typeof RefundPolicy>

/** What is added to what was not paid in time (rules/lateFees.ts); all nothing means that there is no late fee. */
export const LateFeePolicy = z.object({
  graceDays: days(0, 365),
  flatCents: Fee,
  percent: Percent,
  perWeekCents: Fee,
  /** All late fees on one debt together; null where there is no limit. */
  capCents: z.nullable(Fee),
})
export type LateFeePolicy = z.infer<typeof LateFeePolicy>

/**
 * How the last steps of a registration go, and who gets a seat that becomes free (rules/waiting.ts). Families can read
 * it.
 */
export const RegistrationPolicy = z.object({
  /** For so long the seats in a cart are held. */
  holdMinutes: days(5, 60),
  /** For so long an offered seat waits for the family's answer. */
  offerHours: days(1, 336),
  /** A seat that becomes free is offered to the first in line without the office. */
  offersByItself: z.boolean(),
  /** Who goes first in line, the most important first; then who joined earlier. */
  priorities: z.array(z.enum(waitingPriorities)).check(z.refine(list => new Set(list).size === list.length, 'taken')),
})
export type RegistrationPolicy = z.infer<typeof RegistrationPolicy>

/** What holds for every class that does not say otherwise, and for its guests. */
export const ClassRules = z.object({
  /** The day of the school year on which ages count; null for the first day of the term. */
  ageCutoff: z.nullable(MonthDay),
  /** What a trial cost is taken back when it becomes an enrolment. */
  creditsTrials: z.boolean(),
  /** What guests bring along, for their letter. */
  bring: Text,
  nativeBring: Text,
})
export type ClassRules = z.infer<typeof ClassRules>

/** What a family owes of its time (rules/duties.ts); no points means that the school asks for none. */
export const DutyPolicy = z
  .object({
    /** Points that a family owes a year; a shift counts as many as the event says. */
    points: days(0, mostDutyPoints),
    /** Work counts from this day on, and every year begins anew on it. */
    fromDay: z.nullable(Day),
    /** Who owes nothing. */
    exempt: z.array(z.enum(dutyExempts)).check(z.refine(list => new Set(list).size === list.length, 'taken')),
  })
  .check(z.refine(({ points, fromDay }) => points === 0 || fromDay !== null, { path: ['fromDay'], error: 'required' }))
export type DutyPolicy = z.infer<typeof DutyPolicy>

/** How families pay, and who the school is on paper. What is empty is not shown. */
export const PayingSettings = z.object({
  payableTo: OptionalLine,
  chequeTo: OptionalLine,
  nativeChequeTo: OptionalLine,
  transfer: Text,
  nativeTransfer: Text,
  cash: OptionalLine,
  nativeCash: OptionalLine,
  legalName: OptionalLine,
  taxId: OptionalLine,
  /** What numbers begin with, before the year. */
  receiptPrefix: z.string().check(z.regex(/^[A-Z0-9]{1,8}$/, 'prefix')),
  invoicePrefix: z.string().check(z.regex(/^[A-Z0-9]{1,8}$/, 'prefix')),
})
export type PayingSettings = z.infer<typeof PayingSettings>

/** Whether families may pay by card; the keys for it are kept apart, sealed. */
const CardSettings = z.object({ isOn: z.boolean() })
type CardSettings = z.infer<typeof CardSettings>

export const LanguageSettings = z.object({
  /** The languages that people may choose; the first is for people who have not chosen. */
  offered: z
    .array(Language)
    .check(z.minLength(1, 'required'), z.maxLength(languages.length))
    .check(z.refine(list => new Set(list).size === list.length, 'taken')),
})
export type LanguageSettings = z.infer<typeof LanguageSettings>

export const SignInSettings = z.object({
  /** Who may make an account: everybody, or only whom the office has invited or knows by their address. */
  accounts: z.enum(['open', 'invited']),
  /** Minutes without a touch after which staff are signed out; null means never. */
  staffIdleMinutes: z.nullable(days(5, 720)),
  /** Days after which staff need a second factor; null leaves the choice to them. */
  secondFactorGraceDays: z._default(z.nullable(days(0, 90)), null),
  /** Since when: the server's word, whatever is sent. */
  secondFactorSince: z._default(z.nullable(Instant), null),
  /** Whether students sign in to a view of their own by a badge. */
  badges: z._default(z.boolean(), false),
})
export type SignInSettings = z.infer<typeof SignInSettings>

/**
 * A provider of sign-ins (OpenID Connect). Its client secret is kept apart, sealed. Those that Lantern knows
 * (providers.plain.ts) bring their own address and words.
 */
export const ProviderSettings = z
  .object({
    /** Its name in the official client. */
    id: z.string().check(z.regex(/^(?:google\.com|microsoft\.com|oidc\.[a-z\d-]{1,40})$/, 'invalid')),
    isOn: z.boolean(),
    issuer: z.pipe(
      OptionalLine,
      z.string().check(z.regex(/^(?:|https:\/\/\S+|http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?(?:\/\S*)?)$/, 'https')),
    ),
    clientId: OptionalLine,
    /** What is on the button; the second in the school's other language. */
    label: OptionalLine,
    nativeLabel: OptionalLine,
  })
  .check(
    z.refine(value => !value.isOn || value.issuer !== '' || isPreset(value.id), { message: 'empty', path: ['issuer'] }),
    z.refine(value => !value.isOn || value.clientId !== '', { message: 'empty', path: ['clientId'] }),
    z.refine(value => !value.isOn || value.label !== '' || isPreset(value.id), { message: 'empty', path: ['label'] }),
  )
export type ProviderSettings = z.infer<typeof ProviderSettings>

/** All providers, in the order of their buttons. */
export const ProvidersSettings = z.object({ list: z.array(ProviderSettings).check(z.maxLength(10, 'many')) })
export type ProvidersSettings = z.infer<typeof ProvidersSettings>

/** Messages to the devices of those who want them (Web Push). */
export const PushSettings = z.object({
  isOn: z.boolean(),
  /** Whom push services may ask about these messages; empty means the school's own address. */
  contact: OptionalEmail,
})
export type PushSettings = z.infer<typeof PushSettings>

/** How letters reach people, and the server that sends them. Its password is kept apart, sealed. */
export const MailSettings = z
  .object({
    way: z.enum(mailWays),
    host: z.pipe(OptionalLine, z.string().check(z.regex(/^[\w.:-]*$/, 'invalid'))),
    port: z.int('number').check(z.minimum(1, 'number'), z.maximum(65_535, 'number')),
    /** Empty where the server asks for no sign-in. */
    account: OptionalLine,
    senderName: OptionalLine,
    senderAddress: OptionalEmail,
  })
  .check(
    z.refine(({ way, host }) => way !== 'server' || host !== '', { message: 'empty', path: ['host'] }),
    z.refine(({ way, senderAddress }) => way !== 'server' || senderAddress !== '', {
      message: 'empty',
      path: ['senderAddress'],
    }),
  )
export type MailSettings = z.infer<typeof MailSettings>

/** For how many days things are kept that nobody needs for ever. */
export const RetentionSettings = z.object({
  /** Null keeps these for ever. */
  drafts: z.nullable(days(7, 730)),
  mails: z.nullable(days(30, 3650)),
  addresses: z.nullable(days(30, 3650)),
  signIns: days(7, 730),
  operations: days(2, 365),
})
export type RetentionSettings = z.infer<typeof RetentionSettings>

/** When the school takes a backup by itself, once a day, and how many of them are kept. */
export const BackupSettings = z.object({
  isOn: z.boolean(),
  /** The hour on the school's clock from which on the backup of a day is due. */
  hour: z.int('number').check(z.minimum(0, 'number'), z.maximum(23, 'number')),
  keep: days(1, mostBackups),
})
export type BackupSettings = z.infer<typeof BackupSettings>

/** What the school has switched on beyond what every school needs (rules/features.ts). */
export const FeatureSettings = z.object({
  on: z.array(z.enum(features)).check(z.refine(list => new Set(list).size === list.length, 'taken')),
})
export type FeatureSettings = z.infer<typeof FeatureSettings>

export const settingSchemas = {
  pricing: PricingPolicy,
  refunds: RefundPolicy,
  lateFees: LateFeePolicy,
  paying: PayingSettings,
  cards: CardSettings,
  registration: RegistrationPolicy,
  classRules: ClassRules,
  duties: DutyPolicy,
  signIn: SignInSettings,
  providers: ProvidersSettings,
  retention: RetentionSettings,
  languages: LanguageSettings,
  push: PushSettings,
  mail: MailSettings,
  features: FeatureSettings,
  backups: BackupSettings,
} as const
export type SettingKind = keyof typeof settingSchemas
export const settingKinds = Object.keys(settingSchemas) as [SettingKind, ...SettingKind[]]
export type Setting<K extends SettingKind> = z.infer<(typeof settingSchemas)[K]>

/** Rows by what they are. */
const Counts = z.object({
  drafts: z.int(),
  mails: z.int(),
  addresses: z.int(),
  signIns: z.int(),
  operations: z.int(),
})
export type RetentionCounts = z.infer<typeof Counts>

export const settings = {
  'config-pricing': read({ by: ['admin'], input: Nothing, output: PricingPolicy }),
  'config-changePricing': write({ by: ['admin'], input: PricingPolicy, output: PricingPolicy }),
  /** The rules of the school that hold now. */
  'config-rules': read({
    by: ['admin'],
    input: Nothing,
    output: z.object({
      refunds: RefundPolicy,
      lateFees: LateFeePolicy,
      paying: PayingSettings,
      signIn: SignInSettings,
      retention: RetentionSettings,
      languages: LanguageSettings,
      push: PushSettings,
      /** Money has moved in the school's currency, so that it cannot be another any more. */
      isCurrencyFixed: z.boolean(),
    }),
  }),
  /** How seats are held, offered and queued for: published, so that everybody knows who goes first. */
  'config-registration': read({ by: ['guest'], isShared: true, input: Nothing, output: RegistrationPolicy }),
  'config-changeRegistration': write({ by: ['admin'], input: RegistrationPolicy, output: RegistrationPolicy }),
  'config-classRules': read({ by: ['admin'], input: Nothing, output: ClassRules }),
  'config-changeClassRules': write({ by: ['admin'], input: ClassRules, output: ClassRules }),
  'config-duties': read({ by: ['admin'], input: Nothing, output: DutyPolicy }),
  'config-changeDuties': write({ by: ['admin'], input: DutyPolicy, output: DutyPolicy }),
  'config-changeRefunds': write({ by: ['admin'], input: RefundPolicy, output: RefundPolicy }),
  'config-changeLateFees': write({ by: ['admin'], input: LateFeePolicy, output: LateFeePolicy }),
  'config-changePaying': write({ by: ['admin'], input: PayingSettings, output: PayingSettings }),
  'config-changeSignIn': write({ by: ['admin'], input: SignInSettings, output: SignInSettings }),
  'config-changePush': write({ by: ['admin'], input: PushSettings, output: PushSettings }),
  'config-changeLanguages': write({ by: ['admin'], input: LanguageSettings, output: LanguageSettings }),
  'config-changeRetention': write({ by: ['admin'], input: RetentionSettings, output: RetentionSettings }),
  'config-changeBackups': write({ by: ['admin'], input: BackupSettings, output: BackupSettings }),
  /** Which features are on, and how much each has that is still going on: what stays when it is switched off. */
  'config-features': read({
    by: ['admin'],
    input: Nothing,
    output: z.object({ on: FeatureSettings.shape.on, going: z.record(z.enum(features), z.int()) }),
  }),
  /** Switches features on and off. Draws that families take part in have to be over first (FEATURE_IN_USE). */
  'config-changeFeatures': write({ by: ['admin'], input: FeatureSettings, output: FeatureSettings }),
  /** Every version of a rule, the newest first: a change never rewrites what followed from the one before. */
  'config-history': read({
    by: ['admin'],
    input: z.object({ kind: z.enum(settingKinds) }),
    output: z.array(z.object({ id: Id, at: Instant, by: z.string(), value: z.record(z.string(), z.unknown()) })),
  }),
  /** What would be removed now, and what the last runs removed. */
  'config-retention': read({
    by: ['admin'],
    input: RetentionSettings,
    output: z.object({
      now: Counts,
      runs: z.array(
        z.object({
          id: Id,
          at: Instant,
          counts: Counts,
          /** The days that held then; null of runs of which that wasn't kept. */
          rules: z.nullable(RetentionSettings),
        }),
      ),
    }),
  }),
}
