import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findChromium } from '#tests/browser.ts'
import { check, type Sum } from './check.ts'
import type { TestReport } from './testReport.ts'
import { vitest, wasCancelled } from './vitest.ts'

/** Arguments after `npm test --` are passed to Vitest, and only Vitest runs then. */
const given = process.argv.slice(2)
const filters = given.filter(word => !word.startsWith('-'))
const isWhole = given.length === 0

const sum: Sum = { passed: 0, failed: 0 }
/** The failures, repeated at the end, where people look first. */
const failures: string[] = []
const secondTries: string[] = []
/** The duration of each stage in seconds; `scripts/lantern.mjs` passes on those of its own stages. */
const stages = JSON.parse(process.env['STAGES'] ?? '{}') as Record<string, number>
const begun = Number(process.env['STAGES_BEGUN'] ?? Date.now())
let files: TestReport['files'] = []

try {
  const withoutBrowser = ['--project=!journeys', '--passWithNoTests']
  await Promise.all([isWhole && checks(), tests((await isBrowserThere()) ? given : [...given, ...withoutBrowser])])
} catch (error) {
  console.error(error)
  add({ passed: 0, failed: 1 })
}
if (wasCancelled()) add({ passed: 0, failed: 1 })
process.exitCode = sum.failed > 0 || sum.passed === 0 ? 1 : 0
if (isWhole) printTimes()
if (secondTries.length > 0) console.log(`\nPassed only on the second try\n${secondTries.join('\n\n')}`)
if (failures.length > 0) console.log(`\n${failures.join('\n\n')}\n`)
console.log(`${sum.passed} passed, ${sum.failed} failed`)

function add({ passed, failed }: Sum): void {
  sum.passed += passed
  sum.failed += failed
}

async function checks(): Promise<void> {
  const from = Date.now()
  add(await check())
  stages['types, lint, format'] = (Date.now() - from) / 1000
}

/** True when the journeys can run or were not asked for. Otherwise records a failure that says what to install. */
async function isBrowserThere(): Promise<boolean> {
  const journeys = globSync('tests/{,prove/}journeys/*.test.ts', { cwd: fileURLToPath(new URL('..', import.meta.url)) })
  if (filters.length > 0 && !journeys.some(file => filters.some(word => file.includes(word)))) return true
  try {
    await findChromium()
    return true
  } catch (error) {
    failures.push(`✗ ${(error as Error).message}`)
    add({ passed: 0, failed: 1 })
    return false
  }
}

async function tests(args: readonly string[]): Promise<void> {
  // A long check runs when it is named.
  const isLong = filters.some(word => word.includes('prove/'))
  const report = await vitest(args, { ...(isLong && { PROVE: '1' }), ...(isWhole && { WHOLE: '1' }) })
  add(report)
  failures.push(...report.failures)
  secondTries.push(...report.secondTries)
  files = report.files
  for (const project of new Set(files.map(each => each.project))) {
    const own = files.filter(each => each.project === project)
    stages[`${project} tests`] = Math.max(...own.map(({ to }) => to)) - Math.min(...own.map(({ from }) => from))
  }
}

function printTimes(): void {
  const line = (seconds: number, what: string) => console.log(`${seconds.toFixed(1).padStart(7)} s  ${what}`)
  console.log('\nThe ten slowest files')
  const slowest = files.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, 10)
  for (const { name, from, to } of slowest) line(to - from, name)
  console.log('\nThe stages (the checks run beside the server tests)')
  for (const [stage, seconds] of Object.entries(stages)) line(seconds, stage)
  line((Date.now() - begun) / 1000, 'total')
}
