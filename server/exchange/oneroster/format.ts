import type { RosterFile } from '#contract/exchange/oneroster.ts'

/**
 * The published tables as data: the names of each file's columns, their order and types, whether they are required, and
 * what they refer to. The import and the tests of the export use the same ones.
 * Sources: 1EdTech OneRoster 1.2 CSV Binding (document version 1.2.1), section 4 with its tables per file, and
 * OneRoster 1.1 CSV Tables (document version 1.1.1), section 3.
 */
export type Version = '1.1' | '1.2'
export type Column = {
  readonly name: string
  readonly type: 'guid' | 'guids' | 'text' | 'texts' | 'date' | 'dateTime' | 'year' | 'boolean' | 'value'
  readonly isRequired: boolean
  /** The allowed contents of a `value`; `isOpen` allows the standard's extensions (`ext:…`) as well. */
  readonly values?: readonly string[]
  readonly isOpen?: boolean
  /** The file whose sourcedIds the column refers to. */
  readonly of?: RosterFile
}

type More = Omit<Column, 'name' | 'type' | 'isRequired'>
const must = (name: string, type: Column['type'], more: More = {}): Column => ({
  name,
  type,
  isRequired: true,
  ...more,
})
const may = (name: string, type: Column['type'] = 'text', more: More = {}): Column => ({
  name,
  type,
  isRequired: false,
  ...more,
})
const oneOf = (...values: string[]): More => ({ values })
const openTo = (...values: string[]): More => ({ values, isOpen: true })
const closed: Record<Version, typeof oneOf> = { '1.1': oneOf, '1.2': openTo }

// In bulk files status and dateLastModified are blank (section 2.3, bulk processing).
const head = (of?: RosterFile): Column[] => [
  must('sourcedId', 'guid', of ? { of } : {}),
  may('status', 'value', oneOf('active', 'tobedeleted', 'inactive')),
  may('dateLastModified', 'dateTime'),
]
const races = [
  'americanIndianOrAlaskaNative',
  'asian',
  'blackOrAfricanAmerican',
  'nativeHawaiianOrOtherPacificIslander',
  'white',
  'demographicRaceTwoOrMoreRaces',
  'hispanicOrLatinoEthnicity',
]

const tablesOf = (version: Version) => {
  const values = closed[version]
  return {
    academicSessions: [
      ...head(),
      must('title', 'text'),
      must('type', 'value', values('gradingPeriod', 'semester', 'schoolYear', 'term')),
      must('startDate', 'date'),
      must('endDate', 'date'),
      may('parentSourcedId', 'guid', { of: 'academicSessions' }),
      must('schoolYear', 'year'),
    ],
    orgs: [
      ...head(),
      must('name', 'text'),
      must('type', 'value', values('department', 'school', 'district', 'local', 'state', 'national')),
      may('identifier'),
      may('parentSourcedId', 'guid', { of: 'orgs' }),
    ],
    courses: [
      ...head(),
      may('schoolYearSourcedId', 'guid', { of: 'academicSessions' }),
      must('title', 'text'),
      may('courseCode'),
      may('grades', 'texts'),
      must('orgSourcedId', 'guid', { of: 'orgs' }),
      may('subjects', 'texts'),
      may('subjectCodes', 'texts'),
    ],
    classes: [
      ...head(),
      must('title', 'text'),
      may('grades', 'texts'),
      must('courseSourcedId', 'guid', { of: 'courses' }),
      may('classCode'),
      must('classType', 'value', values('homeroom', 'scheduled')),
      may('location'),
      must('schoolSourcedId', 'guid', { of: 'orgs' }),
      must('termSourcedIds', 'guids', { of: 'academicSessions' }),
      may('subjects', 'texts'),
      may('subjectCodes', 'texts'),
      may('periods', 'texts'),
    ],
    enrollments: [
      ...head(),
      must('classSourcedId', 'guid', { of: 'classes' }),
      must('schoolSourcedId', 'guid', { of: 'orgs' }),
      must('userSourcedId', 'guid', { of: 'users' }),
      must('role', 'value', values('administrator', 'proctor', 'student', 'teacher')),
      may('primary', 'boolean'),
      may('beginDate', 'date'),
      may('endDate', 'date'),
    ],
    demographics: [
      ...head('users'),
      may('birthDate', 'date'),
      may(
        'sex',
        'value',
        version === '1.1' ? oneOf('male', 'female') : openTo('male', 'female', 'unspecified', 'other'),
      ),
      ...races.map(name => may(name, 'boolean')),
      may('countryOfBirthCode'),
      may('stateOfBirthAbbreviation'),
      may('cityOfBirth'),
      may('publicSchoolResidenceStatus'),
    ],
  } satisfies Partial<Record<RosterFile, readonly Column[]>>
}

