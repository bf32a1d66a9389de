import type { grades, OfficeScale, Scale } from '#contract/teaching/grades.ts'
import type { Parsed } from '#contract/index.ts'
import { stepProblems } from '#rules/grades.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Functions } from '#server/platform/functions.ts'
import { visibleScales } from './policy.ts'
import { clearDefault, insertScale, isScaleNameTaken, listScales, lockScale, updateScale } from './scaleQueries.ts'

type ScaleFunctions = Pick<
  Functions<typeof grades>,
  'grades-scales' | 'grades-createScale' | 'grades-changeScale' | 'grades-archiveScale' | 'grades-restoreScale'
>

const check = async (db: Db, { name, kind, steps }: Parsed<'grades-createScale'>, id?: string): Promise<void> => {
  const problems = stepProblems(kind, steps)
  if (problems.length > 0) throw invalid(problems)
  if (await isScaleNameTaken(db, name, id)) throw invalid([{ path: 'name', message: 'taken' }], 'ALREADY_EXISTS')
}

const readScale = async (db: Db, actor: Actor, id: string): Promise<OfficeScale> => {
  const [scale] = await listScales(db, visibleScales(actor), id)
  if (!scale) throw notFound('The scale')
  return scale
}

/** True where two scales assign every percentage to the same step, whatever the steps are called. */
const hasSameThresholds = (a: Pick<Scale, 'kind' | 'steps'>, b: Pick<Scale, 'kind' | 'steps'>): boolean =>
  a.kind === b.kind &&
  a.steps.length === b.steps.length &&
  a.steps.every(({ fromPercent }, index) => fromPercent === b.steps[index]?.fromPercent)

/** Handlers for the school's grade scales. */
export const scaleFunctions: ScaleFunctions = {
  'grades-scales': async ({ db, actor }) => listScales(db, visibleScales(actor)),

  'grades-createScale': async ({ db, actor, input, now, touch }) => {
    await check(db, input)
    if (input.isDefault) await clearDefault(db)
    const id = await insertScale(db, input, now)
    touch(['grades'])
    return readScale(db, actor, id)
  },

  'grades-changeScale': async ({ db, actor, input: { id, ...values }, touch }) => {
    const before = await lockScale(db, visibleScales(actor), id)
    if (!before) throw notFound('The scale')
    await check(db, values, id)
    const { isLocked } = await readScale(db, actor, id)
    if (isLocked && !hasSameThresholds(before, values))
      throw conflict('SCALE_IN_USE', 'Results on this scale have been published. Make a copy and change that.')
    if (values.isDefault && before.archivedAt !== null)
      throw conflict('MOVE_NOT_ALLOWED', 'An archived scale can’t be the default for new gradebooks.')
    if (values.isDefault && !before.isDefault) await clearDefault(db)
    await updateScale(db, id, values)
    touch(['grades'])
    return readScale(db, actor, id)
  },

  'grades-archiveScale': async ({ db, actor, input, now, touch }) => {
    const before = await lockScale(db, visibleScales(actor), input.id)
    if (!before) throw notFound('The scale')
    if (before.archivedAt === null) await updateScale(db, input.id, { archivedAt: now, isDefault: false })
    touch(['grades'])
    return readScale(db, actor, input.id)
  },

  'grades-restoreScale': async ({ db, actor, input, touch }) => {
    const before = await lockScale(db, visibleScales(actor), input.id)
    if (!before) throw notFound('The scale')
    await updateScale(db, input.id, { archivedAt: null })
    touch(['grades'])
    return readScale(db, actor, input.id)
  },
}
