import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { foreignWrites, ownDictionaries } from './houseExceptions.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = globSync('{contract,rules,server,web,scripts}/**/*.{ts,tsx}', { cwd: root }).filter(
  file => !/\.test\.tsx?$|\.d\.ts$|\/migrations\//.test(file),
)

const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** The local files that a file imports, as paths from the root, and its packages. */
const importsOf = (file: string): { local: string[]; packages: string[] } => {
  const text = read(file)
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

/**
 * The wings and their slices, from the top down. A slice uses those after it, in its own wing and in the wings below,
 * and never one before it, so there are no cycles between slices. `shared` holds what the slices of a wing have in
 * common. It is not a slice itself, and other wings may only use its acts.
 */
const wings = {
  teaching: ['absences', 'assignments', 'grades'],
  communication: ['duties', 'events', 'volunteers', 'messages'],
  office: ['dashboard', 'duplicates', 'batches'],
  exchange: ['imports', 'oneroster', 'shared'],
  enrolment: [
    'applications',
    'cancellations',
    'leavings',
    'placements',
    'lotteries',
    'promotions',
    'visits',
    'enrolments',
    'claims',
    'windows',
    'classes',
  ],
  money: ['cards', 'payments', 'prices'],
  people: ['badges', 'documents', 'confirmations', 'forms', 'parents', 'students', 'teachers'],
  access: ['push', 'views', 'users', 'files', 'identity', 'audit'],
  school: ['jobs', 'backups', 'config', 'terms', 'policies'],
} as const satisfies Record<string, readonly string[]>
const fromTheTop: readonly string[] = Object.entries(wings).flatMap(([wing, slices]) =>
  slices.map(slice => `${wing}/${slice}`),
)
const wing = `(?:${Object.keys(wings).join('|')})`

/**
 * The slice of a file, as `wing/slice`: a folder on the server and in the web; in the contract a file and its parts.
 */
const sliceOf = (file: string): string | undefined =>
  new RegExp(`^(?:server|web|contract)/(${wing}/\\w+)(?:/|\\.)`).exec(file)?.[1]
/** True for the tables of a slice, which lie below all behavior. */
const isTables = (file: string): boolean => new RegExp(`^server/${wing}/\\w+/tables\\.ts$`).test(file)
/** True when a slice may use another: itself, or one that comes after it. */
const isBelow = (to: string, from: string): boolean =>
  fromTheTop.includes(from) && fromTheTop.indexOf(to) >= fromTheTop.indexOf(from)

/**
 * True when an import within a room points upward. The top level of the contract belongs to all slices, so it imports
 * none. Tables are the floor of the server: every slice may read them (decision 49).
 */
const isUpward = (file: string, to: string): boolean => {
  const [room] = file.split('/', 1)
  const from = sliceOf(file)
  const slice = sliceOf(to)
  if (slice === undefined || !to.startsWith(`${room}/`) || isTables(to)) return false
  return from === undefined ? room === 'contract' && file !== 'contract/index.ts' : !isBelow(slice, from)
}

/**
 * The files that a slice of the server shares with others: its tables, its policy, and what it does within another's
 * transaction or after it.
 */
const shown = ['tables.ts', 'policy.ts', 'acts.ts', 'jobs.ts']
const ofSlices = new RegExp(`^(?:server|web)/${wing}/`)
/** The folders that all slices of the web build on. */
const foundations = /^web\/(ui|words|wire|session|records|lists|routing)\//
const texts = /^web\/.*\.(en|zh)\.ts$/
const anyOf =
  (...patterns: RegExp[]) =>
  (to: string) =>
    patterns.some(pattern => pattern.test(to))

/** The allowed imports of each file. The first matching line applies. */
const table: { from: RegExp; may: (to: string, from: string) => boolean }[] = [
  { from: /^contract\//, may: anyOf(/^contract\//) },
  { from: /^rules\//, may: anyOf(/^(contract|rules)\//) },
  // The only rules it uses: how the database sorts names, and how languages and the school's region write.
  {
    from: /^server\/platform\//,
    may: anyOf(/^(contract|server\/platform)\//, /^rules\/(chineseSpacing|inLanguage|lists|nameOrder|region)\.ts$/),
  },
  {
    from: new RegExp(`^server/${wing}/`),
    may: (to, from) =>
      anyOf(/^(contract|rules|server\/platform)\//)(to) ||
      sliceOf(to) === sliceOf(from) ||
      sliceOf(to) === `${from.split('/')[1]}/shared` ||
      (sliceOf(to) !== undefined && shown.includes(to.split('/').at(-1)!)) ||
      // Emails use the same text as the screens for what both name (decision 43).
      (texts.test(to) && (sliceOf(to) === undefined || isBelow(sliceOf(to)!, sliceOf(from)!))),
  },
  {
    from: /^server\/(functions|tables)\.ts$/,
    may: to => anyOf(/^(contract|server\/platform)\//, /^server\/tableModules\.ts$/, ofSlices)(to),
  },
  {
    from: /^server\/(door|callables|liveStream|mailbox)\.ts$/,
    may: anyOf(/^(contract|server\/platform)\//, /^server\/(door|functions)\.ts$/),
  },
  { from: /^server\//, may: anyOf(/^(contract|rules|server)\//) },
  { from: /^scripts\//, may: anyOf(/^(contract|scripts|server|tests)\//) },
  { from: /^web\/ui\//, may: anyOf(/^web\/ui\//) },
  { from: foundations, may: anyOf(/^(contract|rules)\//, foundations) },
  {
    from: new RegExp(`^web/${wing}/`),
    may: (to, from) =>
      anyOf(/^(contract|rules)\//, foundations)(to) ||
      sliceOf(to) === sliceOf(from) ||
      new RegExp(`^web/${wing}/\\w+/shared/`).test(to),
  },
  {
    from: /^web\/screens\//,
    may: to => anyOf(/^(contract|rules|web\/shell|web\/screens)\//, foundations, ofSlices)(to),
  },
  { from: /^web\//, may: anyOf(/^(contract|rules|web)\//) },
]

test('only the listed files format dates', () => {
  const writers = [
    'server/platform/texts.ts',
    'web/words/format.ts',
    'rules/placeholders.ts',
    'web/records/MonthDayInput.tsx',
  ]
  // These format times for machines to calculate with, not dates for people.
  const others = [
    'contract/school/config.ts',
    'server/platform/sheet.ts',
    'server/school/config/jobs.ts',
    'web/communication/messages/Inbox.tsx',
    'web/enrolment/lotteries/office/OfficeLotteryForm.tsx',
    'web/school/config/OfficeRegion.tsx',
    'web/words/useSchoolClock.ts',
  ]
  const found = files.filter(
    file =>
      !/^(?:server\/demo|scripts)\//.test(file) &&
      /new Intl\.DateTimeFormat\(|\(Intl\.DateTimeFormat\)|\.toLocale(?:Date|Time)?String\(/.test(
        readFileSync(join(root, file), 'utf8'),
      ),
  )
  expect(found.sort()).toEqual([...writers, ...others].sort())
})

test('all dates in one table have the same style', () => {
  const stylesIn = (text: string): Set<string> => {
    const cells = text.match(/\bcell: [\s\S]*?(?=\n\s*\{?\s*key:|\n {4}\},|\n {6}\},|$)/g) ?? []
    const calls = cells.flatMap(
      cell => cell.match(/format\.day\((?:[^()]|\([^()]*\))*\)|format\.instant\([^()]*, 'day'\)/g) ?? [],
    )
    return new Set(calls.map(call => /'(\w+)'\)$/.exec(call)?.[1]?.replace('day', 'short') ?? 'short'))
  }
  const mixed = files.filter(file => stylesIn(readFileSync(join(root, file), 'utf8')).size > 1)
  expect(mixed).toEqual([])
  const two = "{ key: 'a', cell: row => format.day(row.a) },\n{ key: 'b', cell: row => format.day(row.b, 'weekday') }"
  expect(stylesIn(two).size).toBe(2)
})

describe('imports', () => {
  test.each(['contract', 'rules', 'server', 'web', 'scripts'])('%s imports only what the table allows', room => {
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
      mayOf('server/money/payments/functions.ts')(
        'server/people/students/queries.ts',
        'server/money/payments/functions.ts',
      ),
    ).toBe(false)
    expect(
      mayOf('web/money/payments/DueList.tsx')('web/people/forms/OwnAnswers.tsx', 'web/money/payments/DueList.tsx'),
    ).toBe(false)
    expect(mayOf('web/wire/call.ts')('web/people/forms/shared/OwnField.tsx', 'web/wire/call.ts')).toBe(false)
    expect(mayOf('web/screens/Home.tsx')('server/door.ts', 'web/screens/Home.tsx')).toBe(false)
    expect(mayOf('contract/index.ts')('rules/pricing.ts', 'contract/index.ts')).toBe(false)
  })

  test('a slice uses only slices below it', () => {
    const upward = files.flatMap(file =>
      importsOf(file).local.flatMap(to => (isUpward(file, to) ? [`${file} → ${to}`] : [])),
    )
    // A slice gets what it needs from a slice above it as a parameter (server/functions.ts).
    expect(upward).toEqual([])
  })

  test('the order would catch a breach', () => {
    expect(isUpward('server/people/students/acts.ts', 'server/money/payments/acts.ts')).toBe(true)
    expect(isUpward('server/people/students/acts.ts', 'server/money/payments/tables.ts')).toBe(false)
    expect(isUpward('server/money/cards/acts.ts', 'server/money/payments/tables.ts')).toBe(false)
    expect(isUpward('server/money/payments/acts.ts', 'server/money/cards/jobs.ts')).toBe(true)
    expect(isUpward('contract/people/students.ts', 'contract/enrolment/enrolments.plain.ts')).toBe(true)
    expect(isUpward('contract/values.ts', 'contract/school/terms.ts')).toBe(true)
    expect(isUpward('web/school/terms/TermStrip.tsx', 'web/enrolment/classes/shared/classText.ts')).toBe(true)
  })

  test('every file or folder that a module names by a relative URL exists', () => {
    const isMade = (path: string): boolean => /^(dist|node_modules|tests\/shots)\b/.test(path)
    const named = [...files, ...globSync('tests/**/*.ts', { cwd: root })].flatMap(file =>
      [...read(file).matchAll(/new URL\(['`]([^'`$]*)[^)]*, import\.meta\.url\)/g)].map(([, path = '']) => ({
        file,
        path: join(
          dirname(file),
          path.replace(/[^/]*$/, last => (/\.\w+$/.test(last) ? last : '')),
        ),
      })),
    )
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter(({ path }) => !isMade(path) && !existsSync(join(root, path)))).toEqual([])
  })

  test('the contract and the rules import only temporal-polyfill and zod/mini', () => {
    const taken = files.filter(file => /^(contract|rules)\//.test(file)).flatMap(file => importsOf(file).packages)
    expect([...new Set(taken)].sort()).toEqual(['temporal-polyfill', 'zod/mini'])
  })

  test('production code needs no dev dependency, which `npm start` doesn’t install', () => {
    const commands = read('scripts/lantern.mjs')
    const scripts = [...commands.matchAll(/run: \['(scripts\/[^']+)'\], isForProduction: true/g)].map(
      ([, file]) => file!,
    )
    expect(scripts).toContain('scripts/backup.ts')
    const reached = new Set(files.filter(file => !file.startsWith('scripts/')))
    const reach = (file: string): void => {
      if (reached.has(file) || !/\.tsx?$/.test(file)) return
      reached.add(file)
      importsOf(file).local.forEach(reach)
    }
    ;[...scripts, 'scripts/buildServer.ts', 'vite.config.ts'].forEach(reach)
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: object }
    const taken = [...reached].flatMap(file => importsOf(file).packages.map(name => ({ file, name })))
    expect(taken.map(({ name }) => name)).toEqual(expect.arrayContaining(['fastify', 'react', 'vite', 'rolldown']))
    const isForDevelopers = (name: string) =>
      Object.keys(devDependencies).some(each => name === each || name.startsWith(`${each}/`))
    // Type imports are gone at run time.
    const isOfTypes = (file: string, name: string) => new RegExp(`import type [^']+ from '${name}'`).test(read(file))
    expect(taken.filter(({ file, name }) => isForDevelopers(name) && !isOfTypes(file, name))).toEqual([])
  })
  test('.plain.ts files of the contract import only each other, apart from one type import', () => {
    const plain = files.filter(file => /^contract\/.*\.plain\.ts$/.test(file))
    expect(plain.length).toBeGreaterThan(30)
    const beyond = plain.flatMap(file =>
      importsOf(file).local.flatMap(to => (to.endsWith('.plain.ts') ? [] : [`${file} → ${to}`])),
    )
    // The parts of an audience are imported as types only.
    expect(beyond.toSorted()).toEqual([
      'contract/communication/messages.notices.plain.ts → contract/communication/messages.audience.ts',
    ])
  })

  test('there are no import cycles', () => {
    const graph = new Map(files.map(file => [file, importsOf(file).local]))
    const done = new Set<string>()
    const cycles: string[] = []
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      else if (!done.has(file)) for (const to of graph.get(file) ?? []) visit(to, [...path, file])
      done.add(file)
    }
    for (const file of files) visit(file, [])
    expect(cycles).toEqual([])
  })
})

describe('house rules', () => {
  test('only policy.ts files create scopes', () => {
    const makers = files.filter(
      file => file.startsWith('server/') && /\bscope(?:Of)?\(/.test(read(file)) && file !== 'server/platform/scope.ts',
    )
    expect(makers.length).toBeGreaterThan(5)
    expect(makers.filter(file => !file.endsWith('/policy.ts'))).toEqual([])
  })
  test('SQL is only in tables, policies, acts and queries', () => {
    const mayHold = /\/(tables|policy|acts|(\w+Q|q)ueries)\.ts$/
    const holds = /from 'drizzle-orm|\bsql`|\bdb\s*\.\s*(select|selectDistinct|insert|update|delete|execute|\$count)\b/
    const holders = files.filter(file => ofSlices.test(file) && holds.test(read(file)))
    expect(holders.length).toBeGreaterThan(150)
    expect(holders.filter(file => !mayHold.test(file))).toEqual([])
    // A file with SQL must not handle calls.
    expect(holders.filter(file => /\bFunctions</.test(read(file)))).toEqual([])
  })
  test('no SQL calls a function newer than PostgreSQL 15 (npm run prove runs it there)', () => {
    const newer =
      /\b(uuidv7|uuidv4|any_value|random_normal|array_sample|array_shuffle|json_table|json_query|json_value)\(/
    expect(files.filter(file => file.startsWith('server/') && newer.test(read(file)))).toEqual([])
  })
  test('the web loads plain tables from the contract, not schemas', () => {
    // These are loaded on demand: the settings pages whose example validates the input, and forms through useForm.
    const onDemand = /^web\/(school\/config\/Office|exchange\/oneroster\/OfficePrograms|session\/callers\.ts)/
    const offenders = files.filter(
      file =>
        file.startsWith('web/') &&
        !onDemand.test(file) &&
        [...read(file).matchAll(/(?:^|\n)import \{([^}]*)\} from '#contract\/([\w/.]+\.ts)'/g)].some(
          ([, names = '', from = '']) =>
            /import \* as z from 'zod/.test(read(`contract/${from}`)) &&
            names.split(',').some(name => name.trim() !== '' && !name.trim().startsWith('type ')),
        ),
    )
    expect(offenders).toEqual([])
  })
  test('parts that load later are declared through lazily.tsx', () => {
    const lazyParts = files.filter(file => file.startsWith('web/') && /\blazy\(/.test(read(file)))
    expect(lazyParts).toEqual(['web/routing/lazily.tsx'])
  })
  test('`use` is never called conditionally, or React loses its place (web/wire/useWaitFor.ts)', () => {
    const skipped = files.filter(
      file => file.startsWith('web/') && /\bif \([^\n]*\) use\(|\? use\(|&& use\(/.test(read(file)),
    )
    expect(skipped).toEqual([])
  })
  test('every screen is loaded lazily', () => {
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
  test('every slice has a test, and every function is named after a slice', () => {
    for (const slice of fromTheTop) expect(globSync(`server/${slice}/*.test.ts`, { cwd: root }), slice).not.toEqual([])
    const words = new Set(fromTheTop.map(slice => slice.split('/')[1]))
    for (const name of Object.keys(contract)) expect(words.has(name.split('-')[0]), name).toBe(true)
  })
  test('ARCHITECTURE.md lists the wings and slices as they are', () => {
    const drawn = Object.entries(wings).map(([name, slices]) => `${name.padEnd(16)}${slices.join(' · ')}`)
    expect(read('ARCHITECTURE.md')).toContain(drawn.join('\n'))
  })
  test('in contract, server and web, every file of a wing belongs to a slice', () => {
    const inWings = globSync(`{contract,server,web}/{${Object.keys(wings).join(',')}}/**/*.*`, { cwd: root })
    expect(inWings.length).toBeGreaterThan(900)
    expect(inWings.filter(file => !fromTheTop.includes(sliceOf(file) ?? ''))).toEqual([])
    // A contract file is named after a slice, or after a slice and its part: `messages.ts`, `messages.threads.ts`.
    const ofContract = inWings.filter(file => file.startsWith('contract/'))
    expect(ofContract.filter(file => !/^contract\/\w+\/\w+(\.\w+)?(\.plain)?\.ts$/.test(file))).toEqual([])
    const ofAll = globSync('contract/*.ts', { cwd: root }).map(file => file.split('/')[1]!.split('.')[0]!)
    expect([...new Set(ofAll)].toSorted()).toEqual([
      'access',
      'answer',
      'archive',
      'areas',
      'attendance',
      'callable',
      'errors',
      'fileRoutes',
      'index',
      'labels',
      'providers',
      'settings',
      'studentFields',
      'translation',
      'values',
    ])
  })
  test('web/ has only the listed files at its top level', () => {
    expect(globSync('web/*.*', { cwd: root }).toSorted()).toEqual([
      'web/App.tsx',
      'web/fonts.css',
      'web/main.tsx',
      'web/routes.test.ts',
      'web/routes.tsx',
      'web/styles.css',
      'web/tokens.css',
      'web/tsconfig.json',
    ])
  })
  test('Office components are in an office folder, except in the listed slices', () => {
    const outside = files.filter(file => ofSlices.test(file) && /\/(?<!\/office\/)Office\w+\.tsx$/.test(file))
    expect([...new Set(outside.map(file => file.split('/')[2]!))].toSorted()).toEqual([
      'audit',
      'batches',
      'claims',
      'config',
      'dashboard',
      'imports',
      'oneroster',
      'policies',
      'prices',
      'users',
    ])
  })
  test('texts are in their slice or in web/words', () => {
    const bundles = globSync('web/**/*.{en,zh}.ts', { cwd: root })
    expect(bundles.length).toBeGreaterThan(90)
    expect(bundles.filter(file => !ofSlices.test(file) && !file.startsWith('web/words/'))).toEqual([])
    const ofAll = bundles.filter(file => /^web\/words\/\w+\.en\.ts$/.test(file))
    expect(ofAll.map(file => file.split('/')[2]!.split('.')[0]).toSorted()).toEqual([
      'base',
      'family',
      'office',
      'people',
      'personFields',
      'public',
      'record',
      'refusals',
      'settings',
      'tables',
      'teacher',
    ])
  })
  test('server texts are in bundles, except in the listed files', () => {
    const code = (file: string) => read(file).replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')
    const speaking = files.filter(
      file =>
        /^server\/(?!demo\/)(?!.*\.(en|zh)\.ts$)/.test(file) &&
        (/\p{Script=Han}/u.test(code(file)) || /\bzh: ?['"`{(]/.test(code(file))),
    )
    // Files with their own dictionaries: new ones are refused, and resolved ones must be removed from the list.
    expect(speaking.toSorted()).toEqual(ownDictionaries.toSorted())
  })
  test('only rules/inLanguage.ts picks one of two languages of a text', () => {
    const picks = /=== 'zh'\)? (?:&&|\?) [\w.?]*native\w*\)? \|\|/i
    expect(picks.test("(language === 'zh' && policy.nativeTitle) || policy.title")).toBe(true)
    expect(files.filter(file => !file.endsWith('.test.ts') && picks.test(read(file))).toSorted()).toEqual([
      'rules/inLanguage.ts',
      // Falls back to a standard text in the reader's language, not to a label in the other.
      'web/access/identity/providerLabel.ts',
    ])
  })
  test('a list of statuses is written into SQL once, as a condition with a name', () => {
    const lists = files
      .filter(file => file.startsWith('server/') && !file.endsWith('.test.ts'))
      .flatMap(file => [...read(file).matchAll(/\bstatus in \(('[a-z', -]+')\)/g)])
      .map(([, list]) => list!.replaceAll(' ', ''))
    expect(lists.length).toBeGreaterThan(10)
    const twice = lists.filter((list, at) => lists.indexOf(list) !== at)
    // Each of these has two meanings, or is repeated outside the school's own database.
    expect([...new Set(twice)].toSorted()).toEqual(["'draft','reviewed'", "'queued','sending'", "'scheduled','held'"])
  })
  test('no file is called utils, helpers, common, misc, managers or services', () => {
    expect(files.filter(file => /\b(utils?|helpers?|common|misc|managers?|services?)\b/i.test(file))).toEqual([])
    expect(files.filter(file => file.endsWith('/index.ts'))).toEqual(['contract/index.ts'])
  })
})

describe('the table of fields (decision 39)', () => {
  // The number of product files that name a field, apart from texts and the demo school. A new field needs the table,
  // its column and its texts; these numbers may only shrink.
  const most = { allergies: 10, medication: 5, doctorName: 4, doctorPhone: 4, preferredName: 19 }
  test.each(Object.entries(most))('%s is named in at most %i files', (field, limit) => {
    const naming = files.filter(
      file =>
        !/^(server\/demo|scripts)\//.test(file) &&
        !texts.test(file) &&
        new RegExp(`\\b${field}\\b`).test(readFileSync(join(root, file), 'utf8')),
    )
    expect(naming).toContain('contract/studentFields.plain.ts')
    expect(naming.length, naming.join('\n')).toBeLessThanOrEqual(limit)
  })
})

/** General mechanisms, which may write any table, found in a list or in the database catalog. */
const writesAny: Record<string, string> = {
  'server/exchange/oneroster/writeQueries.ts': 'what another system says of people and classes',
  'server/exchange/shared/acts.ts': 'what an import or another system says of people',
  'server/office/duplicates/joiningQueries.ts': 'two records become one, before the rest moves',
  'server/office/duplicates/mergingQueries.ts': 'two records become one, and putting them apart',
  'server/office/duplicates/referenceQueries.ts': 'whatever points to a record that goes',
  'server/people/parents/erasingQueries.ts': 'everything personal of a family, by a table of rules',
  'server/school/config/retentionQueries.ts': 'erasing what is kept no longer, by a table of rules',
}

describe('tables are the floor (decision 49)', () => {
  const code = (text: string) => text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')
  const ofTables = files.filter(isTables)
  /** The tables of the slices, by their names in code and in the database. */
  const owners = new Map(
    ofTables.flatMap(file =>
      [...read(file).matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)].flatMap(([, name = '', inSql = '']) => [
        [name, { table: inSql, slice: sliceOf(file)! }] as const,
        [inSql, { table: inSql, slice: sliceOf(file)! }] as const,
      ]),
    ),
  )
  const inDrizzle = /\.(?:insert|update|delete)\(\s*(\w+)\s*\)/g
  const inSql = /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate|update)\s+(?:only\s+)?("?\w+"?|\$\{[^}]*\})/gi
  /** The tables that a file writes, and names of tables that are only known at run time. */
  const writesOf = (text: string): string[] => [
    ...[...code(text).matchAll(inDrizzle)].map(([, name = '']) => name),
    ...[...code(text).matchAll(inSql)].map(([, name = '']) => name.replaceAll(/["${}]/g, '')),
  ]
  const isForeign = (file: string, name: string): boolean => {
    const owner = owners.get(name)
    return owner !== undefined && owner.slice !== sliceOf(file)
  }

  test('every table belongs to one slice', () => {
    const made = ofTables.flatMap(file => [...read(file).matchAll(/\bpgTable\(/g)])
    expect(made.length).toBeGreaterThan(130)
    expect(new Set([...owners.values()].map(({ table }) => table)).size).toBe(made.length)
    expect(files.filter(file => ofSlices.test(file) && !isTables(file) && /\bpgTable\(/.test(read(file)))).toEqual([])
  })
  test('tables.ts files import nothing else from slices, and write nothing', () => {
    const beyond = ofTables.flatMap(file =>
      importsOf(file).local.flatMap(to =>
        isTables(to) || /^(contract|rules|server\/platform)\//.test(to) ? [] : [`${file} → ${to}`],
      ),
    )
    expect(beyond).toEqual([])
    expect(ofTables.filter(file => writesOf(read(file)).some(name => owners.has(name)))).toEqual([])
  })
  test('a table is written only by its own slice, apart from listed exceptions', () => {
    const writing = files.filter(file => ofSlices.test(file) && !(file in writesAny))
    const foreign = writing.flatMap(file =>
      [
        ...new Set(
          writesOf(read(file))
            .filter(name => isForeign(file, name))
            .map(name => owners.get(name)!.table),
        ),
      ].map(table => `${file} → ${table}`),
    )
    // Files that still write another slice's table: new ones are refused, and resolved ones must be removed from the
    // list.
    expect(foreign.toSorted()).toEqual(foreignWrites.toSorted())
  })
  test('only the listed general mechanisms write tables they don’t name', () => {
    const nameless = files.filter(
      file =>
        ofSlices.test(file) &&
        [...code(read(file)).matchAll(inSql)].some(
          ([, name = '']) => name.startsWith('$') && !owners.has(name.slice(2, -1)),
        ),
    )
    expect(nameless.filter(file => !(file in writesAny))).toEqual([])
    // A mechanism that no longer writes foreign tables must be removed from the list.
    const needless = Object.keys(writesAny).filter(
      file => !nameless.includes(file) && !writesOf(read(file)).some(name => isForeign(file, name)),
    )
    expect(needless).toEqual([])
  })
  test('the check would catch a breach', () => {
    const foreign = (text: string) => writesOf(text).filter(name => isForeign('server/people/students/acts.ts', name))
    expect(foreign('await db.insert(charges).values(made)')).toEqual(['charges'])
    expect(foreign('await db.update(students).set(values)')).toEqual([])
    expect(foreign('sql`update card_checkouts set url = null`')).toEqual(['card_checkouts'])
    expect(foreign('sql`with gone as (delete from ${meetings} where true)`')).toEqual(['meetings'])
    expect(foreign('sql`INSERT INTO charges (id)`')).toEqual(['charges'])
    expect(foreign('sql`select id from charges for update`')).toEqual([])
  })
})

describe('the security documents', () => {
  const documents = ['docs/security.md', 'docs/asvs.md']
  /** Tests as the documents cite them: a file, followed by test names in curly quotes. */
  const named = (text: string) =>
    [...text.matchAll(/`([^`]+\.test\.tsx?)`((?:,? “[^”]+”)*)/g)].map(([, file = '', names = '']) => ({
      file,
      names: [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name),
    }))

  test.each(documents)('%s names tests and files that exist', document => {
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

  test('every attack cites a test, and every line of the standard has a state and evidence', () => {
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
