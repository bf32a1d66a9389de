import type { PlannedBar, PlannedCustody } from '#rules/imports/plan.ts'
import type { StudentField } from '#contract/studentFields.ts'
import type { emergencyContacts, householdMembers, households } from '#server/people/parents/tables.ts'
import type { NewCare } from '#server/people/students/acts.ts'
import type { students } from '#server/people/students/tables.ts'
import type { persons } from '#server/access/users/tables.ts'

/** Another value of a person who is here; it is written only where `from` still stands. */
export type Change = {
  id: string
  field: StudentField | 'email' | 'phone' | 'otherPhones' | 'language'
  from: string | null
  to: string
}
type Made<Table extends { $inferInsert: object }> = Omit<Table['$inferInsert'], 'id' | 'createdAt'> & { id: string }

/**
 * All that an import would write of people, whatever it comes from: what the dry run reports on and applying writes.
 * Nobody is removed, and who cares for a child already keeps the access and the order that they have.
 */
export type PeoplePlan = {
  households: Made<typeof households>[]
  /** Addresses of households that have none. */
  addresses: { id: string; address: string }[]
  contacts: Made<typeof emergencyContacts>[]
  people: Map<string, Made<typeof persons>>
  changes: Change[]
  students: Made<typeof students>[]
  /** Who belongs to a household from now on, after those who do already, in this order. */
  members: Omit<typeof householdMembers.$inferInsert, 'contactOrder' | 'mayPickUp'>[]
  care: NewCare[]
  /** Who may not see a child, or only not fetch it, whatever stands there now. */
  bars: PlannedBar[]
  /** Members of a household who are no guardians of one of its children. */
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
