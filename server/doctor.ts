import { oldAfterHours } from '#rules/backups.ts'
import { asSentence, counted, sizeText } from '#server/platform/printed.ts'
import type { QueueState } from '#server/platform/queue.ts'
import { isTooOld, oldestPostgres } from '#server/platform/serverVersion.ts'

type FolderFacts = { name: string; path: string; isWritable: boolean; freeBytes: number }
type KeyFacts = {
  /** The file that holds the key; null if the settings hold it. */
  file: string | null
  problem: 'missing' | 'unreadable' | null
  /** The file's permissions. */
  mode: number
}
export type SchoolFacts = {
  /** True if the key opens what is sealed; null if nothing is sealed. */
  keyFits: boolean | null
  /** Null if mails are kept because there is no server; `hand` if the office chose to hand links over itself. */
  mail: { problem: string | null } | 'hand' | null
  lastBackup: Date | null
  backupWarning: 'failed' | 'old' | 'never' | null
  queue: QueueState
  databaseNow: Date
  /** The time of the last change to the school's data. */
  lastChange: Date | null
}
/** The findings. What could not be examined because something else is missing is left out. */
export type Facts = {
  node: string
  now: Date
  found:
    | { problem: string }
    | {
        publicUrl: string
        isPublicUrlGiven: boolean
        host: string
        folders: FolderFacts[]
        key: KeyFacts
        database:
          | { problem: string }
          | { version: string; missing: string[]; unknown: string[]; school: SchoolFacts | null }
          | { version: string; schools: ManyFacts }
      }
}
/** The schools of a host that serves many. */
type ManyFacts = {
  all: number
  /** Schools whose tables could not be brought up to date, and the reasons. */
  failed: { host: string; problem: string }[]
  /** The number of schools that are still to be brought up to date. */
  waiting: number
  /** True if the host’s key opens the keys of all schools; null if there are none. */
  keyFits: boolean | null
}
type Found = Exclude<Facts['found'], { problem: string }>
type FoundDatabase = Exclude<Found['database'], { problem: string } | { schools: ManyFacts }>

/** The result of one check: what was found, or what is wrong and how to fix it. */
export type Check = { name: string; isFine: boolean; text: string }

const fine = (name: string, text: string): Check => ({ name, isFine: true, text })
const wrong = (name: string, text: string): Check => ({ name, isFine: false, text })

/** Free bytes below which a database or a backup soon runs out of space. */
const roomBytes = 2 ** 30
const clockSeconds = 60
/** The queue takes due jobs within seconds. */
const waitingSeconds = 15 * 60
const oldestNode = 24

const inHours = (seconds: number): string =>
  seconds < 2 * 3600 ? counted(Math.round(seconds / 60), 'minute') : counted(Math.round(seconds / 3600), 'hour')

const ofNode = (version: string): Check =>
  Number(version.split('.')[0]) >= oldestNode
    ? fine('Node', version)
    : wrong('Node', `${version} is too old. Install Node ${oldestNode} or later.`)

const ofFolder = ({ name, path, isWritable, freeBytes }: FolderFacts): Check => {
  if (!isWritable)
    return wrong(
      name,
      `${path} can’t be written to. Make the account that runs Lantern its owner (chown), or choose another folder.`,
    )
  if (freeBytes < roomBytes)
    return wrong(name, `${path} has only ${sizeText(freeBytes)} left. Free at least ${sizeText(roomBytes)}.`)
  return fine(name, `${path}, ${sizeText(freeBytes)} free`)
}

const ofKey = (key: KeyFacts, fits: boolean | null): Check => {
  const name = 'Secret key'
  const where = key.file ?? 'SECRET_KEY'
  if (key.problem === 'missing')
    return wrong(
      name,
      `${where} is missing. Put back this school’s own key. A new school gets one when it first starts.`,
    )
  if (key.problem === 'unreadable')
    return wrong(name, `${where} is not a key, or this account can’t read it. Put back this school’s own key.`)
  if (fits === false)
    return wrong(name, `${where} doesn’t open the secrets in this database. Put back this school’s own key.`)
  if ((key.mode & 0o077) !== 0) return wrong(name, `${where} can be read by other accounts. Run: chmod 600 ${where}`)
  return fine(
    name,
    fits === null ? `${where}, the database has no secrets yet` : `${where} opens the secrets in the database`,
  )
}

const ofAddress = ({ publicUrl, host, isPublicUrlGiven }: Found): Check => {
  const name = 'Public address'
  const local = ['localhost', '127.0.0.1', '[::1]', '::1']
  const { protocol, hostname } = new URL(publicUrl)
  if (!isPublicUrlGiven && !local.includes(host))
    return wrong(name, 'Lantern can be reached from other machines. Set PUBLIC_URL to the address that people use.')
  if (protocol !== 'https:' && !local.includes(hostname))
    return wrong(
      name,
      `${publicUrl} is not https, so nobody can sign in with a browser. Serve it over HTTPS, and set PUBLIC_URL.`,
    )
  return fine(name, publicUrl)
}

