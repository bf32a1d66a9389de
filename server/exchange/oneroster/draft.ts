import type { ImportNote, RosterFile, RowReason } from '#contract/exchange/oneroster.ts'
import type { Crayon } from '#contract/values.ts'
import { newId } from '#server/platform/ids.ts'
import { type Change, emptyPlan, type PeoplePlan } from '../shared/plan.ts'
import type { PersonOnRecord } from '../shared/queries.ts'
import { ours } from './format.ts'
import type { KnownTerm, State } from './state.ts'
import type { RosterKind } from './tables.ts'
import type { Package, Problem, Row, Table } from './validate.ts'

export type NewCourse = {
  id: string
  programmeId: string
  name: string
  nativeName: string
  level: number | null
  description: string
}
type NewSection = {
  id: string
  termId: string
  courseId: string
  roomId: string | null
  name: string
  nativeName: string
  weekday: number
  startsAt: string
  endsAt: string
  capacity: number
  crayon: Crayon
}
/** Everything that an import would write. */
export type Writes = {
  terms: KnownTerm[]
  termNames: { id: string; name: string; nativeName: string }[]
  programmes: { id: string; name: string; nativeName: string }[]
  courses: NewCourse[]
  courseChanges: NewCourse[]
  courseEnds: string[]
  rooms: { id: string; name: string }[]
  sections: NewSection[]
  sectionChanges: { id: string; name: string; nativeName: string; roomId: string | null }[]
  sectionEnds: string[]
  people: PeoplePlan
  studentEnds: string[]
  teachers: Set<string>
  teacherEnds: string[]
  duties: { sectionId: string; teacherId: string }[]
  dutyEnds: { sectionId: string; teacherId: string }[]
  enrolments: { id: string; studentId: string; sectionId: string; beginOn: string | null }[]
  enrolmentEnds: string[]
  ids: { kind: RosterKind; sourcedId: string; ourId: string }[]
}

const nothing = (): Writes => ({
  terms: [],
  termNames: [],
  programmes: [],
  courses: [],
  courseChanges: [],
  courseEnds: [],
  rooms: [],
  sections: [],
  sectionChanges: [],
  sectionEnds: [],
  people: emptyPlan(),
  studentEnds: [],
  teachers: new Set(),
  teacherEnds: [],
  duties: [],
  dutyEnds: [],
  enrolments: [],
  enrolmentEnds: [],
  ids: [],
})

export type Outcome = 'new' | 'changed' | 'removed' | 'unchanged' | 'skipped' | 'refused'
type Counts = Record<Outcome, number>

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const key = (kind: RosterKind | Change['field'], id: string): string => `${kind} ${id}`

/** An import in preparation: what is known, what would be written, and the outcome of each row. */
export class Draft {
  readonly writes = nothing()
  readonly problems: Problem[]
  readonly #tally: Map<RosterFile, Counts>
  readonly #notes = new Map<ImportNote, number>()
  readonly #refused = new Set<string>()
  readonly #hopeless: Set<RosterFile>
  readonly #ids = new Map<string, string>()
  readonly #taken = new Set<string>()
  readonly #changed = new Set<string>()
  readonly state: State
  readonly package: Package

