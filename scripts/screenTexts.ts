import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync, type Plugin } from 'vite'
import { messagesIn } from './messagesIn.ts'

/** The bundle that every page begins with. */
const always = 'base'
/** Bundles that the application itself asks for by name (web/words/language.tsx). */
const byName: readonly string[] = [always, 'refusals']
const languages = ['en', 'zh'] as const

type TextFile = { name: string; language: string; code: string }

/** Where a build's texts lie: elsewhere when one of them has changed, so that browsers may keep them. */
const textFolder = (files: readonly TextFile[]): string => {
  const hash = createHash('sha256')
  for (const { name, language, code } of files) hash.update(`${name}.${language}\n${code}\n`)
  return `assets/${hash.digest('base64url').slice(0, 8)}/`
}

const isBuiltForBrowsers = ({ name, mode }: { name: string; mode: string }): boolean =>
  name === 'client' && mode === 'build'
/** A screen's texts travel as one file. */
const screenName = /^web\/screens\/(\w+)\.tsx$/
/** What asks first whether a text is there, and says one of the base's where it is not. */
const asksFirst = 'web/words/failureText.ts'

/** A bundle of texts: its file in each language, and the groups of keys in it. */
type Bundle = { name: string; files: Readonly<Record<string, string>>; groups: readonly string[] }

