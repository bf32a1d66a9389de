import type { Area } from '#contract/areas.ts'
import type { Role } from '#contract/callable.ts'

/** The caller. A guest has neither an account nor roles; an unverified caller has an account but no roles. */
export type Actor = {
  readonly accountId: string | null
  readonly personId: string | null
  readonly signInId: string | null
  /** When they last proved their identity, in real time. */
  readonly signedInAt: Date | null
  readonly email: string
  readonly name: string
  readonly language: 'en' | 'zh'
  readonly isVerified: boolean
  readonly roles: readonly Role[]
  /** Their reach as an administrator; null for everyone else. */
  readonly area: Area | null
  /**
   * When they must stop working for the school because they lack a second factor; in the past once they have been
   * stopped.
   */
  readonly secondFactorBy?: Date | null
  /** The account that views as this person. It may only read. */
  readonly viewedBy?: string | null
}

export const guest: Actor = {
  accountId: null,
  personId: null,
  signInId: null,
  signedInAt: null,
  email: '',
  name: '',
  language: 'en',
  isVerified: false,
  roles: [],
  area: null,
}
