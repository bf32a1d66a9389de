import type { backupProblems } from '#contract/school/backups.plain.ts'

type Problem = (typeof backupProblems)[number]
const problems: Record<string, Problem> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EACCES: 'folder',
  EPERM: 'folder',
  EROFS: 'folder',
  ENOENT: 'folder',
  ENOTDIR: 'folder',
  EEXIST: 'folder',
}
/** What kept a backup from being written, by the error's code. */
export const problemOf = (error: unknown): Problem => problems[(error as NodeJS.ErrnoException).code ?? ''] ?? 'other'
