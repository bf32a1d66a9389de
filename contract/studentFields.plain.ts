/** How a field is written: a `name` is a line that is never empty, a `text` has several lines. */
export type FieldType = 'name' | 'line' | 'text' | 'day' | 'phone'

/**
 * Where a field is asked or shown, besides the student's own record. The record shows all fields to the office, the
 * student's teachers, and guardians with access.
 *
 * - `office`: the office's form; `registration` and `visit`: what a family enters about its child
 * - `card`: the medical card, which family and office edit
 * - `review`: what a family must ask the office to correct, because it identifies the child
 * - `family`: with the child in its family's record, which a family is asked to confirm each year
 * - `roll`: what teachers read when they take attendance; `classList`: what is printed for them
 */
export type FieldPlace = 'office' | 'registration' | 'visit' | 'card' | 'review' | 'family' | 'roll' | 'classList'

/** The table that has the column of a field. */
export type StudentTable = 'persons' | 'students'

type Rule = {
  of: StudentTable
  type: FieldType
  in: readonly FieldPlace[]
  /** The fact that the field is a part of. Parts are shown, compared and kept together. */
  fact?: string
  /** The field is sealed in the database and can't be read there, and each reading of it is logged (decision 85). */
  isSealed?: true
}

/**
 * Every field of a student, by the one name that it has in contract, code, database and texts. Each is confirmed once a
 * year, compared and kept when two records are merged, and read by imports. To add a field, add a line here; whatever
 * else it needs does not compile without it (decision 39).
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
/** The fields shown in a place, and the fields whose column is in a table. */
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

/** True when the field is sealed in the database. */
export const isSealed = (field: StudentField): boolean => ruleOf(field).isSealed === true

/** True when the field must be filled in. */
export const isNeeded = (field: StudentField): boolean => ['name', 'day'].includes(studentFields[field].type)
/** The fields about a student's health. */
export const healthFields: readonly (FieldIn<'card'> & FieldIn<'family'>)[] = fieldsIn('family').filter(
  (field): field is FieldIn<'card'> & FieldIn<'family'> => isIn('card', field),
)
/** The values of these fields, without empty ones. */
export const saidIn = <Field extends string>(fields: readonly Field[], of: Record<Field, string>): string[] =>
  fields.map(field => of[field].trim()).filter(Boolean)

export const factOf = (field: StudentField): StudentFact => (ruleOf(field).fact ?? field) as StudentFact
/** The facts of a student that are compared, in order, each once. */
export const studentFacts: readonly StudentFact[] = [...new Set(all.map(factOf))]
/** The fields that make up a fact. */
export const partsOf = (fact: StudentFact): StudentField[] => all.filter(field => factOf(field) === fact)

/** Builds an object with a value for each of these fields. */
export const eachField = <Field extends StudentField, Value>(
  fields: readonly Field[],
  valueOf: (field: Field) => Value,
): Record<Field, Value> => Object.fromEntries(fields.map(field => [field, valueOf(field)])) as Record<Field, Value>
