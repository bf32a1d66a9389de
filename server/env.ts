import * as z from 'zod'

const Port = z.coerce.number().int().min(1).max(65_535)

const Settings = z.object({
  PORT: Port.default(3000),
  HOST: z.string().min(1).default('localhost'),
  PROCESSES: z.coerce.number().int().min(1).max(64).default(1),
  DATA_DIR: z.string().min(1).default('.data'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  SCHOOL_SCHEMA: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,40}$/)
    .default('school'),
  SCHOOLS: z.enum(['one', 'many']).default('one'),
  CONNECTIONS: z.coerce.number().int().min(10).max(1000).default(40),
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
  PROCESSES: 'a number between 1 and 64',
  PUBLIC_URL: 'an address such as https://school.example',
  DATABASE_URL: 'an address such as postgres://user:password@host:5432/lantern',
  SCHOOL_SCHEMA: 'lower-case letters, digits and underscores, beginning with a letter',
  SCHOOLS: 'one or many',
  CONNECTIONS: 'a number between 10 and 1000',
  SECRET_KEY: '32 random bytes in base64, as `openssl rand -base64 32` prints them',
  BACKUP_PASSPHRASE: 'at least 12 characters',
  STRIPE_URL: 'an https address (or one on this machine) that answers like Stripe',
  SMTP_URL: 'an address such as smtps://user:password@mail.example:465',
  PRIVATE_HOSTS: 'host names separated by commas, such as login.school.lan',
  IDENTITY_ENUMERATION_PROTECTION: 'on or off',
  APP_CHECK: 'off, monitor or enforce',
  APP_CHECK_PROJECT: 'the number of a project with App Check',
  APP_CHECK_KEYS: 'an https address (or one on this machine) of a key set',
  TURNSTILE_URL: 'an https address (or one on this machine) that answers like Turnstile',
  IDENTITY_HOSTED_PROJECT: 'the ID of the project at the hosted identity service',
  IDENTITY_HOSTED_KEY: 'the browser key of that project: letters, digits, - and _',
  IDENTITY_HOSTED_KEYS_URL: 'the address of that service’s signing keys',
  TRUST_PROXY: 'the number of proxies in front, 0 to 9',
  METRICS_TOKEN: '16 to 200 letters, digits and . _ ~ + / = -',
  SCHOOL_CLOCK: 'an instant such as 2026-11-22T14:05:00-05:00',
  LOG_LEVEL: 'one of trace, debug, info, warn, error, fatal and silent',
}

type Meaning = {
  does: string
  /** The default, if it is not a fixed value. */
  without?: string
}
/** The purpose of each setting, in the order of the table in docs/operate.md. */
const meanings: Record<keyof z.infer<typeof Settings>, Meaning> = {
  PORT: { does: 'The port that Lantern listens on.' },
  HOST: { does: 'The address that it listens on. `0.0.0.0` means every address of the machine.' },
  PROCESSES: {
    does: 'How many processes share the port. More than one requires `DATABASE_URL`; each opens up to 23 connections to it.',
  },
  PUBLIC_URL: {
    does: 'The address that people open. Links in emails begin with it.',
    without: '`http://localhost:PORT`',
  },
  TRUST_PROXY: {
    does: 'How many reverse proxies are in front. Lantern takes the caller’s address and the request ID from them.',
  },
  DATA_DIR: { does: 'The folder with the embedded database, `secret.key` and the backups.' },
  DATABASE_URL: {
    does: 'A PostgreSQL server (15 or later) to use in place of the embedded one. If it is on another host, end the address in `?sslmode=verify-full`.',
    without: 'embedded PostgreSQL 18',
  },
  SCHOOL_SCHEMA: { does: 'The schema of this school, if several share a database.' },
  SCHOOLS: {
    does: '`many` serves one school for each host name added with `npm run schools`. `PUBLIC_URL` then sets `https:` and the port, and the host name completes the address.',
  },
  CONNECTIONS: {
    does: 'With `SCHOOLS=many`, how many PostgreSQL connections a process opens for all schools together.',
  },
  SECRET_KEY: {
    does: 'The key that seals secrets in the database. Keep a copy, but not in the same place as your backups.',
    without: 'created once, in `DATA_DIR/secret.key`',
  },
  BACKUP_DIR: { does: 'The folder for backups.', without: '`DATA_DIR/backups`' },
  BACKUP_PASSPHRASE: { does: 'Encrypts and decrypts backups.', without: 'backups are not encrypted' },
  SMTP_URL: {
    does: 'The mail server. If it is on another host, it must support TLS, unless the address ends in `?requireTLS=false`.',
    without: 'the server under Settings → Email; if there is none, emails are kept',
  },
  MAIL_FROM: { does: 'The sender of emails. Required with `SMTP_URL`.' },
  LOG_LEVEL: { does: 'How much is logged, as JSON on standard error.' },
  METRICS_TOKEN: {
    does: 'The bearer token with which programs read `/metrics`.',
    without: '`/metrics` doesn’t exist',
  },
  PRIVATE_HOSTS: {
    does: 'Hosts that Lantern may connect to although they are in a private network, such as your own sign-in provider.',
    without: 'none',
  },
  IDENTITY_ENUMERATION_PROTECTION: { does: '`off` lets sign-in reveal whether an address has an account.' },
  APP_CHECK: {
    does: 'Whether signing in and registering require an attestation token, which browsers earn with a short computation. `monitor` only logs requests without one.',
    without: '`enforce`; the demo: `monitor`',
  },
  APP_CHECK_PROJECT: { does: 'A project with hosted App Check, whose tokens are then accepted, too.', without: 'none' },
  APP_CHECK_KEYS: { does: 'Where App Check publishes its keys.' },
  TURNSTILE_SITE_KEY: { does: 'The site key of Turnstile, which then replaces the computation.', without: 'none' },
  TURNSTILE_SECRET: { does: 'The secret that belongs to that site key.', without: 'none' },
  TURNSTILE_URL: { does: 'The address of Turnstile. For tests.' },
  IDENTITY_HOSTED_PROJECT: {
    does: 'The project of a hosted identity service that browsers sign in to instead (decision 33).',
    without: 'Lantern’s own sign-in',
  },
  IDENTITY_HOSTED_KEY: { does: 'The public browser key of that project.', without: 'none' },
  IDENTITY_HOSTED_KEYS_URL: { does: 'Where that service publishes its signing keys.' },
  STRIPE_URL: { does: 'The address of the card payment provider. For tests.', without: 'Stripe’s own address' },
  SCHOOL_CLOCK: { does: 'Demo only: the time at which the school’s clock starts.', without: 'the real time' },
}

