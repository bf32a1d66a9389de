/** Bulk changes, and undoing them. */
export const messages = {
  batches: {
    title: 'Recent bulk changes',
    lead: 'You can undo a bulk change for 24 hours, as long as none of its records has changed since.',
    caption: 'Bulk changes',
    count: '{n, plural, one {# change} other {# changes}}',
    search: 'Search by person or file',
    what: 'What',
    who: 'Who',
    at: 'When',
    undo: 'Undo',
    undoLabel: 'Undo: {what}',
    undoTitle: 'Undo “{what}”?',
    undoText:
      'What it added is deleted, and what it changed is as before. Sent emails can’t be recalled. There’s no redo.',
    undone: 'Undone. Everything is back as it was.',
    undoneBy: 'Undone by {name}, {at}',
    final: 'Can no longer be undone',
    empty: 'No bulk changes yet.',
    /** One for each function that opens a batch; `-` of its name is `_`. */
    kind: {
      imports_apply: 'Import: {n, plural, one {# child} other {# children}}',
      imports_enrol: 'Import: {n, plural, one {# enrollment} other {# enrollments}}',
      imports_applyStaff: 'Import: {n, plural, one {# teacher} other {# teachers}}',
      classes_paste: '{n, plural, one {# class pasted} other {# classes pasted}}',
      classes_publish: '{n, plural, one {# class published} other {# classes published}}',
      promotions_copyClasses:
        '{n, plural, one {# class copied into another term} other {# classes copied into another term}}',
      promotions_apply: '{n, plural, one {# spot held for promotion} other {# spots held for promotion}}',
      promotions_release: '{n, plural, one {# unconfirmed spot released} other {# unconfirmed spots released}}',
      oneroster_apply: '{n, plural, one {# OneRoster row imported} other {# OneRoster rows imported}}',
      other: '{n, plural, one {# record changed} other {# records changed}}',
      students_archive: '{n, plural, one {# student archived} other {# students archived}}',
      students_restore: '{n, plural, one {# student restored} other {# students restored}}',
      students_changeGrades: '{n, plural, one {# school grade changed} other {# school grades changed}}',
      parents_archive: '{n, plural, one {# family archived} other {# families archived}}',
      parents_restore: '{n, plural, one {# family restored} other {# families restored}}',
      teachers_archive: '{n, plural, one {# teacher archived} other {# teachers archived}}',
      teachers_restore: '{n, plural, one {# teacher restored} other {# teachers restored}}',
      duties_exempt: '{n, plural, one {# family exempted from duty} other {# families exempted from duty}}',
      duties_endExemption: '{n, plural, one {# duty exemption ended} other {# duty exemptions ended}}',
      events_markAllWorked: '{n, plural, one {# shift marked as worked} other {# shifts marked as worked}}',
      duplicates_merge: 'Two records merged into one',
    },
  },
}

declare module '#web/words/bundles.ts' {
  interface Bundles {
    batches: typeof messages
  }
}