/** Every bundle of the web: each `x.en.ts` that has messages. */
export const bundlesIn = async (root: string): Promise<Bundle[]> => {
  const found = globSync('web/**/*.en.ts', { cwd: root }).map(async path => {
    const file = path.replaceAll('\\', '/')
    const { messages } = (await import(pathToFileURL(join(root, file)).href)) as { messages?: object }
    const files = Object.fromEntries(languages.map(each => [each, file.replace(/\.en\.ts$/, `.${each}.ts`)]))
    return messages ? [{ name: basename(file, '.en.ts'), files, groups: Object.keys(messages) }] : []
  })
  return (await Promise.all(found)).flat().sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** A module of the web: what it imports at once and later, and the groups of keys that it says. */
type Module = {
  imports: readonly string[]
  later: readonly { file: string; start: number; end: number }[]
  groups: readonly string[]
}

const fileOf = (name: string, from: string): string | null => {
  const file = name.startsWith('#')
    ? name.slice(1)
    : name.startsWith('.')
      ? normalize(join(dirname(from), name)).replaceAll('\\', '/')
      : ''
  return /^web\/.*\.tsx?$/.test(file) ? file : null
}

const moduleOf = (file: string, code: string): Module => {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, code).module
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
    if (name === undefined) throw new Error(`${file}: ${code.slice(start, end)} doesn’t say which module it means.`)
    const to = fileOf(name, file)
    return to === null ? [] : [{ file: to, start, end }]
  })
  const groups = [...code.matchAll(/\buseTranslations\(([^)]*)\)/g)].flatMap(([call, key = '']) => {
    const [, whole, beginning] = /^(?:'(\w+)(?:\.[\w.]+)?'|`(\w+)\.[^`]*`)$/.exec(key) ?? []
    const group = whole ?? beginning
    if (group === undefined && file !== asksFirst)
      throw new Error(`${file}: ${call} doesn’t say of which group of texts its keys are.`)
    return group ?? []
  })
  return { imports: taken.flatMap(name => fileOf(name, file) ?? []), later, groups }
}

/** Finds which bundles the modules of the web need, from what they say and what they import. */
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

  /** The bundles beyond the base that a module needs with all that it imports at once, and which file says a text of each. */
  const neededBy = (file: string): ReadonlyMap<string, string> => {
    const seen = new Set<string>()
    const needed = new Map<string, string>()
    const visit = (each: string): void => {
      if (seen.has(each)) return
      seen.add(each)
      const { imports, groups } = moduleAt(each)
      for (const group of groups) {
        const bundle = bundleOf.get(group)
        if (bundle === undefined) throw new Error(`${each} says texts of “${group}”, which are in no bundle.`)
        if (bundle !== always && !needed.has(bundle)) needed.set(bundle, each)
      }
      imports.forEach(visit)
    }
    visit(file)
    return needed
  }

  /** The bundles of a screen that needs more than one beyond the base, else null. */
  const setOf = (file: string): { name: string; bundles: string[] } | null => {
    const [, name] = screenName.exec(file) ?? []
    if (name === undefined) return null
    const bundles = [...neededBy(file).keys()].toSorted()
    return bundles.length > 1 ? { name, bundles } : null
  }

  /** Each `import()` of a module that has to wait for texts that the module itself does not need, with their names. */
  const laterIn = (file: string) => {
    const here = neededBy(file)
    return moduleAt(file).later.flatMap(each => {
      const set = setOf(each.file)
      if (set) return [{ ...each, bundles: [set.name] }]
      const bundles = [...neededBy(each.file).keys()].filter(bundle => !here.has(bundle)).toSorted()
      return bundles.length > 0 ? [{ ...each, bundles }] : []
    })
  }

  return {
    neededBy,
    setOf,
    laterIn,
    /** A module's source, with each `import()` waiting for the texts that the module itself does not need. */
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
 * Texts come with the code that says them, as styles do: an `import()` of a screen or of a part settles when the bundles
 * are there that it needs (decision 46). A text that is in no bundle ends the build.
 */
export const screenTexts = (root: string): Plugin => {
  const fileAt = (id: string) => relative(root, id).replaceAll('\\', '/')
  let bundles: Bundle[] = []
  let finder = textFinder(bundles, () => '')
  const modules = () =>
    globSync('web/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.{en,zh,test}.{ts,tsx}'] }).map(file =>
      file.replaceAll('\\', '/'),
    )
  /** The screens whose texts travel together. */
  const screens = () => modules().flatMap(file => finder.setOf(file) ?? [])
  /** Every file of texts: each bundle that something waits for, and each screen's bundles together. */
  const files = async (): Promise<TextFile[]> => {
    const asked = new Set([...byName, ...modules().flatMap(file => finder.laterIn(file).flatMap(each => each.bundles))])
    const made = languages.flatMap(language => {
      const messagesOf = async (names: readonly string[]): Promise<object> => {
        const parts = bundles
          .filter(({ name }) => names.includes(name))
          .map(each => messagesIn(join(root, each.files[language]!)))
        return Object.assign({}, ...(await Promise.all(parts)))
      }
      const fileOf = async (name: string, names: readonly string[]): Promise<TextFile> => ({
        name,
        language,
        code: `export const messages=${JSON.stringify(await messagesOf(names))}${name === names[0] ? '' : `;export const bundles=${JSON.stringify(names)}`}`,
      })
      return [
        ...bundles.filter(({ name }) => asked.has(name)).map(({ name }) => fileOf(name, [name])),
        ...screens().map(each => fileOf(each.name, each.bundles)),
      ]
    })
    return Promise.all(made)
  }
  return {
    name: 'lantern-screen-texts',
    enforce: 'pre',
    async buildStart() {
      bundles = await bundlesIn(root)
      finder = textFinder(bundles, file => readFileSync(join(root, file), 'utf8'))
      for (const [bundle, file] of finder.neededBy('web/main.tsx'))
        throw new Error(`${file} says texts of ${bundle}, and what a page begins with has those of ${always} alone.`)
    },
    async load(id) {
      if (fileAt(id) !== 'web/words/catalogue.ts') return null
      const all = await files()
      const at = `/${textFolder(all)}`
      const file = `export const textFile = (language, name) => \`${at}\${name}.\${language}.js\``
      // Files by address alone: their names in a list would weigh more than a screen.
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
  return { messages: Object.assign({}, ...texts.map(each => each.messages)), bundles }
}`
    },
    async generateBundle() {
      if (!isBuiltForBrowsers(this.environment)) return
      const all = await files()
      for (const { name, language, code } of all)
        this.emitFile({ type: 'asset', fileName: `${textFolder(all)}${name}.${language}.js`, source: code })
    },
    transform(code, id) {
      const file = fileAt(id)
      return /^web\/.*(?<!\.(?:en|zh))\.tsx?$/.test(file) ? finder.withMessages(file, code) : null
    },
  }
}
