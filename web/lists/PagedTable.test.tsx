// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, expect, test, vi } from 'vitest'
import { messages as base } from '#web/words/base.en.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as tables } from '#web/words/tables.en.ts'
import { PagedTable } from './PagedTable.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** Reports what the test says: this environment has no layout. */
class Observer {
  static readonly all: Observer[] = []
  readonly tell: (entries: { isIntersecting: boolean }[]) => void
  constructor(tell: Observer['tell']) {
    this.tell = tell
    Observer.all.push(this)
  }
  observe() {}
  disconnect() {}
}
afterAll(() => vi.unstubAllGlobals())

test('the next page loads when the end of the list came into view, even if a slow device reports it late', async () => {
  vi.stubGlobal('IntersectionObserver', Observer)
  speak('en', { ...base, ...tables })
  const more = vi.fn<() => void>()
  const pages = { rows: ['Ada'], total: 2, next: 'Ada', more, isMorePending: false, isOld: false, error: null }
  const columns = [{ key: 'name', header: 'Name', cell: (row: string) => row }]
  const place = document.body.appendChild(document.createElement('main'))
  await act(async () =>
    createRoot(place).render(
      <LanguageProvider>
        <PagedTable
          caption="Names"
          pages={{ ...pages, again: () => undefined }}
          columns={columns}
          rowKey={row => row}
          rowLabel={row => row}
        />
      </LanguageProvider>,
    ),
  )
  await act(async () => dispatchEvent(new Event('scroll')))
  const observer = Observer.all.at(-1)!
  observer.tell([{ isIntersecting: true }, { isIntersecting: false }])
  expect(more).not.toHaveBeenCalled()
  observer.tell([{ isIntersecting: false }, { isIntersecting: true }])
  expect(more).toHaveBeenCalledOnce()
})
