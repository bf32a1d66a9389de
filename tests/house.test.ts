import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = globSync('{contract,rules,server,web,scripts}/**/*.{ts,tsx}', { cwd: root }).filter(
  file => !/\.test\.tsx?$|\.d\.ts$|\/migrations\//.test(file),
)

/** Local files that a file imports, as paths from the root; and the packages. */
const importsOf = (file: string): { local: string[]; packages: string[] } => {
  const text = readFileSync(join(root, file), 'utf8')
  const found = [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s+'([^']+)'|import\('([^']+)'\)|(?:^|\n)import\s+'([^']+)'/g,
    ),
  ].map(match => match[1] ?? match[2] ?? match[3]!)
  const local = found.flatMap(name =>
    name.startsWith('#') ? [name.slice(1)] : name.startsWith('.') ? [normalize(join(dirname(file), name))] : [],
  )
  return { local, packages: found.filter(name => !name.startsWith('#') && !name.startsWith('.')) }
}

const sliceOf = (file: string): string | undefined => /^(?:server|web)\/slices\/([^/]+)\//.exec(file)?.[1]
/** What a slice shows to other slices: its rows, whose they are, and what it does within another's transaction or after it. */
const shared = ['tables.ts', 'policy.ts', 'acts.ts', 'jobs.ts']
const anyOf =
  (...patterns: RegExp[]) =>
  (to: string) =>
    patterns.some(pattern => pattern.test(to))

