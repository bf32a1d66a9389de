import type { PlannedBar, PlannedCustody } from '#rules/imports/plan.ts'
import type { StudentField } from '#contract/studentFields.ts'
import type { emergencyContacts, householdMembers, households } from '#server/people/parents/tables.ts'
import type { NewCare } from '#server/people/students/acts.ts'
import type { students } from '#server/people/students/tables.ts'
import type { persons } from '#server/access/users/tables.ts'

/** A new value for a field of a person on file; written only where the field still holds `from`. */
export type Change = {
  id: string
  field: StudentField | 'email' | 'phone' | 'otherPhones' | 'language'
  from: string | null
  to: string
}
type Made<Table extends { $inferInsert: object }> = Omit<Table['$inferInsert'], 'id' | 'createdAt'> & { id: string }

/**
 * Everything that an import would write about people, whatever its source: the dry run reports it, and applying writes
 * it. No one is removed, and guardians of a child keep their access and their order.
 */
export type PeoplePlan = {
  households: Made<typeof households>[]
  /** Addresses for households without one. */
  addresses: { id: string; address: string }[]
  contacts: Made<typeof emergencyContacts>[]
  people: Map<string, Made<typeof persons>>
  changes: Change[]
  students: Made<typeof students>[]
  /** New members of households, in this order after the present ones. */
  members: Omit<typeof householdMembers.$inferInsert, 'contactOrder' | 'mayPickUp'>[]
  care: NewCare[]
  /** Guardians who may not see a child, or may see but not pick up the child, whatever is stored now. */
  bars: PlannedBar[]
  /** Members of a household who are not guardians of one of its children. */
  apart: { studentId: string; guardianId: string }[]
  custody: (PlannedCustody & { householdId: string })[]
}

export const emptyPlan = (): PeoplePlan => ({
  households: [],
  addresses: [],
  contacts: [],
  people: new Map(),
  changes: [],
  students: [],
  members: [],
  care: [],
  bars: [],
  apart: [],
  custody: [],
})

export const isEmpty = ({ people, ...lists }: PeoplePlan): boolean =>
  people.size === 0 && Object.values(lists).every(list => list.length === 0)
