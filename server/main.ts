import cluster from 'node:cluster'
import { openProcesses } from '#server/processes.ts'
import { log } from '#server/platform/log.ts'

/** Ends with the one sentence that tells what to do; the whole error goes to the log. */
const quit = (error: unknown): never => {
  log.debug({ err: error }, 'the start failed')
  console.error((error instanceof Error && error.message) || String(error))
  process.exit(1)
}

let stop: (() => Promise<void>) | undefined
// Before it says that it’s open, so that a stop at that very moment is a clean one too.
for (const signal of cluster.isPrimary ? (['SIGINT', 'SIGTERM'] as const) : (['SIGTERM'] as const)) {
  process.once(signal, () => {
    // While it’s still opening it ends at once, and its database with it.
    if (stop) stop().then(() => process.exit(0), quit)
    else process.kill(process.pid, signal)
  })
}
try {
  stop = await openProcesses({
    environment: process.env,
    isDemo: process.argv.includes('--demo'),
    say: line => console.log(line),
  })
} catch (error) {
  quit(error)
}
