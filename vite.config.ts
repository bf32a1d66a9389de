import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { defineConfig, minifySync, type Plugin } from 'vite'
import { messagesIn } from './scripts/messagesIn.ts'
import { sharedParts } from './scripts/sharedParts.ts'
import { screenSources } from './scripts/screenSources.ts'
import { screenTexts } from './scripts/screenTexts.ts'

const isOfMessages = (file: string): boolean => /[\\/]web[\\/].*\.(en|zh)\.ts$/.test(file)

/** Parses ICU messages at build time, so that the browser carries a formatter of 1 KB and no parser. */
const compileMessages = (): Plugin => ({
  name: 'lantern-messages',
  enforce: 'pre',
  async load(id) {
    const file = id.split('?')[0] ?? id
    if (!isOfMessages(file)) return null
    // Nothing else from the file, which is part of another chunk.
    return `export const messages = ${JSON.stringify(await messagesIn(file))}`
  },
  hotUpdate({ file, modules }) {
    if (!isOfMessages(file)) return
    for (const module of modules) this.environment.moduleGraph.invalidateModule(module)
    // A page keeps the texts it has loaded, so it reloads.
    this.environment.hot.send({ type: 'full-reload' })
    return []
  },
})

/** Writes out tables derived from the contract, which would otherwise be bundled whole. */
const contractTables = (): Plugin => ({
  name: 'lantern-contract-tables',
  enforce: 'pre',
  async load(id) {
    const [, table] = /[\\/]web[\\/](?:session|wire)[\\/](callers|attested|neverKept)\.ts$/.exec(id) ?? []
    if (table === undefined) return null
    const made = (await import(`${pathToFileURL(id).href}?at=${statSync(id).mtimeMs}`)) as Record<string, object>
    return `export const ${table} = ${JSON.stringify(made[table])}`
  },
})

/** Draws the icon library's icons with twelve lines of code (web/ui/icon.ts) instead of its own runtime. */
const plainIcons = (): Plugin => ({
  name: 'lantern-icons',
  enforce: 'pre',
  apply: 'build',
  async load(id) {
    if (!/[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][a-z0-9-]+\.mjs$/.test(id)) return null
    const { __iconData: icon } = (await import(pathToFileURL(id).href)) as {
      __iconData?: { node: [string, Record<string, string>][] }
    }
    // An alias of an icon.
    if (!icon) return null
    const shapes = icon.node.map(([tag, attributes]) => [
      tag,
      Object.fromEntries(Object.entries(attributes).filter(([name]) => name !== 'key')),
    ])
    const maker = fileURLToPath(new URL('web/ui/icon.ts', import.meta.url))
    return `import { icon } from ${JSON.stringify(maker)}\nexport default /* @__PURE__ */ icon(${JSON.stringify(shapes)})`
  },
})

/**
 * Puts the script that runs before the first paint into the page itself, so that nothing waits for another file. The
 * content security policy names its hash (server/pages.ts).
 */
const firstScript = (): Plugin => {
  const path = 'web/shell/first.js'
  return {
    name: 'lantern-first-script',
    applyToEnvironment: ({ name }) => name === 'client',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { server }) => {
        const source = readFileSync(new URL(path, import.meta.url), 'utf8')
        const script = server ? { attrs: { src: `/${path}` } } : { children: minifySync(path, source).code }
        return [{ tag: 'script', ...script, injectTo: 'head-prepend' as const }]
      },
    },
  }
}

/**
 * Moves the bundler's own twenty lines into the file that every page starts with. As a file of their own, which the
 * bundler makes whenever files are grouped, they cost each page a request.
 */
