import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#tests/ports.ts'

const programs = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
}
/** The missing Debian packages, as a phrase; undefined when none is missing. */
export const lacksPatroni = (): string | undefined => {
  const missing = Object.entries(programs).flatMap(([name, path]) => (existsSync(path) ? [] : [name]))
  return missing.length === 0 ? undefined : `the packages ${missing.join(', ')}`
}

/** The lifetime of the leader key in seconds: how long a cluster waits for a silent primary. */
export const leaderSeconds = 20

type Node = { name: string; folder: string; restPort: number; databasePort: number; process: ChildProcess }

type Cluster = {
  /** Connects to the current primary, through HAProxy. */
  url: string
  /** The name of the primary; null while there is none. */
  primary(): Promise<string | null>
  /** Tells whether the primary has a synchronous replica. */
  isSynchronous(): Promise<boolean>
  /** Kills the primary with all its processes, like a machine failure. */
  killPrimary(): Promise<void>
  /** Restarts the node that was killed. */
  revive(): void
  /** Patroni's log entries about changes of the primary. */
  story(): Promise<string[]>
  stop(): Promise<void>
}

/** Starts PostgreSQL 15 on two nodes, one a synchronous replica of the other, under Patroni with etcd and HAProxy. */
export const startCluster = async (): Promise<Cluster> => {
  const folder = await mkdtemp(join(tmpdir(), 'lantern-patroni-'))
  await chmod(folder, 0o755)
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  const account = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  const [etcdPort, peerPort, proxyPort] = [await freePort(), await freePort(), await freePort()]
  const children = new Set<ChildProcess>()
  const begin = (program: string, args: string[], log: string): ChildProcess => {
    const child = spawn(program, args, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'], detached: true, ...account })
    const file = createWriteStream(join(folder, log), { flags: 'a' })
    for (const stream of [child.stdout, child.stderr]) stream.pipe(file, { end: false })
    children.add(child)
    return child
  }
  const own = async (path: string, mode = 0o700) => {
    await mkdir(path, { recursive: true, mode })
    if (account.uid !== undefined) await chown(path, account.uid, account.gid)
  }
  await own(join(folder, 'etcd'))
  const etcd = `http://127.0.0.1:${etcdPort}`
  const peer = `http://127.0.0.1:${peerPort}`
  begin(
    programs['etcd-server'],
    Object.entries({
      name: 'one',
      'data-dir': join(folder, 'etcd'),
      'listen-client-urls': etcd,
      'advertise-client-urls': etcd,
      'listen-peer-urls': peer,
      'initial-advertise-peer-urls': peer,
      'initial-cluster': `one=${peer}`,
    }).flatMap(([name, value]) => [`--${name}`, value]),
    'etcd.log',
  )
  const makeNode = async (name: string): Promise<Node> => {
    const home = join(folder, name)
    await own(home)
    const [restPort, databasePort] = [await freePort(), await freePort()]
    const settings = {
      scope: 'lantern',
      name,
      restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
      etcd3: { host: `127.0.0.1:${etcdPort}` },
      bootstrap: {
        dcs: {
          ttl: leaderSeconds,
          loop_wait: 4,
          retry_timeout: 6,
          maximum_lag_on_failover: 1_048_576,
          synchronous_mode: true,
          postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, wal_keep_size: '128MB' } },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
      },
      postgresql: {
        listen: `127.0.0.1:${databasePort}`,
        connect_address: `127.0.0.1:${databasePort}`,
        data_dir: join(home, 'data'),
        bin_dir: '/usr/lib/postgresql/15/bin',
        pgpass: join(home, 'pgpass'),
        pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
        authentication: {
          superuser: { username: 'postgres', password: 'postgres' },
          replication: { username: 'replicator', password: 'replicator' },
        },
        parameters: { unix_socket_directories: home },
      },
    }
    // YAML is a superset of JSON.
    await writeFile(join(home, 'patroni.yml'), JSON.stringify(settings))
    if (account.uid !== undefined) await chown(join(home, 'patroni.yml'), account.uid, account.gid)
    const process = begin(programs.patroni, [join(home, 'patroni.yml')], `${name}.log`)
    return { name, folder: home, restPort, databasePort, process }
  }
  const ask = async (node: Node, path: string): Promise<boolean> =>
    fetch(`http://127.0.0.1:${node.restPort}${path}`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  const until = async (is: () => Promise<boolean>, what: string) => {
    const end = performance.now() + 120_000
    while (!(await is())) {
      if (performance.now() > end) throw new Error(`${what} did not appear: see ${folder}`)
      await pause(200)
    }
  }
  const first = await makeNode('node1')
  await until(() => ask(first, '/primary'), 'A primary')
  const nodes = [first, await makeNode('node2')]
  await writeFile(
    join(folder, 'haproxy.cfg'),
    [
      'defaults',
      '  mode tcp',
      '  timeout connect 2s',
      '  timeout client 30m',
      '  timeout server 30m',
      'listen primary',
      `  bind 127.0.0.1:${proxyPort}`,
      '  option httpchk GET /primary',
      '  http-check expect status 200',
      '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
      ...nodes.map(
        ({ name, databasePort, restPort }) => `  server ${name} 127.0.0.1:${databasePort} check port ${restPort}`,
      ),
      '',
    ].join('\n'),
  )
  begin(programs.haproxy, ['-f', join(folder, 'haproxy.cfg'), '-db'], 'haproxy.log')
  const find = async (path: string): Promise<Node | undefined> => {
    for (const node of nodes) if (await ask(node, path)) return node
    return undefined
  }
  const isSynchronous = async () => (await find('/synchronous')) !== undefined
  await until(isSynchronous, 'A synchronous replica')
  let killed: Node | undefined
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${proxyPort}/postgres`,
    primary: async () => (await find('/primary'))?.name ?? null,
    isSynchronous,
    async killPrimary() {
      killed = await find('/primary')
      if (!killed) throw new Error('There is no primary to kill.')
      const ended = once(killed.process, 'exit')
      const postmaster = Number((await readFile(join(killed.folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0])
      killed.process.kill('SIGKILL')
      // The postmaster's own children end with it.
      process.kill(postmaster, 'SIGQUIT')
      await ended
    },
    revive() {
      if (killed) killed.process = begin(programs.patroni, [join(killed.folder, 'patroni.yml')], `${killed.name}.log`)
    },
    async story() {
      const logs = await Promise.all(
        nodes.map(async ({ name }) => [name, await readFile(join(folder, `${name}.log`), 'utf8')]),
      )
      return logs
        .flatMap(([name, text]) => text!.split('\n').map(line => `${line.slice(0, 19)} ${name}: ${line.slice(24)}`))
        .filter(line => /promoted|acquired session lock|synchronous standby/.test(line))
        .toSorted()
    },
    async stop() {
      for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      const running = [...children].filter(child => child.exitCode === null && child.signalCode === null)
      await Promise.all(running.map(child => once(child, 'exit')))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