const person = [
  may('userIds', 'texts'),
  must('givenName', 'text'),
  must('familyName', 'text'),
  may('middleName'),
  may('identifier'),
  may('email'),
  may('sms'),
  may('phone'),
  may('agentSourcedIds', 'guids', { of: 'users' }),
  may('grades', 'texts'),
  may('password'),
]

/** The columns of each file that a version defines. */
export const columns: Record<Version, Partial<Record<RosterFile, readonly Column[]>>> = {
  '1.1': {
    ...tablesOf('1.1'),
    users: [
      ...head(),
      must('enabledUser', 'boolean'),
      must('orgSourcedIds', 'guids', { of: 'orgs' }),
      must(
        'role',
        'value',
        oneOf('administrator', 'aide', 'guardian', 'parent', 'proctor', 'relative', 'student', 'teacher'),
      ),
      must('username', 'text'),
      ...person,
    ],
  },
  '1.2': {
    ...tablesOf('1.2'),
    users: [
      ...head(),
      must('enabledUser', 'boolean'),
      must('username', 'text'),
      ...person,
      may('userMasterIdentifier'),
      may('preferredGivenName'),
      may('preferredMiddleName'),
      may('preferredFamilyName'),
      may('primaryOrgSourcedId', 'guid', { of: 'orgs' }),
      may('pronouns'),
    ],
    roles: [
      ...head(),
      must('userSourcedId', 'guid', { of: 'users' }),
      must('roleType', 'value', oneOf('primary', 'secondary')),
      must(
        'role',
        'value',
        openTo(
          'aide',
          'counselor',
          'districtAdministrator',
          'guardian',
          'parent',
          'principal',
          'proctor',
          'relative',
          'siteAdministrator',
          'student',
          'systemAdministrator',
          'teacher',
        ),
      ),
      may('beginDate', 'date'),
      may('endDate', 'date'),
      must('orgSourcedId', 'guid', { of: 'orgs' }),
      may('userProfileSourcedId', 'guid', { of: 'userProfiles' }),
    ],
    userProfiles: [
      ...head(),
      must('userSourcedId', 'guid', { of: 'users' }),
      must('profileType', 'text'),
      must('vendorId', 'text'),
      may('applicationId'),
      may('description'),
      must('credentialType', 'text'),
      must('username', 'text'),
      may('password'),
    ],
  },
}

/** Every file that a manifest of a version names, in its order (CSV Binding, section 4, manifest.csv). */
export const manifestFiles: Record<Version, readonly string[]> = {
  '1.1': [
    'academicSessions',
    'categories',
    'classes',
    'classResources',
    'courses',
    'courseResources',
    'demographics',
    'enrollments',
    'lineItems',
    'orgs',
    'resources',
    'results',
    'users',
  ],
  '1.2': [
    'academicSessions',
    'categories',
    'classes',
    'classResources',
    'courses',
    'courseResources',
    'demographics',
    'enrollments',
    'lineItemLearningObjectiveIds',
    'lineItems',
    'lineItemScoreScales',
    'orgs',
    'resources',
    'resultLearningObjectiveIds',
    'results',
    'resultScoreScales',
    'roles',
    'scoreScales',
    'userProfiles',
    'userResources',
    'users',
  ],
}

/**
 * The prefix of columns beyond the published ones (CSV Binding, section 2.6, extensions), and of Lantern's own among
 * them.
 */
export const extension = 'metadata.'
export const ours = 'metadata.lantern.'

/** What Lantern writes beyond the published columns, so that nothing is lost between two schools that run it. */
export const ownColumns = {
  academicSessions: ['nativeName', 'weekdays'],
  courses: ['nativeName', 'programme', 'programmeNativeName', 'level', 'description'],
  classes: ['nativeName', 'weekday', 'startsAt', 'endsAt', 'capacity', 'crayon'],
  users: ['name', 'nativeName', 'language', 'grade', 'household', 'householdName', 'relationships', 'ownGuardian'],
} as const satisfies Partial<Record<RosterFile, readonly string[]>>
