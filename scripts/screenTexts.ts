import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, normalize, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync, type Plugin } from 'vite'
import { messagesIn } from './messagesIn.ts'
import { isUsed, usedTexts } from './usedTexts.ts'

/** The bundle that every page starts with. */
const always = 'base'
/** Bundles that the application loads by name (web/words/language.tsx). */
const byName: readonly string[] = [always, 'refusals']
const languages = ['en', 'zh'] as const

type TextFile = { name: string; language: string; code: string }

/**
 * The folder of a build's texts. Its name changes when a text does, so that browsers can cache the files permanently.
 */
const textFolder = (files: readonly TextFile[]): string => {
  const hash = createHash('sha256')
  for (const { name, language, code } of files) hash.update(`${name}.${language}\n${code}\n`)
  return `assets/${hash.digest('base64url').slice(0, 8)}/`
}

const isBuiltForBrowsers = ({ name, mode }: { name: string; mode: string }): boolean =>
  name === 'client' && mode === 'build'
/** A screen's texts are served as one file, with what it uses of each bundle. */
const screenName = /^web\/screens\/(\w+)\.tsx$/
/** The module that checks whether a text exists, and falls back to one of the base bundle. */
const asksFirst = 'web/words/failureText.ts'
/**
 * The group whose texts that module looks up by the code of a failed sign-in: a module that uses one of them may need
 * any.
 */
const byCode = 'auth'

/** A bundle of texts: its file in each language, and the groups of keys in it. */
type Bundle = { name: string; files: Readonly<Record<string, string>>; groups: readonly string[] }

/** Keeps of each group only the texts that are used. */
const onlyUsed = (messages: Readonly<Record<string, object>>, used: ReadonlySet<string>): object =>
  Object.fromEntries(
    Object.entries(messages)
      .map(([group, texts]) => [group, Object.entries(texts).filter(([key]) => isUsed(used, group, key))] as const)
      .filter(([, texts]) => texts.length > 0)
      .map(([group, texts]) => [group, Object.fromEntries(texts)]),
  )

/** Every bundle of the web: each `x.en.ts` with messages. */
export const bundlesIn = async (root: string): Promise<Bundle[]> => {
  const found = globSync('web/**/*.en.ts', { cwd: root }).map(async path => {
    const file = path.replaceAll('\\', '/')
    const whole = join(root, file)
    const { messages } = (await import(`${pathToFileURL(whole).href}?at=${statSync(whole).mtimeMs}`)) as {
      messages?: object
    }
    const files = Object.fromEntries(languages.map(each => [each, file.replace(/\.en\.ts$/, `.${each}.ts`)]))
    return messages ? [{ name: basename(file, '.en.ts'), files, groups: Object.keys(messages) }] : []
  })
  return (await Promise.all(found)).flat().sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** A module of the web: its static and dynamic imports, and the texts it uses. */
type Module = {
  imports: readonly string[]
  later: readonly { file: string; start: number; end: number }[]
  used: readonly string[]
}
/** The texts of a bundle that a module uses, including its static imports, and a file that uses one. */
type Need = { used: ReadonlySet<string>; by: string }
type Needs = ReadonlyMap<string, Need>

/** A part of a screen in its own file that every visit shows (web/routing/lazily.tsx). */
const shownAlways = /withPage\(\s*\(\) =>\s*import\('#(web\/[\w/]+\.tsx)'\)(?:(?!withPage\()[^;])*?,\s*'always'/g

/** The parts of a screen that every visit shows. */
export const alwaysShownIn = (code: string): string[] => [...code.matchAll(shownAlways)].map(([, part = '']) => part)

const fileOf = (name: string, from: string): string | null => {
  const file = name.startsWith('#')
    ? name.slice(1)
    : name.startsWith('.')
      ? normalize(join(dirname(from), name)).replaceAll('\\', '/')
      : ''
  return /^web\/.*\.tsx?$/.test(file) ? file : null
}

const moduleOf = (file: string, code: string): Module => {
  const parsed = parseSync(file, code)
  const { staticImports, staticExports, dynamicImports } = parsed.module
  const taken = [
    ...staticImports.flatMap(({ moduleRequest, entries }) =>
      entries.length > 0 && entries.every(({ isType }) => isType) ? [] : [moduleRequest.value],
    ),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
    ),
  ]
  const later = dynamicImports.flatMap(({ start, end, moduleRequest }) => {
    const [, name] = /^'([^']*)'$/.exec(code.slice(moduleRequest.start, moduleRequest.end)) ?? []
    if (name === undefined) throw new Error(`${file}: ${code.slice(start, end)} doesn’t name the module it means.`)
    const to = fileOf(name, file)
    return to === null ? [] : [{ file: to, start, end }]
  })
  const unknown = (call: string) => {
    if (file !== asksFirst) throw new Error(`${file}: ${call} doesn’t name the group of texts that its keys belong to.`)
  }
  const used = code.includes('useTranslations(') ? usedTexts(parsed.program, code, unknown) : []
  return {
    imports: taken.flatMap(name => fileOf(name, file) ?? []),
    later,
    used: used.map(text => (text.startsWith(`${byCode}.`) ? byCode : text)),
  }
}

