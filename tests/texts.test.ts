import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import compile from 'icu-minify/compile'
import { describe, expect, test } from 'vitest'
import { bundlesIn, screenTexts, textFinder } from '../scripts/screenTexts.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

type Tree = { [key: string]: string | Tree }

const flat = (tree: Tree, at = ''): Map<string, string> =>
  new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[`${at}${key}`, value] as const] : [...flat(value, `${at}${key}.`)],
    ),
  )

// A compiled message is a text, or a list of texts and `[name, kind?, options?]`, where the options are such lists
// again.
const nodesIn = (compiled: unknown): string[] =>
  (Array.isArray(compiled) ? compiled : []).flatMap((node: unknown) => {
    if (!Array.isArray(node)) return []
    const [name, kind, options] = node as unknown[]
    const inner = typeof options === 'object' && options !== null ? Object.values(options).flatMap(nodesIn) : []
    return [`${String(name)}:${typeof kind === 'number' ? kind : 'value'}`, ...inner]
  })

/**
 * The arguments of an ICU message with their kinds. A choice by one that is also printed doesn't count: only one
 * language may have words of its own for it.
 */
const argumentsOf = (message: string): string[] => {
  const all = new Set(nodesIn(compile(message)))
  return [...all].filter(each => !each.endsWith(':1') || !all.has(each.replace(/1$/, 'value'))).sort()
}

/** The texts of the browser, and those that the server uses for emails, papers and files (decision 43). */
const bundles = globSync('{web,server}/**/*.en.ts', { cwd: root }).toSorted()

test('the test itself finds the arguments of a message', () => {
  expect(argumentsOf('{count} selected')).toEqual(['count:value'])
  expect(argumentsOf('{count, plural, one {# child of {name}} other {# children}}')).toEqual(['count:2', 'name:value'])
  expect(argumentsOf('{grade, select, 1 {first} other {{grade}}}')).toEqual(['grade:value'])
  expect(argumentsOf('{mails, select, kept {kept} other {sent}}')).toEqual(['mails:1'])
  expect(argumentsOf('plain')).toEqual([])
})

test('the web and the server have bundles, each in both languages', () => {
  expect(bundles.filter(file => file.startsWith('web/')).length).toBeGreaterThan(45)
  expect(bundles.filter(file => file.startsWith('server/')).length).toBeGreaterThan(0)
  expect(bundles.filter(file => !existsSync(`${root}${file.replace('.en.ts', '.zh.ts')}`))).toEqual([])
  expect(globSync('{web,server}/**/*.zh.ts', { cwd: root })).toHaveLength(bundles.length)
})

test.each(bundles)('%s has the same keys and arguments in both languages, and every message parses', async file => {
  const english = flat((await import(`${root}${file}`)) as Tree)
  const chinese = flat((await import(`${root}${file.replace('.en.ts', '.zh.ts')}`)) as Tree)
  expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort())
  for (const [key, message] of english) {
    expect([key, argumentsOf(chinese.get(key) ?? '')]).toEqual([key, argumentsOf(message)])
    expect(chinese.get(key)).not.toBe('')
  }
})

/** Texts that are shown only where the school sends email. */
const onlyWithMail = ['adminTeacher.addHint', 'people.user.inviteHint', 'tables.invite.hint']

test('a text that promises an email has another wording for schools that send none', async () => {
  const isPromise = (text: string) =>
    /(?:write to|email) you\b|gets? an email|(?:is|are|be|been) emailed\b|email the famil/i.test(text) &&
    !/\bnobody\b/i.test(text)
  expect(['We’ll email you.', 'They’ve been emailed.', 'Nobody is emailed.', 'Email'].map(isPromise)).toEqual([
    true,
    true,
    false,
    false,
  ])
  const promises: string[] = []
  for (const file of bundles.filter(each => each.startsWith('web/'))) {
    const english = flat((await import(`${root}${file}`)) as Tree, '')
    for (const [key, text] of english)
      if (isPromise(text) && !text.includes(', select, ') && !key.endsWith('Kept') && !english.has(`${key}Kept`))
        promises.push(key.replace('messages.', ''))
  }
  expect(promises.sort()).toEqual(onlyWithMail)
})

