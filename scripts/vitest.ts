import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { scratch } from '#tests/scratch.ts'
import type { TestReport } from './testReport.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const running = new Set<ChildProcess>()
let isCancelled = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isCancelled = true
    for (const child of running) child.kill(signal)
  })
}

/** True once someone has canceled the run. */
export const wasCancelled = (): boolean => isCancelled

/**
 * Runs Vitest once with these arguments and returns its results. Any error outside of the tests counts as one failure.
 */
export const vitest = async (args: readonly string[], env: Record<string, string> = {}): Promise<TestReport> => {
  // Holds everything the tests leave behind. Readable by all, because the database runs under another account.
  const folder = await mkdtemp(join(scratch(), 'lantern-tests-'))
  try {
    await chmod(folder, 0o755)
    const file = join(folder, 'report.json')
    const reporters = ['--reporter=default', '--reporter=./scripts/testReport.ts']
    const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, TMPDIR: folder, TEST_REPORT: file, ...env },
    })
    running.add(child)
    const code = await new Promise<number | null>((done, fail) => child.on('error', fail).on('close', done))
    running.delete(child)
    const text = await readFile(file, 'utf8').catch(() => '')
    const report: TestReport = text
      ? (JSON.parse(text) as TestReport)
      : { passed: 0, failed: 0, failures: [], secondTries: [], files: [] }
    if (code !== 0 && report.failed === 0) {
      report.failed = 1
      report.failures.push(`✗ Vitest ended with ${code}`)
    }
    return report
  } finally {
    // After a canceled run its database may still be writing. The result matters more than a clean folder.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).catch(() => undefined)
  }
}
