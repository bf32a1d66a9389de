import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { FeatureSettings, LanguageSettings, MailSettings, settings, SignInSettings } from '../settings.ts'
import { Day, Email, Id, Instant, Line, Nothing, OptionalLine, OptionalPhone, Text, offRecord } from '../values.ts'
import { largestPicture, mailProblems, mostPictures, pictureTypes } from './config.plain.ts'

export * from './config.plain.ts'

export { PricingPolicy } from '../settings.ts'

/** An IANA time zone that this JavaScript engine knows. */
const Zone = z.string().check(
  z.refine(zone => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
    } catch {
      return false
    }
  }, 'zone'),
)
/** An ISO 4217 currency code. */
export const Currency = z.string().check(z.regex(/^[A-Z]{3}$/, 'currency'))

export const School = z.object({
  name: Line,
  nativeName: OptionalLine,
  tagline: OptionalLine,
  about: Text,
  /** The tagline and description in the school's other language; '' when the school has only one. */
  nativeTagline: z._default(OptionalLine, ''),
  nativeAbout: z._default(Text, ''),
  zone: Zone,
  currency: Currency,
  email: z.union([z.literal(''), Email]),
  phone: OptionalPhone,
  address: OptionalLine,
})
export type School = z.infer<typeof School>

export type PictureType = (typeof pictureTypes)[number]
/** A picture on the public pages; its file is at `/files/pictures/{id}`. */
export const Picture = z.object({
  id: Id,
  type: z.enum(pictureTypes),
  width: z.int(),
  height: z.int(),
  caption: z.string(),
  nativeCaption: z.string(),
})
export type Picture = z.infer<typeof Picture>
const Captions = { caption: OptionalLine, nativeCaption: OptionalLine }

export const config = {
  ...settings,
  /** The public facts about the school; `school` is null until the first run is done. */
  'config-get': read({
    by: ['guest'],
    isShared: true,
    input: Nothing,
    output: z.object({
      school: z.nullable(School),
      pictures: z.array(Picture),
      now: Instant,
      today: Day,
      /** The sign-in settings that everyone may know. */
      signIn: z.pick(SignInSettings, { accounts: true, staffIdleMinutes: true, badges: true }),
      /** The enabled sign-in providers, in the order of their buttons. */
      providers: z.array(z.object({ id: z.string(), label: z.string(), nativeLabel: z.string() })),
      languages: LanguageSettings.shape.offered,
      /** The features that the school has switched on (rules/features.ts). */
      features: FeatureSettings.shape.on,
      isDemo: z.boolean(),
      /** True when emails are sent. Otherwise they are only stored, and nobody receives them. */
      mailsLeave: z.boolean(),
      demoAccounts: z.array(z.object({ role: z.string(), email: z.string(), password: z.string() })),
    }),
  }),
  /** Creates the school and its first administrator. Needs the code that was printed at startup, which works once. */
  'config-setUp': write({
    by: ['guest'],
    attestation: 'once',
    input: z.object({
      code: offRecord(z.string().check(z.maxLength(100))),
      school: z.pick(School, { name: true, nativeName: true, zone: true, currency: true }),
      admin: z.object({
        name: Line,
        email: Email,
        password: offRecord(z.string().check(z.minLength(8, 'password'), z.maxLength(4096, 'long'))),
      }),
    }),
    output: z.object({ email: z.string() }),
  }),
  'config-change': write({ by: ['admin'], input: School, output: School }),
  /** How the school sends email, and the outcomes of the last seven days. */
  'config-mail': read({
    by: ['admin'],
    input: Nothing,
    output: z.object({
      mode: z.enum(['smtp', 'kept']),
      from: z.string(),
      /** True when a startup setting names the server (`SMTP_URL`), or in a demo: nothing can be chosen here. */
      isFixed: z.boolean(),
      settings: MailSettings,
      /** True when a password is stored. No answer contains any of it. */
      hasPassword: z.boolean(),
      week: z.object({ sent: z.int(), kept: z.int(), queued: z.int(), failed: z.int() }),
      /** The mail server's latest error of these days, if any. */
      lastError: z.nullable(z.string()),
    }),
  }),
  /**
   * Chooses how emails reach people from now on. A `password` replaces the stored one. Without one the stored password
   * stays, unless the server or account changes.
   */
  'config-changeMail': write({
    by: ['admin'],
    input: z.object({
      mail: MailSettings,
      password: offRecord(z.optional(z.string().check(z.maxLength(1000, 'long')))),
    }),
    output: MailSettings,
  }),
  /** Sends a short email to any address, to test whether emails arrive. At most ten an hour. */
  'config-testMail': write({ by: ['admin'], input: z.object({ to: Email }), output: z.object({ mailId: z.uuid() }) }),
  /** The state of one email. */
  'config-mailState': read({
    by: ['admin'],
    input: z.object({ mailId: z.uuid() }),
    output: z.object({
      status: z.enum(['queued', 'sent', 'failed', 'kept']),
      error: z.nullable(z.string()),
      problem: z.nullable(z.enum(mailProblems)),
    }),
  }),
  /**
   * Adds a picture after the others; `bytes` is its file in base64. Lantern's pages send the file itself to
   * `/files/pictures`.
   */
  'config-addPicture': write({
    by: ['admin'],
    input: z.object({
      bytes: offRecord(
        z.string().check(z.minLength(1, 'empty'), z.maxLength(Math.ceil(largestPicture / 3) * 4, 'large')),
      ),
      ...Captions,
    }),
    output: Picture,
  }),
  'config-changePicture': write({ by: ['admin'], input: z.object({ id: Id, ...Captions }), output: Picture }),
  /** Sorts the pictures in this order; pictures that are not listed keep their order after them. */
  'config-orderPictures': write({
    by: ['admin'],
    input: z.object({ ids: z.array(Id).check(z.maxLength(mostPictures)) }),
    output: z.array(Picture),
  }),
  /** Removes a picture from the pages. It can be restored. */
  'config-removePicture': write({ by: ['admin'], input: z.object({ id: Id }), output: Nothing }),
  'config-restorePicture': write({ by: ['admin'], input: z.object({ id: Id }), output: Picture }),
}
