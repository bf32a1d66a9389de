import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { childrenOf } from '../../scripts/bench/lantern.ts'
import { freshDatabase } from '#tests/database-fixture.ts'
import { freePort } from '#tests/ports.ts'
import { scratch } from '#tests/scratch.ts'

const start = (env: Record<string, string>): { child: ChildProcess; output: { text: string } } => {
  const output = { text: '' }
  const child: ChildProcess = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
  })
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => (output.text += chunk.toString()))
  return { child, output }
}

test('exits with the error message of a process that can’t start', async () => {
  const { child, output } = start({ PROCESSES: '2', DATABASE_URL: 'postgres://lantern:x@127.0.0.1:9/lantern' })
  expect(await once(child, 'exit')).toEqual([1, null])
  expect(output.text).toBe(
    'The database at DATABASE_URL can’t be used: connect ECONNREFUSED 127.0.0.1:9. Check the address, and that its server is running.\n',
  )
})

test('prints the setup code once, replaces a killed process, restarts all on request, and stops', async () => {
  const folder = await mkdtemp(join(scratch(), 'lantern-program-'))
  const fresh = await freshDatabase()
  const port = await freePort()
  const { child, output } = start({
    DATABASE_URL: fresh.url,
    DATA_DIR: folder,
    PROCESSES: '2',
    PORT: String(port),
    HOST: '127.0.0.1',
    METRICS_TOKEN: 'a-token-of-this-test',
  })
  /** The numbers of the processes that answer. Each new connection reaches another process. */
  const answering = async () => {
    const numbers = new Set<string | undefined>()
    for (let asked = 0; asked < 4; asked += 1) {
      const answer = await fetch(`http://127.0.0.1:${port}/metrics`, {
        headers: { authorization: 'Bearer a-token-of-this-test', connection: 'close' },
      })
      numbers.add(/^lantern_uptime_seconds\{process="(\d)"\} \d+$/m.exec(await answer.text())?.[1])
    }
    return [...numbers].map(Number).toSorted((a, b) => a - b)
  }
  const running = () => childrenOf(child.pid!).toSorted((a, b) => a - b)
  await expect.poll(() => output.text, { timeout: 60_000 }).toContain('enter the code')
  await expect.poll(answering, { timeout: 60_000 }).toEqual([1, 2])
  expect(output.text.match(/enter the code/g)).toHaveLength(1)
  const [one, other] = running()
  process.kill(one!, 'SIGKILL')
  await expect.poll(() => running().filter(id => id !== one && id !== other), { timeout: 60_000 }).toHaveLength(1)
  await expect.poll(answering, { timeout: 60_000 }).toEqual([1, 2])
  const before = running()
  child.kill('SIGUSR2')
  await expect.poll(() => output.text, { timeout: 60_000 }).toContain('All processes have been restarted')
  const after = running()
  expect(after).toHaveLength(2)
  expect(after.filter(id => before.includes(id))).toEqual([])
  expect(await answering()).toEqual([1, 2])
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
  await expect(answering()).rejects.toThrow('fetch failed')
  await fresh.drop()
  await rm(folder, { recursive: true, force: true })
})
