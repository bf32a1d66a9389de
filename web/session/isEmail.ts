import { emailPattern, mostEmailLength } from '#contract/email.plain.ts'

/** True for an address that the server accepts, so that a form reports a wrong one with everything else that is wrong. */
export const isEmail = (text: string): boolean => {
  const address = text.trim()
  return address.length <= mostEmailLength && emailPattern.test(address)
}
