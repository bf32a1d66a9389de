/** The largest zip that is accepted, and the most its files may unpack to together, in bytes. */
export const largestZip = 25 * 1024 * 1024
export const largestUnpacked = 200 * 1024 * 1024
/** The path to upload a zip to, and the one to download it from. */
export const oneRosterUploadPath = '/files/oneroster'
export const oneRosterDownloadPath = '/files/oneroster.zip'
/**
 * The paths where other programs request a token, and where they read (OneRoster 1.2 Rostering Service, REST binding).
 */
export const oneRosterTokenPath = '/oauth/token'
export const oneRosterBasePath = '/ims/oneroster/rostering/v1p2'

/** The rostering files that are written and read, each after the files it refers to. */
export const rosterFiles = [
  'orgs',
  'academicSessions',
  'courses',
  'classes',
  'users',
  'roles',
  'userProfiles',
  'demographics',
  'enrollments',
] as const
/**
 * `current`: classes of terms that are running or registering, with the people in them; `all`: everything that is not
 * archived.
 */
export const extents = ['current', 'all'] as const
/** Where a problem was found: in a rostering file, or in the manifest that lists them. */
export const reportedFiles = [...rosterFiles, 'manifest'] as const
/** Why a row is refused; a key into the screens' texts. */
export const rowReasons = [
  'required',
  'guid',
  'date',
  'dateTime',
  'year',
  'boolean',
  'value',
  'columns',
  'duplicate',
  'reference',
  'order',
  'occupied',
  'enrolled',
  'future',
  'long',
  'email',
  'missing',
] as const
/** Remarks to read before applying, each with the number of rows it concerns. */
export const importNotes = [
  'draft',
  'times',
  'births',
  'fees',
  'administrators',
  'schools',
  'sessions',
  'manyTerms',
  'addresses',
  'noAccess',
  'namesakes',
  'files',
  'columns',
] as const
/** The maximum number of refused rows that are listed; all are counted. */
export const listedProblems = 200
