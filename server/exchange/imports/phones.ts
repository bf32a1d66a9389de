import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { PhoneRegion } from '#contract/exchange/imports.ts'

const ofCurrency: Record<string, PhoneRegion> = {
  USD: 'US',
  CAD: 'CA',
  GBP: 'GB',
  AUD: 'AU',
  NZD: 'NZ',
  SGD: 'SG',
  HKD: 'HK',
  TWD: 'TW',
  CNY: 'CN',
  MOP: 'MO',
  JPY: 'JP',
  KRW: 'KR',
  MYR: 'MY',
  CHF: 'CH',
  SEK: 'SE',
  NOK: 'NO',
  DKK: 'DK',
}
const ofZone: Record<string, PhoneRegion> = {
  'Europe/Berlin': 'DE',
  'Europe/Vienna': 'AT',
  'Europe/Paris': 'FR',
  'Europe/Amsterdam': 'NL',
  'Europe/Brussels': 'BE',
  'Europe/Rome': 'IT',
  'Europe/Madrid': 'ES',
  'Europe/Dublin': 'IE',
}
/** The country in whose format a school most likely writes phone numbers. */
export const regionFor = ({ zone, currency }: { zone: string; currency: string }): PhoneRegion =>
  ofZone[zone] ?? ofCurrency[currency] ?? (currency === 'EUR' ? 'DE' : 'US')

/** Area codes and exchanges of North America begin with 2 to 9. */
const isAmerican = (digits: string): boolean => /^1[2-9]\d{2}[2-9]\d{6}$/.test(digits)

/**
 * Returns a function that formats a phone number: in the national form for the school's own country, with + and the
 * country code otherwise. A number without its area code stays as written; null for what is no phone number.
 */
export const phoneReader = (region: PhoneRegion): ((text: string) => string | null) => {
  const known = new Map<string, string | null>()
  const read = (text: string): string | null => {
    const written = text.replace(/\D/g, '')
    // 0086 139…, 86-138…: the country code, as people in China write it.
    const isCoded = /^(?:00)?86/.test(written) && /^1[3-9]\d{9}$/.test(written.replace(/^(?:00)?86/, ''))
    const digits = isCoded ? written.replace(/^(?:00)?86/, '') : written
    // Sheets of schools abroad have Chinese mobile numbers without the country code: 138 0013 8000.
    const isChinese =
      isCoded ||
      (/^1[3-9]\d{9}$/.test(digits) &&
        !/^\D*\+/.test(text) &&
        (!isAmerican(digits) || /^1\d{2}[ -]\d{4}[ -]\d{4}$/.test(text)))
    if (isChinese) return parsePhoneNumberFromString(digits, 'CN')?.formatInternational() ?? null
    const number = parsePhoneNumberFromString(text, region)
    // No area code of North America begins with 0 or 1: such a number is a QQ number, or something else.
    const isNone = number?.countryCallingCode === '1' && /^[01]/.test(number.nationalNumber)
    if (number?.isPossible() && !isNone)
      return number.country === region || (region === 'US' && number.countryCallingCode === '1')
        ? number.formatNational()
        : number.formatInternational()
    return digits.length >= 7 && digits.length <= 8 ? text.replace(/[^\d\s().-]/g, '').trim() : null
  }
  return text => {
    const found = known.get(text)
    if (found !== undefined) return found
    const value = read(text)
    known.set(text, value)
    return value
  }
}

/** Formats the phone numbers on file for comparison, since they are written in many ways, too. */
export const withReadPhones = <Person extends { phone: string }>(
  persons: readonly Person[],
  region: PhoneRegion,
): Person[] => {
  const read = phoneReader(region)
  return persons.map(person =>
    person.phone === '' ? person : { ...person, phone: read(person.phone) ?? person.phone },
  )
}
