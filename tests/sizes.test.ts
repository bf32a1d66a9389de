import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { filesOf } from '#server/pageFiles.ts'
import { joined } from '../scripts/joinedParts.ts'
import { bundlesIn, textFinder } from '../scripts/screenTexts.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist/web/')
type Chunk = { file: string; name?: string; imports?: string[]; css?: string[] }

const manifest = (): Record<string, Chunk> => {
  const file = join(dist, '.vite/manifest.json')
  if (!existsSync(file))
    throw new Error('There is no built web to weigh: run this by npm test, or vite build before it.')
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Chunk>
}

/** The size in kilobytes as transferred: of the compressed file where there is one. */
const weigh = (file: string): number => {
  const packed = join(dist, `${file}.br`)
  return statSync(existsSync(packed) ? packed : join(dist, file)).size / 1024
}

/** The script files that a page needs: those of its sources and of all their imports. */
const scriptsOf = (sources: readonly string[]): Set<string> => filesOf(manifest(), ['app', ...sources])

/** The file with the English texts of a bundle or screen. */
const textsOf = (name: string): string => {
  const [file] = globSync(`assets/*/${name}.en.js`, { cwd: dist })
  if (!file) throw new Error(`The texts of ${name} are not in the build`)
  return file
}
const sum = (files: Iterable<string>): number => [...files].reduce((all, file) => all + weigh(file), 0)

const identity = ['identity']
const person = ['person']
const family = person
const office = [...person, 'office']

/**
 * Sizes in kilobytes, compressed by brotli, and numbers of files. `goal` is the limit of goals.md for scripts and texts
 * together; the other three are what has been reached. React alone is 57, the identity client, which only signing in
 * needs, 26, the query library 11.
 */
type Screen = { name: string; frame: string[]; goal: number; code: number; words: number; files: number }
const of = (name: string, frame: string[], goal: number, [code, words, files]: [number, number, number]): Screen => ({
  name,
  frame,
  goal,
  code,
  words,
  files,
})

const screens: Screen[] = [
  of('Home', [], 96, [90.1, 3.6, 6]),
  of('Login', identity, 138, [104.5, 3.1, 5]),
  of('Register', identity, 138, [106.7, 3.4, 7]),
  of('Dashboard', family, 148, [122.7, 5.1, 10]),
  of('Student', family, 148, [119.1, 4, 9]),
  of('Parent', family, 148, [119.6, 6.1, 10]),
  of('Calendar', family, 148, [112.8, 3.5, 7]),
  of('Messages', family, 148, [110, 2.4, 7]),
  of('PaymentHistory', family, 148, [118.9, 4.3, 11]),
  of('TeacherDashboard', family, 148, [119.3, 4.6, 9]),
  of('StudentAssignment', family, 148, [113.8, 3.5, 8]),
  of('AdminDashboard', office, 170, [120.3, 5.8, 8]),
  of('AdminClass', office, 170, [120.6, 3.1, 10]),
  of('AdminStudent', office, 170, [123.9, 7.1, 10]),
  of('AdminParent', office, 170, [124, 8.7, 10]),
  of('AdminTeacher', office, 170, [121.1, 6.5, 9]),
  of('AdminPayment', office, 170, [124.3, 3.7, 10]),
  of('AdminUser', office, 170, [121.6, 4.2, 9]),
  of('AdminMessage', office, 170, [119.1, 3.8, 9]),
  of('AdminGrade', office, 170, [123, 3.8, 9]),
  of('AdminEvent', office, 170, [118.1, 2.7, 8]),
  of('AdminConfig', office, 170, [113.3, 2.4, 8]),
]

/**
 * File names depend on file contents, and files contain each other's names, so after any change, even a removal, they
 * compress up to 0.2 KB better or worse. The sizes above were measured after one such change.
 */
const luck = 0.3

