import type { Language } from '#contract/values.ts'
import { deviceIn } from '#rules/devices.ts'
import type { Letter } from '#server/platform/mail.ts'
import { nameIn, textsOf } from '#server/platform/texts.ts'
import { messages as en } from './letters.en.ts'
import { messages as zh } from './letters.zh.ts'

const texts = textsOf({ en, zh })

type School = { name: string; nativeName: string } | null
/** The kinds of letters with their data: the recipient, and where the links lead. */
export type Occasion =
  | { kind: 'verify'; email: string; link: string; refusal: string }
  | { kind: 'reset'; email: string; link: string }
  | { kind: 'changeEmail'; email: string; newEmail: string; link: string; refusal: string }
  | { kind: 'emailChanged'; email: string; newEmail: string }
  | { kind: 'invitation'; email: string; name: string; link: string }
  | { kind: 'welcome'; email: string; name: string; link: string }
  /** A second factor was set up by its owner, removed by its owner, or removed by the office. */
  | { kind: 'secondFactorOn' | 'secondFactorOff' | 'secondFactorTaken'; email: string }
  | { kind: 'passwordChanged'; email: string }
  | { kind: 'passkeyAdded' | 'passkeyRemoved'; email: string; passkey: string }
  | { kind: 'signInLink'; email: string; link: string }
  /** Someone signed in on a device that was new to the account. */
  | { kind: 'newDevice'; email: string; device: string }
  /** The owner closed the account: one letter goes to them, one to the office. */
  | { kind: 'closed'; email: string }
  | { kind: 'closedTold'; email: string; name: string; account: string }
  | { kind: 'recoveryUsed'; email: string; left: number }

/**
 * The letter for an occasion, in the given language and in the school's name. Letters whose link opens the account are
 * hidden from the office. A change of address is confirmed from the new address and announced to the old one (wire B4).
 */
export const letterFor = (occasion: Occasion, language: Language, of: School): Letter => {
  const t = texts(language)
  const values = {
    name: '',
    account: '',
    newEmail: '',
    left: 0,
    ...occasion,
    passkey: deviceIn(language, 'passkey' in occasion ? occasion.passkey : ''),
    device: deviceIn(language, 'device' in occasion ? occasion.device : ''),
    school: (of && nameIn(language, of)) || t('school'),
    hasDevice: 'device' in occasion && occasion.device !== '' ? 'yes' : 'no',
  }
  return {
    to: occasion.kind === 'changeEmail' ? occasion.newEmail : occasion.email,
    subject: t(`subject.${occasion.kind}`, values),
    paragraphs: [
      'name' in occasion && occasion.kind !== 'closedTold' ? t('openingNamed', values) : t('opening'),
      t(`says.${occasion.kind}`, values),
      ...(occasion.kind === 'welcome' ? [] : [t(`after.${occasion.kind}`)]),
    ],
    ...('link' in occasion ? { link: { url: occasion.link, label: t(`label.${occasion.kind}`) } } : {}),
    ...('refusal' in occasion ? { otherLink: { url: occasion.refusal, label: t(`refusal.${occasion.kind}`) } } : {}),
    isSecret: 'link' in occasion && occasion.kind !== 'welcome',
  }
}
