import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { alwaysShownIn } from './screenTexts.ts'

/** An `import()` of a screen as scripts/screenTexts.ts rewrites it. */
const load =
  /\(\) => (?:withMessages\(import\('#(web\/screens\/\w+\.tsx)'\)((?:, '\w+')+)\)|import\('#(web\/screens\/\w+\.tsx)'\))/g

/**
 * Adds to each `import()` of a screen in the routes and in `ready.tsx` which sources and texts it loads: its own, and
 * those of the parts that every visit shows. Only for the server's build, which lists a page's files in its first
 * answer; browsers don't need it.
 */
export const screenSources = (root: string): Plugin => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  return {
    name: 'lantern-screen-sources',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ready',
    transform(code, id) {
      if (!/[\\/]web[\\/](?:routes|ready[\\/]ready)\.tsx$/.test(id)) return null
      let count = 0
      const made = code.replaceAll(load, (found, waiting?: string, names = '', plain = '') => {
        count += 1
        const source = waiting ?? plain
        const parts = alwaysShownIn(read(source))
        const texts = [...names.matchAll(/\w+/g)].map(([name]) => name)
        return `Object.assign(${found}, ${JSON.stringify({ sources: [source, ...parts], texts })})`
      })
      if (count !== code.split('import(').length - 1)
        throw new Error(`${id}: a screen is loaded in a way that isn’t supported here.`)
      return made
    },
  }
}
