import type { Category, ScaleKind, Step } from '#contract/teaching/grades.ts'

export type Counted = {
  categories: readonly Pick<Category, 'id' | 'weightPercent' | 'dropLowest'>[]
  assessments: readonly { id: string; categoryId: string; maxPoints: number }[]
  /** The grades of one student. */
  grades: readonly { assessmentId: string; points: number | null; isExcused: boolean }[]
}
export type Overall = {
  /** From 0 to 100, with one decimal; null while nothing counts. */
  percent: number | null
  categories: readonly { id: string; percent: number | null }[]
  /** Assessments dropped as the lowest of their category. */
  dropped: readonly string[]
}

// Scores ending in .05 lie just below the half in binary, so a tiny amount is added before rounding.
const toTenth = (percent: number): number => Math.round(percent * 10 + 1e-7) / 10

/** Points as a percentage of the maximum, with one decimal. */
export const percentOf = (points: number, maxPoints: number): number => toTenth((points / maxPoints) * 100)

/**
 * The result of one student. Within a category every assessment counts the same; categories count by their weights.
 * Excused grades and grades that were not entered are left out, not counted as zero. Categories without any score are
 * also left out, and the weights of the others make up the whole. Each category drops its number of lowest scores, but
 * never its last one.
 */
export const overall = ({ categories, assessments, grades }: Counted): Overall => {
  const gradeOf = new Map(grades.map(grade => [grade.assessmentId, grade]))
  const dropped: string[] = []
  const means = categories.map(({ id, weightPercent, dropLowest }) => {
    const scores = assessments
      .filter(assessment => assessment.categoryId === id)
      .flatMap(assessment => {
        const grade = gradeOf.get(assessment.id)
        return grade === undefined || grade.isExcused || grade.points === null
          ? []
          : [{ id: assessment.id, share: grade.points / assessment.maxPoints }]
      })
      .sort((a, b) => a.share - b.share || a.id.localeCompare(b.id))
    const drops = Math.min(dropLowest, Math.max(0, scores.length - 1))
    dropped.push(...scores.slice(0, drops).map(score => score.id))
    const kept = scores.slice(drops)
    const mean = kept.length === 0 ? null : (kept.reduce((sum, { share }) => sum + share, 0) / kept.length) * 100
    return { id, weightPercent, mean }
  })
  const counting = means.filter(({ mean, weightPercent }) => mean !== null && weightPercent > 0)
  const weight = counting.reduce((sum, { weightPercent }) => sum + weightPercent, 0)
  const total = counting.reduce((sum, { mean, weightPercent }) => sum + (mean ?? 0) * weightPercent, 0)
  return {
    percent: weight === 0 ? null : toTenth(total / weight),
    categories: means.map(({ id, mean }) => ({ id, percent: mean === null ? null : toTenth(mean) })),
    dropped,
  }
}

/** The step of a scale that a percentage reaches; null without a scale, a step or a percentage. */
export const labelOf = (scale: { steps: readonly Step[] } | null, percent: number | null): Step | null =>
  percent === null || scale === null
    ? null
    : (scale.steps
        .filter(({ fromPercent }) => fromPercent <= percent)
        .sort((a, b) => b.fromPercent - a.fromPercent)[0] ?? null)

/**
 * The problems with the steps of a scale, by field, as keys of field texts. Steps go down from the best to the lowest,
 * and the lowest starts at 0, so that every percentage has a step. Percentage scales have no steps.
 */
export const stepProblems = (kind: ScaleKind, steps: readonly Pick<Step, 'fromPercent'>[]) => {
  if (kind === 'percent') return steps.length > 0 ? [{ path: 'steps', message: 'steps' }] : []
  if (steps.length < 2) return [{ path: 'steps', message: 'steps' }]
  return steps.flatMap(({ fromPercent }, index) => {
    const path = `steps.${index}.fromPercent`
    if (index > 0 && fromPercent >= steps[index - 1]!.fromPercent) return [{ path, message: 'lower' }]
    return index === steps.length - 1 && fromPercent !== 0 ? [{ path, message: 'zero' }] : []
  })
}

/** The weights that Cary Chinese School publishes, suggested for a new grade book. */
export const usualWeights = [
  { key: 'final', weightPercent: 40 },
  { key: 'midterm', weightPercent: 20 },
  { key: 'homework', weightPercent: 20 },
  { key: 'attendance', weightPercent: 10 },
  { key: 'other', weightPercent: 10 },
] as const

/** The percentages at which the usual letter grades start. */
export const usualLetters = [
  { label: 'A', fromPercent: 90 },
  { label: 'B', fromPercent: 80 },
  { label: 'C', fromPercent: 70 },
  { label: 'D', fromPercent: 60 },
  { label: 'F', fromPercent: 0 },
] as const
