import type { Settings } from '#server/env.ts'
import type { HttpTools } from '#server/http.ts'
import { type FindMailServer, keepMails, sendThrough } from '#server/platform/mailServer.ts'
import type { Seal } from '#server/platform/secrets.ts'
import { mailServerOf } from '#server/school/config/acts.ts'

/**
 * How a school's letters are sent: by the server of the startup settings, else the one that the school has entered. The
 * demo sends none without the former.
 */
export const mailBy = (env: Settings, secrets: Seal, isDemo = false): FindMailServer =>
  env.SMTP_URL ? sendThrough(env.SMTP_URL, env.MAIL_FROM) : isDemo ? keepMails : mailServerOf(secrets)

/** The settings that decide how a school answers over HTTP. */
export const httpBy = (
  env: Settings,
  isDemo = false,
): Pick<HttpTools, 'enumerationProtection' | 'hosted' | 'proxies' | 'attestation'> => ({
  enumerationProtection: env.IDENTITY_ENUMERATION_PROTECTION === 'on',
  hosted: env.IDENTITY_HOSTED_PROJECT
    ? {
        project: env.IDENTITY_HOSTED_PROJECT,
        issuer: `https://securetoken.google.com/${env.IDENTITY_HOSTED_PROJECT}`,
        keysUrl: env.IDENTITY_HOSTED_KEYS_URL,
        apiKey: env.IDENTITY_HOSTED_KEY ?? '',
      }
    : undefined,
  proxies: env.TRUST_PROXY,
  attestation: {
    // People may well try a demo with programs of their own.
    mode: env.APP_CHECK ?? (isDemo ? 'monitor' : 'enforce'),
    ...(env.APP_CHECK_PROJECT && { hosted: { project: env.APP_CHECK_PROJECT, keys: env.APP_CHECK_KEYS } }),
    ...(env.TURNSTILE_SECRET && {
      turnstile: { secret: env.TURNSTILE_SECRET, siteKey: env.TURNSTILE_SITE_KEY ?? '', url: env.TURNSTILE_URL },
    }),
  },
})
