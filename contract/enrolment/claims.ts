import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { Day, Id, Instant, Line, ListInput, Nothing, OptionalLine, OptionalPhone, page, offRecord } from '../values.ts'
import { claimReasons, claimStatuses, claimViews, claimWays } from './claims.plain.ts'

export * from './claims.plain.ts'

export const ClaimStatus = z.enum(claimStatuses)
export type ClaimStatus = z.infer<typeof ClaimStatus>

const Named = z.object({ name: z.string(), nativeName: z.string() })
/** What a person says about the family they claim. */
const details = {
  childName: OptionalLine,
  birthOn: z.union([z.literal(''), Day], 'day'),
  phone: OptionalPhone,
}
const enough = z.refine<{ childName: string; birthOn: string; phone: string }>(
  ({ childName, birthOn, phone }) => phone !== '' || (childName !== '' && birthOn !== ''),
  { message: 'required', path: ['childName'] },
)

/** A person on file who may be the one who asks, as the office sees them. */
export const ClaimCandidate = z.object({
  personId: Id,
  ...Named.shape,
  householdId: Id,
  household: z.string(),
  email: z.string(),
  phone: z.string(),
  children: z.array(Named),
  reasons: z.array(z.enum(claimReasons)),
})
export type ClaimCandidate = z.infer<typeof ClaimCandidate>

export const claims = {
  /**
   * Families that the caller may be of: people on file with the caller's own verified address who have no account.
   * Nothing once the school knows the caller, or the caller has said that it is not their family.
   */
  'claims-offer': read({
    by: ['newcomer'],
    isFresh: true,
    input: Nothing,
    output: z.object({
      people: z.array(z.object({ personId: Id, ...Named.shape, household: z.string(), children: z.array(Named) })),
      /** Whether the caller may still look for a family: nobody does who is of one. */
      maySeek: z.boolean(),
      /** The caller's latest claim that still waits. */
      waiting: z.nullable(
        z.object({ status: ClaimStatus, expiresAt: z.nullable(Instant), triesLeft: z.int(), createdAt: Instant }),
      ),
      /** The office said no to the last one. */
      refusal: z.nullable(z.object({ note: z.string() })),
    }),
  }),
  /** "Yes, that is us": the caller becomes the person on file, with all that is known of the family. */
  'claims-accept': write({
    by: ['newcomer'],
    input: z.object({ personId: Id }),
    output: z.object({ householdId: Id }),
  }),
  /** "No, that is not us": the caller goes on as new, and the office sees a possible duplicate. */
  'claims-decline': write({ by: ['newcomer'], input: Nothing, output: Nothing }),
  /**
   * Sends a code to the addresses on file of a family with this child or telephone. The answer is the same whether or
   * not there is one: a stranger learns nothing.
   */
  'claims-seek': write({
    by: ['newcomer'],
    attestation: 'once',
    input: z.object(details).check(enough),
    output: z.object({ expiresAt: Instant }),
  }),
  /**
   * Enters a code. A wrong one is an answer and no error, so that it counts. The right one shows the family that it was
   * sent to and asks whether that is theirs; with `isOurs` the caller becomes the person, or says that they are not.
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
      /** Whom the code was sent to; told to nobody else. */
      family: z._default(
        z.nullable(z.object({ ...Named.shape, household: z.string(), children: z.array(Named) })),
        null,
      ),
    }),
  }),
  /** Asks the office to find the family, when no address is on file. One request of an account waits at a time. */
  'claims-ask': write({
    by: ['newcomer'],
    attestation: 'once',
    input: z.object({ ...details, note: OptionalLine }).check(enough),
    output: Nothing,
  }),
  /** What newcomers ask the office, the oldest first; those answered, the newest first. */
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
        /** Whom they were joined to. */
        person: z.nullable(Named),
        /** Who it may be, by what was said; the likeliest first. */
        candidates: z.array(ClaimCandidate),
      }),
    ),
  }),
  /** People of families without an account whom the office may mean, by a search. */
  'claims-candidates': read({
    by: ['admin'],
    input: z.object({ search: Line }),
    output: z.array(ClaimCandidate),
  }),
  /** Joins the account to a person, or says no; the person who asked gets a letter. */
  'claims-answer': write({
    by: ['admin'],
    input: z.object({ id: Id, personId: z.nullable(Id), note: OptionalLine }),
    output: z.object({ id: Id, status: ClaimStatus }),
  }),
}
