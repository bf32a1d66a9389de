// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Target, Transfer } from '#contract/enrolment/leavings.ts'
import { keepAnswer } from '#web/wire/call.ts'
import { messages as base } from '#web/words/base.en.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { Change, TransferFigures } from './Change.tsx'
import { messages as payments } from '#web/money/payments/payments.en.ts'
import { messages as leavings } from './leavings.en.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(() => vi.stubGlobal('fetch', () => new Promise(() => undefined)))
afterAll(() => vi.unstubAllGlobals())

const target = (id: string, free: number) =>
  ({
    id,
    name: `Class ${id}`,
    nativeName: '',
    weekday: 0,
    startsAt: '10:00',
    endsAt: '11:00',
    teachers: [],
    free,
    waiting: 0,
    isOffered: false,
    differenceCents: 0,
    reasons: [],
  }) as Partial<Target> as Target

test('choosing a class only selects it; a button continues', async () => {
  speak('en', { ...base, ...leavings })
  const enrolmentId = '00000000-0000-4000-8000-000000000001'
  await keepAnswer('leavings-targets', { enrolmentId }, [target('a', 1), target('b', 2)])
  const place = document.body.appendChild(document.createElement('div'))
  const went = vi.fn()
  await act(async () =>
    createRoot(place).render(
      <LanguageProvider>
        <Change
          enrolmentId={enrolmentId}
          toSectionId={undefined}
          leaves={[]}
          onChoose={went}
          isOffice={false}
          onClose={() => undefined}
        />
      </LanguageProvider>,
    ),
  )
  const radios = [...place.querySelectorAll<HTMLInputElement>('input[type=radio]')]
  const goOn = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === 'See what changes')!
  expect([radios.length, goOn.disabled]).toEqual([2, true])
  await act(async () => radios[0]!.click())
  await act(async () => radios[1]!.click())
  expect(went).not.toHaveBeenCalled()
  expect(radios.map(({ checked }) => checked)).toEqual([false, true])
  await act(async () => goOn.click())
  expect(went.mock.calls).toEqual([['b']])
})

test('the office reads where a second class is added, a family doesn’t', async () => {
  speak('en', { ...base, ...leavings })
  const enrolmentId = '00000000-0000-4000-8000-000000000002'
  await keepAnswer('leavings-targets', { enrolmentId }, [])
  const shownTo = async (isOffice: boolean) => {
    const place = document.body.appendChild(document.createElement('div'))
    await act(async () =>
      createRoot(place).render(
        <LanguageProvider>
          <Change
            enrolmentId={enrolmentId}
            toSectionId={undefined}
            leaves={[]}
            onChoose={() => undefined}
            isOffice={isOffice}
            onClose={() => undefined}
          />
        </LanguageProvider>,
      ),
    )
    return place.textContent
  }
  expect(await shownTo(true)).toContain('“Add to a class”')
  expect(await shownTo(false)).not.toContain('Add to a class')
})

test('the figures say that books stay only where the student keeps some', () => {
  speak('en', { ...base, ...leavings, ...payments })
  const shown = (keepsBooks: boolean): string => {
    const transfer = {
      section: 'Chinese 1A',
      sectionNativeName: '',
      to: target('2A', 12),
      price: [],
      lines: [{ chargeId: 'c', kind: 'tuition', netCents: 260, backCents: 260, keptCents: 0, why: null }],
      leaves: [],
      feeCents: 0,
      keepsBooks,
      differenceCents: 0,
    } as Partial<Record<keyof Transfer, unknown>> as Transfer
    return renderToString(
      <LanguageProvider>
        <TransferFigures transfer={transfer} />
      </LanguageProvider>,
    )
  }
  expect(shown(true)).toContain('Books stay')
  expect(shown(false)).not.toContain('Books stay')
})
