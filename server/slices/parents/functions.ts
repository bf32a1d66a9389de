import type { parents } from '#contract/parents.ts'
import { dayIn } from '#rules/calendar.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { cutPage, readKey } from '#server/platform/keys.ts'
import { zoneOf } from '#server/slices/config/tables.ts'
import { myStudents } from '#server/slices/students/policy.ts'
import { myHouseholds, visibleHouseholds } from './policy.ts'
import { countHouseholds, findHome, findHouseholds, listHouseholds, updateAddress, updatePerson } from './queries.ts'

export const parentFunctions: Functions<typeof parents> = {
  'parents-household': async ({ db, actor }) => findHouseholds(db, myHouseholds(actor)),

  'parents-get': async ({ db, actor, input }) => {
    const [household] = await findHouseholds(db, visibleHouseholds(actor), input.id)
    if (!household) throw notFound('The household')
    return household
  },

  'parents-list': async ({ db, actor, input }) => {
    const seen = visibleHouseholds(actor)
    const search = input.search ?? ''
    const found = await listHouseholds(db, seen, search, readKey(input.after, 2))
    return { ...cutPage(found, ({ name, id }) => [name, id]), total: await countHouseholds(db, seen, search) }
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
