import type { TruthChild, TruthGuardian } from './importTruth.ts'

/** People's spellings of what they know: the same name, number and address, written differently on every line. */
export type Written<Of> = Of & { cell: string }
export type WrittenGuardian = Written<TruthGuardian> & { phoneCell: string; emailCell: string; said: string }
export type WrittenChild = Omit<Written<TruthChild>, 'guardians'> & { guardians: WrittenGuardian[]; bornCell: string }

const fullWidth = (text: string): string =>
  text.replace(/[!-~]/g, sign => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).replaceAll(' ', '　')
const parts = (name: string): { given: string; family: string } => {
  const [given = '', ...family] = name.split(' ')
  return { given, family: family.join(' ') }
}
/** "Last, First". */
export const turned = (name: string): string => `${parts(name).family}, ${parts(name).given}`

type Named = { name: string; nativeName: string }
const ofAnybody: readonly ((of: Named) => string)[] = [
  ({ name }) => name,
  ({ name }) => turned(name),
  ({ name }) => name.toLowerCase(),
  ({ name }) => name.replace(' ', '  '),
  ({ name }) => `${name},`,
  ({ name }) => fullWidth(name),
  ({ name }) => `${parts(name).given} M. ${parts(name).family}`,
  ({ name }) => `${parts(name).given} "Bo" ${parts(name).family}`,
  ({ name }) => `${name} (Bo)`,
  ({ name }) => name.toUpperCase(),
  ({ name }) => `${parts(name).family.toUpperCase()}, ${parts(name).given}`,
  ({ name }) => `${parts(name).given} ${parts(name).family.toUpperCase()}`,
  ({ name }) => `\u00a0${name}\u200b`,
]
const inBoth: readonly ((of: Named) => string)[] = [
  ({ name, nativeName }) => `${nativeName} (${name})`,
  ({ name, nativeName }) => `${name} ${nativeName}`,
  ({ name, nativeName }) => `${name} / ${nativeName}`,
  ({ nativeName }) => nativeName,
  ({ name, nativeName }) => `${nativeName}（${turned(name)}）`,
]
const titles = { Mother: 'Mrs.', Father: 'Mr.', Grandmother: 'Ms' } as const
const ofAdults: readonly ((of: TruthGuardian) => string)[] = [
  ({ name, relationship }) => `${titles[relationship]} ${parts(name).given} ${parts(name).family.toUpperCase()}`,
  ({ name }) => `Dr ${name}`,
  ({ name, email }) => `${name} <${email}>`,
  ({ name, relationship }) => `${relationship.toLowerCase()}: ${name}`,
  ({ name, relationship }) => `${name} (${relationship.toLowerCase()})`,
]
const phones: readonly ((phone: string) => string)[] = [
  phone => phone,
  phone => phone.replaceAll('-', '.'),
  phone => phone.replaceAll(/[- ]/g, ''),
  phone => fullWidth(phone),
  phone => `${phone} x12`,
  phone => `${phone} ext. 4`,
  phone => `${phone}转12`,
  phone => `cell: ${phone}`,
  phone => `${phone} (微信 same)`,
  phone => `${phone}, QQ 1387654321`,
  phone => `${phone} WeChat: 5855559999`,
  phone => phone.replace('+86 ', '0086-'),
  phone => (phone.startsWith('+') ? phone.replace('+86 ', '86-') : `+1 ${phone}`),
]
const emails: readonly ((of: TruthGuardian) => string)[] = [
  ({ email }) => email,
  ({ email }) => email.toUpperCase(),
  ({ email, name }) => `${name} <${email}>`,
  ({ email }) => `mailto:${email}`,
  ({ email, name }) => `"${turned(name)}" <${email}>`,
  ({ email }) => `${fullWidth(email)} `,
]

const pick = <Way>(ways: readonly Way[], n: number): Way => ways[Math.abs(n) % ways.length]!

const guardianAs = (guardian: TruthGuardian, n: number): WrittenGuardian => {
  const ways = [...ofAnybody, ...ofAdults, ...(guardian.nativeName === '' ? [] : inBoth)]
  return {
    ...guardian,
    cell: pick(ways, n)(guardian),
    said: pick(ofAnybody.slice(0, 4), n)(guardian),
    phoneCell: pick(phones, n + 3)(guardian.phone),
    emailCell: pick(emails, n)(guardian),
  }
}
/** A child with its guardians, as written on line `n`. */
export const written = (child: TruthChild, n: number): WrittenChild => ({
  ...child,
  cell: pick(ofAnybody, n * 5)({ ...child, nativeName: '' }),
  bornCell: n % 4 === 0 ? fullWidth(child.birthOn) : n % 7 === 0 ? ` ${child.birthOn} 00:00:00` : child.birthOn,
  guardians: child.guardians.map((guardian, index) => guardianAs(guardian, n * 7 + index * 3)),
})
