import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { Day, Id, Instant, Line, ListInput, Nothing, OptionalLine, OptionalPhone, page, offRecord } from '../values.ts'
import { claimReasons, claimStatuses, claimViews, claimWays } from './claims.plain.ts'

export * from './claims.plain.ts'

export const ClaimStatus = z.enum(claimStatuses)
export type ClaimStatus = z.infer<typeof ClaimStatus>

const Named = z.object({ name: z.string(), nativeName: z.string() })
/** What a claimant says about the family. */
const details = {
  childName: OptionalLine,
  birthOn: z.union([z.literal(''), Day], 'day'),
  phone: OptionalPhone,
}
const enough = z.refine<{ childName: string; birthOn: string; phone: string }>(
  ({ childName, birthOn, phone }) => phone !== '' || (childName !== '' && birthOn !== ''),
  { message: 'required', path: ['childName'] },
)

/** A person on file who may be the claimant, as the office sees them. */
export const ClaimCandidate = z.object({
  personId: Id,
  ...Named.shape,
  householdId: Id,
  household: z.string(),
  householdNativeName: z.string(),
  email: z.string(),
  phone: z.string(),
  children: z.array(Named),
  reasons: z.array(z.enum(claimReasons)),
})
export type ClaimCandidate = z.infer<typeof ClaimCandidate>

export const claims = {
  /**
   * Families the caller may belong to: people without an account whose address on file is the caller's own verified
   * one. Empty once the school knows the caller, or when the caller has said that it is not their family.
   */
  'claims-offer': read({
    by: ['newcomer'],
    isFresh: true,
    input: Nothing,
    output: z.object({
      people: z.array(z.object({ personId: Id, ...Named.shape, household: z.string(), children: z.array(Named) })),
      /** True when the caller may still search for a family; false once they belong to one. */
      maySeek: z.boolean(),
      /** The caller's latest claim that is still waiting. */
      waiting: z.nullable(
        z.object({ status: ClaimStatus, expiresAt: z.nullable(Instant), triesLeft: z.int(), createdAt: Instant }),
      ),
      /** Set when the office refused the last claim. */
      refusal: z.nullable(z.object({ note: z.string() })),
    }),
  }),
  /** "Yes, that is us": links the caller to the person on file, with everything known of the family. */
  'claims-accept': write({
    by: ['newcomer'],
    input: z.object({ personId: Id }),
    output: z.object({ householdId: Id }),
  }),
  /** "No, that is not us": the caller continues as new, and the office sees a possible duplicate. */
  'claims-decline': write({ by: ['newcomer'], input: Nothing, output: Nothing }),
  /**
   * Emails a code to the addresses on file of a family with this child or phone number. The answer is the same whether
   * one is found or not, so that strangers learn nothing.
   */
  'claims-seek': write({
    by: ['newcomer'],
    attestation: 'once',
    input: z.object(details).check(enough),
    output: z.object({ expiresAt: Instant }),
  }),
  /**
   * Enters a code. A wrong code is an answer and not an error, so that the attempt is counted. The right one shows the
   * family that it was sent to and asks whether it is theirs; with `isOurs` the caller is linked to the person, or says
   * that it is not their family.
   */
  'claims-enter': write({
    by: ['newcomer'],
    input: z.object({
      code: offRecord(z.string().check(z.maxLength(40))),
      isOurs: z._default(z.nullable(z.boolean()), null),
    }),
    output: z.object({
      outcome: z.enum(['found', 'joined', 'declined', 'wrong', 'lapsed']),
      triesLeft: z.int(),
      /** The person the code was sent to. Only the right code reveals it. */
      family: z._default(
        z.nullable(z.object({ ...Named.shape, household: z.string(), children: z.array(Named) })),
        null,
      ),
    }),
  }),
  /**
   * Asks the office to find the family when no address is on file. An account can have one waiting request at a time.
   */
  'claims-ask': write({
    by: ['newcomer'],
    attestation: 'once',
    input: z.object({ ...details, note: OptionalLine }).check(enough),
    output: Nothing,
  }),
  /** Newcomers' requests to the office: waiting ones oldest first, answered ones newest first. */
  'claims-list': read({
    by: ['admin'],
    input: z.object({ ...ListInput.shape, view: z._default(z.enum(claimViews), 'asked') }),
    output: page(
      z.object({
        id: Id,
        name: z.string(),
        email: z.string(),
        childName: z.string(),
        birthOn: z.nullable(Day),
        phone: z.string(),
        note: z.string(),
        way: z.enum(claimWays),
        status: ClaimStatus,
        createdAt: Instant,
        answeredAt: z.nullable(Instant),
        answeredBy: z.string(),
        answeredByNativeName: z.string(),
        /** The person they were linked to. */
        person: z.nullable(Named),
        /** Possible matches for what the claimant said, likeliest first. */
        candidates: z.array(ClaimCandidate),
      }),
    ),
  }),
  /** Searches people without an account, for the office to link a claim to. */
  'claims-candidates': read({
    by: ['admin'],
    input: z.object({ search: Line }),
    output: z.array(ClaimCandidate),
  }),
  /** Links the account to a person, or refuses the claim. The claimant gets an email. */
  'claims-answer': write({
    by: ['admin'],
    input: z.object({ id: Id, personId: z.nullable(Id), note: OptionalLine }),
    output: z.object({ id: Id, status: ClaimStatus }),
  }),
}