/** Finds the bundles that the web's modules need, from the texts they use and their imports. */
export const textFinder = (bundles: readonly Pick<Bundle, 'name' | 'groups'>[], read: (file: string) => string) => {
  const bundleOf = new Map<string, string>()
  for (const { name, groups } of bundles)
    for (const group of groups) {
      const other = bundleOf.get(group)
      if (other !== undefined) throw new Error(`Texts of “${group}” are in two bundles, ${other} and ${name}.`)
      bundleOf.set(group, name)
    }
  const modules = new Map<string, Module>()
  const moduleAt = (file: string): Module => {
    const found = modules.get(file) ?? moduleOf(file, read(file))
    modules.set(file, found)
    return found
  }

  /**
   * The bundles beyond the base that these modules need, including their static imports, and the texts used of each.
   */
  const neededBy = (...files: readonly string[]): Needs => {
    const seen = new Set<string>()
    const needed = new Map<string, { used: Set<string>; by: string }>()
    const visit = (each: string): void => {
      if (seen.has(each)) return
      seen.add(each)
      const { imports, used } = moduleAt(each)
      for (const text of used) {
        const [group = ''] = text.split('.')
        const bundle = bundleOf.get(group)
        if (bundle === undefined) throw new Error(`${each} uses texts of “${group}”, which are in no bundle.`)
        if (bundle === always) continue
        const need = needed.get(bundle) ?? { used: new Set(), by: each }
        need.used.add(text)
        needed.set(bundle, need)
      }
      imports.forEach(visit)
    }
    files.forEach(visit)
    return needed
  }

  /** The bundles that are loaded along with a module; for a screen, including the parts that every visit shows. */
  const broughtWith = (file: string): Needs =>
    neededBy(file, ...(screenName.test(file) ? alwaysShownIn(read(file)) : []))

  /**
   * The text set of a screen that uses more than the base bundle, otherwise null. Its name never equals a bundle's in
   * another case, because a Mac would treat both as the same file.
   */
  const setOf = (file: string): { name: string; bundles: string[]; used: ReadonlySet<string> } | null => {
    const [, name] = screenName.exec(file) ?? []
    if (name === undefined) return null
    const needs = broughtWith(file)
    const used = new Set([...needs.values()].flatMap(need => [...need.used]))
    return needs.size > 0 ? { name: `${name}Screen`, bundles: [...needs.keys()].toSorted(), used } : null
  }

  /** Each `import()` of a module that must wait for texts not loaded with the module, with their names. */
  const laterIn = (file: string) => {
    const here = broughtWith(file)
    const isHere = (bundle: string, { used }: Need): boolean => {
      const come = here.get(bundle)?.used ?? new Set()
      return [...used].every(text => come.has(text) || come.has(text.split('.')[0] ?? ''))
    }
    return moduleAt(file).later.flatMap(each => {
      const set = setOf(each.file)
      if (set) return [{ ...each, bundles: [set.name] }]
      const bundles = [...neededBy(each.file)].flatMap(([bundle, need]) => (isHere(bundle, need) ? [] : bundle))
      return bundles.length > 0 ? [{ ...each, bundles: bundles.toSorted() }] : []
    })
  }

  return {
    neededBy,
    setOf,
    laterIn,
    /** The module's source with each `import()` waiting for the texts that the module itself does not need. */
    withMessages(file: string, code: string): string | null {
      const later = laterIn(file)
      if (later.length === 0) return null
      let made = code
      for (const { start, end, bundles } of later.toReversed()) {
        const names = bundles.map(bundle => `'${bundle}'`).join(', ')
        made = `${made.slice(0, start)}withMessages(${made.slice(start, end)}, ${names})${made.slice(end)}`
      }
      return `import { withMessages } from '#web/words/language.tsx'; ${made}`
    },
  }
}

