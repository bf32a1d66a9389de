// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { CallError } from '#web/wire/callError.ts'
import { messages as base } from '#web/words/base.en.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as refusals } from '#web/words/refusals.en.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

test('the first refusal of a visit gives its reason, even if the texts load after the screen is drawn', async () => {
  speak('en', base)
  const drawn: ((error: unknown) => string)[] = []
  const Screen = () => {
    drawn.push(useFailureText())
    return null
  }
  const place = document.body.appendChild(document.createElement('div'))
  await act(async () =>
    createRoot(place).render(
      <LanguageProvider>
        <Screen />
      </LanguageProvider>,
    ),
  )
  const wrongCode = new CallError('permission-denied', 'Wrong.', { reason: 'SET_UP_CODE_WRONG' }, true)
  expect(drawn[0]!(wrongCode)).toBe(base.failure.denied)
  speak('en', { ...base, ...refusals })
  expect(drawn[0]!(wrongCode)).toBe(refusals.reason.SET_UP_CODE_WRONG)
})
