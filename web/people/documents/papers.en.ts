/** Papers of a student, and its homes. */
export const messages = {
  papers: {
    title: 'Documents',
    lead: 'The office and guardians who may see the record can open these. Teachers see action plans only.',
    none: 'No documents yet.',
    noneTeacher: 'No action plan.',
    add: 'Add document',
    kind: 'Kind',
    kinds: {
      custody: 'Custody paper',
      actionPlan: 'Medical action plan',
      medical: 'Other medical paper',
      other: 'Other',
    },
    name: 'Title',
    expires: 'Holds until',
    expiresHint: 'Leave empty if it has no last day.',
    file: 'File',
    fileHint: 'PDF, picture or Word, at most 10 MB.',
    chooseFile: 'Choose a file',
    drop: 'or drop it here',
    removeFile: 'Remove {name}',
    cancelFile: 'Stop uploading {name}',
    retryFile: 'Upload {name} again',
    progress: 'Uploading {name}',
    added: '{title} is kept.',
    until: 'until {day}',
    expired: 'Expired on {day}',
    addedBy: 'added by {name}, {day}',
    remove: 'Remove {title}',
    removed: '{title} is removed.',
    action: 'Open the action plan',
  },
  homes: {
    title: 'Homes and guardians',
    billed: 'Billed',
    call: 'Call order: {n}',
    noAccess: 'No access to data',
    mayNotFetch: 'Not allowed to pick up',
    custody: 'Custody',
    custodyHint: 'Only the office reads this.',
    note: 'Note on custody',
    add: 'Add a note on custody',
    change: 'Change the note',
    saved: 'The note on custody is saved.',
    nobody: 'No guardian lives here.',
  },
}

declare module '#web/words/bundles.ts' {
  interface Bundles {
    papers: typeof messages
  }
}
