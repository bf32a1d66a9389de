import { hashKey } from '@tanstack/react-query'
import type { Draft, KnownToSchool } from '#contract/enrolment/enrolments.ts'
import type { SessionUser } from '#web/session/session.ts'
import { isDay } from '#web/ui/DateParts.tsx'
import { newOperationId } from '#web/wire/wire.ts'
import { inOrder, type TwoNames } from '#web/words/Name.tsx'
import { wishedClass } from './deviceCopy.ts'

export type { Draft }
export type Guardian = Draft['guardians'][number]
export type Child = Draft['children'][number]
export type Contact = Draft['contacts'][number]

/** Returns a key for a new block of the form. */
const newKey = (): string => newOperationId().slice(0, 13)
export const blankGuardian = (): Guardian => ({
  key: newKey(),
  isMe: false,
  name: '',
  nativeName: '',
  relationship: '',
  email: '',
  phone: '',
  hasDataAccess: true,
  mayPickUp: true,
})
export const blankChild = (): Child => ({
  key: newKey(),
  studentId: null,
  name: '',
  nativeName: '',
  preferredName: '',
  birthOn: '',
  grade: '',
  allergies: '',
  medical: '',
  healthSaid: false,
  answers: {},
})
/** The first child of a new draft, with the birthday used to search for its class. */
const wishedChild = (): Child => {
  const birthOn = wishedClass()?.birthOn ?? ''
  return { ...blankChild(), birthOn: isDay(birthOn) ? birthOn : '' }
}
export const blankContact = (): Contact => ({
  key: newKey(),
  name: '',
  phone: '',
  relationship: '',
  mayPickUp: false,
})

const noConsents: Draft['consents'] = { levels: {}, signedName: '' }

/**
 * Completes a draft to one block of each kind, so that there is something to fill in. Where only the office changes the
 * family's contacts, they are those on record.
 */
export const completed = (
  found: Draft | null,
  user: SessionUser,
  known: Pick<KnownToSchool, 'isWhole'> | null,
): Draft => {
  const guardians = found?.guardians ?? []
  const email = user.email.toLowerCase()
  const mine = guardians.find(({ isMe }) => isMe) ?? guardians.find(each => each.email.toLowerCase() === email)
  const me: Guardian = { ...(mine ?? { ...blankGuardian(), name: user.name, email }), isMe: true }
  return {
    // A term for which nothing is chosen is only where the family looked: later it begins with the one that is open then.
    termId: found && found.choices.length > 0 ? found.termId : null,
    address: found?.address ?? '',
    answers: found?.answers ?? {},
    guardians: [me, ...guardians.filter(each => each !== mine).map(each => ({ ...each, isMe: false }))],
    children: found?.children.length ? found.children.map(child => ({ ...blankChild(), ...child })) : [wishedChild()],
    contacts:
      found && (found.contacts.length > 0 || known?.isWhole === false)
        ? found.contacts.map(contact => ({ ...blankContact(), ...contact }))
        : [blankContact()],
    // A draft that this device has kept for long may have an older form.
    consents: { ...noConsents, ...found?.consents },
    choices: found?.choices ?? [],
    at: found?.at ?? '',
    promoCode: found?.promoCode ?? '',
  }
}

/** Returns the keys of the children whose health the family has answered. */
export const healthyOf = ({ children }: Draft): string[] =>
  children.filter(({ healthSaid }) => healthSaid).map(({ key }) => key)

/** Returns both names as they will be saved, without surrounding spaces. */
export const namesOf = ({ name, nativeName }: TwoNames): TwoNames => ({
  name: name.trim(),
  nativeName: nativeName.trim(),
})
/** Returns the name by which later pages call a child; '' before it has one. */
export const calledIn = (language: string, { name, preferredName, nativeName }: Child): string =>
  inOrder(language, namesOf({ name: preferredName.trim() || name, nativeName })).first

/**
 * True if two drafts have the same content, apart from the page on which each was left. The database reorders keys, so
 * their order doesn’t count.
 */
export const isSame = (one: Draft, other: Draft): boolean =>
  hashKey([{ ...one, at: '' }]) === hashKey([{ ...other, at: '' }])
