import type { Draft } from '#contract/enrolment/enrolments.ts'
import type { Notable } from './children.ts'
import type { NamedAdult } from './people.ts'
import type { Turn } from './schedule.ts'
import type { StaffMember } from './staff.ts'

export type PlannedChild = Omit<Draft['children'][number], 'key' | 'studentId' | 'answers' | 'healthSaid'> & {
  /** Class names in cart order: seats first, then waitlists. */
  seats: string[]
  waits: string[]
}
export type PlannedGuardian = Omit<Draft['guardians'][number], 'key' | 'isMe' | 'relationship'> & {
  relationship: NamedAdult['relationship']
  hasAccount: boolean
}
/** How a family pays its invoices. */
export type PaymentHabit = 'full' | 'part' | 'nothing' | 'over' | 'bounced'
export type PlannedFamily = {
  notable: Notable | null
  /** The staff member who is the first guardian, if any. */
  staff: StaffMember | null
  turn: Turn
  registersAt: string
  language: 'en' | 'zh'
  address: string
  guardians: PlannedGuardian[]
  children: PlannedChild[]
  contacts: { name: string; phone: string; relationship: string }[]
  photo: 'public' | 'school' | 'none'
  pays: PaymentHabit
  /** Set if the first guardian learns tai chi. Adults are in addition to the 300 children. */
  taiChi: { registersAt: string; birthOn: string } | null
}

/** The total number of guardians, and the number of second guardians with an account. */
export const guardianCount = 370
export const secondAccounts = 28