/** The table of all settings in Markdown: what each does, its allowed values, and its default. */
export const settingsTable = (): string => {
  const lines = Object.entries(meanings).map(([name, { does, without }]) => {
    const fixed = Settings.shape[name as keyof z.infer<typeof Settings>].safeParse(undefined).data
    const must = expectations[name]
    return `| \`${name}\` | ${does} | ${must ?? 'any text'} | ${without ?? `\`${String(fixed)}\``} |`
  })
  return ['| Setting | What it does | What it must be | Without it |', '|---|---|---|---|', ...lines].join('\n')
}

/** Settings that hold a password or a key. Their values are never shown. */
const secretSettings = [
  'DATABASE_URL',
  'SECRET_KEY',
  'BACKUP_PASSPHRASE',
  'SMTP_URL',
  'TURNSTILE_SECRET',
  'METRICS_TOKEN',
]

/**
 * Reads the settings from the environment. Throws an error whose one sentence names the first setting that is wrong.
 */
export const readSettings = (environment: Record<string, string | undefined>): Settings => {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Settings.safeParse(given)
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0] ?? 'unknown')
    throw new Error(
      secretSettings.includes(name)
        ? `The setting ${name} can’t be used: it must be ${expectations[name]!}.`
        : `The setting ${name} is "${given[name] ?? ''}", but it must be ${expectations[name] ?? 'text that is not empty'}.`,
    )
  }
  const settings = parsed.data
  if (settings.PROCESSES > 1 && !settings.DATABASE_URL)
    throw new Error(
      `PROCESSES is ${settings.PROCESSES}, but the embedded database serves only one process: set DATABASE_URL, or remove PROCESSES.`,
    )
  if (settings.SCHOOLS === 'many' && settings.IDENTITY_HOSTED_PROJECT)
    throw new Error(
      'SCHOOLS is many, but people of a hosted identity service would be known at every school: remove IDENTITY_HOSTED_PROJECT.',
    )
  if (settings.SMTP_URL && !given['MAIL_FROM']) {
    throw new Error(
      'SMTP_URL is set, so MAIL_FROM must name the sender, such as "Lakeside School <office@school.example>".',
    )
  }
  if (Boolean(settings.TURNSTILE_SECRET) !== Boolean(settings.TURNSTILE_SITE_KEY)) {
    throw new Error('TURNSTILE_SITE_KEY and TURNSTILE_SECRET belong together: set both, or neither.')
  }
  if (settings.IDENTITY_HOSTED_PROJECT && !settings.IDENTITY_HOSTED_KEY) {
    throw new Error('IDENTITY_HOSTED_PROJECT is set, so IDENTITY_HOSTED_KEY must be the browser key of that project.')
  }
  return { ...settings, publicUrl: (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, '') }
}

/**
 * The settings for a command that works on one school. With `SCHOOLS=many` it throws a sentence that names `instead`,
 * the command for one school of many.
 */
export const readSettingsOfOne = (environment: Record<string, string | undefined>, instead: string): Settings => {
  const settings = readSettings(environment)
  if (settings.SCHOOLS === 'many') throw new Error(`SCHOOLS is many, so say which school: ${instead}`)
  return settings
}
