import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { Id, Instant, Line, LongText, Nothing, OptionalLine, page } from '../values.ts'
import { allConsentLevels, policyAnswers } from './policies.plain.ts'

export * from './policies.plain.ts'

export const PolicyKind = z.string().check(z.minLength(1, 'empty'), z.maxLength(60))

/** The current version of a policy, as families read and sign it. */
export const Policy = z.object({
  kind: PolicyKind,
  answer: z.enum(policyAnswers),
  title: z.string(),
  nativeTitle: z.string(),
  versionId: Id,
  version: z.int(),
  /** Families that have signed this version or a later one need not sign again. */
  neededVersion: z.int(),
  text: z.string(),
  nativeText: z.string(),
  publishedAt: Instant,
})
export type Policy = z.infer<typeof Policy>

const PolicyVersion = z.object({
  id: Id,
  number: z.int(),
  text: z.string(),
  nativeText: z.string(),
  asksAgain: z.boolean(),
  publishedAt: Instant,
  publishedBy: z.string(),
  publishedByNativeName: z.string(),
  /** The number of families whose latest answer is to this version. */
  signed: z.int(),
})
export const OfficePolicy = z.object({
  kind: PolicyKind,
  answer: z.enum(policyAnswers),
  title: z.string(),
  nativeTitle: z.string(),
  isArchived: z.boolean(),
  /** Newest first; at least one. */
  versions: z.array(PolicyVersion),
  /** The numbers of families that need not sign (again), and of those that must. */
  signed: z.int(),
  missing: z.int(),
})
export type OfficePolicy = z.infer<typeof OfficePolicy>

export const Signature = z.object({
  householdId: Id,
  household: z.string(),
  guardians: z.string(),
  guardiansNative: z.string(),
  /** The latest answer, if there is one. */
  level: z.nullable(z.enum(allConsentLevels)),
  version: z.nullable(z.string()),
  signedName: z.nullable(z.string()),
  signedAt: z.nullable(Instant),
})
export type Signature = z.infer<typeof Signature>

const Titles = { title: Line, nativeTitle: OptionalLine }
const Texts = { text: LongText, nativeText: LongText }
const Kind = z.object({ kind: PolicyKind })

export const policies = {
  /** The current texts that the school asks families to sign. */
  'policies-current': read({ by: ['guest'], isShared: true, input: Nothing, output: z.array(Policy) }),
  /** Every policy with its versions, and the number of families that have signed. */
  'policies-list': read({ by: ['admin'], input: Nothing, output: z.array(OfficePolicy) }),
  /** Adds a policy of the school's own. Its text becomes version 1 at once. */
  'policies-create': write({
    by: ['admin'],
    input: z.object({ answer: z.enum(['agree', 'choice'], 'choose'), ...Titles, ...Texts }),
    output: Kind,
  }),
  'policies-change': write({ by: ['admin'], input: z.object({ kind: PolicyKind, ...Titles }), output: Kind }),
  /** Publishes a new version of the text. With `asksAgain` every family has to sign it. Existing signatures stay. */
  'policies-publish': write({
    by: ['admin'],
    input: z.object({ kind: PolicyKind, ...Texts, asksAgain: z.boolean() }),
    output: z.object({ kind: PolicyKind, version: z.int() }),
  }),
  /** Stops asking families to sign it. Existing signatures stay. */
  'policies-archive': write({ by: ['admin'], input: Kind, output: Kind }),
  'policies-restore': write({ by: ['admin'], input: Kind, output: Kind }),
  /** The families that have signed a policy, or still must, by name. */
  'policies-signatures': read({
    by: ['admin'],
    input: z.object({
      kind: PolicyKind,
      state: z.enum(['signed', 'missing']),
      /** Only families whose latest answer is to this version. */
      version: z.optional(z.int()),
      after: z.optional(z.string().check(z.maxLength(500))),
    }),
    output: page(Signature),
  }),
}
