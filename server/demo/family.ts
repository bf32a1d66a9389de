import type { Draft } from '#contract/enrolment/enrolments.ts'
import type { Notable } from './children.ts'
import type { NamedAdult } from './people.ts'
import type { Turn } from './schedule.ts'
import type { StaffMember } from './staff.ts'

export type PlannedChild = Omit<Draft['children'][number], 'key' | 'studentId' | 'answers' | 'healthSaid'> & {
  /** Names of classes in the order of the cart: seats first, then what it waits for. */
  seats: string[]
  waits: string[]
}
export type PlannedGuardian = Omit<Draft['guardians'][number], 'key' | 'isMe' | 'relationship'> & {
  relationship: NamedAdult['relationship']
  hasAccount: boolean
}
/** What becomes of a family's invoices. */
export type PaymentHabit = 'full' | 'part' | 'nothing' | 'over' | 'bounced'
export type PlannedFamily = {
  notable: Notable | null
  /** Who of the school's staff the first guardian is. */
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
  /** Set where the first guardian learns tai chi: adults come on top of the 300 children. */
  taiChi: { registersAt: string; birthOn: string } | null
}

/** Guardians in all, and how many of the second ones sign in themselves. */
export const guardianCount = 370
export const secondAccounts = 28
