// @vitest-environment happy-dom
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { adjustDraft, changeDraft, openDraft, saveDraft, standAt } from './draft.ts'

const user = { uid: 'ann', email: 'ann@home.example', name: 'Ann', roles: [] }
let sent: string[] = []
const network = async (path: string | URL): Promise<Response> => {
  const name = String(path).split('/').at(-1)!
  sent.push(name)
  const answers: Record<string, unknown> = {
    'enrolments-draft': { draft: null, version: 0, savedAt: null, startedAt: null, known: null },
    'enrolments-saveDraft': { version: 1 },
  }
  return Response.json({ result: answers[name] })
}
beforeAll(() => vi.stubGlobal('fetch', network))
afterAll(() => vi.unstubAllGlobals())

test('a registration that was only viewed isn’t saved; what was entered is, and the step the family is at', async () => {
  await openDraft(user)
  adjustDraft(draft => ({ ...draft, termId: 'fall' }))
  standAt('classes')
  await saveDraft()
  expect(sent).toEqual(['enrolments-draft'])
  sent = []
  changeDraft(draft => ({ ...draft, address: '1 Lake Road' }))
  await saveDraft()
  standAt('summary')
  await saveDraft()
  expect(sent).toEqual(['enrolments-saveDraft', 'enrolments-saveDraft'])
})
