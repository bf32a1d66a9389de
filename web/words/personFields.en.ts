import type { MergeField } from '#contract/office/duplicates.ts'
import type { RecordField } from '#contract/people/confirmations.ts'
import type { StudentField } from '#contract/studentFields.plain.ts'

/** The names of fields of people and households, wherever they are asked for, shown, compared or imported. */
export const personFields = {
  name: 'Name',
  nativeName: 'Native name',
  preferredName: 'Preferred name',
  birthOn: 'Date of birth',
  grade: 'School grade',
  allergies: 'Allergies',
  medical: 'Medical notes',
  medication: 'Medication',
  doctor: 'Doctor',
  doctorName: 'Doctor’s name',
  doctorPhone: 'Doctor’s phone',
  address: 'Address',
  email: 'Email',
  phone: 'Phone',
  language: 'Preferred language',
  relationship: 'Relationship',
  hasDataAccess: 'Can see records',
  mayPickUp: 'Can pick up',
  household: 'Billed family',
  photo: 'Photos',
  rule: 'Pick-up',
  toDay: 'Until',
} satisfies Record<StudentField | RecordField | MergeField, string>

/** Hints for fields whose name doesn't say what to enter. */
export const fieldHints = {
  allergies: 'What, how severe, and what to do.',
  medical: 'Conditions, and what helps in an emergency.',
  medication: 'What, when, and where it is kept.',
} satisfies Partial<Record<StudentField, string>>
