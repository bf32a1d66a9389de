import { allFields, type StudentField } from '../studentFields.plain.ts'

/** Fields of a student that a sheet spells in more ways than one; each other field has a column of its own. */
const spelled = ['name', 'nativeName', 'preferredName', 'birthOn', 'grade', 'doctorName', 'doctorPhone'] as const
export type PlainField = Exclude<StudentField, (typeof spelled)[number]>
export const plainFields = allFields.filter(
  (field): field is PlainField => !(spelled as readonly StudentField[]).includes(field),
)
type PlainColumn = `child-${PlainField}`
export const columnOf = (field: PlainField): PlainColumn => `child-${field}`
export const fieldIn = (column: PlainColumn): PlainField => column.slice('child-'.length) as PlainField

/** What a column of a sheet may hold. `ignore` is left out. */
export const importFields = [
  'ignore',
  'child-name',
  'child-first',
  'child-middle',
  'child-last',
  'child-native',
  'child-preferred',
  'child-birth',
  'child-grade',
  ...plainFields.map(field => columnOf(field)),
  'child-class',
  'child-class-teacher',
  'child-class-time',
  'child-id',
  'child-custody',
  'child-barred',
  'child-pickup',
  'guardian-name',
  'guardian-first',
  'guardian-last',
  'guardian-native',
  'guardian-email',
  'guardian-phone',
  'guardian-relationship',
  'guardian-pickup',
  'guardian-id',
  'family-id',
  'family-name',
  'family-email',
  'family-phone',
  'family-address',
  'family-street',
  'family-city',
  'family-state',
  'family-postcode',
  'emergency-name',
  'emergency-phone',
  'emergency-relationship',
  'doctor-name',
  'doctor-phone',
  'row-time',
  'staff-name',
  'staff-first',
  'staff-last',
  'staff-native',
  'staff-email',
  'staff-phone',
  'staff-extension',
  'staff-role',
  'staff-start',
] as const
export type ImportField = (typeof importFields)[number]
export const isPlain = (column: ImportField): column is PlainColumn =>
  plainFields.some(field => columnOf(field) === column)
/** Fields of which a sheet may have several sets of columns: Parent 1 and Parent 2, Child 1 and Child 2. */
export const isNumbered = (field: ImportField): boolean => /^(?:child|guardian|emergency)-/.test(field)
export const mostOfAKind = 6

export const sheetEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'big5', 'windows-1252'] as const
export const sheetDelimiters = [',', ';', '\t', '|'] as const
export const importDayOrders = ['month-first', 'day-first'] as const
/** Countries whose way of writing telephone numbers can be chosen; others write the sign + and their code. */
export const phoneRegions = [
  'US',
  'CA',
  'GB',
  'IE',
  'AU',
  'NZ',
  'SG',
  'HK',
  'TW',
  'CN',
  'MO',
  'JP',
  'KR',
  'MY',
  'DE',
  'AT',
  'CH',
  'FR',
  'NL',
  'BE',
  'IT',
  'ES',
  'SE',
  'NO',
  'DK',
] as const
/** A sheet is at most so large: what a school has, not what a database holds. */
export const sheetLimits = { bytes: 10 * 1024 * 1024, rows: 6000, columns: 200, cell: 4000 } as const

/** `undone` was applied and taken back. */
export const importStatuses = ['draft', 'applied', 'undone'] as const
/** What becomes, or became, of a row. `doubtful` waits for an answer, `ignored` holds no people. */
export const rowOutcomes = ['new', 'joined', 'changed', 'same', 'doubtful', 'rejected', 'skipped', 'ignored'] as const
export type RowOutcome = (typeof rowOutcomes)[number]
/** Rows whose people are, or will be, in the school. */
export const landedOutcomes: readonly RowOutcome[] = ['new', 'joined', 'changed', 'same']

/** What becomes of somebody in a list of staff: `joined` is on file and becomes a teacher, `same` is one already. */
export const staffOutcomes = [
  'new',
  'joined',
  'same',
  'doubtful',
  'rejected',
  'skipped',
] as const satisfies readonly RowOutcome[]
export type StaffOutcome = (typeof staffOutcomes)[number]

/**
 * What comes of a place that a sheet asks for: `seat` and `waitlist` are made; `class` and `classes` are asked about, as
 * no class or several fit; the others stay out. `quote` stands in a line where a quotation mark was never closed.
 */
export const seatStates = [
  'seat',
  'waitlist',
  'there',
  'class',
  'classes',
  'student',
  'students',
  'age',
  'closed',
  'draw',
  'quote',
  'skipped',
] as const
export type SeatState = (typeof seatStates)[number]

export const rowAnswers = ['same', 'new'] as const
/** Whom a number of a sheet's own system stands for. */
export const numberKinds = ['student', 'guardian', 'family'] as const
/**
 * Why no record holds a filled cell of a row that comes in: its line names nobody, its column is left out, it can't be
 * read, there is no place for a second one, it is somebody else's, only a part of it has a place, the school's own value
 * is kept, or another row of the same people says otherwise. `unplaced` is a cell of which nothing is known.
 */
export const cellReasons = [
  'title',
  'column',
  'unread',
  'extra',
  'taken',
  'part',
  'kept',
  'superseded',
  'unplaced',
] as const
export type CellReason = (typeof cellReasons)[number]
/** Families about whom the office is asked something, or was, and all others. */
export const familyParts = ['asked', 'sure'] as const
/** What is asked about a family. `skipped` is a row that the office has left out. */
export const questionKinds = ['custody', 'number', 'doubt', 'skipped'] as const
export type QuestionKind = (typeof questionKinds)[number]
/** What the office says of a note on custody: it bars nobody; it bars those who are named; or nobody may until it is decided. */
export const custodyAnswers = ['clear', 'bar', 'hold'] as const
