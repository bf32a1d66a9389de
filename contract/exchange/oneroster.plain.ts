/** The largest zip that is taken, in bytes, and what its files may unpack to together. */
export const largestZip = 25 * 1024 * 1024
export const largestUnpacked = 200 * 1024 * 1024
/** Where a zip is sent to, and where one is fetched from. */
export const oneRosterUploadPath = '/files/oneroster'
export const oneRosterDownloadPath = '/files/oneroster.zip'
/** Where other programs ask for a token, and where they read (OneRoster 1.2 Rostering Service, REST binding). */
export const oneRosterTokenPath = '/oauth/token'
export const oneRosterBasePath = '/ims/oneroster/rostering/v1p2'

/** The files of the rostering part that are written and read, in the order in which they build on each other. */
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
 * `current`: classes of terms that run or register, and who belongs to them; `all`: everything that is not archived.
 */
export const extents = ['current', 'all'] as const
/** What problems are found in: a file of the rostering, or the manifest that names them. */
export const reportedFiles = [...rosterFiles, 'manifest'] as const
/** Why a row is refused; a key of the screens' texts. */
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
/** What is worth knowing before one goes on, with how many rows it is about. */
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
/** The most refused rows that are listed; all are counted. */
export const listedProblems = 200
