import type { ImportReport, RosterFile } from '#contract/exchange/oneroster.ts'
import { columns } from './format.ts'
import { listOf, type Package, type Problem } from './validate.ts'

type Reported = ImportReport['problems'][number]

/**
 * Problems with the sourcedId of their row. Problems that follow from another one are folded into it, and `also` counts
 * them: rows that name a refused row, a file that is missing or unreadable, or an id that an earlier row names in vain.
 */
export const foldProblems = (problems: readonly Problem[], { version, tables }: Package): Reported[] => {
  const ids = new Map<string, string>()
  const lines = new Map<string, number>()
  for (const { file, rows } of tables)
    for (const { line, cells } of rows) {
      const id = cells['sourcedId'] ?? ''
      ids.set(`${file} ${line}`, id)
      if (!lines.has(`${file} ${id}`)) lines.set(`${file} ${id}`, line)
    }
  const ofFile = new Map<string, Problem>()
  const ofRow = new Map<string, Problem>()
  for (const problem of problems) {
    const file = problem.file === 'manifest' ? problem.column.replace(/^file\./, '') : problem.file
    if ((problem.file === 'manifest' || problem.reason === 'columns') && !ofFile.has(file)) ofFile.set(file, problem)
    const row = `${problem.file} ${problem.line}`
    if (!ofRow.has(row)) ofRow.set(row, problem)
  }
  const inVain = new Map<string, Problem>()
  const causeOf = (problem: Problem): Problem | undefined => {
    if (problem.reason !== 'reference' || problem.file === 'manifest') return undefined
    const of: RosterFile | undefined = columns[version][problem.file]?.find(({ name }) => name === problem.column)?.of
    if (of === undefined) return undefined
    const whole = ofFile.get(of)
    if (whole) return whole
    for (const id of listOf(problem.value)) {
      const line = lines.get(`${of} ${id}`)
      const cause = line === undefined ? undefined : ofRow.get(`${of} ${line}`)
      if (cause && cause !== problem) return cause
    }
    const first = inVain.get(`${of} ${problem.value}`)
    if (first) return first
    inVain.set(`${of} ${problem.value}`, problem)
    return undefined
  }
  const causes = new Map(problems.map(problem => [problem, causeOf(problem)]))
  const rootOf = (problem: Problem): Problem => {
    const seen = new Set([problem])
    let root = problem
    for (let next = causes.get(root); next !== undefined && !seen.has(next); next = causes.get(next)) {
      root = next
      seen.add(next)
    }
    return root
  }
  const also = new Map<Problem, Set<string>>()
  const roots: Problem[] = []
  for (const problem of problems) {
    const root = rootOf(problem)
    const row = `${problem.file} ${problem.line}`
    if (root === problem) roots.push(problem)
    else if (row !== `${root.file} ${root.line}`) also.set(root, (also.get(root) ?? new Set()).add(row))
  }
  return roots.map(problem => ({
    ...problem,
    sourcedId: ids.get(`${problem.file} ${problem.line}`) ?? '',
    also: also.get(problem)?.size ?? 0,
  }))
}
