import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const built = new URL('../dist/server/', import.meta.url)
const codeOf = (file: string): string => readFileSync(new URL(file, built), 'utf8')

/** A file's static imports, and its dynamic ones. */
const atOnce = /^(?:import|export)\b[^;'"()]*?["']([^"']+)["']/gm
const later = /\bimport\("(\.\/[^"]+)"\)/g
/**
 * The files that are loaded with a file of the built server, directly or indirectly: built files, and other modules by
 * name.
 */
const readWith = (file: string, asked: readonly RegExp[], read = new Set<string>()): Set<string> => {
  if (read.has(file)) return read
  read.add(file)
  if (file.endsWith('.js') && existsSync(new URL(file, built)))
    for (const each of asked)
      for (const [, name = ''] of codeOf(file).matchAll(each)) readWith(name.replace(/^\.\//, ''), asked, read)
  return read
}
// The folder also contains files of earlier builds.
const all = [...readWith('main.js', [atOnce, later])]
const code = all.filter(file => file.endsWith('.js')).map(codeOf)

const place = /new URL\("([^"]+)", import\.meta\.url\)(?:\.href)?/
const beside = new RegExp(`new URL\\("([^"]+)", ${place.source}\\)`, 'g')

test('the built server finds the files next to its sources, such as worker threads and migrations', () => {
  const places = code.flatMap(text =>
    [...text.matchAll(beside)].map(([, file = '', source = '']) => new URL(file, new URL(source, built))),
  )
  const sources = code.flatMap(text =>
    [...text.matchAll(new RegExp(place, 'g'))].map(([, source = '']) => new URL(source, built)),
  )
  expect(places.map(({ pathname }) => pathname.replace(/.*\/server\//, ''))).toEqual(
    expect.arrayContaining(['platform/makingWorker.ts', 'exchange/imports/studyWorker.ts', 'migrations/']),
  )
  expect(sources.length).toBeGreaterThan(places.length)
  expect([...places, ...sources].filter(each => !existsSync(each)).map(String)).toEqual([])
})

test('a start loads no code that only some features need', () => {
  // A text that only the code of each feature contains.
  const forSome = {
    mails: 'TurboSMTP',
    passkeys: 'TypeInfo not known',
    'encrypted backups': 'ML-KEM',
    workbooks: 'xl/styles.xml',
    'messages to devices': 'Vapid private key',
    'how Chinese sounds': 'pinyin-pro',
    cards: 'StripeInvalidRequestError',
    'the demo school': '黄秀兰',
  }
  const saidBy = (texts: readonly string[]) =>
    Object.keys(forSome).filter(name => texts.some(text => text.includes(forSome[name as keyof typeof forSome])))
  expect(saidBy(code)).toEqual(Object.keys(forSome))
  expect(all).toEqual(expect.arrayContaining(['pdfkit', 'fontkit', 'harfbuzzjs']))

  const openSchool = all.find(file => file.startsWith('openSchool-'))!
  const read = [...readWith(openSchool, [atOnce], readWith('main.js', [atOnce]))]
  expect(read.length).toBeGreaterThan(5)
  // As a module, `node:http` also loads Node's own fetch, which takes 25 ms.
  expect(read.filter(name => /^(node:)?https?$/.test(name))).toEqual([])
  expect(read.filter(name => /^(pdfkit|fontkit|harfbuzzjs)$/.test(name))).toEqual([])
  expect(saidBy(read.filter(file => file.endsWith('.js')).map(codeOf))).toEqual([])
})
