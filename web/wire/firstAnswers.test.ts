import { afterEach, expect, test, vi } from 'vitest'

const person = { uid: 'u', email: 'a@b.example', name: 'A', roles: ['parent'] }

/** A page whose first answers come line by line. */
const opened = async () => {
  const { readable, writable } = new TransformStream<Uint8Array>()
  const writer = writable.getWriter()
  vi.resetModules()
  vi.spyOn(performance, 'now').mockReturnValue(1_000)
  vi.stubGlobal('window', { first: Promise.resolve(new Response(readable)) })
  const page = await import('#web/wire/firstAnswers.ts')
  const say = (line: object) => writer.write(new TextEncoder().encode(`${JSON.stringify(line)}\n`))
  const answer = async (at: number, name: string) => {
    await say({ at, name, input: {} })
    await say({ at, status: 200, body: { result: at } })
  }
  await say({ person, mark: 'm' })
  await page.firstPerson
  return { ...page, answer, end: () => writer.close().then(() => page.firstsCome) }
}
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('an answer that came with the page is used once', async () => {
  const page = await opened()
  await page.answer(0, 'terms-list')
  await page.end()
  expect(await page.firstAnswer('terms-list', {})).toMatchObject({ body: { result: 0 } })
  expect(await page.firstAnswer('terms-list', {})).toBeUndefined()
})

test('a call the page already made isn’t answered later by what came with the page', async () => {
  const page = await opened()
  expect(await page.firstAnswer('absences-mine', {})).toBeUndefined()
  await page.answer(0, 'absences-mine')
  await page.answer(1, 'terms-list')
  await page.end()
  expect(await page.firstAnswer('absences-mine', {})).toBeUndefined()
  expect(await page.firstAnswer('terms-list', {})).toMatchObject({ body: { result: 1 } })
})

test('after a change no answer that came with the page is used, not even one still arriving', async () => {
  const page = await opened()
  await page.answer(0, 'terms-list')
  page.forgetFirst()
  await page.answer(1, 'absences-mine')
  await page.end()
  for (const name of ['terms-list', 'absences-mine']) expect(await page.firstAnswer(name, {})).toBeUndefined()
})

test('an answer isn’t used ten seconds after the page was opened', async () => {
  const page = await opened()
  await page.answer(0, 'terms-list')
  await page.answer(1, 'absences-mine')
  await page.end()
  expect(await page.firstAnswer('terms-list', {})).toMatchObject({ body: { result: 0 } })
  vi.spyOn(performance, 'now').mockReturnValue(10_001)
  expect(await page.firstAnswer('absences-mine', {})).toBeUndefined()
})
