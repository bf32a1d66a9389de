/** Why a backup failed: no disk space, a folder that can't be written to, or another reason, which is in the log. */
export const backupProblems = ['full', 'folder', 'other'] as const

/** Why the backups need attention: the last attempt failed, the last good backup is old, or there is none. */
export const backupWarnings = ['failed', 'old', 'never'] as const
export type BackupWarning = (typeof backupWarnings)[number]
