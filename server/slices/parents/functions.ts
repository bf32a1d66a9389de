import type { parents } from '#contract/parents.ts'
import { dayIn } from '#rules/calendar.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { cutPage, pageSize } from '#server/platform/keys.ts'
import { zoneOf } from '#server/slices/config/tables.ts'
import { myStudents } from '#server/slices/students/policy.ts'
import { householdFunctions } from './householdFunctions.ts'
import { myHouseholds, visibleHouseholds } from './policy.ts'
import {
  countHouseholds,
  findHome,
  findHouseholds,
  listHouseholds,
  sortedHouseholds,
  updateAddress,
  updatePerson,
} from './queries.ts'

export const parentFunctions: Functions<typeof parents> = {
  ...householdFunctions,

  'parents-household': async ({ db, actor }) => findHouseholds(db, myHouseholds(actor)),

  'parents-get': async ({ db, actor, input }) => {
    const [household] = await findHouseholds(db, visibleHouseholds(actor), input.id)
    if (!household) throw notFound('The household')
    return household
  },

  'parents-list': async ({ db, actor, input }) => {
    const seen = visibleHouseholds(actor)
    const filter = { search: input.search ?? '', view: input.view ?? 'active' }
    const order = sortedHouseholds(input.sort, input.down, input.after)
    const found = await listHouseholds(db, seen, filter, order, pageSize + 1)
    return {
      ...cutPage(found, ({ sortedBy, id }) => order.keyOf(sortedBy, id)),
      total: await countHouseholds(db, seen, filter),
    }
  },

  'parents-changeMe': async ({ db, actor, input, touch }) => {
    if (!actor.personId || !(await updatePerson(db, actor.personId, input))) throw notFound('Your record')
    touch(['parents', 'users'], [actor.personId])
    return { id: actor.personId }
  },

  'parents-changeAddress': async ({ db, actor, input, touch }) => {
    if (!(await updateAddress(db, myHouseholds(actor), input.householdId, input.address)))
      throw notFound('The household')
    touch(['parents'])
    return { id: input.householdId }
  },

  'parents-home': async ({ db, actor, now }) => {
    const today = dayIn(await zoneOf(db), now)
    return { today, ...(await findHome(db, myStudents(actor), myHouseholds(actor), actor.personId, today)) }
  },
}
