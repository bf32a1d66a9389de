import * as z from 'zod/mini'
import { read, write } from '../callable.ts'
import { Id } from '../values.ts'

/** A student of a class and their badge. `madeAt` is null without a valid badge. */
export const BadgeRow = z.object({
  studentId: Id,
  name: z.string(),
  nativeName: z.string(),
  madeAt: z.nullable(z.string()),
  lastUsedAt: z.nullable(z.string()),
})
export type BadgeRow = z.infer<typeof BadgeRow>

/** A badge to be printed. The code is returned only once and not stored. */
export const Badge = z.object({ studentId: Id, name: z.string(), nativeName: z.string(), code: z.string() })
export type Badge = z.infer<typeof Badge>

const byWorkers = ['admin', 'teacher'] as const
const Some = z.object({
  sectionId: Id,
  studentIds: z.array(Id).check(z.minLength(1, 'required'), z.maxLength(200, 'many')),
})

export const badges = {
  /** The students of a class, by name: an administrator may ask for any class, a teacher for their own. */
  'badges-list': read({ by: byWorkers, input: z.object({ sectionId: Id }), output: z.array(BadgeRow) }),
  /** Creates badges. A student's earlier badge stops working, and its sessions end. */
  'badges-make': write({ by: byWorkers, input: Some, output: z.array(Badge), isSecret: true }),
  /** Revokes badges: they no longer sign anyone in, and their sessions end. */
  'badges-end': write({ by: byWorkers, input: Some, output: z.array(BadgeRow) }),
}