/** The dependency table of the house: which files a file may import. The first line that fits counts. */
const table: { from: RegExp; may: (to: string, from: string) => boolean }[] = [
  { from: /^contract\//, may: anyOf(/^contract\//) },
  { from: /^rules\//, may: anyOf(/^(contract|rules)\//) },
  { from: /^server\/platform\//, may: anyOf(/^(contract|server\/platform)\//) },
  { from: /^server\/slices\/index\.ts$/, may: anyOf(/^contract\//, /^server\/(platform|slices)\//) },
  {
    from: /^server\/slices\//,
    may: (to, from) =>
      anyOf(/^(contract|rules|server\/platform)\//)(to) ||
      sliceOf(to) === sliceOf(from) ||
      (sliceOf(to) !== undefined && shared.includes(to.split('/').at(-1)!)),
  },
  {
    from: /^server\/(door|callables|liveStream|mailbox)\.ts$/,
    may: anyOf(/^(contract|server\/platform)\//, /^server\/door\.ts$/, /^server\/slices\/index\.ts$/),
  },
  { from: /^server\//, may: anyOf(/^(contract|rules|server)\//) },
  { from: /^scripts\//, may: anyOf(/^(contract|scripts|server|tests)\//) },
  { from: /^web\/ui\//, may: anyOf(/^web\/ui\//) },
  {
    from: /^web\/slices\//,
    may: (to, from) => anyOf(/^(contract|rules|web\/ui)\//, /^web\/[^/]+\.tsx?$/)(to) || sliceOf(to) === sliceOf(from),
  },
  {
    from: /^web\/screens\//,
    may: anyOf(/^(contract|rules|web\/ui|web\/slices|web\/shell|web\/screens)\//, /^web\/[^/]+\.tsx?$/),
  },
  { from: /^web\//, may: anyOf(/^(contract|rules|web)\//) },
]

describe('who may import whom', () => {
  test.each(['contract', 'rules', 'server', 'web', 'scripts'])('%s keeps to the table', room => {
    const ofRoom = files.filter(file => file.startsWith(`${room}/`))
    expect(ofRoom.length).toBeGreaterThan(5)
    const breaches = ofRoom.flatMap(file => {
      const rule = table.find(({ from }) => from.test(file))
      if (!rule) return [`${file} lies outside the rooms`]
      return importsOf(file).local.flatMap(to => [
        ...(rule.may(to, file) ? [] : [`${file} may not import ${to}`]),
        ...(/\.(css|json)$/.test(to) || existsSync(join(root, to))
          ? []
          : [`${file} imports ${to}, which is not there`]),
      ])
    })
    expect(breaches).toEqual([])
  })

  test('the table would catch a breach', () => {
    const mayOf = (from: string) => table.find(rule => rule.from.test(from))!.may
    expect(
      mayOf('server/slices/payments/functions.ts')(
        'server/slices/students/queries.ts',
        'server/slices/payments/functions.ts',
      ),
    ).toBe(false)
    expect(mayOf('web/screens/Home.tsx')('server/door.ts', 'web/screens/Home.tsx')).toBe(false)
    expect(mayOf('contract/index.ts')('rules/pricing.ts', 'contract/index.ts')).toBe(false)
  })

  test('contract and rules know neither browser nor Node, and take few libraries', () => {
    const taken = files.filter(file => /^(contract|rules)\//.test(file)).flatMap(file => importsOf(file).packages)
    expect([...new Set(taken)].sort()).toEqual(['temporal-polyfill', 'zod/mini'])
  })

  test('tables without a schema know nothing of those that have one', () => {
    const plain = files.filter(file => file.startsWith('contract/plain/'))
    expect(plain.length).toBeGreaterThan(30)
    const beyond = plain.flatMap(file =>
      importsOf(file).local.flatMap(to => (to.startsWith('contract/plain/') ? [] : [`${file} → ${to}`])),
    )
    // The names of functions, and the parts of an audience: types alone.
    expect(beyond.toSorted()).toEqual([
      'contract/plain/dashboard.ts → contract/index.ts',
      'contract/plain/notices.ts → contract/audience.ts',
    ])
  })

  test('there are no cycles', () => {
    const graph = new Map(files.map(file => [file, importsOf(file).local]))
    const done = new Set<string>()
    const cycles: string[] = []
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      else if (!done.has(file)) for (const to of graph.get(file) ?? []) visit(to, [...path, file])
      done.add(file)
    }
    for (const file of files) visit(file, [])
    expect(cycles.filter(cycle => !isTypeOnly(cycle.split(' → ')))).toEqual([])
  })
})

/** A cycle that some link closes by types alone leaves no trace at run time. */
const isTypeOnly = (cycle: readonly string[]): boolean =>
  cycle.slice(1).some((to, index) => {
    const text = readFileSync(join(root, cycle[index]!), 'utf8')
    const name = to.split('/').at(-1)!.replace('.', '\\.')
    const links = [...text.matchAll(new RegExp(`(?:^|\\n)(import|export)\\s([^'"]*?)from\\s+'[^']*${name}'`, 'g'))]
    return links.length > 0 && links.every(link => link[2]!.startsWith('type '))
  })

describe('the walls', () => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')

  test('only policies make scopes', () => {
    const makers = files.filter(
      file => file.startsWith('server/') && /\bscope(?:Of)?\(/.test(read(file)) && file !== 'server/platform/scope.ts',
    )
    expect(makers.length).toBeGreaterThan(5)
    expect(makers.filter(file => !file.endsWith('/policy.ts'))).toEqual([])
  })
  test('handlers hold no SQL', () => {
    const handlers = files.filter(file => /^server\/slices\/[^/]+\/functions\.ts$/.test(file))
    expect(handlers.length).toBeGreaterThan(10)
    expect(handlers.filter(file => /from 'drizzle-orm|\bsql`/.test(read(file)))).toEqual([])
  })
  test('no SQL asks for more than PostgreSQL 15 (npm run prove runs it there)', () => {
    const newer =
      /\b(uuidv7|uuidv4|any_value|random_normal|array_sample|array_shuffle|json_table|json_query|json_value)\(/
    expect(files.filter(file => file.startsWith('server/') && newer.test(read(file)))).toEqual([])
  })
  test('what a screen loads of the contract are tables, not schemas', () => {
    // These come on demand: the pages of settings whose example checks what is typed, and forms through useForm.
    const onDemand = /^web\/(slices\/config\/Office|slices\/oneroster\/OfficePrograms|callers\.ts)/
    const offenders = files.filter(
      file =>
        file.startsWith('web/') &&
        !onDemand.test(file) &&
        [...read(file).matchAll(/(?:^|\n)import \{([^}]*)\} from '#contract\/(\w+\.ts)'/g)].some(
          ([, names = '', from = '']) =>
            /import \* as z from 'zod/.test(read(`contract/${from}`)) &&
            names.split(',').some(name => name.trim() !== '' && !name.trim().startsWith('type ')),
        ),
    )
    expect(offenders).toEqual([])
  })
  test('whatever waits with `use` always does, or React loses its place (web/useWaitFor.ts)', () => {
    const skipped = files.filter(
      file => file.startsWith('web/') && /\bif \([^\n]*\) use\(|\? use\(|&& use\(/.test(read(file)),
    )
    expect(skipped).toEqual([])
  })
  test('every screen is lazy', () => {
    const web = files.filter(file => file.startsWith('web/'))
    const screens = web.filter(file => file.startsWith('web/screens/') && file.endsWith('.tsx'))
    expect(screens.length).toBeGreaterThan(18)
    const lazy = web.map(read).join('\n')
    for (const screen of screens)
      expect(lazy).toMatch(new RegExp(`import\\('[^']*/${screen.split('/').at(-1)!.replace('.', '\\.')}'\\)`))
    const early = web.filter(
      file => !file.startsWith('web/screens/') && /(?:^|\n)import (?!type )[^\n]*screens\//.test(read(file)),
    )
    expect(early).toEqual([])
  })
  test('every slice has a test and is named in the contract or serves it', () => {
    const slices = new Set(files.filter(file => file.startsWith('server/slices/')).flatMap(file => sliceOf(file) ?? []))
    for (const slice of slices)
      expect(globSync(`server/slices/${slice}/*.test.ts`, { cwd: root }), slice).not.toEqual([])
    for (const name of Object.keys(contract)) expect(slices.has(name.split('-')[0]!), name).toBe(true)
  })
  test('no drawer for what has no name', () => {
    expect(files.filter(file => /\b(utils?|helpers?|common|misc|managers?|services?)\b/i.test(file))).toEqual([])
    expect(files.filter(file => file.endsWith('/index.ts')).sort()).toEqual([
      'contract/index.ts',
      'server/slices/index.ts',
    ])
  })
})

describe('the table of fields (decision 39)', () => {
  // Files of the product that name a field, besides words and the demo school. A field more needs the table, its column
  // and its words; these numbers may only shrink.
  const most = { allergies: 10, medication: 5, doctorName: 4, doctorPhone: 4, preferredName: 19 }
  test.each(Object.entries(most))('%s stands in at most %i files', (field, limit) => {
    const naming = files.filter(
      file =>
        !/^(server\/demo|web\/messages|scripts)\//.test(file) &&
        new RegExp(`\\b${field}\\b`).test(readFileSync(join(root, file), 'utf8')),
    )
    expect(naming).toContain('contract/plain/studentFields.ts')
    expect(naming.length, naming.join('\n')).toBeLessThanOrEqual(limit)
  })
})

describe('what the documents on security say', () => {
  const documents = ['docs/security.md', 'docs/asvs.md']
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  /** Tests as the documents name them: a file, and behind it names between curly quotes. */
  const named = (text: string) =>
    [...text.matchAll(/`([^`]+\.test\.tsx?)`((?:,? “[^”]+”)*)/g)].map(([, file = '', names = '']) => ({
      file,
      names: [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name),
    }))

  test.each(documents)('%s names tests and files that are there', document => {
    const text = read(document)
    const tests = named(text)
    expect(tests.length).toBeGreaterThan(40)
    const missing = tests.flatMap(({ file, names }) => {
      if (!existsSync(join(root, file))) return [file]
      const source = read(file)
      return names.filter(name => ![`'${name}'`, `\`${name}\``, `"${name}"`].some(quoted => source.includes(quoted)))
    })
    const places = [...text.matchAll(/`((?:contract|rules|server|web|tests|docs|scripts)\/[^`]*)`/g)].map(
      match => match[1]!,
    )
    expect([...missing, ...places.filter(place => !existsSync(join(root, place)))]).toEqual([])
  })

  test('each attack has a test, and each line of the standard a state and what shows it', () => {
    const attacks = [
      ...read('docs/security.md').matchAll(/^\| (?!\*\*|Attack|-)[^|]+ \| `?[^|]+ \| (`[^|]+\.test\.[^|]*) \|$/gm),
    ]
    expect(attacks.length).toBeGreaterThan(50)
    const lines = [
      ...read('docs/asvs.md').matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm),
    ]
    expect(new Set(lines.map(([, line]) => line)).size).toBe(253)
    expect(lines.filter(([, , level]) => level === '1')).toHaveLength(70)
    const counted = (state: string) => lines.filter(line => line[4] === state).length
    const sum = `Of ${lines.length} lines ${counted('met')} are met, ${counted('partly')} partly, ${counted('not met')} not, and ${counted('does not apply')} do not apply.`
    expect(read('docs/asvs.md')).toContain(sum)
    expect(['met', 'partly', 'not met', 'does not apply'].reduce((all, state) => all + counted(state), 0)).toBe(
      lines.length,
    )
  })
})
