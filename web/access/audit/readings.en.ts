/** The office's view of who read notes on health and custody. */
export const messages = {
  readings: {
    show: 'Show',
    changes: 'Changes',
    title: 'Health and custody notes read',
    lead: 'Who read notes on health, medication, doctors or custody, and whose. Nobody can edit this list.',
    whose: 'Student',
    whoOrWhose: 'Reader, email address or student',
    count: '{n, plural, one {# reading} other {# readings}}',
    none: 'Nobody has read such a note yet.',
    /** By the function or file. */
    of: {
      'absences-roll': 'Roll opened',
      'classes-members': 'Class members viewed',
      'classes-roster': 'Class roster viewed',
      'parents-household': 'Own family viewed',
      'parents-get': 'Family’s record viewed',
      'students-homes': 'Custody note viewed',
      'students-mine': 'Own children viewed',
      'students-get': 'Student’s record viewed',
      'enrolments-draft': 'Own registration viewed',
      'duplicates-compare': 'Duplicates compared',
      'confirmations-get': 'Yearly check viewed',
      'imports-get': 'Import viewed',
      'imports-rows': 'Lines of an import viewed',
      'imports-families': 'Families of an import viewed',
      'import-rejected-export': 'Rows that stayed out downloaded',
      'absences-take': 'Roll opened',
    },
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    readings: typeof messages
  }
}
