// The only script that runs on the machine's own Node (20 or newer), before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const at = (...path) => join(root, ...path)

const commands = {
  demo: { run: ['dist/server/main.js', '--demo'], needsBuild: true, isForProduction: true },
  start: { run: ['dist/server/main.js'], needsBuild: true, isForProduction: true },
  // For images and machines whose service has no write access: builds everything that a start would build.
  build: { needsBuild: true, isForProduction: true },
  dev: { run: ['scripts/dev.ts'] },
  test: { run: ['scripts/test.ts'], needsBuild: true },
  check: { run: ['scripts/check.ts'] },
  bench: { run: ['scripts/bench.ts'], needsBuild: true },
  prove: { run: ['scripts/prove.ts'], needsBuild: true },
  pictures: { run: ['scripts/pictures.ts'], needsBuild: true },
  crowd: { run: ['scripts/crowd.ts'] },
  backup: { run: ['scripts/backup.ts'], isForProduction: true },
  restore: { run: ['scripts/restore.ts'], isForProduction: true },
  schools: { run: ['scripts/schools.ts'], isForProduction: true },
  doctor: { run: ['scripts/doctor.ts'], isForProduction: true },
  'verify-audit': { run: ['scripts/verifyAudit.ts'], isForProduction: true },
  'rotate-key': { run: ['scripts/rotateKey.ts'] },
  migration: { run: ['scripts/migration.ts'] },
}

const [name = '', ...rest] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (!command) {
  console.error(`Lantern has no command "${name}". Use one of ${Object.keys(commands).join(', ')}.`)
  process.exit(2)
}

const begun = Date.now()
/** The duration of each stage in seconds. `npm test` prints them at the end. */
const stages = {}
await timed('install', ensurePackages)
const node = findNode()
const builds = command.needsBuild && (name !== 'test' || testsNeedBuild(rest)) ? startBuilding() : []
// Filling the demo needs no web app, so it begins as soon as the server is built.
const later = name === 'demo' ? builds.find(build => build.name === 'web') : undefined
await timed('build', () => finish(builds.filter(build => build !== later)))
const env = {
  ...process.env,
  // Node caches compiled sources instead of compiling them at each start, which halves the startup time.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? at('node_modules', '.cache', 'node'),
  ...(name === 'test' && { STAGES: JSON.stringify(stages), STAGES_BEGUN: String(begun) }),
}
// Built files have their imports bundled.
const isBuilt = command.run?.[0].startsWith('dist/')
const once = isBuilt ? [] : ['--import', './scripts/importOnce.ts']
if (later) {
  console.error('Building the web while the demo starts …')
  const args = [...command.run, '--while-building', ...rest]
  const server = spawn(node, args, { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env })
  passOn(server)
  const fault = await later.fault
  if (fault) giveUp(fault)
  server.send('built')
} else if (command.run) passOn(spawn(node, [...once, ...command.run, ...rest], { cwd: root, stdio: 'inherit', env }))

async function timed(stage, work) {
  const from = Date.now()
  await work()
  stages[stage] = (Date.now() - from) / 1000
}

/**
 * Installs the packages of package-lock.json, unless they are installed; for a production command without those only
 * developers need.
 */
function ensurePackages() {
  const stampFile = at('node_modules', '.lantern-lock')
  const lock = readFileSync(at('package-lock.json'))
  const stamp = createHash('sha256').update(lock).digest('hex')
  if (readIfThere(stampFile) === stamp) return
  const wanted = JSON.parse(lock.toString()).packages
  if (!agreesWith(wanted, command.isForProduction)) {
    const from = Date.now()
    // A school may be running from the installed packages, so development packages are added without replacing them.
    const how = command.isForProduction
      ? ['ci', '--omit=dev']
      : agreesWith(wanted, true)
        ? ['install', '--no-save']
        : ['ci']
    process.stderr.write(`Installing packages (npm ${how.join(' ')}) … `)
    const npm = process.env.npm_execpath
    const [program, ...before] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm']
    // Repeated here because `npm --silent test` would pass its silence on to this call.
    const done = spawnSync(program, [...before, ...how, '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 << 20,
    })
    if (done.status !== 0) {
      process.stderr.write('failed\n')
      const output = `${done.stdout ?? ''}${done.stderr ?? ''}${done.error?.message ?? ''}`.trim()
      // npm prints the reason first, then an explanation of all its options.
      giveUp(output.split('\n').slice(0, 20).join('\n'))
    }
    process.stderr.write(`done in ${Math.round((Date.now() - from) / 1000)} s\n`)
  }
  // The stamp means that the development packages are installed, too.
  if (!command.isForProduction) writeFileSync(stampFile, stamp)
}

