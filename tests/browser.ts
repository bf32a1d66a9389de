import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { spawnSync } from 'node:child_process'
import { inflate } from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'
import { unpackFont } from '#server/platform/typeface.ts'

/** A browser's executable and the environment it needs to start. */
type BrowserProgram = { path: string; env: Record<string, string> }

const home = fileURLToPath(new URL('../node_modules/.cache/browser/', import.meta.url))
const bin = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '../bin')
const systemPrograms = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Typefaces for the scripts that the journeys read. */
const typefaces = [
  'noto-sans-sc/files/noto-sans-sc-latin',
  'noto-sans-sc/files/noto-sans-sc-chinese-simplified',
  'noto-sans-arabic/files/noto-sans-arabic-arabic',
]

/** Debian needs no more than this. With it, text in Latin and Chinese characters looks the same on every machine. */
const fontSettings = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <cachedir>${folder}/cache</cachedir>
</fontconfig>
`

/** Unpacks the Chromium from the packages, with its libraries and typefaces, unless that has been done. */
const unpacked = async (): Promise<BrowserProgram> => {
  const { version } = JSON.parse(await readFile(join(bin, '../package.json'), 'utf8')) as { version: string }
  const folder = join(home, version)
  if (!existsSync(folder)) {
    await mkdir(home, { recursive: true })
    const partial = await mkdtemp(join(home, 'unpacking-'))
    // The package unpacks into the folder for temporary files, which TMPDIR sets.
    const before = process.env['TMPDIR']
    process.env['TMPDIR'] = partial
    try {
      await Promise.all(['chromium.br', 'al2023.tar.br'].map(name => inflate(join(bin, name))))
    } finally {
      if (before === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = before
    }
    const fonts = join(partial, 'fonts')
    await mkdir(fonts)
    for (const face of typefaces)
      for (const weight of [400, 700]) {
        const woff = fileURLToPath(import.meta.resolve(`@fontsource/${face}-${weight}-normal.woff`))
        await writeFile(join(fonts, basename(woff, '.woff')), unpackFont(await readFile(woff)))
      }
    await writeFile(join(fonts, 'fonts.conf'), fontSettings(join(folder, 'fonts')))
    // Renaming is atomic. Another run may have finished first.
    await rename(partial, folder).catch(() => rm(partial, { recursive: true }))
  }
  return {
    path: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_FILE: join(folder, 'fonts/fonts.conf') },
  }
}

const starts = ({ path, env }: BrowserProgram): boolean =>
  spawnSync(path, ['--version', '--no-sandbox'], { env: { ...process.env, ...env } }).status === 0

let found: Promise<BrowserProgram> | undefined

/**
 * Returns the Chromium for the journeys: the one named by CHROMIUM, else the one from the packages, else the system's.
 * If none of them starts, throws an error with one sentence that says what to install.
 */
export const findChromium = (): Promise<BrowserProgram> =>
  (found ??= (async () => {
    const given = process.env['CHROMIUM']
    const own = given ? [] : [await unpacked().catch(() => undefined)]
    const others = given ? [given] : systemPrograms.filter(path => existsSync(path))
    for (const program of [...own, ...others.map(path => ({ path, env: {} }))])
      if (program && starts(program)) return program
    throw new Error(
      given
        ? `CHROMIUM names ${given}, which does not start: set it to the program of an installed Chromium.`
        : 'The journeys need a browser: install Chromium, or set CHROMIUM to the path of its program.',
    )
  })())

/** Returns the Firefox named by FIREFOX, else the system's; undefined when there is none. */
export const findFirefox = (): string | undefined =>
  [process.env['FIREFOX'], '/usr/bin/firefox-esr', '/usr/bin/firefox'].find(path => path && existsSync(path))

/** Opens a headless browser. */
export const openBrowser = async (): Promise<Browser> => {
  const { path, env } = await findChromium()
  return chromium.launch({
    executablePath: path,
    env: { ...process.env, ...env },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--font-render-hinting=none',
    ],
  })
}
