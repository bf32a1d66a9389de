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
/** One of two records that may be the same. */
export const DuplicateSide = z.object({
  ...Named.shape,
  birthOn: z.nullable(z.string()),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  /** Whom the record is known by: a family's people, a student's guardians, an adult's children. */
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
/** Two records side by side; the first is the one that stays, whose id links keep. */
export const Comparison = z.object({
  of: DuplicateKind,
  sides: two(DuplicateSide),
  /** Where the two differ or say something, with the side whose value is suggested. */
  fields: z.array(
    z.object({ key: MergeField, values: two(sealedText(z.string())), suggested: Side, isFixed: z.boolean() }),
  ),
  /** Sign-in addresses. Only one stays: that of the e-mail that is kept. */
  accounts: two(z.nullable(z.string())),
  hangs: z.array(z.object({ what: z.enum(hangingKinds), counts: two(z.int()) })),
  /** What each owes, of households. */
  balances: z.nullable(two(Cents)),
  /** What happens where both have the same: in words of the screen. */
  notes: z.array(z.enum(['rights', 'roles', 'account', 'signUps', 'places', 'homes', 'answers'])),
  obstacles: z.array(z.object({ kind: z.enum(mergeObstacles), what: z.string() })),
  /** Says which state of the two records was looked at. */
  mark: z.string(),
})
export type Comparison = z.infer<typeof Comparison>

const pair = { of: DuplicateKind, keepId: Id, dropId: Id }
const Done = z.object({ id: Id })

export const duplicates = {
  /** Records that are probably the same, the likeliest first; without those said to be two. */
  'duplicates-list': read({
    by: ['admin'],
    input: z.object({ of: DuplicateKind, after: z.optional(z.string().check(z.maxLength(500))) }),
    output: page(DuplicatePair),
  }),
  /** Records by name, e-mail or telephone, to put beside another. */
  'duplicates-find': read({
    by: ['admin'],
    input: z.object({ of: DuplicateKind, search: OptionalLine, besides: Id }),
    output: z.array(DuplicateSide),
  }),
  'duplicates-compare': read({ by: ['admin'], input: z.object(pair), output: Comparison }),
  /**
   * Makes two records one. Fields that are not chosen keep the first record's value, or take the other's where that is
   * empty; everything that hangs on the other follows. `mark` is that of the comparison: refused when either record
   * changed since (CHANGED_MEANWHILE). Can be taken back for a day.
   */
  'duplicates-merge': write({
    by: ['admin'],
    input: z.object({ ...pair, choose: z.partialRecord(MergeField, Side), mark: z.string().check(z.maxLength(100)) }),
    output: z.object({ id: Id, batchId: Id }),
  }),
  /** Remembers that two records are two; they are suggested no more. */
  'duplicates-dismiss': write({ by: ['admin'], input: z.object({ of: DuplicateKind, ids: two(Id) }), output: Done }),
  /** Suggests them again. */
  'duplicates-suggest': write({ by: ['admin'], input: z.object({ of: DuplicateKind, ids: two(Id) }), output: Done }),
}
