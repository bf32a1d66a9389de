import type { FunctionName, ReadName } from './index.ts'

/** Lists that can be downloaded as a spreadsheet, and the function that reads each. */
export const exportedLists = {
  students: 'students-list',
  teachers: 'teachers-list',
  families: 'parents-list',
  users: 'users-list',
  balances: 'payments-households',
  received: 'payments-received',
  audit: 'audit-list',
  begun: 'enrolments-abandoned',
  duties: 'duties-list',
} as const satisfies Record<string, ReadName>
export type ExportedList = keyof typeof exportedLists

/** A file for callers who may call at least one of `needs`. Each download is recorded in the audit trail as `trail`. */
type GuardedFile = {
  readonly needs: readonly [FunctionName, ...FunctionName[]]
  readonly trail?: string
  /** The file holds many people at once, so it needs a recent sign-in, and full administrators are told by email. */
  readonly takesPeople?: true
}
/** A file open to anyone, and the reason why. */
type OpenFile = { readonly open: string }

type ListRoute = `GET /files/${ExportedList}.${'csv' | 'xlsx'}`
const lists = Object.fromEntries(
  Object.entries(exportedLists).flatMap(([file, name]) =>
    ['csv', 'xlsx'].map(format => [
      `GET /files/${file}.${format}`,
      { needs: [name], trail: `${file}-export`, takesPeople: true },
    ]),
  ),
) as Record<ListRoute, { needs: [ReadName]; trail: string; takesPeople: true }>

/**
 * Every address below `/files` and the functions whose permission it needs. The door's rule decides who may download
 * (contract/access.ts), and the function's policy which rows the file contains. Addresses that are not in this table
 * are not served.
 */
export const fileRoutes = {
  ...lists,
  'GET /files/class-lists.pdf': { needs: ['classes-roster'], trail: 'class-lists-export' },
  /** Name badges need the first, address labels the second. */
  'POST /files/labels.pdf': { needs: ['students-list', 'parents-list'], trail: 'labels-export', takesPeople: true },
  'GET /files/import-rejected.csv': { needs: ['imports-rows'], trail: 'import-rejected-export' },
  'POST /files/imports': { needs: ['imports-start'] },
  'GET /files/oneroster.zip': { needs: ['oneroster-summary'], trail: 'oneroster-export', takesPeople: true },
  /** All data of the school. */
  'GET /files/school.zip': { needs: ['backups-export'], trail: 'school-export', takesPeople: true },
  'POST /files/oneroster': { needs: ['oneroster-upload'] },
  'GET /files/receipts/:file': { needs: ['payments-ledger'], trail: 'receipt-export' },
  'GET /files/invoices/:file': { needs: ['payments-ledger'], trail: 'invoice-export' },
  'GET /files/statements/:file': { needs: ['payments-ledger'], trail: 'statement-export' },
  'GET /files/ledger/:file': { needs: ['payments-households'], trail: 'ledger-export' },
  'GET /files/deposit-slip.pdf': { needs: ['payments-received'], trail: 'deposit-slip-export' },
  'GET /files/journal.csv': { needs: ['payments-households'], trail: 'journal-export' },
  'GET /files/events/:id/answers.csv': { needs: ['events-answers'], trail: 'event-answers-export' },
  /** A student's papers need the first, assignments and submitted work the second, message attachments the third. */
  'GET /files/uploads/:id': {
    needs: ['documents-list', 'assignments-submission', 'messages-posts'],
    trail: 'upload-export',
  },
  'POST /files/uploads': {
    needs: ['documents-add', 'assignments-create', 'assignments-saveDraft', 'messages-startThread', 'messages-reply'],
  },
  /**
   * What the screens show about the reader and their family, with the permission of each function checked separately.
   */
  'GET /files/my-data.zip': { needs: ['users-takeData'], trail: 'own-data-export' },
  'GET /files/pictures/:id': { open: 'the pictures of the public pages' },
  'POST /files/pictures': { needs: ['config-addPicture'] },
  /** One event, lesson or closed day of the reader's own calendar. */
  'GET /files/dates/:file': { needs: ['events-get', 'events-meetings'], trail: 'date-export' },
  'GET /files/public-dates/:file': { open: 'the events of the public pages, one at a time' },
  'GET /files/calendar/:file': { open: 'the address itself is a secret that opens one person’s own calendar' },
} as const satisfies Record<string, GuardedFile | OpenFile>

export type FileRoute = keyof typeof fileRoutes
type With<Rule> = { [R in FileRoute]: (typeof fileRoutes)[R] extends Rule ? R : never }[FileRoute]
/** Files that are generated for each request and whose downloads are recorded. */
export type RecordedFile = With<{ readonly trail: string }>

/** The audit trail's names for the files that hold many people. */
export const peopleTrails: readonly string[] = [
  ...new Set(
    Object.values<GuardedFile | OpenFile>(fileRoutes).flatMap(route =>
      'needs' in route && route.takesPeople && route.trail ? [route.trail] : [],
    ),
  ),
]