const ofMigrations = ({ missing, unknown }: FoundDatabase): Check => {
  const name = 'Tables'
  if (unknown.length > 0)
    return wrong(
      name,
      `A newer Lantern has changed this database (${unknown.at(-1)}). Run that version, or restore a backup.`,
    )
  if (missing.length > 0)
    return wrong(name, `Changes still to be made: ${missing.length}. Start Lantern, which makes them.`)
  return fine(name, 'up to date')
}

const ofMail = (mail: SchoolFacts['mail']): Check => {
  const name = 'Email'
  if (mail === null)
    return wrong(name, 'No mail server is set up, so emails are kept and not sent. Enter one under Settings → Email.')
  if (mail === 'hand') return fine(name, 'the office hands out links itself, as the school has chosen')
  return mail.problem === null
    ? fine(name, 'the mail server answers')
    : wrong(name, `The mail server can’t be used: ${asSentence(mail.problem)} Check SMTP_URL, or Settings → Email.`)
}

const ofBackups = ({ lastBackup: last, backupWarning: warning }: SchoolFacts, now: Date): Check => {
  const name = 'Backups'
  const age = last && `the last one is ${inHours((now.getTime() - last.getTime()) / 1000)} old`
  if (warning === 'failed')
    return wrong(name, `The last backup failed. Settings → Backups says why, and the log has more.`)
  if (warning === 'old')
    return wrong(
      name,
      `The last backup is older than ${oldAfterHours} hours. Check that Lantern is running, or take one: npm run backup`,
    )
  if (warning === 'never') return wrong(name, 'There is no backup yet. Take one: npm run backup')
  return fine(name, age ?? 'none yet')
}

const ofJobs = ({ failed, waiting, oldestSeconds }: SchoolFacts['queue']): Check => {
  const name = 'Jobs'
  if (failed.length > 0)
    return wrong(
      name,
      `${failed.map(each => `${each.name} failed ${counted(each.count, 'time')}`).join(', ')} in the last week. The log says why.`,
    )
  if (oldestSeconds > waitingSeconds)
    return wrong(
      name,
      `${waiting} waiting, one for ${inHours(oldestSeconds)}. Check that Lantern is running, or restart it.`,
    )
  return fine(name, waiting === 0 ? 'none waiting' : `${waiting} waiting`)
}

const ofClock = ({ databaseNow, lastChange }: SchoolFacts, now: Date): Check => {
  const name = 'Clock'
  const behind = (at: Date) => (at.getTime() - now.getTime()) / 1000
  if (Math.abs(behind(databaseNow)) > clockSeconds)
    return wrong(
      name,
      `It differs from the database’s clock by ${Math.round(Math.abs(behind(databaseNow)))} seconds. Synchronize both with NTP.`,
    )
  if (lastChange && behind(lastChange) > clockSeconds)
    return wrong(
      name,
      `It shows ${now.toISOString()}, which is before the school’s last change. Synchronize it with NTP.`,
    )
  return fine(name, now.toISOString())
}

const ofSchools = ({ all, failed, waiting }: ManyFacts): Check => {
  const name = 'Schools'
  if (failed.length > 0)
    return wrong(
      name,
      `${failed.map(({ host, problem }) => `${host} could not be brought up to date (${problem})`).join(', ')}. The others are running. The log has more.`,
    )
  return fine(
    name,
    waiting === 0
      ? `${all}, all up to date`
      : `${all}, of which ${waiting} ${waiting === 1 ? 'is' : 'are'} being brought up to date`,
  )
}

const ofVersion = ({ version }: Pick<FoundDatabase, 'version'>): Check =>
  isTooOld(version)
    ? wrong('Database', `PostgreSQL ${version} is too old. Use ${oldestPostgres} or later.`)
    : fine('Database', `PostgreSQL ${version}`)

const ofDatabase = (database: Found['database'], now: Date): Check[] => {
  if ('problem' in database) return [wrong('Database', database.problem)]
  if ('schools' in database) return [ofVersion(database), ofSchools(database.schools)]
  const { school } = database
  return [
    ofVersion(database),
    ofMigrations(database),
    ...(school ? [ofMail(school.mail), ofBackups(school, now), ofJobs(school.queue), ofClock(school, now)] : []),
  ]
}

/** Judges the findings: one result for each thing that could be examined, in the order in which to fix things. */
export const judge = ({ node, now, found }: Facts): Check[] => {
  if ('problem' in found) return [ofNode(node), wrong('Settings', found.problem)]
  const { database } = found
  const sealing = 'schools' in database ? database.schools : 'school' in database ? database.school : null
  const keyFits = sealing?.keyFits ?? null
  return [
    ofNode(node),
    fine('Settings', 'all valid'),
    ...found.folders.map(ofFolder),
    ofKey(found.key, keyFits),
    ofAddress(found),
    ...ofDatabase(found.database, now),
  ]
}
