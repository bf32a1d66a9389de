import { type ImportReport, listedProblems, rosterFiles } from '#contract/exchange/oneroster.ts'
import { Draft, type Writes } from './draft.ts'
import { foldProblems } from './fold.ts'
import { planFamilies } from './planFamilies.ts'
import { planClasses, planCourses, planOrgs, planSessions } from './planOffer.ts'
import { countUsers, planDemographics, planRoles, planUsers } from './planPeople.ts'
import { planEnds, planSeats } from './planSeats.ts'
import type { State } from './state.ts'
import { type Package, validate } from './validate.ts'
import { columns, extension } from './format.ts'

export type Plan = { writes: Writes; report: Omit<ImportReport, 'uploadId' | 'name'> }

const kindOf = {
  orgs: 'org',
  academicSessions: 'session',
  courses: 'course',
  classes: 'class',
  users: 'user',
  enrollments: 'enrollment',
} as const

/** The manifest comes first, then the files in the order in which they build on each other. */
const placeOf = (file: ImportReport['problems'][number]['file']): number =>
  file === 'manifest' ? -1 : rosterFiles.indexOf(file)

/**
 * What a package means for the school as it is: everything that would be written, and the outcome of each row. The dry
 * run and applying both use it, so the dry run shows exactly what applying does.
 */
export const planImport = async (state: State, of: Package): Promise<Plan> => {
  const ids = new Draft(state, of, [])
  const problems = await validate(of, (file, sourcedId) => {
    const kind = kindOf[file as keyof typeof kindOf]
    return kind !== undefined && ids.idOf(kind, sourcedId) !== undefined
  })
  const draft = new Draft(state, of, problems)
  planOrgs(draft)
  const sessionOfClass = planSessions(draft)
  planCourses(draft)
  planClasses(draft, sessionOfClass)
  const users = await planUsers(draft)
  planDemographics(draft, users)
  planRoles(draft, users)
  const linked = planFamilies(draft, users)
  planSeats(draft, users)
  countUsers(draft, users, linked)
  planEnds(draft)
  draft.note('files', of.others.length)
  draft.note(
    'columns',
    of.tables.flatMap(({ file, header }) =>
      header.filter(
        name => !name.startsWith(extension) && !columns[of.version][file]!.some(column => column.name === name),
      ),
    ).length,
  )
  const files = draft.files
  const changes = files.reduce((sum, file) => sum + file.new + file.changed + file.removed, 0)
  return {
    writes: draft.writes,
    report: {
      version: of.version,
      source: of.source.slice(0, 200),
      files,
      changes,
      notes: draft.notes,
      problems: foldProblems(draft.problems, of)
        .toSorted((a, b) => placeOf(a.file) - placeOf(b.file) || a.line - b.line)
        .slice(0, listedProblems),
    },
  }
}
