import type * as Processes from '#server/processes.ts'

// What is measured is what runs in a school.
const { openProcesses } = (await import(
  new URL('../../dist/server/processes.js', import.meta.url).href
)) as typeof Processes

/** The demo, or with `school` a school of one's own, in a process that doesn't slow down callers who ask faster than people do. */
const stop = await openProcesses({
  environment: process.env,
  isDemo: !process.argv.includes('school'),
  isPaced: false,
  say: line => console.log(line),
})
process.once('SIGTERM', () => void stop().then(() => process.exit(0)))
