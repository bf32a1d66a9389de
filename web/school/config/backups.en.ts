/** Texts of the office's backups page. */
export const messages = {
  backups: {
    last: 'Last backup',
    none: 'No backup yet',
    take: 'Back up now',
    taking: 'Taking a backup …',
    takingHint: 'You can keep working. It shows up here once it’s complete.',
    facts: {
      at: 'Taken',
      size: 'Size',
      folder: 'Folder on the server',
      file: 'File',
      protection: 'Protection',
      next: 'Next',
    },
    encrypted: 'Encrypted',
    encryptedHint:
      'Restoring it takes the file and BACKUP_PASSPHRASE, nothing else. Without the passphrase, nobody can.',
    open: 'Not encrypted',
    openHint:
      'Anyone who gets the file can read it. Restoring it also takes the file secret.key (or SECRET_KEY) of this server, which isn’t in it.',
    soon: 'Within the hour',
    never: 'None: automatic backups are off',
    demo: 'None: a demo takes no automatic backups',
    isGone: 'No longer in the folder',
    warning: {
      failed: {
        title: 'The last backup failed',
        full: 'The disk is full. Make room on the server, or keep fewer backups.',
        folder:
          'Lantern can’t write to {folder}. Ask the person who runs the server to check the folder and its permissions.',
        other: 'Something went wrong on the server. Its log has the details.',
        again: 'Lantern tries again every hour.',
      },
      old: {
        title: 'The last backup is more than two days old',
        text: 'Take one now, and check that the server runs through the night.',
      },
      never: {
        title: 'There is no backup yet',
        text: 'Take one now. Until then, a broken disk would take everything with it.',
      },
      off: {
        title: 'Automatic backups are off',
        text: 'Lantern takes a backup only when someone presses “Back up now”.',
      },
    },
    elsewhere: {
      title: 'Keep a copy somewhere else',
      machine:
        'If this server is lost, the backups on it are lost too. Have the folder copied to another place every day.',
      key: 'Keep secret.key too, apart from the backups: an unencrypted backup can’t be restored without it.',
      passphrase:
        'With a BACKUP_PASSPHRASE, new backups are encrypted and hold the key. Keep the passphrase apart from them.',
      isSet:
        'A BACKUP_PASSPHRASE is set, so new backups are encrypted and hold the key. Keep the passphrase apart from them.',
    },
    export: {
      title: 'Take everything with you',
      what: 'One zip with everything the school has as spreadsheets and JSON, with documents and pictures as files and class lists as OneRoster. A README explains each file. An empty Lantern can import it.',
      careful:
        'It holds children’s and families’ data in the open. You’re asked for your password, all full administrators get an email, and it’s in the list of changes. Passwords and keys aren’t included.',
      carefulKept:
        'It holds children’s and families’ data in the open. You’re asked for your password, and it’s in the list of changes. Passwords and keys aren’t included.',
      button: 'Download everything',
      begun: 'The file is being put together. The download starts when it’s ready.',
    },
    setting: 'Automatic backups',
    isOn: 'Back up every day',
    isOnHint: 'One file with all data, photos and documents.',
    hour: 'Time',
    hourHint: 'Within the hour after this, by the school’s clock.',
    keep: 'Backups to keep',
    keepHint: 'When there are more, the oldest are deleted. 1 to 365.',
    save: 'Save backups',
    saved: 'Backup settings saved.',
    history: { on: 'Daily at {time}, {n} kept', off: 'Off, {n} kept' },
    list: {
      title: 'Kept backups',
      count: '{n} of at most {keep}',
      older: '{n, plural, one {# older one} other {# older ones}}',
    },
  },
} as const

declare module '#web/words/bundles.ts' {
  interface Bundles {
    backups: typeof messages
  }
}
