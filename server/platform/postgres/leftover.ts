import { execFile } from 'node:child_process'
import { readdir, readFile, readlink, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Ends what an earlier Lantern left behind on this cluster. Call it only while holding the folder's lock: any server
 * still running then is orphaned.
 *
 * A server that is already shutting down is waited for; an orphaned one is shut down cleanly. It is not reused: it
 * would keep the settings and the engine of its first start, and a restart takes only a tenth of a second. A
 * `postmaster.pid` without a server is removed, because PostgreSQL itself is misled by a process that got the same
 * number later, and by a dead one that has not been reaped. Throws if the earlier server cannot be stopped.
 */
export async function clearLeftover(cluster: string, socketDir: string, log: (line: string) => void): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0])
  if (pid > 0) {
    if ((await serverProcesses(cluster)).length > 0) {
      log('an earlier database server is still running on this folder: stopping it')
      await stopLeftover(cluster, pid)
    }
    await rm(pidFile, { force: true })
  }
  for (const name of await readdir(socketDir).catch(() => [])) {
    if (name.startsWith('.s.PGSQL.')) await rm(join(socketDir, name), { force: true })
  }
}

/**
 * The ids of the living processes of the cluster's server. Each of them has the cluster's folder as its working
 * directory, so this also finds children that outlived their postmaster, which must be gone before a new server starts.
 * A zombie no longer has a working directory.
 */
export async function serverProcesses(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') return listedProcesses(cluster)
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async pid => {
      const [folder, program] = await Promise.all([
        readlink(`/proc/${pid}/cwd`).catch(() => ''),
        readlink(`/proc/${pid}/exe`).catch(() => ''),
      ])
      // A program that was replaced on disk appears as "postgres (deleted)".
      return folder === cluster && basename(program).startsWith('postgres') ? Number(pid) : 0
    }),
  )
  return found.filter(pid => pid > 0)
}

async function stopLeftover(cluster: string, postmaster: number): Promise<void> {
  const steps = [
    { signal: 'SIGINT', to: 'postmaster', wait: 10_000 },
    { signal: 'SIGQUIT', to: 'all', wait: 5_000 },
    { signal: 'SIGKILL', to: 'all', wait: 5_000 },
  ] as const
  for (const { signal, to, wait } of steps) {
    const pids = await serverProcesses(cluster)
    // Without a postmaster its children exit by themselves, and the first wait allows for that.
    for (const pid of to === 'all' ? pids : pids.filter(found => found === postmaster)) send(pid, signal)
    const deadline = Date.now() + wait
    while (Date.now() < deadline) {
      if ((await serverProcesses(cluster)).length === 0) return
      await pause(20)
    }
  }
  throw new Error(`An earlier database server on ${cluster} cannot be stopped: end process ${postmaster} by hand.`)
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has exited by itself since it was found.
  }
}

/** Without /proc only the postmaster can be identified, by its command line. */
async function listedProcesses(cluster: string): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,stat=,command='])
  return stdout
    .split('\n')
    .map(line => /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line))
    .filter(match => match?.[3]?.includes(`/postgres -D ${cluster} `) && !match[2]?.startsWith('Z'))
    .map(match => Number(match?.[1]))
}
