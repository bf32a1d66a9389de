import type { familyRecord } from '#contract/people/parents.record.ts'
import type { Parsed } from '#contract/index.ts'
import { consentLevels } from '#contract/school/policies.ts'
import { isFullName } from '#rules/agreement.ts'
import { dayIn } from '#rules/calendar.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { listCurrent } from '#server/school/policies/acts.ts'
import { currentPolicies } from '#server/school/policies/policy.ts'
import { upsertPreference } from '#server/access/push/acts.ts'
import { myStudents, visibleHouseholds, visibleStudents } from '#server/people/students/policy.ts'
import { insertPickUp, isBarred } from './pickUpQueries.ts'
import { keptContacts, keptPickUps, myHouseholds, myPreferences, wholeHouseholds } from './policy.ts'
import {
  deleteContact,
  endPickUp,
  findPlace,
  findSigner,
  insertConsent,
  insertContact,
  listHouseholdPeople,
  listPreferences,
  updateContact,
} from './recordQueries.ts'

/** Notifies the family, its teachers and the office that a household changed. */
const announce = async (
  { db, touch }: Pick<Context<unknown>, 'db' | 'touch'>,
  householdId: string,
  ...slices: string[]
): Promise<void> => touch(['parents', ...slices], await listHouseholdPeople(db, householdId))

/** The same for safety facts shown beside a child: whom to call, and who may or must not pick the child up. */
const announceSafety = (context: Pick<Context<unknown>, 'db' | 'touch'>, householdId: string): Promise<void> =>
  announce(context, householdId, 'students', 'absences')

const addPickUp = async (
  context: Context<Parsed<'parents-allowPickUp'>>,
  rule: 'allow' | 'deny',
): Promise<{ id: string }> => {
  const { db, actor, input, now } = context
  const today = dayIn(await zoneOf(db), now)
  const place = await findPlace(
    db,
    visibleHouseholds(actor),
    wholeHouseholds(actor),
    visibleStudents(actor, now),
    input.householdId,
    input.studentId,
    today,
  )
  if (!place) throw notFound('The household')
  if (input.studentId === null && !place.isWhole) throw invalid([{ path: 'studentId', message: 'choose' }])
  if (input.toDay !== null && input.toDay < today) throw invalid([{ path: 'toDay', message: 'past' }])
  if (input.toDay !== null && input.toDay < input.fromDay) throw invalid([{ path: 'toDay', message: 'before' }])
  // Another entry doesn't admit a person whom the office has blocked.
  if (rule === 'allow' && isBarred(place.barred, input.name)) throw invalid([{ path: 'name', message: 'barred' }])
  const id = await insertPickUp(db, { ...input, rule, addedBy: actor.personId, createdAt: now })
  await announceSafety(context, input.householdId)
  return { id }
}

type Record = Pick<
  typeof familyRecord,
  | 'parents-addContact'
  | 'parents-changeContact'
  | 'parents-removeContact'
  | 'parents-allowPickUp'
  | 'parents-denyPickUp'
  | 'parents-removePickUp'
  | 'parents-sign'
  | 'parents-preferences'
  | 'parents-changePreference'
>
export const recordFunctions: Functions<Record> = {
  'parents-addContact': async context => {
    const { db, actor, input, now } = context
    const { householdId, ...values } = input
    const today = dayIn(await zoneOf(db), now)
    const [homes, whole] = [visibleHouseholds(actor), wholeHouseholds(actor)]
    const place = await findPlace(db, homes, whole, visibleStudents(actor, now), householdId, null, today)
    if (!place?.isWhole) throw notFound('The household')
    const id = await insertContact(db, householdId, values)
    await announceSafety(context, householdId)
    return { id }
  },

  'parents-changeContact': async context => {
    const { id, ...values } = context.input
    const householdId = await updateContact(context.db, keptContacts(context.actor), id, values)
    if (!householdId) throw notFound('The contact')
    await announceSafety(context, householdId)
    return { id }
  },

  'parents-removeContact': async context => {
    const householdId = await deleteContact(context.db, keptContacts(context.actor), context.input.id)
    if (!householdId) throw notFound('The contact')
    await announceSafety(context, householdId)
    return { id: context.input.id }
  },

  'parents-allowPickUp': context => addPickUp(context, 'allow'),

  'parents-denyPickUp': context => addPickUp(context, 'deny'),

  'parents-removePickUp': async context => {
    const { db, actor, input, now } = context
    const householdId = await endPickUp(db, keptPickUps(actor), input.id, now)
    if (!householdId) throw notFound('The entry')
    await announceSafety(context, householdId)
    return { id: input.id }
  },

  'parents-sign': async context => {
    const { db, actor, input, now } = context
    const today = dayIn(await zoneOf(db), now)
    const { householdId, studentId } = input
    const [homes, whole] = [myHouseholds(actor), wholeHouseholds(actor)]
    const place = await findPlace(db, homes, whole, myStudents(actor), householdId, studentId, today)
    if (!place) throw notFound('The household')
    // Photos are answered for each child, and an answer for the household counts for all of them.
    if (input.kind === 'photo' && studentId === null && !place.isWhole)
      throw invalid([{ path: 'studentId', message: 'choose' }])
    const [policy] = await listCurrent(db, currentPolicies, input.kind)
    if (!policy) throw notFound('The policy')
    if (!consentLevels[policy.answer].includes(input.level)) throw invalid([{ path: 'level', message: 'choose' }])
    const signer = await findSigner(db, actor.personId)
    if (!signer || !isFullName(input.signedName, signer)) throw invalid([{ path: 'signedName', message: 'signature' }])
    const id = await insertConsent(db, {
      ...input,
      version: String(policy.version),
      versionId: policy.versionId,
      signedBy: actor.personId,
      signedAt: now,
    })
    await announce(context, householdId, 'students', 'classes', 'policies')
    return { id }
  },

  'parents-preferences': async ({ db, actor }) => listPreferences(db, myPreferences(actor)),

  'parents-changePreference': async ({ db, actor, input, touch }) => {
    if (!actor.personId) throw notFound('Your record')
    await upsertPreference(db, actor.personId, input.category, input.mail)
    touch(['parents'], [actor.personId])
    return {}
  },
}
