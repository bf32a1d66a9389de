import type * as Processes from '#server/processes.ts'

// The built server, because schools run that one.
const { openProcesses } = (await import(
  new URL('../../dist/server/processes.js', import.meta.url).href
)) as typeof Processes

/**
 * Starts the demo, or with `school` an empty school, in a process that does not slow down callers who send more
 * requests than people do.
 */
const stop = await openProcesses({
  environment: process.env,
  isDemo: !process.argv.includes('school'),
  isPaced: false,
  say: line => console.log(line),
})
process.once('SIGTERM', () => void stop().then(() => process.exit(0)))
