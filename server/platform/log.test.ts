import { spawnSync } from 'node:child_process'
import { openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const script = `
  import { log } from ${JSON.stringify(fileURLToPath(new URL('log.ts', import.meta.url)))}
  for (let n = 0; n < 1000; n += 1) log.error({ n }, 'something went wrong')
  await new Promise(done => setImmediate(done))
  console.log('it goes on')
`
const run = (stderr: number | 'pipe') =>
  spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', stderr],
    encoding: 'utf8',
    timeout: 20_000,
    killSignal: 'SIGKILL',
  })

// Writes to `/dev/full` fail as on a full disk.
test.runIf(process.platform === 'linux')('the process goes on when its log has no room', () => {
  expect(run('pipe').stderr.trim().split('\n')).toHaveLength(1000)
  const { status, stdout } = run(openSync('/dev/full', 'w'))
  expect([status, stdout.trim()]).toEqual([0, 'it goes on'])
})
