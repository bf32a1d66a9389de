import { Email } from '#contract/values.ts'
import type { Role } from '#contract/callable.ts'
import { isCommonPassword, isOwnWord } from '#server/platform/commonPasswords.ts'
import type { Db } from '#server/platform/db.ts'
import { isTooLong, maxPasswordBytes, minPasswordLength, minStaffPasswordLength } from '#server/platform/passwords.ts'
import { findSchool } from './queries.ts'
import { IdentityError, type IdentitySettings, textOf } from './wire.ts'

/** A canonical email address (wire B9). Throws MISSING_EMAIL or INVALID_EMAIL. */
export const readEmail = (value: unknown): string => {
  const text = textOf(value)
  if (text === undefined) throw new IdentityError('MISSING_EMAIL')
  const parsed = Email.safeParse(text)
  if (!parsed.success) throw new IdentityError('INVALID_EMAIL')
  return parsed.data
}

/** A password that may be set. Throws MISSING_PASSWORD, WEAK_PASSWORD or PASSWORD_DOES_NOT_MEET_REQUIREMENTS. */
export const readNewPassword = (value: unknown): string => {
  const password = textOf(value)
  if (password === undefined) throw new IdentityError('MISSING_PASSWORD')
  if (password.length < minPasswordLength) {
    throw new IdentityError('WEAK_PASSWORD', `Password should be at least ${minPasswordLength} characters`)
  }
  if (isTooLong(password)) {
    throw new IdentityError(
      'PASSWORD_DOES_NOT_MEET_REQUIREMENTS',
      `Password may contain at most ${maxPasswordBytes} bytes`,
    )
  }
  if (isCommonPassword(password)) {
    throw new IdentityError('PASSWORD_DOES_NOT_MEET_REQUIREMENTS', 'This password is too common. Choose another one.')
  }
  return password
}

/**
 * Throws PASSWORD_DOES_NOT_MEET_REQUIREMENTS for a password that anyone who knows the person and the school would try.
 */
export const checkOwnWords = async (db: Db, password: string, email: string): Promise<void> => {
  const school = await findSchool(db)
  if (isOwnWord(password, { email, school: school ? [school.name, school.nativeName] : [] }))
    throw new IdentityError(
      'PASSWORD_DOES_NOT_MEET_REQUIREMENTS',
      'This password is too easy to guess here. Choose one that isn’t your address or the name of the school.',
    )
}

/** Throws PASSWORD_DOES_NOT_MEET_REQUIREMENTS for a password that is too short for staff. */
export const checkStaffPassword = (password: string, roles: readonly Role[]): void => {
  if (password.length < minStaffPasswordLength && roles.some(role => role !== 'parent'))
    throw new IdentityError(
      'PASSWORD_DOES_NOT_MEET_REQUIREMENTS',
      `Staff need a password of at least ${minStaffPasswordLength} characters`,
    )
}

/**
 * A display name: null or empty clears it, absent keeps it. Throws INVALID_DISPLAY_NAME if it has control characters or
 * more than 200 characters (wire B9).
 */
export const readDisplayName = (value: unknown): string | undefined => {
  if (value === undefined) return undefined
  if (value === null) return ''
  const name = typeof value === 'string' ? value.trim().normalize('NFC') : undefined
  if (name === undefined || name.length > 200 || /\p{Cc}/u.test(name)) {
    throw new IdentityError(
      'INVALID_DISPLAY_NAME',
      'Enter a name of at most 200 characters, without control characters.',
    )
  }
  return name
}

/**
 * The address of a picture: null or empty clears it, absent keeps it. Throws INVALID_PHOTO_URL if it is not https (wire
 * B9).
 */
export const readPhotoUrl = (value: unknown): string | null | undefined => {
  if (value === undefined) return undefined
  if (value === null || value === '') return null
  const url = typeof value === 'string' && value.length <= 2048 ? URL.parse(value) : null
  if (url?.protocol !== 'https:')
    throw new IdentityError('INVALID_PHOTO_URL', 'Enter an https address of at most 2048 characters for the picture.')
  return url.href
}

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/** True if an address is within this school: at its public origin or, in the demo, on this machine under any port. */
export const isOurs = (url: URL, settings: Pick<IdentitySettings, 'publicUrl' | 'isDemo'>): boolean =>
  url.origin === new URL(settings.publicUrl).origin ||
  (settings.isDemo && /^https?:$/.test(url.protocol) && localHosts.has(url.hostname))

/**
 * The address to which a mailed link returns afterwards. Throws INVALID_CONTINUE_URI for anything but a web address,
 * and UNAUTHORIZED_DOMAIN for an address elsewhere, so that the school's letters can't be used to lure people away
 * (wire B4).
 */
export const readContinueUrl = (value: unknown, settings: IdentitySettings): URL | undefined => {
  if (value === undefined || value === null || value === '') return undefined
  const url = typeof value === 'string' && value.length <= 2048 ? URL.parse(value) : null
  if (!url || !/^https?:$/.test(url.protocol)) throw new IdentityError('INVALID_CONTINUE_URI')
  if (!isOurs(url, settings)) throw new IdentityError('UNAUTHORIZED_DOMAIN', 'Domain not allowlisted by project')
  return url
}
