import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { Cents, Id, OptionalLine, page, sealedText } from '../values.ts'
import { duplicateKinds, duplicateReasons, hangingKinds, mergeFields, mergeObstacles } from './duplicates.plain.ts'

export * from './duplicates.plain.ts'

export const DuplicateKind = z.enum(duplicateKinds)
export type DuplicateKind = z.infer<typeof DuplicateKind>

export const MergeField = z.enum(mergeFields)
export type MergeField = z.infer<typeof MergeField>

export type HangingKind = (typeof hangingKinds)[number]

const Named = z.object({ id: Id, name: z.string(), nativeName: z.string() })
/** One of two possible duplicates. */
export const DuplicateSide = z.object({
  ...Named.shape,
  birthOn: z.nullable(z.string()),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  /** The people that identify the record: a family's members, a student's guardians, an adult's children. */
  people: z.array(z.object({ name: z.string(), nativeName: z.string() })),
  isArchived: z.boolean(),
})
export type DuplicateSide = z.infer<typeof DuplicateSide>

export const DuplicatePair = z.object({
  one: DuplicateSide,
  other: DuplicateSide,
  reasons: z.array(z.enum(duplicateReasons)),
})
export type DuplicatePair = z.infer<typeof DuplicatePair>

const two = <S extends z.ZodMiniType>(side: S) => z.tuple([side, side])
const Side = z.enum(['keep', 'drop'])
/** Two records side by side. The first one stays, and keeps its id and links. */
export const Comparison = z.object({
  of: DuplicateKind,
  sides: two(DuplicateSide),
  /** The fields in which the records differ or have a value, with the side whose value is suggested. */
  fields: z.array(
    z.object({ key: MergeField, values: two(sealedText(z.string())), suggested: Side, isFixed: z.boolean() }),
  ),
  /** Sign-in addresses. Only one stays: that of the email address that is kept. */
  accounts: two(z.nullable(z.string())),
  hangs: z.array(z.object({ what: z.enum(hangingKinds), counts: two(z.int()) })),
  /** The balance of each, for households. */
  balances: z.nullable(two(Cents)),
  /** What happens where both have the same; screens put it into words. */
  notes: z.array(z.enum(['rights', 'roles', 'account', 'signUps', 'places', 'homes', 'answers'])),
  obstacles: z.array(z.object({ kind: z.enum(mergeObstacles), what: z.string() })),
  /** Identifies the state of the two records that was compared. */
  mark: z.string(),
})
export type Comparison = z.infer<typeof Comparison>

const pair = { of: DuplicateKind, keepId: Id, dropId: Id }
const Done = z.object({ id: Id })

export const duplicates = {
  /** Likely duplicates, likeliest first, without pairs marked as different. */
  'duplicates-list': read({
    by: ['admin'],
    input: z.object({ of: DuplicateKind, after: z.optional(z.string().check(z.maxLength(500))) }),
    output: page(DuplicatePair),
  }),
  /** Records by name, email or phone number, to compare with another. */
  'duplicates-find': read({
    by: ['admin'],
    input: z.object({ of: DuplicateKind, search: OptionalLine, besides: Id }),
    output: z.array(DuplicateSide),
  }),
  'duplicates-compare': read({ by: ['admin'], input: z.object(pair), output: Comparison }),
  /**
   * Merges two records. Fields that are not chosen keep the first record's value, or take the other's when that is
   * empty; everything linked to the other record moves to the first. `mark` is that of the comparison: refused when
   * either record has changed since (CHANGED_MEANWHILE). Can be undone for a day.
   */
  'duplicates-merge': write({
    by: ['admin'],
    input: z.object({ ...pair, choose: z.partialRecord(MergeField, Side), mark: z.string().check(z.maxLength(100)) }),
    output: z.object({ id: Id, batchId: Id }),
  }),
  /** Marks two records as different, so that they are no longer suggested. */
  'duplicates-dismiss': write({ by: ['admin'], input: z.object({ of: DuplicateKind, ids: two(Id) }), output: Done }),
  /** Suggests the pair again. */
  'duplicates-suggest': write({ by: ['admin'], input: z.object({ of: DuplicateKind, ids: two(Id) }), output: Done }),
}
