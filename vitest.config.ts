import { defineConfig } from 'vitest/config'

/** `npm run prove` runs the tests that take too long for every run. */
const isProving = process.env['PROVE'] === '1'
/** Tests that span several rooms but need no database or browser. */
const ofTheWhole = 'tests/{access,house,usedTexts,sizes,texts,unused,words}.test.ts'

/** A run of everything, by `npm test` without names. */
const isWhole = process.env['WHOLE'] === '1'
/** Slow tests: each runs only by name and with `npm run prove`. */
const longTests = '**/*.long.test.ts'

/** Tests that mostly depend on the database connection. */
const overTcp = [
  'server/communication/events/feed.test.ts',
  'server/door.test.ts',
  'server/enrolment/enrolments/race.test.ts',
  'server/http.test.ts',
  'server/platform/{mail,statements}.test.ts',
  'tests/upgrade.test.ts',
]

/** Node runs the sources directly; a worker loads them once for all its files. */
const asItIs = {
  isolate: false,
  experimental: { viteModuleRunner: false },
  execArgv: ['--import', './scripts/importOnce.ts'],
}

/** The timeouts of tests with their own database. */
const withDatabase = {
  ...asItIs,
  globalSetup: ['tests/database.ts'],
  testTimeout: 90_000,
  hookTimeout: 240_000,
  // On a busy machine, what a test waits for often takes longer than a second.
  expect: { poll: { timeout: 15_000 } },
}

export default defineConfig({
  test: {
    pool: 'forks',
    // Tests often wait for the database, a thread, a page or a clock, so two cores can run three workers.
    maxWorkers: 3,
    // Property tests try thousands of cases.
    testTimeout: 30_000,
    // Many tests cause errors on purpose; LOG_LEVEL=warn shows them.
    env: { LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent' },
    projects: [
      {
        extends: true,
        test: {
          ...asItIs,
          name: 'unit',
          include: ['contract/**/*.test.ts', 'rules/**/*.test.ts', ofTheWhole],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          // Each file has its own window and modules; threads load the packages once for all files.
          pool: 'vmThreads',
          setupFiles: ['tests/windowEnds.ts'],
          include: ['web/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          ...withDatabase,
          name: 'server',
          include: ['server/**/*.test.ts', 'tests/*.test.ts', 'tests/wire/**/*.test.ts'],
          exclude: [ofTheWhole, ...overTcp, ...(isWhole ? [longTests] : [])],
        },
      },
      {
        extends: true,
        test: {
          ...withDatabase,
          // Schools that use their own PostgreSQL server reach it over TCP.
          name: 'tcp',
          include: overTcp,
        },
      },
      {
        extends: true,
        test: {
          ...withDatabase,
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts', ...(isProving ? ['tests/prove/journeys/*.test.ts'] : [])],
          sequence: { groupOrder: 1 },
          // The report names retried journeys, because a retry is a fault to find (decision 48).
          retry: 1,
          testTimeout: 180_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          ...withDatabase,
          // Only `npm run prove` runs this project.
          name: 'prove',
          include: isProving ? ['tests/prove/*.test.ts'] : [],
          testTimeout: 180_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
})
