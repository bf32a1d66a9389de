import { dirname, join, relative } from 'node:path'
import { minifySync, parseSync, type Plugin } from 'vite'
import { hasAlready, joined, type Kind, type Part, type User } from './joinedParts.ts'

/** The file names in order of precedence: a module goes to the first that fits. */
const fileNames = ['app', 'identity', 'person', 'office'] as const
type FileName = (typeof fileNames)[number]
/** The predefined files, by the sources they start from. All static imports of these come along. */
const begun: Record<FileName, readonly string[]> = {
  /** `hosted.ts` is a single line shared by the identity client and a few parts that have nothing else in common. */
  app: ['web/main.tsx', 'web/session/hosted.ts'],
  /** A separate file: signing in loads nothing else that signed-in people use, and they rarely need it. */
  identity: ['web/session/identity.ts'],
  /** The layouts for signed-in people, and what runs on all of their screens. */
  person: [
    'web/shell/PersonShell.tsx',
    'web/shell/BoardShell.tsx',
    'web/routing/wayBack.ts',
    'web/session/keptSignIn.ts',
    'web/wire/live.ts',
    'web/wire/offline.ts',
  ],
  office: ['web/shell/AdminShell.tsx'],
}
/** The module with which only signed-in people's screens query the school. */
const asksAsPerson = /[\\/]@tanstack[\\/]query-core[\\/]/
const isFront = /^web\/screens\/Home\.tsx$/
const isDoor = /^web\/screens\/(Login|Register)\.tsx$/
const isScreen = /^web\/screens\/\w+\.tsx$/
/** The later parts of the registration, which hardly anyone opens first. The other screens don't make room for them. */
const isLaterPart = /^web\/screens\/(AccountFirst|Register(Family|Classes))\.tsx$/
const isOffice = /^web\/screens\/Admin\w+\.tsx$/
/** A list of more than a thousand icons, of which each module needs the ones it names. */
const iconList = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]lucide-react\.mjs$/

type Module = {
  id: string
  code: string | null
  isEntry: boolean
  importedIds: readonly string[]
  dynamicallyImportedIds: readonly string[]
  dynamicImporters: readonly string[]
}
type Modules = ReadonlyMap<string, Module>

/** The icons of the list, by the names they are exported under. */
const iconsIn = (list: string, code: string): Map<string, string> =>
  new Map(
    parseSync(list, code).module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ exportName, moduleRequest }) =>
        exportName.name && moduleRequest ? [[exportName.name, join(dirname(list), moduleRequest.value)] as const] : [],
      ),
    ),
  )

/** The static imports of each module; of the icon list, only the icons that the module names. */
const importsIn = (modules: Modules): Map<string, readonly string[]> => {
  const list = [...modules.keys()].find(id => iconList.test(id)) ?? ''
  const icons = iconsIn(list, modules.get(list)?.code ?? '')
  const importsOf = ({ id, code, importedIds }: Module): readonly string[] => {
    if (id === list) return []
    if (!importedIds.includes(list)) return importedIds
    const { staticImports } = parseSync(id, code ?? '').module
    const own = staticImports
      .filter(({ moduleRequest }) => moduleRequest.value === 'lucide-react')
      .flatMap(({ entries }) => entries.flatMap(each => icons.get(each.importName.name ?? '') ?? []))
    return [...importedIds.filter(each => each !== list), ...own]
  }
  return new Map([...modules].map(([id, module]) => [id, importsOf(module)]))
}

/**
 * For each part, the indexes of the screens it can be opened from. Parts that the application opens itself have none.
 */
const openersOf = (
  begins: readonly Module[],
  closures: readonly ReadonlySet<string>[],
  kinds: readonly Kind[],
  modules: Modules,
) => {
  const later = closures.map(closure => {
    const opened = new Set([...closure].flatMap(id => modules.get(id)?.dynamicallyImportedIds ?? []))
    return begins.flatMap(({ id, isEntry }, at) => (!isEntry && opened.has(id) ? [at] : []))
  })
  const ofApplication = new Set(later[begins.findIndex(({ isEntry }) => isEntry)])
  const openers = begins.map((): number[] => [])
  for (const [at, kind] of kinds.entries()) {
    if (kind === 'part') continue
    const seen = new Set<number>()
    const visit = (each: number): void => {
      if (seen.has(each)) return
      seen.add(each)
      openers[each]!.push(at)
      later[each]!.forEach(visit)
    }
    later[at]!.filter(each => !ofApplication.has(each)).forEach(visit)
  }
  return openers
}

const kindOf = (file: string): Kind => {
  if (isFront.test(file)) return 'front'
  if (isDoor.test(file)) return 'door'
  return isScreen.test(file) && !isLaterPart.test(file) ? 'screen' : 'part'
}

