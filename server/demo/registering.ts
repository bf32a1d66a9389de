import type { Input } from '#contract/index.ts'
import { claimPerson } from '#server/access/identity/codes.ts'
import { insertAccount } from '#server/access/identity/queries.ts'
import { oversubscribed } from './children.ts'
import type { PlannedFamily } from './family.ts'
import { adultClass } from './offer.ts'
import { type Office, several } from './office.ts'
import type { OpenedSchool, When } from './opening.ts'
import { answersAbout, answersOf, levelsOf } from './settings.ts'

type Draft = Input<'enrolments-submit'>['draft']
/** An invoice as the family received it. */
export type Invoiced = { family: PlannedFamily; householdId: string; totalCents: number; at: Date }

const draftOf = (family: PlannedFamily, { termId, sectionOf, questions }: OpenedSchool): Draft => ({
  termId,
  address: family.address,
  answers: answersOf(questions, family),
  guardians: family.guardians.map(({ hasAccount: _hasAccount, ...guardian }, index) => ({
    key: `guardian-${index + 1}`,
    isMe: index === 0,
    ...guardian,
  })),
  children: family.children.map(({ seats: _seats, waits: _waits, ...child }, index) => ({
    key: `child-${index + 1}`,
    studentId: null,
    ...child,
    answers: answersAbout(questions, child),
  })),
  contacts: family.contacts.map((contact, index) => ({ key: `contact-${index + 1}`, ...contact })),
  consents: {
    levels: levelsOf(questions, family),
    signedName: family.guardians[0]!.name,
  },
  choices: family.children.flatMap(({ seats, waits }, index) =>
    [...seats, ...waits].map(name => ({ childKey: `child-${index + 1}`, sectionId: sectionOf.get(name)! })),
  ),
})

/** The first guardian registers as a student themselves. */
const adultDraftOf = (family: PlannedFamily, school: OpenedSchool, birthOn: string): Draft => {
  const draft = draftOf(family, school)
  const me = { ...draft.guardians![0]!, relationship: 'self' as const }
  const { name = '', nativeName = '' } = me
  return {
    ...draft,
    guardians: [me],
    children: [{ key: 'adult', name, nativeName, birthOn }],
    choices: [{ childKey: 'adult', sectionId: school.sectionOf.get(adultClass.name)! }],
  }
}

const submit = async (
  office: Office,
  family: PlannedFamily,
  draft: Draft,
  waits: number,
  at: Date,
): Promise<Invoiced> => {
  const email = family.guardians[0]!.email
  const { totalCents } = await office.call(email, 'enrolments-quote', { draft }, at)
  const { householdId, outcomes } = await office.call(
    email,
    'enrolments-submit',
    { draft, agreedCents: totalCents },
    at,
  )
  const waiting = outcomes.filter(({ outcome }) => outcome === 'waitlist').length
  if (waiting !== waits) throw new Error(`${email} waits for ${waiting} seats, not ${waits}`)
  return { family, householdId, totalCents, at }
}

const sitsWhereOthersWait = ({ children }: PlannedFamily): boolean =>
  children.some(({ seats }) => seats.some(name => oversubscribed.has(name)))

/** Registers all families, in order of time as far as seats depend on it. */
export const registerFamilies = async (
  office: Office,
  school: OpenedSchool,
  families: readonly PlannedFamily[],
  when: When,
): Promise<Invoiced[]> => {
  const invoiced: Invoiced[] = []
  const register = async (family: PlannedFamily) => {
    const waits = family.children.reduce((sum, child) => sum + child.waits.length, 0)
    invoiced.push(await submit(office, family, draftOf(family, school), waits, when(family.registersAt)))
  }
  // Several register at once, so families on waitlists come in a second round, when the seats are taken.
  const round = families.findLastIndex(sitsWhereOthersWait) + 1
  await several(families.slice(0, round), register)
  await several(families.slice(round), register)
  return invoiced
}

/** Some guardians return to learn tai chi. Adults are in addition to the school's 300 children. */
export const registerAdults = async (
  office: Office,
  school: OpenedSchool,
  families: readonly PlannedFamily[],
  when: When,
): Promise<Invoiced[]> => {
  const invoiced: Invoiced[] = []
  await office.meet()
  await several(families, async family => {
    if (!family.taiChi) return
    const draft = adultDraftOf(family, school, family.taiChi.birthOn)
    invoiced.push(await submit(office, family, draft, 0, when(family.taiChi.registersAt)))
  })
  return invoiced
}

/** Second guardians sign up on their own and are matched to the person that the school knows. */
export const joinSecondGuardians = async (
  office: Office,
  families: readonly PlannedFamily[],
  passwordHash: string,
  when: When,
): Promise<void> => {
  const joining = families.flatMap(({ guardians, registersAt, language }) =>
    guardians
      .slice(1)
      .flatMap(({ hasAccount, ...guardian }) => (hasAccount ? [{ ...guardian, registersAt, language }] : [])),
  )
  await several(joining, ({ email, name, registersAt, language }) =>
    office.database.transaction(async db => {
      const createdAt = when(registersAt)
      const values = {
        email,
        displayName: name,
        passwordHash,
        passwordUpdatedAt: createdAt,
        isVerified: true,
        language,
        createdAt,
      }
      const account = await insertAccount(db, { ...values, lastSignInAt: createdAt })
      if (!account) throw new Error(`${email} has an account already`)
      await claimPerson(db, account)
    }),
  )
}
