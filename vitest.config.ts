import { defineConfig } from 'vitest/config'

/** `npm run prove` runs what takes too long for every run. */
const isProving = process.env['PROVE'] === '1'
/** Tests without a database or a browser that need more than one room. */
const ofTheWhole = 'tests/{access,house,usedTexts,sizes,texts,unused,words}.test.ts'

/** A run of everything, by `npm test` without names. */
const isWhole = process.env['WHOLE'] === '1'
/** These take long: each runs where it is named, and with `npm run prove`. */
const longTests = '**/*.long.test.ts'

/** What depends on the connection more than on anything else. */
const overTcp = [
  'server/communication/events/feed.test.ts',
  'server/door.test.ts',
  'server/enrolment/enrolments/race.test.ts',
  'server/http.test.ts',
  'server/platform/{mail,statements}.test.ts',
  'tests/upgrade.test.ts',
]

/** Node runs our sources as they are; a worker loads them once for all its files. */
const asItIs = {
  isolate: false,
  experimental: { viteModuleRunner: false },
  execArgv: ['--import', './scripts/importOnce.ts'],
}

/** What a test with a database of its own may take. */
const withDatabase = {
  ...asItIs,
  globalSetup: ['tests/database.ts'],
  testTimeout: 90_000,
  hookTimeout: 120_000,
  // What is waited for comes when it comes: on a busy machine that is often later than a second.
  expect: { poll: { timeout: 15_000 } },
}

export default defineConfig({
  test: {
    pool: 'forks',
    // A test often waits: for the database, a thread, a page, or a clock. So two cores carry three.
    maxWorkers: 3,
    // Properties try thousands of cases.
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
          // A school with a PostgreSQL server of its own reaches it over TCP.
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
          // Named in the report: a journey that needs it is a fault to find (decision 48).
          retry: 1,
          testTimeout: 180_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          ...withDatabase,
          // Only `npm run prove` names this one.
          name: 'prove',
          include: isProving ? ['tests/prove/*.test.ts'] : [],
          testTimeout: 180_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
})
