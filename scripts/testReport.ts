import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'

/** The result of a Vitest run, as `scripts/test.ts` reads it. Times are in seconds, `from` and `to` since the epoch. */
export type TestReport = {
  passed: number
  failed: number
  /** The failed tests, each with its reason. */
  failures: string[]
  /** Tests that passed only when retried, each with the reason of the earlier failure. */
  secondTries: string[]
  files: { name: string; project: string; from: number; to: number }[]
}

const reasonOf = (errors: readonly { message?: string; stack?: string }[] | undefined): string =>
  (errors ?? [])
    .map(({ stack, message }) => stack ?? message ?? '')
    .join('\n')
    .slice(0, 1500)

/** The contents of a journey's pages when it failed (tests/journeys/lantern.ts). */
const pagesOf = (test: TestCase): string => (test.meta().pages ?? []).map(page => `\n— ${page}`).join('')

/** Counts tests and times files, hooks included. Writes the report to the file named by TEST_REPORT. */
export default class TestReporter implements Reporter {
  #root = ''
  readonly #began = new Map<string, number>()
  readonly #report: TestReport = { passed: 0, failed: 0, failures: [], secondTries: [], files: [] }

  onInit(vitest: Vitest): void {
    this.#root = `${vitest.config.root}/`
  }

  #nameOf(module: TestModule): string {
    return module.moduleId.replace(this.#root, '')
  }

  onTestModuleCollected(module: TestModule): void {
    this.#began.set(module.id, Date.now() / 1000)
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result()
    if (state === 'passed') {
      this.#report.passed += 1
      if (test.diagnostic()?.flaky)
        this.#report.secondTries.push(
          `~ ${this.#nameOf(test.module)} > ${test.fullName}\n${reasonOf(errors)}${pagesOf(test)}`,
        )
    }
    if (state === 'failed') this.#fail(`${this.#nameOf(test.module)} > ${test.fullName}`, errors, pagesOf(test))
  }

  #fail(what: string, errors: Parameters<typeof reasonOf>[0], pages = ''): void {
    this.#report.failed += 1
    this.#report.failures.push(`✗ ${what}\n${reasonOf(errors)}${pages}`)
  }

  onTestModuleEnd(module: TestModule): void {
    const to = Date.now() / 1000
    const name = this.#nameOf(module)
    this.#report.files.push({ name, project: module.project.name, from: this.#began.get(module.id) ?? to, to })
    const isCounted = [...module.children.allTests()].some(test => test.result().state === 'failed')
    // A file that could not be loaded or a failed hook is not among the tests.
    if (!isCounted && module.state() === 'failed') this.#fail(name, module.errors())
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly { message?: string; stack?: string }[]): void {
    for (const error of unhandled) this.#fail('outside any test', [error])
    const file = process.env['TEST_REPORT']
    if (file) writeFileSync(file, JSON.stringify(this.#report))
  }
}