/** The file for each module. A module without an entry stays in the file that the bundler gives it. */
const filesFor = (modules: Modules, fileOf: (id: string) => string): Map<string, string> => {
  const imports = importsIn(modules)
  const closureOf = (from: Iterable<string>): Set<string> => {
    const found = new Set<string>()
    const visit = (id: string): void => {
      if (found.has(id)) return
      found.add(id)
      imports.get(id)?.forEach(visit)
    }
    for (const id of from) visit(id)
    return found
  }
  const begunIn = (name: FileName) => [...modules.keys()].filter(id => begun[name].includes(fileOf(id)))
  const frames = fileNames.flatMap(begunIn)

  /** Everything that is loaded on its own: the application, its screens, and the parts that open later. */
  const begins = [...modules.values()].filter(
    ({ id, isEntry, dynamicImporters }) => isEntry || (dynamicImporters.length > 0 && !frames.includes(id)),
  )
  const closures = begins.map(({ id }) => closureOf([id]))
  const kinds = begins.map(({ id }) => kindOf(fileOf(id)))
  const openers = openersOf(begins, closures, kinds, modules)
  const users = kinds.map((kind, at): User => (kind === 'part' ? { kind, from: openers[at]! } : { kind }))

  const usersOf = new Map<string, Set<number>>()
  const note = (id: string, at: number) => usersOf.set(id, (usersOf.get(id) ?? new Set()).add(at))
  for (const [at, closure] of closures.entries()) for (const id of closure) note(id, at)
  const people = [...begins.keys()].filter(
    at => kinds[at] === 'screen' && [...closures[at]!].some(id => asksAsPerson.test(id)),
  )
  /**
   * The users that always load a predefined file, even if none of their modules needs it. The identity client has none.
   */
  const comesTo: Record<FileName, ReadonlySet<number>> = {
    app: new Set(begins.keys()),
    identity: new Set(),
    person: new Set(people),
    office: new Set(people.filter(at => isOffice.test(fileOf(begins[at]!.id)))),
  }
  const foreseen = fileNames.map(name => ({ name, of: comesTo[name], all: closureOf(begunIn(name)) }))
  for (const { name, of, all } of foreseen)
    if (name !== 'app')
      for (const id of all) {
        usersOf.set(id, usersOf.get(id) ?? new Set())
        for (const at of of) note(id, at)
      }

  /** The predefined file for a module, when everything that needs the module loads that file. */
  const foreseenFor = (id: string, needed: ReadonlySet<number>): FileName | undefined =>
    foreseen.find(
      ({ name, of, all }) =>
        all.has(id) &&
        // A part that uses some of the identity client always runs where all of it is loaded.
        [...needed].every(at => (name === 'identity' && kinds[at] === 'part') || hasAlready(of, users, at)),
    )?.name
  const parts = new Map<string, Part>()
  const partOf = new Map<string, string>()
  for (const [id, of] of usersOf) {
    const name = foreseenFor(id, of)
    // Modules that only parts need are already split well.
    if (name === undefined && [...of].every(at => kinds[at] === 'part' && !begins[at]!.isEntry)) continue
    const key = name ?? [...of].sort((a, b) => a - b).join()
    const isAlone = name === 'identity' || (name === undefined && (of.size === 1 || isScreen.test(fileOf(id))))
    const part = parts.get(key) ?? { ...(name !== undefined && { name }), modules: [], size: 0, of: new Set() }
    parts.set(key, {
      ...part,
      modules: [...part.modules, id],
      size: part.size + minifySync(id, modules.get(id)?.code ?? '').code.length,
      of: new Set([...part.of, ...of]),
      isAlone: part.isAlone === true || isAlone,
    })
    partOf.set(id, key)
  }
  const keys = [...parts.keys()]
  const linked = [...parts].map(([key, part]) => {
    const needs = [...closureOf(part.modules)].map(id => keys.indexOf(partOf.get(id) ?? ''))
    return { ...part, needs: new Set(needs.filter(need => need >= 0 && keys[need] !== key)) }
  })
  return new Map(
    joined(linked, users).flatMap(({ name, modules: own, isAlone }, at) =>
      name === undefined && isAlone ? [] : own.map(id => [id, name ?? `part${at}`] as const),
    ),
  )
}

/**
 * Groups modules that several screens share into a few files: one that every page starts with, one for everyone who has
 * signed in, one for the office, and the rest where it costs least. A file for each set of importers, as bundlers make
 * them, means dozens of files for one screen; a single file makes everyone load everything.
 */
export const sharedParts = (root: string) => {
  let files = new Map<string, string>()
  const plugin: Plugin = {
    name: 'lantern-shared-parts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildEnd() {
      const modules = [...this.getModuleIds()].flatMap(id => this.getModuleInfo(id) ?? [])
      files = filesFor(new Map(modules.map(each => [each.id, each])), id => relative(root, id).replaceAll('\\', '/'))
    },
  }
  return {
    plugin,
    /** The file of a module that is grouped with others; null for other modules. */
    nameOf: (id: string): string | null => files.get(id) ?? null,
  }
}