/**
 * Loads texts with the code that uses them, like styles: an `import()` of a screen or part settles once its bundles are
 * loaded (decision 46). The build fails for a text that is in no bundle.
 */
export const screenTexts = (root: string) => {
  const fileAt = (id: string) => relative(root, id).replaceAll('\\', '/')
  let bundles: Bundle[] = []
  let finder = textFinder(bundles, () => '')
  const modules = () =>
    globSync('web/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.{en,zh,test}.{ts,tsx}'] }).map(file =>
      file.replaceAll('\\', '/'),
    )
  /** The screens with a text set. */
  const screens = () => modules().flatMap(file => finder.setOf(file) ?? [])
  /** Every text file: each bundle that something waits for, and each screen's text set. */
  const files = async (): Promise<TextFile[]> => {
    const asked = new Set([...byName, ...modules().flatMap(file => finder.laterIn(file).flatMap(each => each.bundles))])
    const made = languages.flatMap(language => {
      const messagesOf = async (names: readonly string[]): Promise<Record<string, object>> => {
        const parts = bundles
          .filter(({ name }) => names.includes(name))
          .map(each => messagesIn(join(root, each.files[language]!)))
        return Object.assign({}, ...(await Promise.all(parts)))
      }
      const fileOf = (name: string, messages: object): TextFile => ({
        name,
        language,
        code: `export const messages=${JSON.stringify(messages)}`,
      })
      return [
        ...bundles
          .filter(({ name }) => asked.has(name))
          .map(async ({ name }) => fileOf(name, await messagesOf([name]))),
        ...screens().map(async ({ name, bundles: names, used }) =>
          fileOf(name, onlyUsed(await messagesOf(names), used)),
        ),
      ]
    })
    return Promise.all(made)
  }
  const begin = async (): Promise<void> => {
    bundles = await bundlesIn(root)
    finder = textFinder(bundles, file => readFileSync(join(root, file), 'utf8'))
  }
  return {
    name: 'lantern-screen-texts',
    enforce: 'pre',
    async buildStart() {
      await begin()
      for (const [bundle, { by }] of finder.neededBy('web/main.tsx'))
        throw new Error(`${by} uses texts of ${bundle}, but a page begins with those of ${always} only.`)
    },
    watchChange: begin,
    async load(id) {
      if (fileAt(id) !== 'web/words/catalogue.ts') return null
      const all = await files()
      const at = `/${textFolder(all)}`
      const file = `export const textFile = (language, name) => \`${at}\${name}.\${language}.js\``
      // The files are computed from their names, because a list of them would be larger than a screen.
      if (isBuiltForBrowsers(this.environment))
        return `${file}\nexport const loadTexts = (language, name) => import(/* @vite-ignore */ textFile(language, name))`
      const entries = bundles.map(({ name, files: own }) => {
        const loads = languages.map(language => `${language}: () => import(${JSON.stringify(`#${own[language]}`)})`)
        return `${name}: { ${loads.join(', ')} }`
      })
      return `${file}
const catalogue = { ${entries.join(', ')} }
const sets = ${JSON.stringify(Object.fromEntries(screens().map(each => [each.name, each.bundles])))}
export const loadTexts = async (language, name) => {
  const bundles = sets[name] ?? [name]
  const texts = await Promise.all(bundles.map(each => catalogue[each][language]()))
  return { messages: Object.assign({}, ...texts.map(each => each.messages)) }
}`
    },
    async generateBundle() {
      if (!isBuiltForBrowsers(this.environment)) return
      const all = await files()
      const folder = textFolder(all)
      for (const { name, language, code } of all)
        this.emitFile({ type: 'asset', fileName: `${folder}${name}.${language}.js`, source: code })
    },
    transform: (code: string, id: string) => {
      const file = fileAt(id)
      return /^web\/.*(?<!\.(?:en|zh))\.tsx?$/.test(file) ? finder.withMessages(file, code) : null
    },
  } satisfies Plugin
}
