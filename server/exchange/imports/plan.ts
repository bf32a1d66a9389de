import { isHan } from '#rules/imports/cells.ts'
import type { PlannedFamily } from '#rules/imports/plan.ts'
import { newId } from '#server/platform/ids.ts'
import { valuesFor } from '#server/people/students/tables.ts'
import { emptyPlan, type PeoplePlan } from '../shared/plan.ts'

/** The plan for the families of a sheet: the new people, their households, and blank fields to fill. */
export const peopleOf = (families: readonly PlannedFamily[]): PeoplePlan => {
  const plan = emptyPlan()
  const filled = new Map<string, PeoplePlan['changes'][number]>()
  for (const {
    id: householdId,
    isNew,
    name,
    address,
    guardians,
    children,
    contacts,
    fills,
    bars,
    apart,
    custody,
    ...family
  } of families) {
    if (isNew) plan.households.push({ id: householdId, name: name.slice(0, 200), address })
    if (family.fillsAddress) plan.addresses.push({ id: householdId, address })
    for (const contact of contacts) plan.contacts.push({ ...contact, id: newId(), householdId })
    plan.bars.push(...bars)
    plan.apart.push(...apart)
    plan.custody.push(...custody.map(each => ({ ...each, householdId })))
    for (const fill of fills) filled.set(`${fill.id} ${fill.field}`, fill)
    for (const { id, name: called, nativeName, email, phone, otherPhones, relationship, ...guardian } of guardians) {
      if (guardian.isNew)
        plan.people.set(id, {
          id,
          name: called,
          nativeName,
          email,
          phone,
          otherPhones,
          language: isHan(called) ? 'zh' : 'en',
        })
      if (guardian.isMember) continue
      plan.members.push({ householdId, personId: id, relationship })
      // A guardian who joins a family is a guardian of all of its children.
      if (!isNew) plan.care.push({ householdId, guardianId: id })
    }
    for (const { id, isNew: isNewChild, of } of children) {
      if (!isNewChild) continue
      plan.people.set(id, { id, ...valuesFor('persons', of) })
      plan.students.push({ id, householdId, ...valuesFor('students', of) })
      plan.care.push({ householdId, studentId: id })
    }
  }
  plan.changes.push(...filled.values())
  return plan
}