/** True when exactly these packages are installed, or those of them that a school needs. */
function agreesWith(wanted, isForProduction) {
  const installed = JSON.parse(readIfThere(at('node_modules', '.package-lock.json')) ?? '{}').packages ?? {}
  return Object.entries(wanted).every(
    ([path, { version, optional, dev, devOptional }]) =>
      path === '' ||
      installed[path]?.version === version ||
      (optional && !installed[path]) ||
      (isForProduction && (dev || devOptional)),
  )
}

/** Returns the path of the Node that the packages bring, or of the running Node if it is version 24 or newer. */
function findNode() {
  const brought = at('node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(brought) && spawnSync(brought, ['--version']).status === 0) return brought
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  giveUp(
    `Lantern needs Node 24, which its packages don’t include for ${process.platform} ${process.arch}: ` +
      `install it (this is ${process.version}).`,
  )
}

/**
 * Starts to build the web part and the server side by side, each only when its sources have changed since its last
 * build. `fault` becomes the error output of a build that fails.
 */
function startBuilding() {
  const parts = [
    {
      name: 'web',
      by: ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
      from: [
        'web',
        'contract',
        'rules',
        'index.html',
        'vite.config.ts',
        'scripts/screenSources.ts',
        'scripts/joinedParts.ts',
        'scripts/sharedParts.ts',
        'scripts/screenTexts.ts',
        'package-lock.json',
      ],
      to: ['web/index.html', 'ready/ready.js'],
    },
    {
      name: 'server',
      by: ['scripts/buildServer.ts'],
      from: ['server', 'contract', 'rules', 'web', 'scripts/buildServer.ts', 'package-lock.json'],
      to: ['server/main.js'],
    },
  ]
  return parts
    .map(part => ({ ...part, stamp: stampOf(part.from) }))
    .filter(
      ({ name, stamp, to }) => readIfThere(stampFile(name)) !== stamp || to.some(file => !existsSync(at('dist', file))),
    )
    .map(part => ({ name: part.name, fault: build(part) }))
}

/** Waits until parts are built. */
async function finish(builds) {
  if (builds.length === 0) return
  process.stderr.write(`Building the ${builds.map(({ name }) => name).join(' and the ')} … `)
  const from = Date.now()
  const faults = (await Promise.all(builds.map(({ fault }) => fault))).filter(Boolean)
  process.stderr.write(faults.length === 0 ? `done in ${((Date.now() - from) / 1000).toFixed(1)} s\n` : 'failed\n')
  if (faults.length > 0) giveUp(faults.join('\n'))
}

/** Builds a part. Returns the error output if it fails. */
async function build({ name, by, stamp }) {
  const builder = spawn(node, by, { cwd: root })
  process.once('exit', () => builder.kill())
  let output = ''
  for (const stream of [builder.stdout, builder.stderr]) stream.setEncoding('utf8').on('data', text => (output += text))
  const status = await new Promise(done => builder.on('error', error => done(error.message)).on('close', done))
  if (status !== 0) return output.trim() || `Building the ${name} failed with ${status}`
  mkdirSync(at('dist'), { recursive: true })
  writeFileSync(stampFile(name), stamp)
  return undefined
}

function stampFile(part) {
  return at('dist', `.${part}-stamp`)
}

/** A hash that changes when any of these files does. */
function stampOf(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(path => filesIn(path)))
    hash
      .update(`${file}\0`)
      .update(readFileSync(at(file)))
      .update('\0')
  return hash.digest('hex')
}

/**
 * True when the tests need a build: only the journeys, the size checks and a server start use built files, and other
 * named tests should not wait for one.
 */
function testsNeedBuild(filters) {
  const words = filters.filter(word => !word.startsWith('-'))
  const journeys = ['tests/journeys', 'tests/prove/journeys'].flatMap(path => filesIn(path, true))
  const built = [
    ...journeys,
    'tests/builtServer.test.ts',
    'tests/sizes.test.ts',
    'server/firstAnswers.test.ts',
    'server/main.test.ts',
    'server/readyPages.test.ts',
  ]
  return words.length === 0 || built.some(file => words.some(word => file.includes(word)))
}

function filesIn(path, withTests = false) {
  if (!existsSync(at(path))) return []
  if (statSync(at(path)).isFile()) return withTests || !/\.test\.tsx?$/.test(path) ? [path] : []
  return readdirSync(at(path))
    .sort()
    .flatMap(entry => filesIn(`${path}/${entry}`, withTests))
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** Passes signals on to the child and exits as it does, so that this process behaves like the child. */
function passOn(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2']) {
    process.on(signal, () => {
      // A terminal has already sent Ctrl-C to the child; a second signal would mean "at once".
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  child.on('error', error => giveUp(error.message))
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

function giveUp(message) {
  console.error(message)
  // The last line of a test run is always a count, even when nothing could run.
  if (name === 'test') console.log('0 passed, 1 failed')
  process.exit(1)
}
