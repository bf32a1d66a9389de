import * as z from 'zod/mini'
import {
  allFields,
  eachField,
  type FieldIn,
  type FieldPlace,
  fieldsIn,
  type FieldType,
  isSealed,
  type StudentField,
  studentFields,
  type TypeOf,
} from './studentFields.plain.ts'
import { Day, Line, OptionalLine, OptionalPhone, sealedText, Text } from './values.ts'

export * from './studentFields.plain.ts'

const written = { name: Line, line: OptionalLine, text: Text, day: Day, phone: OptionalPhone } satisfies Schemas
const read = {
  name: z.string(),
  line: z.string(),
  text: z.string(),
  day: z.nullable(Day),
  phone: z.string(),
} satisfies Schemas

type Schemas = Record<FieldType, z.ZodMiniType>
/** The schema of a field, marked as sealed if the field is. */
export const schemaOf = <Schema extends z.ZodMiniType>(field: StudentField, schema: Schema): Schema =>
  isSealed(field) ? sealedText(schema) : schema

type Shape<Field extends StudentField, By extends Schemas> = { [Name in Field]: By[TypeOf<Name>] }
const shapeOf = <Field extends StudentField, By extends Schemas>(fields: readonly Field[], by: By): Shape<Field, By> =>
  eachField(fields, field => schemaOf(field, by[studentFields[field].type])) as Shape<Field, By>

/** The fields of a place with their input schemas. */
export const writtenIn = <Place extends FieldPlace>(place: Place): Shape<FieldIn<Place>, typeof written> =>
  shapeOf(fieldsIn(place), written)
/** The fields of a place with their output schemas. */
export const readIn = <Place extends FieldPlace>(place: Place): Shape<FieldIn<Place>, typeof read> =>
  shapeOf(fieldsIn(place), read)
/** Every field of a student with its output schema. */
export const readWhole: Shape<StudentField, typeof read> = shapeOf(allFields, read)
