import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

export type Sum = { passed: number; failed: number }

/**
 * Two checks run at a time and share the cores. With more threads than its half, each would repeat much of its work.
 */
const threads = String(Math.max(1, Math.floor(availableParallelism() / 2)))

const checks: Record<string, string[]> = {
  'types of contract': ['typescript/bin/tsc', '-p', 'contract', '--checkers', threads],
  'types of rules': ['typescript/bin/tsc', '-p', 'rules', '--checkers', threads],
  'types of server': ['typescript/bin/tsc', '-p', 'server', '--checkers', threads],
  'types of web': ['typescript/bin/tsc', '-p', 'web', '--checkers', threads],
  lint: ['oxlint/bin/oxlint', '--type-aware', '--deny-warnings'],
  format: ['oxfmt/bin/oxfmt', '--check', '.'],
}

/** Runs types, lint and format two at a time. Prints one line for each, and the output of those that failed. */
export async function check(): Promise<Sum> {
  const sum: Sum = { passed: 0, failed: 0 }
  const waiting = Object.entries(checks)
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, [tool = '', ...args]] = next
      const begun = performance.now()
      const { isFine, output } = await run(`node_modules/${tool}`, args)
      const seconds = ((performance.now() - begun) / 1000).toFixed(1)
      console.log(`${isFine ? '✓' : '✗'} ${name} (${seconds} s)${isFine ? '' : `\n${output.trimEnd()}\n`}`)
      sum[isFine ? 'passed' : 'failed'] += 1
    }
  }
  await Promise.all([work(), work()])
  return sum
}

const run = (tool: string, args: string[]): Promise<{ isFine: boolean; output: string }> =>
  new Promise(done => {
    const child = spawn(process.execPath, [tool, ...args], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, GOMAXPROCS: threads, GOGC: '400' },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.on('error', error => done({ isFine: false, output: error.message }))
    child.on('close', code => done({ isFine: code === 0, output }))
  })

if (import.meta.main) process.exitCode = (await check()).failed > 0 ? 1 : 0
