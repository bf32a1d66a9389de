import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { Day, Id, ListInput, Nothing, page, sealedText } from '../values.ts'
import { recordFields, recordParts, roundViews } from './confirmations.plain.ts'

export * from './confirmations.plain.ts'

type RecordPart = (typeof recordParts)[number]

export type RecordField = (typeof recordFields)[number]

/** A family's record as it stood at one time: who and what is in it, each with its facts as text. */
export type RecordEntry = {
  part: RecordPart
  id: string
  name: string
  nativeName: string
  facts: Partial<Record<RecordField, string>>
}

/** What is otherwise than it was: a fact, or somebody who came or went. */
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

/** A time at which every family is asked whether its record is still right. */
export const Round = z.object({
  id: Id,
  startedOn: Day,
  dueOn: Day,
  endedOn: z.nullable(Day),
  families: z.int(),
  confirmed: z.int(),
  /** Families that confirmed a record that was otherwise at the start. */
  changed: z.int(),
  reminded: z.int(),
  /** Families that have neither confirmed nor been reminded. */
  unreminded: z.int(),
})
export type Round = z.infer<typeof Round>

export const confirmations = {
  /** Rounds, the newest first. */
  'confirmations-rounds': read({ by: ['admin'], input: Nothing, output: z.array(Round) }),
  /** Asks every family with a child to confirm its record by a day. One round runs at a time (ROUND_RUNNING). */
  'confirmations-start': write({ by: ['admin'], input: z.object({ dueOn: Day }), output: Round }),
  /** Moves the day by which families are asked to confirm. */
  'confirmations-change': write({ by: ['admin'], input: z.object({ id: Id, dueOn: Day }), output: Round }),
  /** Asks nobody any more; what was confirmed stays on record. */
  'confirmations-end': write({ by: ['admin'], input: z.object({ id: Id }), output: Round }),
  'confirmations-list': read({
    by: ['admin'],
    input: z.object({ roundId: Id, ...ListInput.shape, view: z.optional(z.enum(roundViews)) }),
    output: page(
      z.object({
        householdId: Id,
        household: z.string(),
        guardians: z.array(z.object({ name: z.string(), nativeName: z.string() })),
        confirmedAt: z.nullable(z.string()),
        confirmedBy: z.nullable(z.object({ name: z.string(), nativeName: z.string() })),
        remindedAt: z.nullable(z.string()),
        changes: z.int(),
      }),
    ),
  }),
  /** What of a family's record is otherwise than at the start of the round: until it confirmed, or until now. */
  'confirmations-get': read({
    by: ['admin'],
    input: z.object({ roundId: Id, householdId: Id }),
    output: z.object({
      household: z.string(),
      confirmedAt: z.nullable(z.string()),
      changes: z.array(RecordChange),
    }),
  }),
  /** Writes once to the guardians of each family that has not confirmed (ALREADY_REMINDED when all were). */
  'confirmations-remind': write({
    by: ['admin'],
    input: z.object({ roundId: Id }),
    output: z.object({ families: z.int(), mails: z.int() }),
  }),
  /** Whether the caller's families are asked now, and whether they have answered. */
  'confirmations-mine': read({
    by: ['parent'],
    input: Nothing,
    output: z.array(
      z.object({
        roundId: Id,
        householdId: Id,
        household: z.string(),
        dueOn: Day,
        confirmedAt: z.nullable(z.string()),
        confirmedBy: z.nullable(z.object({ name: z.string(), nativeName: z.string() })),
      }),
    ),
  }),
  /** Says that the record is right as it is now. */
  'confirmations-confirm': write({
    by: ['parent'],
    input: z.object({ roundId: Id, householdId: Id }),
    output: z.object({ householdId: Id }),
  }),
}
