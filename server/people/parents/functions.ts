import type { parents } from '#contract/people/parents.ts'
import { dayIn } from '#rules/calendar.ts'
import type { Db } from '#server/platform/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { cutPage, pageSize } from '#server/platform/keys.ts'
import { anyCaller } from '#server/platform/prepared.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { changeFunctions } from './changeFunctions.ts'
import { homeOf } from './homeQueries.ts'
import { bulkFunctions } from './bulk.ts'
import { membersOf } from './guardianQueries.ts'
import { householdFunctions } from './householdFunctions.ts'
import { changePersonAndAccount } from '#server/access/users/acts.ts'
import { balancesSeen, myStudents, visibleHouseholds, visibleStudents } from '#server/people/students/policy.ts'
import { myHouseholds, visibleRequests } from './policy.ts'
import { findHouseholds, listHouseholds, sortedHouseholds, updateAddress } from './queries.ts'
import { recordFunctions } from './recordFunctions.ts'
import { viewFunctions } from './viewing.ts'

const findHome = homeOf(me => {
  const parent = anyCaller('parent', me)
  return { mine: myStudents(parent), homes: myHouseholds(parent), requests: visibleRequests(parent) }
})

const todayOf = async (db: Db, now: Date): Promise<string> => dayIn(await zoneOf(db), now)

export const parentFunctions: Functions<typeof parents> = {
  ...recordFunctions,
  ...changeFunctions,
  ...householdFunctions,
  ...bulkFunctions,
  ...viewFunctions,

  'parents-household': async ({ db, actor, now }) => {
    const today = await todayOf(db, now)
    const found = await findHouseholds(db, myHouseholds(actor), myStudents(actor), balancesSeen(actor), today)
    // Further phone numbers are the office's notes about a person and are hidden from the people they live with, as is
    // whether they have signed in.
    return found.map(household => ({
      ...household,
      guardians: household.guardians.map(guardian => ({ ...guardian, otherPhones: '', hasSignedIn: false })),
    }))
  },

  'parents-get': async ({ db, actor, input, now }) => {
    const today = await todayOf(db, now)
    const seen = visibleHouseholds(actor)
    const [household] = await findHouseholds(
      db,
      seen,
      visibleStudents(actor, now),
      balancesSeen(actor),
      today,
      input.id,
    )
    if (!household) throw notFound('The household')
    return household
  },

  'parents-list': async ({ db, actor, input }) => {
    const seen = visibleHouseholds(actor)
    const filter = { search: input.search ?? '', view: input.view ?? 'active' }
    const ledgers = balancesSeen(actor)
    const order = sortedHouseholds(ledgers, input)
    const { found, total } = await listHouseholds(db, seen, ledgers, filter, order, pageSize + 1)
    return { ...cutPage(found, ({ sortedBy, id }) => order.keyOf(sortedBy, id)), total }
  },

  'parents-changeMe': async ({ db, actor, input, touch }) => {
    if (!actor.personId || !(await changePersonAndAccount(db, actor.personId, input))) throw notFound('Your record')
    touch(['parents', 'users'], [actor.personId])
    return { id: actor.personId }
  },

  'parents-changeAddress': async ({ db, actor, input, touch }) => {
    if (!(await updateAddress(db, myHouseholds(actor), input.householdId, input.address)))
      throw notFound('The household')
    touch(['parents'], await membersOf(db, [input.householdId]))
    return { id: input.householdId }
  },

  'parents-home': async ({ db, actor, now }) => findHome(db, actor, now),
}
