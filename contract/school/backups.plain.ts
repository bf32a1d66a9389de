/** Why a backup could not be taken: no room, a folder that can't be written to, or something that the log tells. */
export const backupProblems = ['full', 'folder', 'other'] as const

/** Why somebody should look after the backups: the last try failed, the last good one is old, or there is none yet. */
export const backupWarnings = ['failed', 'old', 'never'] as const
export type BackupWarning = (typeof backupWarnings)[number]
