import { hashKey } from '@tanstack/react-query'
import type { Draft } from '#contract/enrolment/enrolments.ts'
import type { SessionUser } from '#web/session/session.ts'
import { isDay } from '#web/ui/DateParts.tsx'
import { newOperationId } from '#web/wire/wire.ts'
import { inOrder, type TwoNames } from '#web/words/Name.tsx'
import { wishedClass } from './deviceCopy.ts'

export type { Draft }
export type Guardian = Draft['guardians'][number]
export type Child = Draft['children'][number]
export type Contact = Draft['contacts'][number]

/** A key for a new block of the form. */
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
/** The first child of a new draft, with the birthday that its class was looked for with. */
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

/** A draft with one block of each kind, so that there is something to fill in. */
export const completed = (found: Draft | null, user: SessionUser): Draft => {
  const guardians = found?.guardians ?? []
  const email = user.email.toLowerCase()
  const mine = guardians.find(({ isMe }) => isMe) ?? guardians.find(each => each.email.toLowerCase() === email)
  const me: Guardian = { ...(mine ?? { ...blankGuardian(), name: user.name, email }), isMe: true }
  return {
    termId: found?.termId ?? null,
    address: found?.address ?? '',
    answers: found?.answers ?? {},
    guardians: [me, ...guardians.filter(each => each !== mine).map(each => ({ ...each, isMe: false }))],
    children: found?.children.length ? found.children.map(child => ({ ...blankChild(), ...child })) : [wishedChild()],
    contacts: found?.contacts.length
      ? found.contacts.map(contact => ({ ...blankContact(), ...contact }))
      : [blankContact()],
    // A draft that this device has kept for long may be of an older form.
    consents: { ...noConsents, ...found?.consents },
    choices: found?.choices ?? [],
    at: found?.at ?? '',
    promoCode: found?.promoCode ?? '',
  }
}

/** Children of whom the family has said how their health is. */
export const healthyOf = ({ children }: Draft): string[] =>
  children.filter(({ healthSaid }) => healthSaid).map(({ key }) => key)

/** Both names of somebody as they will be kept: what is typed may have spaces around it. */
export const namesOf = ({ name, nativeName }: TwoNames): TwoNames => ({
  name: name.trim(),
  nativeName: nativeName.trim(),
})
/** How a child is called on the pages after its own; '' before it has a name. */
export const calledIn = (language: string, { name, preferredName, nativeName }: Child): string =>
  inOrder(language, namesOf({ name: preferredName.trim() || name, nativeName })).first

/** Whether two drafts say the same, whichever page each was left on. The database reorders keys, so their order doesn’t count. */
export const isSame = (one: Draft, other: Draft): boolean =>
  hashKey([{ ...one, at: '' }]) === hashKey([{ ...other, at: '' }])
