import * as z from 'zod'

const Port = z.coerce.number().int().min(1).max(65_535)

const Settings = z.object({
  PORT: Port.default(3000),
  HOST: z.string().min(1).default('localhost'),
  DATA_DIR: z.string().min(1).default('.data'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  SCHOOL_SCHEMA: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,40}$/)
    .default('school'),
  SECRET_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=$/)
    .optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_PASSPHRASE: z.string().min(12).max(1000).optional(),
  STRIPE_URL: z
    .url()
    .regex(/^https:|^http:\/\/(localhost|127\.0\.0\.1)(:|\/|$)/)
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  PRIVATE_HOSTS: z
    .string()
    .regex(/^[\w.:-]+(\s*,\s*[\w.:-]+)*$/)
    .transform(text => text.split(/\s*,\s*/))
    .optional(),
  MAIL_FROM: z.string().min(3).default('Lantern <office@localhost>'),
  IDENTITY_ENUMERATION_PROTECTION: z.enum(['on', 'off']).default('on'),
  APP_CHECK: z.enum(['off', 'monitor', 'enforce']).optional(),
  APP_CHECK_PROJECT: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
  APP_CHECK_KEYS: z
    .url()
    .regex(/^https:|^http:\/\/(localhost|127\.0\.0\.1)(:|\/|$)/)
    .default('https://firebaseappcheck.googleapis.com/v1/jwks'),
  TURNSTILE_SITE_KEY: z.string().max(200).optional(),
  TURNSTILE_SECRET: z.string().max(200).optional(),
  TURNSTILE_URL: z
    .url()
    .regex(/^https:|^http:\/\/(localhost|127\.0\.0\.1)(:|\/|$)/)
    .default('https://challenges.cloudflare.com'),
  IDENTITY_HOSTED_PROJECT: z
    .string()
    .regex(/^[a-z][a-z\d-]{3,40}$/)
    .optional(),
  IDENTITY_HOSTED_KEY: z
    .string()
    .regex(/^[\w-]{1,200}$/)
    .optional(),
  IDENTITY_HOSTED_KEYS_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'),
  TRUST_PROXY: z.coerce.number().int().min(0).max(9).default(0),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,200}$/)
    .optional(),
  SCHOOL_CLOCK: z.iso.datetime({ offset: true }).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('warn'),
})

/** Every setting, parsed once. */
export type Settings = z.infer<typeof Settings> & { publicUrl: string }

const expectations: Record<string, string> = {
  PORT: 'a port number between 1 and 65535',
  PUBLIC_URL: 'an address such as https://school.example',
  DATABASE_URL: 'an address such as postgres://user:password@host:5432/lantern',
  SCHOOL_SCHEMA: 'a name of lower-case letters, digits and underscores',
  SECRET_KEY: '32 random bytes in base64, as `openssl rand -base64 32` prints them',
  BACKUP_PASSPHRASE: 'at least 12 characters',
  STRIPE_URL: 'an https address (or one of this machine) that answers as Stripe does',
  SMTP_URL: 'an address such as smtps://user:password@mail.example:465',
  PRIVATE_HOSTS: 'names of hosts with commas between them, such as login.school.lan',
  IDENTITY_ENUMERATION_PROTECTION: 'on or off',
  APP_CHECK: 'off, monitor or enforce',
  APP_CHECK_PROJECT: 'the number of a project with App Check',
  APP_CHECK_KEYS: 'an https address (or one of this machine) with a set of keys',
  TURNSTILE_URL: 'an https address (or one of this machine) that answers as Turnstile does',
  IDENTITY_HOSTED_PROJECT: 'the ID of the project at the hosted identity service',
  IDENTITY_HOSTED_KEY: 'the public key of that project for browsers, of letters, digits, - and _',
  IDENTITY_HOSTED_KEYS_URL: 'the address of the keys by which that service signs',
  TRUST_PROXY: 'how many proxies stand in front, 0 to 9',
  METRICS_TOKEN: '16 to 200 letters, digits and . _ ~ + / = -',
  SCHOOL_CLOCK: 'an instant such as 2026-11-22T14:05:00-05:00',
  LOG_LEVEL: 'one of trace, debug, info, warn, error, fatal and silent',
}

/** Settings that hold a password or a key: what they are is said nowhere. */
const secretSettings = [
  'DATABASE_URL',
  'SECRET_KEY',
  'BACKUP_PASSPHRASE',
  'SMTP_URL',
  'TURNSTILE_SECRET',
  'METRICS_TOKEN',
]

/** Reads the settings from the environment. Throws one sentence that names the first setting that is wrong. */
export const readSettings = (environment: Record<string, string | undefined>): Settings => {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Settings.safeParse(given)
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0] ?? 'unknown')
    throw new Error(
      secretSettings.includes(name)
        ? `The setting ${name} is not usable: it must be ${expectations[name]!}.`
        : `The setting ${name} is "${given[name] ?? ''}", but it must be ${expectations[name] ?? 'a text that is not empty'}.`,
    )
  }
  const settings = parsed.data
  if (settings.SMTP_URL && !given['MAIL_FROM']) {
    throw new Error(
      'SMTP_URL is set, so MAIL_FROM must name the sender, such as "Lakeside School <office@school.example>".',
    )
  }
  if (Boolean(settings.TURNSTILE_SECRET) !== Boolean(settings.TURNSTILE_SITE_KEY)) {
    throw new Error('TURNSTILE_SITE_KEY and TURNSTILE_SECRET belong together: set both, or neither.')
  }
  if (settings.IDENTITY_HOSTED_PROJECT && !settings.IDENTITY_HOSTED_KEY) {
    throw new Error(
      'IDENTITY_HOSTED_PROJECT is set, so IDENTITY_HOSTED_KEY must be the key of that project for browsers.',
    )
  }
  return { ...settings, publicUrl: (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, '') }
}