describe('texts load with the code that uses them', () => {
  const read = (file: string) => readFileSync(`${root}${file}`, 'utf8')
  const modules = globSync('web/**/*.{ts,tsx}', { cwd: root }).filter(file => !/\.(?:en|zh|test)\.tsx?$/.test(file))
  const finderOf = (sources: Readonly<Record<string, string>>) =>
    textFinder(
      [
        { name: 'base', groups: ['ui'] },
        { name: 'public', groups: ['home', 'rules'] },
        { name: 'visits', groups: ['visits'] },
        { name: 'family', groups: ['household'] },
      ],
      file => sources[file] ?? '',
    )
  const screen = 'web/screens/New.tsx'
  const needOf = (source: string, others = {}) => [
    ...finderOf({ [screen]: source, ...others })
      .neededBy(screen)
      .keys(),
  ]

  test('every text that a web module uses is in a bundle', async () => {
    const finder = textFinder(await bundlesIn(root), read)
    expect(modules.length).toBeGreaterThan(500)
    for (const file of modules) finder.neededBy(file)
    expect([...finder.neededBy('web/screens/Home.tsx').keys()]).toEqual(['public'])
    expect([...finder.neededBy('web/main.tsx').keys()]).toEqual([])
  })

  test('every bundle declares its keys to the compiler under its file name', async () => {
    const bundles = await bundlesIn(root)
    expect(bundles.length).toBeGreaterThan(45)
    const known = read('web/words/bundles.ts')
    const nameless = bundles.filter(
      ({ name, files }) =>
        !`${known}${read(files['en']!)}`.match(new RegExp(`interface Bundles \\{[^}]*\\b${name}: typeof \\w+`)),
    )
    expect(nameless).toEqual([])
  })

  test('every text is in a group, since the browser merges groups key by key', async () => {
    for (const { name, files } of await bundlesIn(root)) {
      const { messages } = (await import(`${root}${files['en']!}`)) as { messages: object }
      for (const [group, texts] of Object.entries(messages)) expect(typeof texts, `${name}.${group}`).toBe('object')
    }
  })

  test('screens with sign-in errors load all auth texts, since those are found by error code', async () => {
    const finder = textFinder(await bundlesIn(root), read)
    for (const screen of ['Login', 'Register', 'Account', 'AuthAction', 'EnterByBadge'])
      expect([...finder.setOf(`web/screens/${screen}.tsx`)!.used], screen).toContain('auth')
  })

  test('a screen needs the texts of everything it imports statically', () => {
    const others = {
      'web/money/Card.tsx': "useTranslations('visits.form')",
      'web/money/asked.ts': "useTranslations('household')",
    }
    expect(needOf("const t = useTranslations('home')\nt('title')\nconst u = useTranslations('ui')\nu('ok')")).toEqual([
      'public',
    ])
    expect(needOf('const t = useTranslations(`visits.${kind}`)\nt(key)')).toEqual(['visits'])
    expect(
      needOf("import { Card } from '#web/money/Card.tsx'\nimport type { A } from '../money/asked.ts'", others),
    ).toEqual(['visits'])
    expect(needOf("export { asked } from '../money/asked.ts'", others)).toEqual(['family'])
    expect(needOf("const Card = lazy(() => import('#web/money/Card.tsx'))", others)).toEqual([])
  })

  test('an import() waits for texts that aren’t loaded yet', () => {
    const code =
      "// 家\nuseTranslations('home'); load(() => import('#web/money/Later.tsx'), () => import('./Plain.tsx'))"
    const finder = finderOf({
      [screen]: code,
      'web/money/Later.tsx': "useTranslations('rules'); useTranslations('visits'); useTranslations('household')",
      'web/screens/Plain.tsx': "useTranslations('ui')",
    })
    expect(finder.withMessages(screen, code)).toBe(
      `import { withMessages } from '#web/words/language.tsx'; ${code.replace("import('#web/money/Later.tsx')", "withMessages(import('#web/money/Later.tsx'), 'family', 'public', 'visits')")}`,
    )
    expect(finder.withMessages('web/screens/Plain.tsx', '')).toBe(null)
  })

  test('a source that changes during development is read again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lantern-texts-'))
    const write = (file: string, code: string) => {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), code)
    }
    try {
      write('web/main.tsx', '')
      write('web/money/fees.en.ts', "export const messages = { fees: { due: 'Due' } }")
      write('web/screens/Later.tsx', "useTranslations('fees')('due')")
      const plugin = screenTexts(folder)
      const made = (code: string) => {
        write('web/routes.tsx', code)
        return plugin.transform(code, join(folder, 'web/routes.tsx'))
      }
      await plugin.buildStart()
      const load = "import('#web/screens/Later.tsx')"
      expect(made(load)).toContain(`; withMessages(${load}, 'LaterScreen')`)
      await plugin.watchChange()
      expect(made(`first(); ${load}`)).toContain(`; first(); withMessages(${load}, 'LaterScreen')`)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('a module loads only those texts of a group that it uses', () => {
    const part = 'web/money/Part.tsx'
    const waits = (own: string, parts: string) => {
      const code = `${own}; load(() => import('#web/money/Part.tsx'))`
      const made = finderOf({ [screen]: code, [part]: parts }).withMessages(screen, code)
      return made !== null
    }
    const whole = "const t = useTranslations('visits'); t(key)"
    const title = "const t = useTranslations('visits'); t('title')"
    expect(waits(whole, title)).toBe(false)
    expect(waits(title, title)).toBe(false)
    expect(waits(title, "const t = useTranslations('visits'); t('lead')")).toBe(true)
    expect(waits(title, whole)).toBe(true)
  })

  test('all texts of a screen load as one set', () => {
    const code = "open(() => import('#web/screens/Many.tsx'), () => import('#web/screens/One.tsx'))"
    const finder = finderOf({
      'web/routes.tsx': code,
      'web/screens/Many.tsx': "useTranslations('visits'); useTranslations('household')",
      'web/screens/One.tsx':
        "const t = useTranslations('ui')('ok'); const A = withPage(() => import('#web/money/A.tsx').then(({ A }) => A), 'always'); const B = withPage(() => import('#web/money/B.tsx'))",
      'web/money/A.tsx': "const t = useTranslations('visits'); t('title')",
      'web/money/B.tsx': "const t = useTranslations('visits'); t('lead')",
    })
    expect(finder.setOf('web/screens/Many.tsx')).toEqual({
      name: 'ManyScreen',
      bundles: ['family', 'visits'],
      used: new Set(['visits', 'household']),
    })
    // Parts that every visit shows are loaded with their screen.
    expect(finder.setOf('web/screens/One.tsx')).toEqual({
      name: 'OneScreen',
      bundles: ['visits'],
      used: new Set(['visits.title']),
    })
    expect(finder.laterIn('web/screens/One.tsx').map(each => [each.file, each.bundles])).toEqual([
      ['web/money/B.tsx', ['visits']],
    ])
    expect(finder.withMessages('web/routes.tsx', code)).toBe(
      "import { withMessages } from '#web/words/language.tsx'; open(() => withMessages(import('#web/screens/Many.tsx'), 'ManyScreen'), () => withMessages(import('#web/screens/One.tsx'), 'OneScreen'))",
    )
  })

  test('a text or import that can’t be resolved fails the build, and so does a group in two bundles', () => {
    expect(() => needOf("useTranslations('hose.title')")).toThrow(
      'web/screens/New.tsx uses texts of “hose”, which are in no bundle.',
    )
    for (const [call, source] of [
      ['useTranslations()', 'const t = useTranslations()'],
      ['useTranslations(group)', 'const t = useTranslations(group)'],
      ['useTranslations(`${group}.title`)', 'const t = useTranslations(`${group}.title`)'],
    ] as const)
      expect(() => needOf(source)).toThrow(
        `web/screens/New.tsx: ${call} doesn’t name the group of texts that its keys belong to.`,
      )
    expect(() => needOf('import(name)')).toThrow('web/screens/New.tsx: import(name) doesn’t name the module it means.')
    expect(() =>
      textFinder(
        [
          { name: 'a', groups: ['x'] },
          { name: 'b', groups: ['x'] },
        ],
        () => '',
      ),
    ).toThrow('Texts of “x” are in two bundles, a and b.')
  })
})
