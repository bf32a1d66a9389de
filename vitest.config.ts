import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // Many tests cause errors on purpose; LOG_LEVEL=warn shows them.
    env: { LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent' },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Properties try thousands of cases.
          testTimeout: 30_000,
          include: [
            'contract/**/*.test.ts',
            'rules/**/*.test.ts',
            'web/**/*.test.{ts,tsx}',
            'tests/{access,house,sizes}.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'tests/*.test.ts', 'tests/wire/**/*.test.ts'],
          exclude: ['tests/{access,house,sizes}.test.ts'],
          globalSetup: ['tests/database.ts'],
          // The server's modules are loaded once in a worker, not once for each file.
          isolate: false,
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          globalSetup: ['tests/database.ts'],
          // Each file has a server, a database and a browser of its own, so two run side by side.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 180_000,
          hookTimeout: 240_000,
          // A screen that is told of a change reads it again, which may take longer than a second.
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
})
