/** A student's documents and homes. */
export const messages = {
  papers: {
    title: 'Documents',
    lead: 'The office and guardians with access can open these. Teachers see only action plans.',
    none: 'No documents yet.',
    noneTeacher: 'No action plan.',
    add: 'Add document',
    kind: 'Kind',
    kinds: {
      custody: 'Custody document',
      actionPlan: 'Medical action plan',
      medical: 'Other medical document',
      other: 'Other',
    },
    name: 'Title',
    expires: 'Valid until',
    expiresHint: 'Leave empty if it doesn’t expire.',
    file: 'File',
    fileHint: 'PDF, image or Word, up to 10 MB.',
    chooseFile: 'Choose a file',
    drop: 'or drop it here',
    removeFile: 'Remove {name}',
    cancelFile: 'Stop uploading {name}',
    retryFile: 'Upload {name} again',
    progress: 'Uploading {name}',
    added: '{title} added.',
    until: 'until {day}',
    expired: 'Expired on {day}',
    addedBy: 'added by {name}, {day}',
    remove: 'Remove {title}',
    removed: '{title} removed.',
    action: 'Open the action plan',
  },
  homes: {
    title: 'Homes and guardians',
    billed: 'Billed',
    call: 'Call order: {n}',
    noAccess: 'No access to data',
    mayNotFetch: 'Not allowed to pick up',
    custody: 'Custody',
    custodyHint: 'Only the office sees this.',
    note: 'Custody note',
    add: 'Add custody note',
    change: 'Edit note',
    saved: 'Custody note saved.',
    nobody: 'No guardian lives here.',
    open: 'Custody is not decided yet',
    openText:
      'This note came with an import. Set what each guardian may do in their family’s record, then mark it as decided.',
    decided: 'Mark as decided',
    isDecided: 'Marked as decided.',
  },
}

declare module '#web/words/bundles.ts' {
  interface Bundles {
    papers: typeof messages
  }
}
