import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/platform/tables.ts', './server/*/*/tables.ts'],
  out: './server/migrations',
  casing: 'snake_case',
})