const joinRuntime = (): Plugin => ({
  name: 'lantern-join-runtime',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
    const runtime = chunks.find(({ name }) => name === 'rolldown-runtime')
    const app = chunks.find(({ name }) => name === 'app')
    if (!runtime || !app) throw new Error('The bundler’s runtime or the file of the application is missing.')
    const [exported = '', list = ''] = /export\{([^}]*)\};?\s*$/.exec(runtime.code) ?? []
    const pairs = list.split(',').map(each => each.split(' as '))
    const names = pairs.map(([, name]) => name)
    const nameOf = (name: string) => `runtime_${name}`
    const importOf = new RegExp(`import\\{([^}]*)\\}from[\`"']\\./${runtime.fileName.split('/').at(-1)!}[\`"'];`)
    for (const chunk of chunks) {
      if (!chunk.imports.includes(runtime.fileName)) continue
      const [statement = '', taken = ''] = importOf.exec(chunk.code) ?? []
      if (statement === '') throw new Error(`${chunk.fileName} imports the runtime in an unknown way.`)
      const used = taken.split(',').map(each => each.split(' as '))
      const rest = chunk.imports.filter(each => each !== runtime.fileName)
      if (chunk === app) {
        const values = pairs.map(([local, name]) => `${name}:${local}`).join()
        const own = used.map(([name = '', local = name]) => `${local}=${nameOf(name)}`).join()
        const targets = names.map(name => `${name}:${nameOf(name!)}`).join()
        const body = runtime.code.replace(exported, '')
        chunk.code = chunk.code.replace(statement, () => `var{${targets}}=(()=>{${body}return{${values}}})(),${own};`)
        chunk.code += `export{${names.map(name => nameOf(name!)).join()}};`
        chunk.imports = rest
      } else {
        const own = used.map(([name = '', local = name]) => `${nameOf(name)} as ${local}`).join()
        const file = app.fileName.split('/').at(-1)!
        chunk.code = chunk.code.replace(statement, () => `import{${own}}from"./${file}";`)
        chunk.imports = [...new Set([...rest, app.fileName])]
      }
    }
    delete bundle[runtime.fileName]
  },
})

const [brotli, gzip] = [promisify(brotliCompress), promisify(gzipCompress)]

/** Writes `.br` and `.gz` beside every text asset; the server only picks. */
const precompress = (): Plugin => ({
  name: 'lantern-precompress',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async writeBundle(options) {
    const folder = options.dir
    if (folder === undefined || this.meta.watchMode) return
    const pack = async (file: string): Promise<void> => {
      const bytes = await readFile(file)
      if (bytes.length < 512) return
      await writeFile(`${file}.br`, await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
      await writeFile(`${file}.gz`, await gzip(bytes, { level: 9 }))
    }
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && /\.(js|css|html|svg|json)$/.test(entry.name))
      .map(entry => join(entry.parentPath, entry.name))
    // Compression takes a third of the build, so it uses all cores.
    await Promise.all(files.map(pack))
  },
})

const parts = sharedParts(import.meta.dirname)

export default defineConfig({
  publicDir: 'web/public',
  plugins: [
    screenTexts(import.meta.dirname),
    screenSources(import.meta.dirname),
    parts.plugin,
    compileMessages(),
    contractTables(),
    plainIcons(),
    firstScript(),
    joinRuntime(),
    react(),
    tailwindcss(),
    precompress(),
  ],
  resolve: {
    alias: [
      // An exact match, because imports from the package start with the same name.
      { find: /^use-intl\/format-message$/, replacement: join(import.meta.dirname, 'web/words/formatMessage.ts') },
    ],
  },
  build: { emptyOutDir: true, reportCompressedSize: false },
  worker: { format: 'es' },
  builder: {
    buildApp: async ({ build, environments }) => {
      const ours = Object.values(environments).filter(({ name }) => name !== 'ssr')
      await Promise.all(ours.map(each => build(each)))
    },
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/web',
        manifest: true,
        target: ['chrome111', 'firefox114', 'safari16.4'],
        // A data: URL would break the strict content security policy.
        assetsInlineLimit: 0,
        modulePreload: {
          polyfill: false,
          // A file that loads others is there already.
          resolveDependencies: (_file, needed, { hostId }) => needed.filter(each => each !== hostId),
        },
        rolldownOptions: {
          output: {
            // The entry file names every file that may load later, so names are as short as possible. The manifest says
            // what each of them is.
            chunkFileNames: 'assets/[hash:7].js',
            // Modules that load together form one file, which compresses better than a dozen.
            codeSplitting: {
              groups: [{ name: parts.nameOf, debugName: 'shared parts', includeDependenciesRecursively: false }],
            },
          },
        },
      },
    },
    // The public pages for server rendering: the browser's code, with all packages bundled.
    ready: {
      consumer: 'server',
      keepProcessEnv: false,
      resolve: { noExternal: true, conditions: ['browser', 'module', 'production'] },
      build: {
        outDir: 'dist/ready',
        copyPublicDir: false,
        target: 'es2024',
        rolldownOptions: { input: 'web/ready/ready.tsx', output: { entryFileNames: 'ready.js' } },
      },
    },
  },
})
