import cluster from 'node:cluster'
import { openProcesses } from '#server/processes.ts'
import { log } from '#server/platform/log.ts'

/** Prints the one sentence that says what to do and exits with an error. The whole error goes to the log. */
const quit = (error: unknown): never => {
  log.debug({ err: error }, 'starting failed')
  console.error((error instanceof Error && error.message) || String(error))
  process.exit(1)
}

/** Resolves once the web app is built, which `npm run demo` does while the demo is filled. */
const builtWeb = Promise.withResolvers<void>()
if (cluster.isPrimary && process.argv.includes('--while-building')) {
  const leave = () => process.exit(1)
  // Without a web app there is nothing to open.
  process.once('disconnect', leave).once('message', () => {
    process.off('disconnect', leave)
    process.disconnect()
    builtWeb.resolve()
  })
} else builtWeb.resolve()

let stop: (() => Promise<void>) | undefined
// Registered before the message that it is open, so that even a stop at that moment is clean.
for (const signal of cluster.isPrimary ? (['SIGINT', 'SIGTERM'] as const) : (['SIGTERM'] as const)) {
  process.once(signal, () => {
    // While it is still opening, the process ends at once, and its database with it.
    if (stop) stop().then(() => process.exit(0), quit)
    else process.kill(process.pid, signal)
  })
}
try {
  stop = await openProcesses({
    environment: process.env,
    isDemo: process.argv.includes('--demo'),
    builtWeb: builtWeb.promise,
    say: line => console.log(line),
  })
} catch (error) {
  quit(error)
}
