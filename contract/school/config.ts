import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { FeatureSettings, LanguageSettings, MailSettings, settings, SignInSettings } from '../settings.ts'
import { Day, Email, Id, Instant, Line, Nothing, OptionalLine, OptionalPhone, Text, offRecord } from '../values.ts'
import { largestPicture, mailProblems, mostPictures, pictureTypes } from './config.plain.ts'

export * from './config.plain.ts'

export { PricingPolicy } from '../settings.ts'

/** A zone of the IANA database that this engine knows. */
const Zone = z.string().check(
  z.refine(zone => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
    } catch {
      return false
    }
  }, 'zone'),
)
/** ISO 4217. */
export const Currency = z.string().check(z.regex(/^[A-Z]{3}$/, 'currency'))

export const School = z.object({
  name: Line,
  nativeName: OptionalLine,
  tagline: OptionalLine,
  about: Text,
  /** The same two in the school's other language; '' where the school has one only. */
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
  /** The school as everybody may see it; `school` is null until the first run is done. */
  'config-get': read({
    by: ['guest'],
    isShared: true,
    input: Nothing,
    output: z.object({
      school: z.nullable(School),
      pictures: z.array(Picture),
      now: Instant,
      today: Day,
      /** How people sign in here. */
      signIn: z.pick(SignInSettings, { accounts: true, staffIdleMinutes: true, badges: true }),
      /** The providers of sign-ins that are switched on, in the order of their buttons. */
      providers: z.array(z.object({ id: z.string(), label: z.string(), nativeLabel: z.string() })),
      languages: LanguageSettings.shape.offered,
      /** What the school has switched on (rules/features.ts). */
      features: FeatureSettings.shape.on,
      isDemo: z.boolean(),
      /** Whether mails are sent; where they are not, they are kept, and nobody receives them. */
      mailsLeave: z.boolean(),
      demoAccounts: z.array(z.object({ role: z.string(), email: z.string(), password: z.string() })),
    }),
  }),
  /** Creates the school and its first administrator; needs the code that the start printed, once. */
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
  /** How mails leave the school, and how those of the last seven days fared. */
  'config-mail': read({
    by: ['admin'],
    input: Nothing,
    output: z.object({
      mode: z.enum(['smtp', 'kept']),
      from: z.string(),
      /** The settings of the start name the server (`SMTP_URL`), or this is a demo: nothing can be chosen here. */
      isFixed: z.boolean(),
      settings: MailSettings,
      /** Whether a password is kept; no answer holds any of it. */
      hasPassword: z.boolean(),
      week: z.object({ sent: z.int(), kept: z.int(), queued: z.int(), failed: z.int() }),
      /** What the mail server said when it last refused, if it did in these days. */
      lastError: z.nullable(z.string()),
    }),
  }),
  /**
   * Chooses how letters reach people, from now on. A `password` takes the place of the one that is kept; without one
   * that stays, unless the server or the account is another.
   */
  'config-changeMail': write({
    by: ['admin'],
    input: z.object({
      mail: MailSettings,
      password: offRecord(z.optional(z.string().check(z.maxLength(1000, 'long')))),
    }),
    output: MailSettings,
  }),
  /** Sends a short letter to any address, to see whether mails arrive. Ten an hour at most. */
  'config-testMail': write({ by: ['admin'], input: z.object({ to: Email }), output: z.object({ mailId: z.uuid() }) }),
  /** What became of one mail. */
  'config-mailState': read({
    by: ['admin'],
    input: z.object({ mailId: z.uuid() }),
    output: z.object({
      status: z.enum(['queued', 'sent', 'failed', 'kept']),
      error: z.nullable(z.string()),
      problem: z.nullable(z.enum(mailProblems)),
    }),
  }),
  /** Adds a picture behind the others; `bytes` are its file in base64. Pages send the file itself to `/files/pictures`. */
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
  /** Puts the pictures into this order; those left out keep theirs behind them. */
  'config-orderPictures': write({
    by: ['admin'],
    input: z.object({ ids: z.array(Id).check(z.maxLength(mostPictures)) }),
    output: z.array(Picture),
  }),
  /** Takes a picture off the pages; it can be put back. */
  'config-removePicture': write({ by: ['admin'], input: z.object({ id: Id }), output: Nothing }),
  'config-restorePicture': write({ by: ['admin'], input: z.object({ id: Id }), output: Picture }),
}
