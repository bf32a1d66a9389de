import { allFields, eachField } from '#contract/studentFields.ts'
import type { KnownHousehold, KnownPerson, SourceKey } from '#rules/imports/matching.ts'
import type { Study } from '#server/exchange/imports/study.ts'

export type Around = { persons: KnownPerson[]; households: KnownHousehold[]; keys: SourceKey[] }
/** A school without people. */
export const nobody: Around = { persons: [], households: [], keys: [] }

const blank = {
  ...eachField(allFields, () => ''),
  birthOn: null,
  otherPhones: '',
  custodyNote: '',
  isArchived: false,
}
/** The school after a plan was applied to an empty one. */
export const applied = ({ plan }: Study): Around => {
  const persons = new Map<string, KnownPerson>()
  for (const family of plan.families) {
    for (const guardian of family.guardians) {
      const known = persons.get(guardian.id)
      if (known) known.householdIds.push(family.id)
      else persons.set(guardian.id, { ...blank, ...guardian, isStudent: false, householdIds: [family.id] })
    }
    for (const { id, of } of family.children)
      persons.set(id, {
        ...blank,
        ...of,
        id,
        email: '',
        phone: '',
        custodyNote: family.custody.find(({ studentId }) => studentId === id)?.note ?? '',
        isStudent: true,
        householdIds: [family.id],
      })
  }
  return {
    keys: plan.keys,
    persons: [...persons.values()],
    households: plan.families.map(({ id, name, address, contacts }) => ({
      id,
      name,
      address,
      contacts: contacts.map(({ phone }) => phone.replace(/\D/g, '').slice(-10)),
    })),
  }
}
