import { execFile } from 'node:child_process'
import { chmod, chown, lstat, mkdir, mkdtemp, readFile, readlink, realpath, stat, symlink } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { makeFolders } from '#server/platform/dataFolder.ts'

/** The unprivileged account the server runs under; `undefined` means the account that runs Lantern. */
export type Account = { name: string; uid: number; gid: number } | undefined

/** The folders and the account of one embedded database. */
export type House = { home: string; cluster: string; account: Account }

/** The options of `spawn` that make a process run as the account. */
export const runAs = (account: Account): { uid?: number; gid?: number } =>
  account ? { uid: account.uid, gid: account.gid } : {}

/** Creates the data folder if it is missing and returns its real path. */
export async function makeDataFolder(dataDir: string): Promise<string> {
  await makeFolder(dataDir)
  return realpath(dataDir)
}

/**
 * Decides which account owns the cluster of a data folder, and where that cluster is.
 *
 * PostgreSQL refuses to run as root, and the account it then runs under often cannot pass the folders above the
 * checkout (`/root` is closed to it). The cluster then goes to `closedFolderHome`, and the data folder holds a link to
 * it. The link, not a rule about paths, says where the data is, so removing the data folder gives a fresh database.
 * Throws if the account can enter neither folder, or if it cannot enter a folder that already holds a cluster.
 */
export async function settle(home: string, log: (line: string) => void, closedFolderHome: string): Promise<House> {
  const cluster = join(home, 'cluster')
  const account = await accountFor(cluster)
  if (!account) return { home, cluster, account }

  const target = await readlink(cluster).catch(() => undefined)
  if (target !== undefined) {
    const elsewhere = resolve(home, target)
    return { home: dirname(elsewhere), cluster: elsewhere, account }
  }
  // The account has to pass through. The folders inside keep their own, closed modes.
  if ((await stat(home)).uid === 0) await chmod(home, 0o711)
  if (await canEnter(account, home)) return { home, cluster, account }
  if (await exists(cluster)) {
    throw new Error(
      `The database runs as the account "${account.name}", which cannot enter ${home}: ` +
        'allow it through the folders above (chmod o+x), or move the data folder.',
    )
  }
  await makeFolder(closedFolderHome)
  const elsewhere = await mkdtemp(join(closedFolderHome, `${basename(home)}-`))
  await chmod(elsewhere, 0o711)
  if (!(await canEnter(account, elsewhere))) {
    throw new Error(
      `The database runs as the account "${account.name}", which can enter neither ${home} nor ${elsewhere}: ` +
        'choose another data folder.',
    )
  }
  await symlink(join(elsewhere, 'cluster'), cluster)
  log(`the account "${account.name}" can’t enter ${home}: the database is in ${elsewhere}`)
  return { home: elsewhere, cluster: join(elsewhere, 'cluster'), account }
}

/**
 * Creates a folder that only the account can open, or without one only the account running Lantern. Throws if the
 * folder exists and belongs to someone else.
 */
export async function makePrivateFolder(folder: string, account: Account): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  // In a shared temporary folder someone else may have created it first.
  const found = await lstat(folder)
  const owners = [process.getuid?.(), account?.uid]
  if (!found.isDirectory() || !owners.includes(found.uid)) {
    throw new Error(`${folder} belongs to someone else: remove it, or choose another data folder.`)
  }
  await chmod(folder, 0o700)
  if (account) await chown(folder, account.uid, account.gid)
}

/** True if something exists at the path, even a broken link. */
export const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

/**
 * The account to run the server as: never root, and for an existing cluster the account that made it. Throws if there
 * is no such account or if the cluster belongs to another one.
 */
async function accountFor(cluster: string): Promise<Account> {
  const owner = await stat(cluster).catch(() => undefined)
  const self = process.getuid?.()
  if (self !== 0) {
    if (owner && self !== undefined && owner.uid !== self) {
      throw new Error(
        `The database in ${cluster} belongs to another account (uid ${owner.uid}): run Lantern as that account.`,
      )
    }
    return undefined
  }
  const accounts = (await readFile('/etc/passwd', 'utf8'))
    .split('\n')
    .map(line => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
  if (owner && owner.uid !== 0) {
    const name = accounts.find(account => account.uid === owner.uid)?.name ?? `uid ${owner.uid}`
    return { name, uid: owner.uid, gid: owner.gid }
  }
  const found = accounts.find(({ name }) => name === 'postgres') ?? accounts.find(({ name }) => name === 'nobody')
  if (!found) {
    throw new Error(
      'PostgreSQL can’t run as root, and this machine has no account "postgres" or "nobody": run Lantern as another user.',
    )
  }
  return found
}

/** Asks the kernel. Reading file modes would miss access lists and mounts. */
const canEnter = (account: NonNullable<Account>, folder: string): Promise<boolean> =>
  new Promise(done => {
    execFile('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { cwd: '/', ...runAs(account) }, error => done(!error))
  })

/** Creates the folder and its missing parents, and as root lets the account pass through them. */
async function makeFolder(folder: string): Promise<void> {
  const path = resolve(folder)
  const first = await makeFolders(path, 0o700)
  if (first === undefined || process.getuid?.() !== 0) return
  for (let made = path; made.startsWith(first); made = dirname(made)) await chmod(made, 0o711)
}
