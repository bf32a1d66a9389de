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

/** The rules that determine every price, besides the fees of each class (rules/pricing.ts). */
export const PricingPolicy = z.object({
  registrationFeeCents: Fee,
  siblingPercent: Percent,
  /** The programmes that the sibling discount applies to; empty means all. */
  siblingProgrammeIds: z.array(z.uuid()),
  staffPercent: Percent,
  /** Taken off every class of a student except the most expensive one. */
  classesPercent: z._default(Percent, 0),
  /**
   * Taken off the tuition of students who are at least this old on the first day of the term; null for no age discount.
   */
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
  /** Taken off the tuition until the early discount day of the term, in addition to the waived registration fee. */
  earlyPercent: z._default(Percent, 0),
  /** The order in which discounts are taken where several apply. */
  order: z._default(
    z.array(z.enum(stackedRules)).check(z.refine(list => new Set(list).size === list.length, 'taken')),
    [...stackedRules],
  ),
  stacking: z._default(z.enum(stackings), 'all'),
  /** Days between an invoice and its due date. */
  dueDays: days(0, 365),
})
export type PricingPolicy = z.infer<typeof PricingPolicy>

/** What a family gets back when it leaves a class (rules/refunds.ts). The registration fee is never refunded by it. */
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
  /** Kept from each refund, once per class. */
  processingFeeCents: Fee,
  refundsBooks: z.boolean(),
  /** Whether families leave and transfer without the office: always, while a tier applies, or never. */
  byFamilies: z._default(z.enum(familyLeaving), 'tiers'),
  /** What is refunded for the old class on a transfer: the unused part, or the same as for leaving. */
  transfers: z._default(z.enum(transferRules), 'unused'),
  /** Kept from the refund of a transfer. */
  transferFeeCents: z._default(Fee, 0),
})
export type RefundPolicy = z.infer<typeof RefundPolicy>

/** The fees on charges that were not paid in time (rules/lateFees.ts); all zeros mean no late fee. */
export const LateFeePolicy = z.object({
  graceDays: days(0, 365),
  flatCents: Fee,
  percent: Percent,
  perWeekCents: Fee,
  /** The maximum of all late fees on one debt together; null for no limit. */
  capCents: z.nullable(Fee),
})
export type LateFeePolicy = z.infer<typeof LateFeePolicy>

/** How a registration is completed, and who gets a seat that becomes free (rules/waiting.ts). Families can read it. */
export const RegistrationPolicy = z.object({
  /** The number of minutes for which the seats in a cart are held. */
  holdMinutes: days(5, 60),
  /** The number of hours an offered seat waits for the family's answer. */
  offerHours: days(1, 336),
  /** True when a seat that becomes free is offered to the next on the waitlist automatically. */
  offersByItself: z.boolean(),
  /** The waitlist priorities, most important first; then the time of joining counts. */
  priorities: z.array(z.enum(waitingPriorities)).check(z.refine(list => new Set(list).size === list.length, 'taken')),
})
export type RegistrationPolicy = z.infer<typeof RegistrationPolicy>

/** Defaults for every class that has no rule of its own, and for guests of classes. */
export const ClassRules = z.object({
  /** The day of the school year that counts for ages; null for the first day of the term. */
  ageCutoff: z.nullable(MonthDay),
  /** True when the price of a trial is credited once it becomes an enrolment. */
  creditsTrials: z.boolean(),
  /** What guests should bring, for their email. */
  bring: Text,
  nativeBring: Text,
})
export type ClassRules = z.infer<typeof ClassRules>

/** The duty a family owes (rules/duties.ts); zero points mean that the school requires none. */
export const DutyPolicy = z
  .object({
    /** The points a family owes per year; each shift counts as many as its event says. */
    points: days(0, mostDutyPoints),
    /** Work counts from this day on, and every year starts on it. */
    fromDay: z.nullable(Day),
    /** The groups that owe no duty. */
    exempt: z.array(z.enum(dutyExempts)).check(z.refine(list => new Set(list).size === list.length, 'taken')),
  })
  .check(z.refine(({ points, fromDay }) => points === 0 || fromDay !== null, { path: ['fromDay'], error: 'required' }))
export type DutyPolicy = z.infer<typeof DutyPolicy>

/** How families pay, and the school's details on paper. Empty entries are not shown. */
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
  /** The prefixes of receipt and invoice numbers, before the year. */
  receiptPrefix: z.string().check(z.regex(/^[A-Z0-9]{1,8}$/, 'prefix')),
  invoicePrefix: z.string().check(z.regex(/^[A-Z0-9]{1,8}$/, 'prefix')),
})
export type PayingSettings = z.infer<typeof PayingSettings>

