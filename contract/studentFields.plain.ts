/** How a field is written: a `name` is a line that is never empty, a `text` has several lines. */
export type FieldType = 'name' | 'line' | 'text' | 'day' | 'phone'

/**
 * Where a field is asked or shown, beside a student's own record: that has all of them, for the office, the student's
 * teachers and guardians with access.
 *
 * - `office`: the office's form; `registration` and `visit`: what a family writes of a child that it brings
 * - `card`: the medical card, which family and office write
 * - `review`: what a family asks the office to correct, since it says who the child is
 * - `family`: beside the child in the record of its family, which a family is asked to confirm each year
 * - `roll`: what teachers read at the roll; `classList`: what is printed for them
 */
export type FieldPlace = 'office' | 'registration' | 'visit' | 'card' | 'review' | 'family' | 'roll' | 'classList'

/** Where the column of a field is. */
export type StudentTable = 'persons' | 'students'

type Rule = {
  of: StudentTable
  type: FieldType
  in: readonly FieldPlace[]
  /** The fact that it is a part of: parts are shown, compared and kept together. */
  fact?: string
  /** Nobody reads it in the database: it is sealed there, and each reading is logged (decision 85). */
  isSealed?: true
}

/**
 * Every field of a student, by the one name that it has in contract, code, database and words. Each of them is
 * confirmed once a year, compared and kept when two records become one, and read by an import. A field more is a line
 * here; what else it needs does not compile without it (decision 39).
 */
export const studentFields = {
  name: { of: 'persons', type: 'name', in: ['office', 'registration', 'visit', 'review', 'family'] },
  nativeName: { of: 'persons', type: 'line', in: ['office', 'registration', 'visit', 'review', 'family'] },
  preferredName: { of: 'persons', type: 'line', in: ['office', 'registration'] },
  birthOn: { of: 'persons', type: 'day', in: ['office', 'registration', 'visit', 'review', 'family'] },
  grade: { of: 'students', type: 'line', in: ['office', 'registration', 'family'] },
  allergies: {
    of: 'students',
    type: 'text',
    in: ['office', 'registration', 'visit', 'card', 'family', 'roll', 'classList'],
    isSealed: true,
  },
  medical: { of: 'students', type: 'text', in: ['office', 'registration', 'card', 'family'], isSealed: true },
  medication: { of: 'students', type: 'text', in: ['card', 'family', 'classList'], isSealed: true },
  doctorName: { of: 'students', type: 'line', in: ['card'], fact: 'doctor', isSealed: true },
  doctorPhone: { of: 'students', type: 'phone', in: ['card'], fact: 'doctor', isSealed: true },
} as const satisfies Record<string, Rule>

type Fields = typeof studentFields
export type StudentField = keyof Fields
export type TypeOf<Field extends StudentField> = Fields[Field]['type']
/** The fields that stand in a place, or whose column is in a table. */
export type FieldIn<Place extends FieldPlace> = {
  [Field in StudentField]: Place extends Fields[Field]['in'][number] ? Field : never
}[StudentField]
export type FieldOf<Table extends StudentTable> = {
  [Field in StudentField]: Fields[Field]['of'] extends Table ? Field : never
}[StudentField]
export type StudentFact = {
  [Field in StudentField]: Fields[Field] extends { fact: infer Fact } ? Fact : Field
}[StudentField]

const all = Object.keys(studentFields) as StudentField[]
const ruleOf = (field: StudentField): Rule => studentFields[field]

export const allFields: readonly StudentField[] = all
export const isIn = <Place extends FieldPlace>(place: Place, field: StudentField): field is FieldIn<Place> =>
  ruleOf(field).in.includes(place)
export const fieldsIn = <Place extends FieldPlace>(place: Place): FieldIn<Place>[] =>
  all.filter(field => isIn(place, field))
export const isOf = <Table extends StudentTable>(table: Table, field: StudentField): field is FieldOf<Table> =>
  ruleOf(field).of === table

/** Whether what a field says is sealed in the database. */
export const isSealed = (field: StudentField): boolean => ruleOf(field).isSealed === true

/** Whether a field must be filled in. */
export const isNeeded = (field: StudentField): boolean => ['name', 'day'].includes(studentFields[field].type)
/** What is to be known of a student's health, beside its name. */
export const healthFields: readonly (FieldIn<'card'> & FieldIn<'family'>)[] = fieldsIn('family').filter(
  (field): field is FieldIn<'card'> & FieldIn<'family'> => isIn('card', field),
)
/** What is said in these fields, as far as anything is. */
export const saidIn = <Field extends string>(fields: readonly Field[], of: Record<Field, string>): string[] =>
  fields.map(field => of[field].trim()).filter(Boolean)

export const factOf = (field: StudentField): StudentFact => (ruleOf(field).fact ?? field) as StudentFact
/** What is compared of a student, in order, each once. */
export const studentFacts: readonly StudentFact[] = [...new Set(all.map(factOf))]
/** The fields that make up a fact. */
export const partsOf = (fact: StudentFact): StudentField[] => all.filter(field => factOf(field) === fact)

/** A value for each of these fields. */
export const eachField = <Field extends StudentField, Value>(
  fields: readonly Field[],
  valueOf: (field: Field) => Value,
): Record<Field, Value> => Object.fromEntries(fields.map(field => [field, valueOf(field)])) as Record<Field, Value>