  constructor(state: State, of: Package, problems: readonly Problem[]) {
    this.state = state
    this.package = of
    this.problems = [...problems]
    this.#hopeless = new Set(
      problems.flatMap(({ file, reason }) => (reason === 'columns' && file !== 'manifest' ? [file] : [])),
    )
    for (const { file, line } of problems) this.#refused.add(`${file} ${line}`)
    this.#tally = new Map(
      of.tables.map(({ file }) => [file, { new: 0, changed: 0, removed: 0, unchanged: 0, skipped: 0, refused: 0 }]),
    )
    const own: [RosterKind, readonly { id: string }[]][] = [
      ['session', state.terms],
      ['course', state.courses],
      ['class', state.sections],
      ['user', state.people],
      ['enrollment', state.enrolments],
    ]
    for (const { kind, sourcedId, ourId } of state.ids) this.#ids.set(key(kind, sourcedId), ourId)
    for (const [kind, list] of own)
      for (const { id } of list) {
        this.#ids.set(key(kind, id), id)
        this.#taken.add(key(kind, id))
      }
    this.#ids.set(key('org', state.schoolId), state.schoolId)
  }

  /** The id of the record that a sourcedId stands for, whether it exists or is planned. */
  idOf(kind: RosterKind, sourcedId: string): string | undefined {
    return this.#ids.get(key(kind, sourcedId)) ?? this.#ids.get(key(kind, sourcedId.toLowerCase()))
  }

  /** Maps the sourcedId to a record that was known under something else. */
  match(kind: RosterKind, sourcedId: string, ourId: string): string {
    this.#ids.set(key(kind, sourcedId), ourId)
    this.writes.ids.push({ kind, sourcedId, ourId })
    return ourId
  }

  /**
   * The id of a new record: the sourcedId where it is an unused UUID, so that exports return it unchanged, otherwise a
   * new id.
   */
  make(kind: RosterKind, sourcedId: string): string {
    const own = sourcedId.toLowerCase()
    if (!uuid.test(own) || this.#taken.has(key(kind, own))) return this.match(kind, sourcedId, newId())
    this.#ids.set(key(kind, own), own)
    this.#taken.add(key(kind, own))
    return own
  }

  /** Plans a new value for a field of a person, if it differs. */
  change(person: PersonOnRecord, field: Change['field'], to: string): void {
    const from = person[field]
    const isPlanned = this.#changed.has(key(field, person.id))
    if (from === to || isPlanned) return
    this.#changed.add(key(field, person.id))
    this.writes.people.changes.push({ id: person.id, field, from, to })
  }

  table(file: RosterFile): Table | undefined {
    return this.package.tables.find(each => each.file === file)
  }

  /** True where a file has the extension column `name`, so that its blank cells count. */
  hasOwn(file: RosterFile, name: string): boolean {
    return this.table(file)?.header.includes(`${ours}${name}`) ?? false
  }

  /** The accepted rows of a file, with those to be removed apart. Refused rows are left out. */
  rows(file: RosterFile): { kept: Row[]; ended: Row[] } {
    const kept: Row[] = []
    const ended: Row[] = []
    for (const row of this.table(file)?.rows ?? []) {
      if (this.#hopeless.has(file) || this.#refused.has(`${file} ${row.line}`)) continue
      if (row.cells['status'] === 'tobedeleted') ended.push(row)
      else kept.push(row)
    }
    return { kept, ended }
  }

  /** Counts the outcome of a row. */
  count(file: RosterFile, outcome: Exclude<Outcome, 'refused'>): void {
    this.#tally.get(file)![outcome] += 1
  }

  refuse(file: RosterFile, row: Row, column: string, reason: RowReason): void {
    this.problems.push({ file, line: row.line, column, reason, value: (row.cells[column] ?? '').slice(0, 100) })
    this.#refused.add(`${file} ${row.line}`)
  }

  note(note: ImportNote, n = 1): void {
    if (n > 0) this.#notes.set(note, (this.#notes.get(note) ?? 0) + n)
  }

  get notes(): { note: ImportNote; n: number }[] {
    return [...this.#notes].map(([note, n]) => ({ note, n }))
  }

  /** The outcome of each file; every row without another outcome counts as refused. */
  get files(): ({ file: RosterFile; mode: 'bulk' | 'delta'; rows: number } & Counts)[] {
    return this.package.tables.map(({ file, mode, rows }) => {
      const counts = this.#tally.get(file)!
      const stood = counts.new + counts.changed + counts.removed + counts.unchanged + counts.skipped
      return { file, mode, rows: rows.length, ...counts, refused: rows.length - stood }
    })
  }
}

/** The cell of one of Lantern's extension columns; '' where it is missing. */
export const own = (row: Row, name: string): string => row.cells[`${ours}${name}`] ?? ''
