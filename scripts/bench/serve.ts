import { openProcesses } from '#server/processes.ts'

/** The demo in a process of its own, which doesn't slow down callers who ask faster than people do. */
const stop = await openProcesses({
  environment: process.env,
  isDemo: true,
  isPaced: false,
  say: line => console.log(line),
})
process.once('SIGTERM', () => void stop().then(() => process.exit(0)))
