import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync, type Plugin } from 'vite'

/** The bundle that every page begins with. */
const always = 'base'
/** What asks first whether a text is there, and says one of the base's where it is not. */
const asksFirst = 'web/words/failureText.ts'

/** A bundle of texts: its file in each language, and the groups of keys in it. */
type Bundle = { name: string; files: Readonly<Record<string, string>>; groups: readonly string[] }

/** Every bundle of the web: each `x.en.ts` that has messages. */
export const bundlesIn = async (root: string): Promise<Bundle[]> => {
  const found = globSync('web/**/*.en.ts', { cwd: root }).map(async path => {
    const file = path.replaceAll('\\', '/')
    const { messages } = (await import(pathToFileURL(join(root, file)).href)) as { messages?: object }
    const files = { en: file, zh: file.replace(/\.en\.ts$/, '.zh.ts') }
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

  return {
    neededBy,
    /** A module's source, with each `import()` waiting for the texts that the module itself does not need. */
    withMessages(file: string, code: string): string | null {
      const here = neededBy(file)
      const later = moduleAt(file).later.flatMap(each => {
        const bundles = [...neededBy(each.file).keys()].filter(bundle => !here.has(bundle)).toSorted()
        return bundles.length > 0 ? [{ ...each, bundles }] : []
      })
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
  return {
    name: 'lantern-screen-texts',
    enforce: 'pre',
    async buildStart() {
      bundles = await bundlesIn(root)
      finder = textFinder(bundles, file => readFileSync(join(root, file), 'utf8'))
      for (const [bundle, file] of finder.neededBy('web/main.tsx'))
        throw new Error(`${file} says texts of ${bundle}, and what a page begins with has those of ${always} alone.`)
    },
    load(id) {
      if (fileAt(id) !== 'web/words/catalogue.ts') return null
      const entries = bundles.map(({ name, files }) => {
        const loads = Object.entries(files).map(
          ([language, file]) => `${language}: () => import(${JSON.stringify(`#${file}`)})`,
        )
        return `${name}: { ${loads.join(', ')} }`
      })
      return `export const catalogue = { ${entries.join(', ')} }`
    },
    transform(code, id) {
      const file = fileAt(id)
      return /^web\/.*(?<!\.(?:en|zh))\.tsx?$/.test(file) ? finder.withMessages(file, code) : null
    },
  }
}