test.each(screens)(
  '$name weighs at most $code KB of code and $words KB of texts in $files files (goal: $goal KB)',
  async ({ name, frame, goal, code, words, files }) => {
    const source = `web/screens/${name}.tsx`
    const scripts = scriptsOf([source, ...frame])
    const finder = textFinder(await bundlesIn(root), file => readFileSync(join(root, file), 'utf8'))
    const own = finder.setOf(source)?.name ?? []
    const said = ['base', own].flat().map(textsOf)
    const weight = { code: sum(scripts), words: sum(said), files: scripts.size + said.length }
    process.stdout.write(
      `${name}: ${weight.code.toFixed(1)} KB of code and ${weight.words.toFixed(1)} of texts (goal: ${goal}), ${weight.files} files\n`,
    )
    expect(weight.code + weight.words).toBeLessThanOrEqual(goal + luck)
    expect(weight.code).toBeLessThanOrEqual(code + luck)
    expect(weight.words).toBeLessThanOrEqual(words)
    expect(weight.files).toBeLessThanOrEqual(files)
  },
)

test('shared files are joined where that saves requests, but not at the cost of the front page', () => {
  const part = (name: string, size: number, ...of: number[]) => ({ modules: [name], size, of: new Set(of) })
  const namesOf = (...parts: Parameters<typeof joined>) => joined(...parts).map(({ modules }) => modules.join('+'))
  const [front, screen] = [{ kind: 'front' }, { kind: 'screen' }] as const
  const screens = [screen, screen, screen]
  expect(namesOf([part('a', 900, 0, 1), part('b', 900, 0, 1), part('c', 900, 1, 2)], screens)).toEqual(['a+b+c'])
  expect(namesOf([part('a', 900, 0, 1), part('large', 90_000, 1, 2)], screens)).toEqual(['a', 'large'])
  expect(namesOf([part('a', 900, 0, 1), part('b', 900, 1, 2)], [front, screen, screen])).toEqual(['a', 'b'])
  // A part of a screen already has the screen's files.
  const opened = [screen, screen, { kind: 'part', from: [0] }] as const
  expect(namesOf([part('a', 9000, 0, 1), part('b', 900, 0, 1, 2)], opened)).toEqual(['a+b'])
  // Whatever one of them needs is loaded in vain, too.
  const heavy = { ...part('heavy', 90_000, 1, 2), isAlone: true }
  const light = { ...part('light', 900, 1, 2), needs: new Set([0]) }
  expect(namesOf([heavy, light, part('a', 900, 0, 1)], screens)).toEqual(['heavy', 'light', 'a'])
  // Joining the two would make a cycle with the file between them.
  const first = { ...part('first', 900, 0), needs: new Set([1, 2]) }
  const between = { ...part('between', 900, 0, 1), needs: new Set([2]), isAlone: true }
  const last = part('last', 900, 0, 1)
  expect(namesOf([first, between, last], screens)).toEqual(['first', 'between', 'last'])
})

test('the front page loads neither the identity client, the query library nor the schemas', () => {
  const files = [...scriptsOf(['web/screens/Home.tsx'])]
  const code = files.map(file => readFileSync(join(dist, file), 'utf8')).join('\n')
  for (const stranger of ['firebaseLocalStorageDb', 'QueryClient', 'ZodMini', 'temporal-polyfill'])
    expect(code.includes(stranger), stranger).toBe(false)
})

test('styles and typefaces stay within their size limits', () => {
  const chunks = Object.values(manifest())
  const styles = [
    ...new Set(chunks.flatMap(({ css, file }) => [...(css ?? []), ...(file.endsWith('.css') ? [file] : [])])),
  ]
  const all = styles.reduce((sum, file) => sum + weigh(file), 0)
  process.stdout.write(`styles: ${all.toFixed(1)} KB of 10\n`)
  expect(all).toBeLessThanOrEqual(12.25 + luck)
  // The typefaces of a page in English. Accents and other scripts use an additional file or the system's typefaces.
  const english = [...new Set(chunks.map(({ file }) => file))].filter(file => /-english-[^/]*\.woff2$/.test(file))
  const faces = english.reduce((sum, file) => sum + weigh(file), 0)
  process.stdout.write(`typefaces: ${faces.toFixed(1)} KB of 36\n`)
  expect(english).toHaveLength(2)
  expect(faces).toBeLessThanOrEqual(24)
})

test('no two build files differ only in case, since macOS and Windows would keep one of them', () => {
  const files = globSync('**/*', { cwd: dist })
  expect(files.some(file => file.endsWith('.en.js'))).toBe(true)
  const small = files.map(file => file.toLowerCase())
  expect(small.filter((file, at) => small.indexOf(file) !== at)).toEqual([])
})
