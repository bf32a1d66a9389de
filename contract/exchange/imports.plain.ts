import { allFields, type StudentField } from '../studentFields.plain.ts'

/** Student fields that a sheet may spell in several ways; every other field has one column of its own. */
const spelled = ['name', 'nativeName', 'preferredName', 'birthOn', 'grade', 'doctorName', 'doctorPhone'] as const
export type PlainField = Exclude<StudentField, (typeof spelled)[number]>
export const plainFields = allFields.filter(
  (field): field is PlainField => !(spelled as readonly StudentField[]).includes(field),
)
type PlainColumn = `child-${PlainField}`
export const columnOf = (field: PlainField): PlainColumn => `child-${field}`
export const fieldIn = (column: PlainColumn): PlainField => column.slice('child-'.length) as PlainField

/** What a column of a sheet may hold. `ignore` columns are left out. */
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
/** True for fields that a sheet may repeat in several sets of columns: Parent 1 and Parent 2, Child 1 and Child 2. */
export const isNumbered = (field: ImportField): boolean => /^(?:child|guardian|emergency)-/.test(field)
export const mostOfAKind = 6

export const sheetEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'big5', 'windows-1252'] as const
export const sheetDelimiters = [',', ';', '\t', '|'] as const
export const importDayOrders = ['month-first', 'day-first'] as const
/** Countries whose phone number format can be chosen. Numbers of other countries need a + and the country code. */
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
/** The largest sheet that is accepted, in bytes, rows, columns and characters per cell: enough for a school. */
export const sheetLimits = { bytes: 10 * 1024 * 1024, rows: 6000, columns: 200, cell: 4000 } as const

/** `undone`: was applied and undone. */
export const importStatuses = ['draft', 'applied', 'undone'] as const
/** The outcome of a row. `doubtful` waits for an answer, `ignored` holds no people. */
export const rowOutcomes = ['new', 'joined', 'changed', 'same', 'doubtful', 'rejected', 'skipped', 'ignored'] as const
export type RowOutcome = (typeof rowOutcomes)[number]
/** Rows whose people are, or will be, in the school. */
export const landedOutcomes: readonly RowOutcome[] = ['new', 'joined', 'changed', 'same']

/** The outcome for a person in a staff list: `joined` is on file and becomes a teacher, `same` already is one. */
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
 * The outcome of a place that a sheet asks for. `seat` and `waitlist` are created. `class` and `classes` need an
 * answer, because no class or several match. The others are left out. `quote` marks a line with an unclosed quotation
 * mark.
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
/** Whom a number of the sheet's own system identifies. */
export const numberKinds = ['student', 'guardian', 'family'] as const
/**
 * Why a filled cell of an imported row is in no record: its line names no one, its column is left out, it can't be
 * read, there is no place for a second value, it belongs to someone else, only a part of it has a place, the school's
 * own value is kept, or another row of the same people contradicts it. `unplaced` is a cell without a known reason.
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
/** `asked`: families with a question to the office, open or answered; `sure`: all others. */
export const familyParts = ['asked', 'sure'] as const
/** The kinds of question about a family. `skipped` is a row that the office has left out. */
export const questionKinds = ['custody', 'number', 'doubt', 'skipped'] as const
export type QuestionKind = (typeof questionKinds)[number]
/**
 * The office's answer to a custody note: it bars no one, it bars the people named, or it bars everyone until the
 * question is decided.
 */
export const custodyAnswers = ['clear', 'bar', 'hold'] as const
