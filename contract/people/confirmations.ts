import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { Day, Id, ListInput, Nothing, page, sealedText } from '../values.ts'
import { recordFields, recordParts, roundViews } from './confirmations.plain.ts'

export * from './confirmations.plain.ts'

type RecordPart = (typeof recordParts)[number]

export type RecordField = (typeof recordFields)[number]

/** An entry of a family's record at one time: a person or the household, with its facts as text. */
export type RecordEntry = {
  part: RecordPart
  id: string
  name: string
  nativeName: string
  facts: Partial<Record<RecordField, string>>
}

/** A difference in a record: a changed fact, or someone who was added or removed. */
export const RecordChange = z.object({
  part: z.enum(recordParts),
  id: Id,
  name: z.string(),
  nativeName: z.string(),
  act: z.enum(['changed', 'added', 'removed']),
  facts: z.array(
    z.object({
      field: z.enum(recordFields),
      before: sealedText(z.nullable(z.string())),
      after: sealedText(z.nullable(z.string())),
    }),
  ),
})
export type RecordChange = z.infer<typeof RecordChange>

/** A round in which every family is asked to confirm its record. */
export const Round = z.object({
  id: Id,
  startedOn: Day,
  dueOn: Day,
  endedOn: z.nullable(Day),
  families: z.int(),
  confirmed: z.int(),
  /** Families that confirmed a record that differs from the one at the start. */
  changed: z.int(),
  reminded: z.int(),
  /** Families that have neither confirmed nor been reminded and that an email can reach. */
  unreminded: z.int(),
})
export type Round = z.infer<typeof Round>

export const confirmations = {
  /** Rounds, newest first. */
  'confirmations-rounds': read({ by: ['admin'], input: Nothing, output: z.array(Round) }),
  /**
   * Asks every family with a child to confirm its record by a day. Only one round can run at a time (ROUND_RUNNING).
   */
  'confirmations-start': write({ by: ['admin'], input: z.object({ dueOn: Day }), output: Round }),
  /** Moves the day by which families are asked to confirm. */
  'confirmations-change': write({ by: ['admin'], input: z.object({ id: Id, dueOn: Day }), output: Round }),
  /** Ends a round. Confirmations stay on record. */
  'confirmations-end': write({ by: ['admin'], input: z.object({ id: Id }), output: Round }),
  'confirmations-list': read({
    by: ['admin'],
    input: z.object({ roundId: Id, ...ListInput.shape, view: z.optional(z.enum(roundViews)) }),
    output: page(
      z.object({
        householdId: Id,
        household: z.string(),
        householdNativeName: z.string(),
        guardians: z.array(z.object({ name: z.string(), nativeName: z.string() })),
        confirmedAt: z.nullable(z.string()),
        confirmedBy: z.nullable(z.object({ name: z.string(), nativeName: z.string() })),
        remindedAt: z.nullable(z.string()),
        changes: z.int(),
      }),
    ),
  }),
  /** The changes in a family's record since the start of the round, until it confirmed or until now. */
  'confirmations-get': read({
    by: ['admin'],
    input: z.object({ roundId: Id, householdId: Id }),
    output: z.object({
      household: z.string(),
      householdNativeName: z.string(),
      confirmedAt: z.nullable(z.string()),
      changes: z.array(RecordChange),
    }),
  }),
  /** Emails the guardians of each family that has not confirmed, once per family (ALREADY_REMINDED when all were). */
  'confirmations-remind': write({
    by: ['admin'],
    input: z.object({ roundId: Id }),
    output: z.object({ families: z.int(), mails: z.int() }),
  }),
  /** Whether the caller's families are being asked, and whether they have confirmed. */
  'confirmations-mine': read({
    by: ['parent'],
    input: Nothing,
    output: z.array(
      z.object({
        roundId: Id,
        householdId: Id,
        household: z.string(),
        householdNativeName: z.string(),
        dueOn: Day,
        confirmedAt: z.nullable(z.string()),
        confirmedBy: z.nullable(z.object({ name: z.string(), nativeName: z.string() })),
      }),
    ),
  }),
  /** Confirms that the record is correct as it is now. */
  'confirmations-confirm': write({
    by: ['parent'],
    input: z.object({ roundId: Id, householdId: Id }),
    output: z.object({ householdId: Id }),
  }),
}
