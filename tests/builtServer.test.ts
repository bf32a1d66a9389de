import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const built = new URL('../dist/server/', import.meta.url)
const place = /new URL\("([^"]+)", import\.meta\.url\)(?:\.href)?/
const beside = new RegExp(`new URL\\("([^"]+)", ${place.source}\\)`, 'g')

test('the built server finds all that lies beside its sources: threads, migrations, lists of words', () => {
  const code = globSync('*.js', { cwd: fileURLToPath(built) }).map(file => readFileSync(new URL(file, built), 'utf8'))
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