/** Whether families may pay by card. The keys are stored separately, sealed. */
const CardSettings = z.object({ isOn: z.boolean() })
type CardSettings = z.infer<typeof CardSettings>

export const LanguageSettings = z.object({
  /** The languages that people may choose. The first is the default. */
  offered: z
    .array(Language)
    .check(z.minLength(1, 'required'), z.maxLength(languages.length))
    .check(z.refine(list => new Set(list).size === list.length, 'taken')),
})
export type LanguageSettings = z.infer<typeof LanguageSettings>

export const SignInSettings = z.object({
  /** Who may create an account: everyone, or only people whom the office has invited or knows by their address. */
  accounts: z.enum(['open', 'invited']),
  /** Minutes of inactivity after which staff are signed out; null means never. */
  staffIdleMinutes: z.nullable(days(5, 720)),
  /** The number of days after which staff need a second factor; null makes it optional. */
  secondFactorGraceDays: z._default(z.nullable(days(0, 90)), null),
  /** When that rule began. The server sets it, regardless of what is sent. */
  secondFactorSince: z._default(z.nullable(Instant), null),
  /** True when students can sign in with a badge, to a view of their own. */
  badges: z._default(z.boolean(), false),
})
export type SignInSettings = z.infer<typeof SignInSettings>

/**
 * A sign-in provider (OpenID Connect). Its client secret is stored separately, sealed. Providers that Lantern knows
 * (providers.plain.ts) come with their own address and label.
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
    /** The label of its button; `nativeLabel` in the school's other language. */
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

/** Messages to the devices of people who subscribe (Web Push). */
export const PushSettings = z.object({
  isOn: z.boolean(),
  /** The contact that push services get for these messages; empty means the school's own address. */
  contact: OptionalEmail,
})
export type PushSettings = z.infer<typeof PushSettings>

/** How emails reach people, and the server that sends them. Its password is stored separately, sealed. */
export const MailSettings = z
  .object({
    way: z.enum(mailWays),
    host: z.pipe(OptionalLine, z.string().check(z.regex(/^[\w.:-]*$/, 'invalid'))),
    port: z.int('number').check(z.minimum(1, 'number'), z.maximum(65_535, 'number')),
    /** Empty when the server requires no sign-in. */
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

/** The number of days for which data is kept that nobody needs permanently. */
export const RetentionSettings = z.object({
  /** Null keeps these forever. */
  drafts: z.nullable(days(7, 730)),
  mails: z.nullable(days(30, 3650)),
  addresses: z.nullable(days(30, 3650)),
  signIns: days(7, 730),
  operations: days(2, 365),
})
export type RetentionSettings = z.infer<typeof RetentionSettings>

/** The automatic daily backup, and the number of backups to keep. */
export const BackupSettings = z.object({
  isOn: z.boolean(),
  /** The hour on the school's clock from which the backup of the day is due. */
  hour: z.int('number').check(z.minimum(0, 'number'), z.maximum(23, 'number')),
  keep: days(1, mostBackups),
})
export type BackupSettings = z.infer<typeof BackupSettings>

/** The features that the school has switched on, beyond what every school needs (rules/features.ts). */
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

/** Numbers of rows by kind. */
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
  /** The school's current rules. */
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
      /** True when money has moved in the school's currency, so that it can no longer be changed. */
      isCurrencyFixed: z.boolean(),
    }),
  }),
  /** How seats are held, offered and waitlisted. Public, so that everyone knows who comes first. */
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
  /**
   * The features that are on, and for each the number of items still in progress, which remain when it is switched off.
   */
  'config-features': read({
    by: ['admin'],
    input: Nothing,
    output: z.object({ on: FeatureSettings.shape.on, going: z.record(z.enum(features), z.int()) }),
  }),
  /** Switches features on and off. Lotteries that families have entered must be over first (FEATURE_IN_USE). */
  'config-changeFeatures': write({ by: ['admin'], input: FeatureSettings, output: FeatureSettings }),
  /** Every version of a rule, newest first. A change never affects what followed from an earlier version. */
  'config-history': read({
    by: ['admin'],
    input: z.object({ kind: z.enum(settingKinds) }),
    output: z.array(
      z.object({
        id: Id,
        at: Instant,
        by: z.string(),
        byNativeName: z.string(),
        value: z.record(z.string(), z.unknown()),
      }),
    ),
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
          /** The retention settings of that run; null for runs that did not record them. */
          rules: z.nullable(RetentionSettings),
        }),
      ),
    }),
  }),
}
