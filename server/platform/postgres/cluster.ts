import { randomBytes } from 'node:crypto'
import { chmod, chown, lstat, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { exists, type House, makePrivateFolder } from './account.ts'
import { spawnWatched } from './watchdog.ts'

/**
 * The superuser inside the cluster. It can be reached only by the private socket, or with a password made at each
 * start.
 */
export const superuser = 'postgres'

/**
 * Makes sure that a complete cluster exists at its path. A new cluster is made under another name and renamed once it
 * is complete and on disk, so the path never holds half a cluster.
 */
export async function ensureCluster(house: House, bin: string, log: (line: string) => void): Promise<void> {
  const { home, cluster, account } = house
  const temporary = `${basename(cluster)}.new-`
  for (const name of await readdir(home)) {
    if (!name.startsWith(temporary)) continue
    log('removing an unfinished first start')
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 5 })
  }
  if (await exists(join(cluster, 'PG_VERSION'))) {
    // A restored folder often lacks the mode and the owner that PostgreSQL insists on.
    await chmod(cluster, 0o700)
    if (account && (await lstat(cluster)).uid !== account.uid) await giveTo(account, cluster)
    return
  }

  log('creating the database')
  const fresh = join(home, temporary + randomBytes(4).toString('hex'))
  for (const ctype of characterTypes) {
    await makePrivateFolder(fresh, account)
    const output: string[] = []
    const { code } = await spawnWatched([join(bin, 'initdb'), ...initdbArguments(fresh, ctype)], account, line =>
      output.push(line),
    ).ended
    if (code === 0) break
    await rm(fresh, { recursive: true, force: true })
    const isLocaleMissing = output.some(line => line.includes('invalid locale name'))
    if (!isLocaleMissing || ctype === characterTypes.at(-1))
      throw new Error(`The database could not be created: ${output.slice(-3).join(' ')}`)
  }
  // initdb has flushed the contents. The new name is recorded in the parent folder, which is flushed here.
  await rename(fresh, cluster)
  const folder = await open(home)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/**
 * `pg_trgm` asks the C library, not the built-in provider, which characters are letters: with the character type "C" it
 * would drop every Chinese name and each é from the search index.
 */
const characterTypes = ['C.UTF-8', 'en_US.UTF-8', 'C']

const initdbArguments = (folder: string, ctype: string): string[] => [
  `--pgdata=${folder}`,
  `--username=${superuser}`,
  '--encoding=UTF8',
  '--locale=C',
  `--lc-ctype=${ctype}`,
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
  '--auth-local=trust',
  '--auth-host=scram-sha-256',
  '--set=timezone=UTC',
  '--set=log_timezone=UTC',
]

async function giveTo(account: { uid: number; gid: number }, folder: string): Promise<void> {
  await chown(folder, account.uid, account.gid)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), account.uid, account.gid)
  }
}
